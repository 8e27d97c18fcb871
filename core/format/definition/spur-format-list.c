/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/format/definition/spur-format-definition-private.h"

#include <string.h>

#include "core/base/spur-digits-private.h"

#define MAX_ENTRIES 65536

static void
put_text (GString *text, const char *from, const char *special)
{
  for (; *from != '\0'; from++)
    {
      if (*from == '\n')
        g_string_append (text, "\\n");
      else if ((guchar) *from < 0x20 || *from == 0x7f)
        g_string_append_printf (text, "\\x%02x", (guint) (guchar) *from);
      else
        {
          if (*from == '\\' || strchr (special, *from) != NULL)
            g_string_append_c (text, '\\');
          g_string_append_c (text, *from);
        }
    }
}

static void
put_real (GString *text, guint64 bits)
{
  char digits[SPUR_DIGITS_MAX_BYTES];
  gsize n_bytes = (gsize) (spur_format_put_bits (digits, SPUR_FIELD_DOUBLE, bits) - digits);

  g_string_append_len (text, digits, (gssize) n_bytes);
  /* What looks like a whole number would come back as one. */
  if (memchr (digits, '.', n_bytes) == NULL && memchr (digits, 'e', n_bytes) == NULL &&
      memchr (digits, 'N', n_bytes) == NULL)
    g_string_append (text, ".0");
}

static void
put_entry (GString *text, const SpurEntry *entry)
{
  put_text (text, entry->name, "=,{}'");
  g_string_append_c (text, '=');
  if (entry->type == SPUR_FIELD_STRING)
    {
      g_string_append_c (text, '\'');
      put_text (text, entry->text, "'");
      g_string_append_c (text, '\'');
    }
  else if (entry->type == SPUR_FIELD_DOUBLE)
    put_real (text, entry->bits);
  else if (entry->type == SPUR_FIELD_INT64)
    g_string_append_printf (text, "%+" G_GINT64_FORMAT, (gint64) entry->bits);
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, entry->bits);
  if (entry->unit == NULL)
    return;
  g_string_append_c (text, ' ');
  put_text (text, entry->unit, "=,{}'");
}

void
spur_format_list_put (GString *text, const SpurList *list)
{
  put_text (text, list->class_name, "{}");
  g_string_append_c (text, '{');
  for (guint i = 0; i < list->n_entries; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      put_entry (text, &list->entries[i]);
    }
  g_string_append_c (text, '}');
}

typedef struct
{
  const char *next;
  const char *end;
  /* Where texts of the entries are kept, and what is being read. */
  GStringChunk *texts;
  GString *buffer;
} Parser;

static gboolean
take_char (Parser *self, char wanted)
{
  if (self->next == self->end || *self->next != wanted)
    return FALSE;
  self->next++;
  return TRUE;
}

static gboolean
take_escape (Parser *self)
{
  int high, low;
  char c;

  if (self->next == self->end)
    return FALSE;
  c = *self->next++;
  if (c == 'n')
    {
      g_string_append_c (self->buffer, '\n');
      return TRUE;
    }
  if (c != 'x')
    {
      g_string_append_c (self->buffer, c);
      return TRUE;
    }
  if (self->end - self->next < 2)
    return FALSE;
  high = g_ascii_xdigit_value (self->next[0]);
  low = g_ascii_xdigit_value (self->next[1]);
  self->next += 2;
  if (high < 0 || low < 0 || (high | low) == 0)
    return FALSE;
  g_string_append_c (self->buffer, (char) (high << 4 | low));
  return TRUE;
}

/* Up to one of @stops, which stays. */
static const char *
take_text (Parser *self, const char *stops)
{
  g_string_truncate (self->buffer, 0);
  while (self->next < self->end && *self->next != '\0' && strchr (stops, *self->next) == NULL)
    {
      char c = *self->next++;

      if (c != '\\')
        g_string_append_c (self->buffer, c);
      else if (!take_escape (self))
        return NULL;
    }
  return g_string_chunk_insert_len (self->texts, self->buffer->str, (gssize) self->buffer->len);
}

static gboolean
parse_number (SpurEntry *entry, const char *text)
{
  const char *end = text + strlen (text);
  gboolean has_sign = *text == '+' || *text == '-';
  gint64 whole;
  double real;

  if (!has_sign && spur_parse_uint (text, end, &entry->bits))
    {
      entry->type = SPUR_FIELD_UINT64;
      return TRUE;
    }
  if (has_sign && spur_parse_int (*text == '+' ? text + 1 : text, end, &whole))
    {
      entry->type = SPUR_FIELD_INT64;
      entry->bits = (guint64) whole;
      return TRUE;
    }
  if (!spur_parse_double (text, end, &real))
    return FALSE;
  entry->type = SPUR_FIELD_DOUBLE;
  memcpy (&entry->bits, &real, sizeof real);
  return TRUE;
}

static gboolean
parse_value (Parser *self, SpurEntry *entry)
{
  const char *text;

  if (take_char (self, '\''))
    {
      entry->type = SPUR_FIELD_STRING;
      entry->text = take_text (self, "'");
      return entry->text != NULL && take_char (self, '\'');
    }
  text = take_text (self, " ,}");
  return text != NULL && parse_number (entry, text);
}

static gboolean
parse_entry (Parser *self, GArray *entries)
{
  SpurEntry entry = { .name = take_text (self, "=,{}'") };

  if (entry.name == NULL || !take_char (self, '=') || !parse_value (self, &entry))
    return FALSE;
  if (take_char (self, ' '))
    {
      entry.unit = take_text (self, "=,{}'");
      if (entry.unit == NULL)
        return FALSE;
    }
  g_array_append_val (entries, entry);
  return TRUE;
}

static gboolean
parse_entries (Parser *self, GArray *entries)
{
  if (take_char (self, '}'))
    return TRUE;
  while (entries->len < MAX_ENTRIES)
    {
      if (!parse_entry (self, entries))
        return FALSE;
      if (take_char (self, '}'))
        return TRUE;
      if (!take_char (self, ','))
        return FALSE;
      take_char (self, ' ');
    }
  return FALSE;
}

guint32
spur_format_list_parse (
  SpurTrace *trace, const char *text, gsize n_bytes, const char *otherwise, char **problem)
{
  g_autoptr (GString) buffer = g_string_new (NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (SpurEntry));
  GStringChunk *texts = g_string_chunk_new (256);
  Parser parser = { text, text + n_bytes, texts, buffer };
  SpurList list = { .class_name = take_text (&parser, "{}") };
  guint32 id = SPUR_NONE;

  if (list.class_name == NULL || !take_char (&parser, '{') || !parse_entries (&parser, entries) ||
      parser.next != parser.end)
    {
      *problem = g_strdup_printf ("“%.*s” is no list as in SpurStateList{load=0.5, n=3}",
                                  (int) MIN (n_bytes, 60), text);
    }
  else
    {
      if (*list.class_name == '\0')
        list.class_name = otherwise;
      list.type = g_type_from_name (list.class_name);
      if (list.type == 0 || !g_type_is_a (list.type, SPUR_TYPE_ENTRY_LIST))
        list.type = g_type_from_name (otherwise);
      list.n_entries = entries->len;
      list.entries = (const SpurEntry *) (gpointer) entries->data;
      id = spur_definitions_add_list (spur_trace_get_definitions (trace), &list);
    }
  g_string_chunk_free (texts);
  return id;
}

char *
spur_format_put_bits (char *out, SpurFieldType type, guint64 bits)
{
  double real;

  if (type == SPUR_FIELD_INT64)
    return spur_put_int (out, (gint64) bits);
  if (type != SPUR_FIELD_DOUBLE)
    return spur_put_uint (out, bits);
  memcpy (&real, &bits, sizeof real);
  return spur_put_double (out, real);
}

static gboolean
is_same (const SpurEntry *entry, const char *text)
{
  char digits[SPUR_DIGITS_MAX_BYTES];
  gsize n_bytes = (gsize) (spur_format_put_bits (digits, entry->type, entry->bits) - digits);

  return strlen (text) == n_bytes && memcmp (digits, text, n_bytes) == 0;
}

void
spur_format_list_guess (SpurEntry *entry, const char *text)
{
  guchar first = (guchar) text[*text == '-'];

  entry->text = NULL;
  /* Texts that no number begins as need no second look. */
  if (first >= '0' && first <= '9' && parse_number (entry, text) && is_same (entry, text))
    return;
  entry->type = SPUR_FIELD_STRING;
  entry->bits = 0;
  entry->text = text;
}
