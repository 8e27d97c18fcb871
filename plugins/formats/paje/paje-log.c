/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads the lines of a Paje trace into its log. */
#include "plugins/formats/paje/paje-log.h"

#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

#define LINES_PER_REPORT 8192

PajeLog *
paje_log_new (void)
{
  PajeLog *self = g_new0 (PajeLog, 1);
  PajeType root_type = { .kind = PAJE_TYPE_CONTAINER, .parent = PAJE_NONE };
  PajeContainer root = {
    .type = PAJE_ROOT, .parent = PAJE_NONE, .created = PAJE_NONE, .destroyed = PAJE_NONE
  };

  paje_words_init (&self->words);
  self->definitions = g_ptr_array_new_with_free_func ((GDestroyNotify) paje_definition_free);
  self->definition_of_number = g_hash_table_new (NULL, NULL);
  self->types = g_array_new (FALSE, FALSE, sizeof (PajeType));
  self->containers = g_array_new (FALSE, FALSE, sizeof (PajeContainer));
  self->values = g_array_new (FALSE, FALSE, sizeof (PajeValue));
  self->links = g_array_new (FALSE, FALSE, sizeof (PajeLink));
  self->records = g_array_new (FALSE, FALSE, sizeof (PajeRecord));
  self->extras = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->colors = g_string_new (NULL);
  paje_map_init (&self->type_names);
  paje_map_init (&self->container_names);
  paje_map_init (&self->value_names);
  paje_map_init (&self->link_places);
  paje_map_init (&self->link_keys);
  paje_map_init (&self->pending_links);

  /* What a record has no text for. */
  paje_words_add (&self->words, "", 0);
  root_type.name = root.name = paje_words_add (&self->words, "0", 1);
  g_array_append_val (self->types, root_type);
  g_array_append_val (self->containers, root);
  paje_map_set (&self->type_names, 0, root.name, PAJE_ROOT);
  paje_map_set (&self->container_names, 0, root.name, PAJE_ROOT);
  return self;
}

void
paje_log_free (PajeLog *self)
{
  paje_words_clear (&self->words);
  g_clear_pointer (&self->open, paje_definition_free);
  g_ptr_array_unref (self->definitions);
  g_hash_table_unref (self->definition_of_number);
  g_array_unref (self->types);
  g_array_unref (self->containers);
  g_array_unref (self->values);
  g_array_unref (self->links);
  g_array_unref (self->records);
  g_array_unref (self->extras);
  paje_map_clear (&self->type_names);
  paje_map_clear (&self->container_names);
  paje_map_clear (&self->value_names);
  paje_map_clear (&self->link_places);
  paje_map_clear (&self->link_keys);
  paje_map_clear (&self->pending_links);
  g_string_free (self->colors, TRUE);
  g_free (self->first_problem);
  g_free (self);
}

static void
note_problem (PajeLog *self, const FormatLines *lines, const FormatLine *line, PajeLoss loss)
{
  static const char *const wanted[PAJE_N_LOSSES] = {
    [PAJE_LOSS_MALFORMED] = "a number and the fields that the event's definition says",
    [PAJE_LOSS_OUT_OF_RANGE] = "a time within 2^61 ns",
    [PAJE_LOSS_UNDEFINED_EVENT] = "the number of an event that %EventDef defines",
    [PAJE_LOSS_UNDEFINED_NAME] = "names of types and containers that were defined before",
    [PAJE_LOSS_OTHER] = "an event that the format knows",
    [PAJE_LOSS_CUT_OFF] = "the end of the line",
  };
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;

  self->losses[loss]++;
  if (self->first_problem != NULL)
    return;
  text = g_utf8_make_valid (line->text, (gssize) MIN (line->n_bytes, 100));
  escaped = g_strescape (text, NULL);
  self->first_problem = g_strdup_printf ("%s:%" G_GUINT64_FORMAT ": expected %s, found \"%s\"",
                                         lines->name, line->number, wanted[loss], escaped);
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static inline const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && is_blank (*at))
    at++;
  return at;
}

/* A field, in quotes where it has blanks; without them. %NULL where the quotes do not end. */
static inline const char *
scan_token (const char *at, const char *end, PajeToken *token)
{
  const char *begin = at;

  if (at < end && *at == '"')
    {
      at = memchr (begin + 1, '"', (gsize) (end - begin - 1));
      if (at == NULL || (at + 1 < end && !is_blank (at[1])))
        return NULL;
      *token = (PajeToken){ begin + 1, (gsize) (at - begin - 1) };
      return at + 1;
    }
  while (at < end && !is_blank (*at))
    at++;
  *token = (PajeToken){ begin, (gsize) (at - begin) };
  return at;
}

/* The last fields may be missing where they are the trace's own. */
static gboolean
scan_fields (PajeLine *line, const char *at, const char *end)
{
  const PajeField *fields = (const PajeField *) line->definition->fields->data;
  guint n_extras = 0;

  for (guint i = 0; i < line->definition->fields->len; i++)
    {
      PajeToken token = { at, 0 };
      gboolean is_extra = fields[i].code == PAJE_FIELD_EXTRA;

      at = skip_blanks (at, end);
      if (at == end && !is_extra)
        return FALSE;
      at = scan_token (at, end, &token);
      if (at == NULL)
        return FALSE;
      if (is_extra)
        line->extras[n_extras++] = token;
      else
        line->fields[fields[i].code] = token;
    }
  return skip_blanks (at, end) == end;
}

/* A record's number, up to 9 digits. */
static const char *
scan_number (const char *at, const char *end, guint *number)
{
  const char *begin = at;

  for (*number = 0; at < end && g_ascii_isdigit (*at); at++)
    {
      if (at - begin == 9)
        return NULL;
      *number = *number * 10 + (guint) (*at - '0');
    }
  return at > begin && (at == end || is_blank (*at)) ? at : NULL;
}

static gboolean
scan_record (PajeLog *self, const FormatLine *line, PajeLoss *loss)
{
  static const PajeLoss losses[] = {
    [PAJE_PARSED] = PAJE_N_LOSSES,
    [PAJE_MALFORMED] = PAJE_LOSS_MALFORMED,
    [PAJE_OUT_OF_RANGE] = PAJE_LOSS_OUT_OF_RANGE,
    [PAJE_UNDEFINED_NAME] = PAJE_LOSS_UNDEFINED_NAME,
  };
  const char *end = line->text + line->n_bytes;
  PajeLine record;
  const char *at = skip_blanks (line->text, end);
  guint number;

  if (at == end || *at == '#')
    return TRUE;
  *loss = PAJE_LOSS_MALFORMED;
  at = scan_number (at, end, &number);
  if (at == NULL || line->is_clipped)
    return FALSE;
  *loss = PAJE_LOSS_UNDEFINED_EVENT;
  record.definition_index = GPOINTER_TO_UINT (
    g_hash_table_lookup (self->definition_of_number, GINT_TO_POINTER ((int) number)));
  if (record.definition_index == 0)
    return FALSE;
  record.log = self;
  record.definition = paje_log_get_definition (self, --record.definition_index);
  memset (record.fields, 0, sizeof record.fields);
  *loss = PAJE_LOSS_OTHER;
  if (record.definition->kind == PAJE_OTHER)
    return FALSE;
  *loss = PAJE_LOSS_MALFORMED;
  if (!scan_fields (&record, at, end))
    return FALSE;
  *loss = losses[paje_record_take (&record)];
  return *loss == PAJE_N_LOSSES;
}

static gboolean
read_line (PajeLog *self, const FormatLines *lines, const FormatLine *line, GError **error)
{
  PajeLoss loss;

  if (line->n_bytes > 0 && line->text[0] == '%')
    return paje_log_read_definition (self, lines, line, error);
  if (line->is_cut_off)
    note_problem (self, lines, line, PAJE_LOSS_CUT_OFF);
  else if (!scan_record (self, line, &loss))
    note_problem (self, lines, line, loss);
  return TRUE;
}

/* Positions of records and of extra fields are 32 bits. */
static gboolean
check_size (const PajeLog *self, const FormatLines *lines, GError **error)
{
  if (self->records->len < G_MAXUINT32 / 2 && self->extras->len < G_MAXUINT32 / 2)
    return TRUE;
  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s: expected at most 2^31 records and fields of the trace's own",
                         lines->name);
}

gboolean
paje_log_read (
  PajeLog *self, FormatLines *lines, guint64 n_bytes, const SpurJob *job, GError **error)
{
  FormatLine line;

  while (format_lines_next (lines, &line))
    {
      if (!read_line (self, lines, &line, error))
        return FALSE;
      if (line.number % LINES_PER_REPORT != 0)
        continue;
      if (!check_size (self, lines, error) || spur_job_is_cancelled (job, error))
        return FALSE;
      spur_job_report (job, "reading", lines->offset_bytes, n_bytes);
    }
  if (self->open != NULL || !self->has_definitions)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED,
                           "%s: expected definitions of events, each from %%EventDef to "
                           "%%EndEventDef, found the end of the file",
                           lines->name);
  if (lines->damage != NULL)
    self->losses[PAJE_LOSS_UNREADABLE] = 1;
  if (lines->damage != NULL && self->first_problem == NULL)
    self->first_problem = g_strconcat (lines->name, ": ", lines->damage, NULL);
  return !spur_job_is_cancelled (job, error);
}
