/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* JSON as a stream of tokens: load data is too large for a tree of values. */
#include "plugins/formats/vt/vt-json.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

/* Load data is 7 deep, and what users add is as deep as they like. */
#define MAX_DEPTH 64

/* What may come next. */
enum
{
  STATE_VALUE,
  STATE_VALUE_OR_END,
  STATE_NAME_OR_END,
  STATE_NAME,
  STATE_COLON,
  STATE_COMMA_OR_END,
  STATE_END,
};

static const char *const words[] = {
  [VT_JSON_ERROR] = "nothing",     [VT_JSON_END] = "the end of the text",
  [VT_JSON_OBJECT] = "an object",  [VT_JSON_OBJECT_END] = "the end of an object",
  [VT_JSON_LIST] = "a list",       [VT_JSON_LIST_END] = "the end of a list",
  [VT_JSON_NAME] = "a member",     [VT_JSON_STRING] = "the string",
  [VT_JSON_NUMBER] = "the number", [VT_JSON_TRUE] = "true",
  [VT_JSON_FALSE] = "false",       [VT_JSON_NULL] = "null",
};

void
vt_json_init (VtJson *self, VtSource *source, GError **error)
{
  memset (self, 0, sizeof *self);
  self->source = source;
  self->error = error;
}

static gboolean
has_failed (const VtJson *self)
{
  return self->state > STATE_END;
}

static VtJsonToken
fail_text (VtJson *self, SpurFormatError code, const char *wanted, const char *found)
{
  g_set_error (self->error, SPUR_FORMAT_ERROR, (int) code,
               "%s:0x%" G_GINT64_MODIFIER "x: expected %s, found %s",
               vt_source_get_name (self->source), self->offset, wanted, found);
  self->state = STATE_END + 1;
  return VT_JSON_ERROR;
}

/* The next byte, or -1 at the end, or where reading failed. */
static int
peek_byte (VtJson *self)
{
  gsize n_bytes;

  if (self->next < self->end)
    return *self->next;
  if (has_failed (self))
    return -1;
  if (!vt_source_read (self->source, &self->next, &n_bytes, self->error))
    {
      self->next = self->end = NULL;
      self->state = STATE_END + 1;
      return -1;
    }
  self->end = self->next + n_bytes;
  return n_bytes > 0 ? *self->next : -1;
}

static void
take_byte (VtJson *self)
{
  self->next++;
  self->offset++;
}

static VtJsonToken
fail_at_byte (VtJson *self, const char *wanted)
{
  int byte = peek_byte (self);
  g_autofree char *found = NULL;

  if (has_failed (self))
    return VT_JSON_ERROR;
  if (byte < 0)
    return fail_text (self, SPUR_FORMAT_ERROR_TRUNCATED, wanted, "the end of the file");
  found = g_ascii_isprint (byte) ? g_strdup_printf ("'%c'", byte)
                                 : g_strdup_printf ("the byte 0x%02x", (guint) byte);
  return fail_text (self, SPUR_FORMAT_ERROR_DATA, wanted, found);
}

static int
skip_space (VtJson *self)
{
  int byte = peek_byte (self);

  while (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r')
    {
      take_byte (self);
      byte = peek_byte (self);
    }
  return byte;
}

static void
keep_byte (VtJson *self, gsize *n_bytes, int byte)
{
  if (*n_bytes < VT_JSON_MAX_TEXT)
    self->text[(*n_bytes)++] = (char) byte;
  else
    self->is_clipped = TRUE;
  self->text[*n_bytes] = '\0';
}

static void
begin_text (VtJson *self)
{
  self->text[0] = '\0';
  self->is_clipped = FALSE;
}

/* Behind a backslash. */
static gboolean
scan_escape (VtJson *self, gsize *n_bytes)
{
  int byte = peek_byte (self);

  if (byte <= 0 || strchr ("\"\\/bfnrtu", byte) == NULL)
    return FALSE;
  keep_byte (self, n_bytes, byte);
  take_byte (self);
  for (guint i = 0; byte == 'u' && i < 4; i++)
    {
      int digit = peek_byte (self);

      if (digit < 0 || !g_ascii_isxdigit (digit))
        return FALSE;
      keep_byte (self, n_bytes, digit);
      take_byte (self);
    }
  return TRUE;
}

static gboolean
scan_string (VtJson *self)
{
  gsize n_bytes = 0;

  begin_text (self);
  take_byte (self);
  for (;;)
    {
      int byte = peek_byte (self);

      if (byte < ' ')
        return FALSE;
      take_byte (self);
      if (byte == '"')
        return TRUE;
      keep_byte (self, &n_bytes, byte);
      if (byte == '\\' && !scan_escape (self, &n_bytes))
        return FALSE;
    }
}

static gboolean
scan_digits (VtJson *self, gsize *n_bytes)
{
  guint n_digits = 0;

  for (int byte = peek_byte (self); byte >= '0' && byte <= '9'; byte = peek_byte (self))
    {
      keep_byte (self, n_bytes, byte);
      take_byte (self);
      n_digits = 1;
    }
  return n_digits > 0;
}

static gboolean
scan_one_of (VtJson *self, gsize *n_bytes, const char *bytes)
{
  int byte = peek_byte (self);

  if (byte <= 0 || strchr (bytes, byte) == NULL)
    return FALSE;
  keep_byte (self, n_bytes, byte);
  take_byte (self);
  return TRUE;
}

static gboolean
scan_number (VtJson *self)
{
  gsize n_bytes = 0;

  begin_text (self);
  scan_one_of (self, &n_bytes, "-");
  if (!scan_one_of (self, &n_bytes, "0") && !scan_digits (self, &n_bytes))
    return FALSE;
  if (scan_one_of (self, &n_bytes, ".") && !scan_digits (self, &n_bytes))
    return FALSE;
  if (scan_one_of (self, &n_bytes, "eE"))
    {
      scan_one_of (self, &n_bytes, "+-");
      return scan_digits (self, &n_bytes);
    }
  return TRUE;
}

static gboolean
scan_word (VtJson *self, const char *word)
{
  for (; *word != '\0'; word++)
    {
      if (peek_byte (self) != *word)
        return FALSE;
      take_byte (self);
    }
  return TRUE;
}

/* Behind a value. */
static void
end_value (VtJson *self)
{
  self->state = self->depth == 0 ? STATE_END : STATE_COMMA_OR_END;
}

static VtJsonToken
open_value (VtJson *self, gboolean is_object)
{
  if (self->depth == MAX_DEPTH)
    return fail_at_byte (self, "at most 64 values inside of each other");
  take_byte (self);
  self->is_object = self->is_object << 1 | (guint64) is_object;
  self->depth++;
  self->state = is_object ? STATE_NAME_OR_END : STATE_VALUE_OR_END;
  return is_object ? VT_JSON_OBJECT : VT_JSON_LIST;
}

static VtJsonToken
close_value (VtJson *self)
{
  gboolean is_object = self->is_object & 1;

  take_byte (self);
  self->is_object >>= 1;
  self->depth--;
  end_value (self);
  return is_object ? VT_JSON_OBJECT_END : VT_JSON_LIST_END;
}

static VtJsonToken
scan_value (VtJson *self, int byte)
{
  static const struct
  {
    const char *word;
    VtJsonToken token;
  } literals[] = { { "true", VT_JSON_TRUE }, { "false", VT_JSON_FALSE }, { "null", VT_JSON_NULL } };

  if (byte == '{' || byte == '[')
    return open_value (self, byte == '{');
  end_value (self);
  if (byte == '"')
    return scan_string (self) ? VT_JSON_STRING : fail_at_byte (self, "the rest of a string");
  if (byte == '-' || (byte >= '0' && byte <= '9'))
    return scan_number (self) ? VT_JSON_NUMBER : fail_at_byte (self, "a digit");
  for (guint i = 0; i < G_N_ELEMENTS (literals); i++)
    {
      if (byte == literals[i].word[0])
        return scan_word (self, literals[i].word) ? literals[i].token
                                                  : fail_at_byte (self, "true, false or null");
    }
  return fail_at_byte (self, "a value");
}

static VtJsonToken
scan_name (VtJson *self)
{
  if (!scan_string (self))
    return fail_at_byte (self, "the rest of a name");
  if (skip_space (self) != ':')
    return fail_at_byte (self, "a colon");
  take_byte (self);
  self->state = STATE_VALUE;
  return VT_JSON_NAME;
}

VtJsonToken
vt_json_next (VtJson *self)
{
  gboolean is_object = self->is_object & 1;
  int byte = skip_space (self);

  if (has_failed (self))
    return VT_JSON_ERROR;
  if (self->state == STATE_END)
    return byte < 0 ? VT_JSON_END : fail_at_byte (self, "the end of the file");
  if (self->state == STATE_COMMA_OR_END && byte == ',')
    {
      take_byte (self);
      self->state = is_object ? STATE_NAME : STATE_VALUE;
      byte = skip_space (self);
      if (has_failed (self))
        return VT_JSON_ERROR;
    }
  else if ((self->state == STATE_COMMA_OR_END || self->state == STATE_NAME_OR_END ||
            self->state == STATE_VALUE_OR_END) &&
           byte == (is_object ? '}' : ']'))
    return close_value (self);
  else if (self->state == STATE_COMMA_OR_END)
    return fail_at_byte (self, is_object ? "a comma or the end of an object"
                                         : "a comma or the end of a list");
  if (self->state == STATE_VALUE || self->state == STATE_VALUE_OR_END)
    return scan_value (self, byte);
  return byte == '"' ? scan_name (self) : fail_at_byte (self, "a name in quotation marks");
}

gboolean
vt_json_refuse (VtJson *self, VtJsonToken token, const char *wanted)
{
  g_autofree char *found = NULL;
  g_autofree char *safe = NULL;

  if (has_failed (self))
    return FALSE;
  if (token == VT_JSON_STRING || token == VT_JSON_NUMBER || token == VT_JSON_NAME)
    {
      safe = g_utf8_make_valid (self->text, -1);
      found = g_strdup_printf ("%s \"%s\"", words[token], safe);
    }
  fail_text (self, SPUR_FORMAT_ERROR_DATA, wanted, found != NULL ? found : words[token]);
  return FALSE;
}

gboolean
vt_json_expect (VtJson *self, VtJsonToken token)
{
  VtJsonToken found = vt_json_next (self);

  return found == token || vt_json_refuse (self, found, words[token]);
}

gboolean
vt_json_skip (VtJson *self, VtJsonToken token)
{
  guint depth = self->depth;

  if (token == VT_JSON_OBJECT || token == VT_JSON_LIST)
    {
      while (self->depth >= depth && token != VT_JSON_ERROR)
        token = vt_json_next (self);
    }
  return token != VT_JSON_ERROR;
}

gboolean
vt_json_next_member (VtJson *self, gboolean *is_good)
{
  VtJsonToken token = vt_json_next (self);

  *is_good = token == VT_JSON_NAME || token == VT_JSON_OBJECT_END;
  return token == VT_JSON_NAME;
}

gboolean
vt_json_read_double (VtJson *self, double *value)
{
  VtJsonToken token = vt_json_next (self);

  if (token != VT_JSON_NUMBER || self->is_clipped)
    return vt_json_refuse (self, token, "a number");
  *value = g_ascii_strtod (self->text, NULL);
  return isfinite (*value) || vt_json_refuse (self, token, "a number that a double can hold");
}

gboolean
vt_json_read_uint (VtJson *self, guint64 *value)
{
  VtJsonToken token = vt_json_next (self);

  if (token != VT_JSON_NUMBER || self->is_clipped ||
      !g_ascii_string_to_unsigned (self->text, 10, 0, G_MAXUINT64, value, NULL))
    return vt_json_refuse (self, token, "a whole number from 0 to 2^64 - 1");
  return TRUE;
}

gboolean
vt_json_read_bool (VtJson *self, gboolean *value)
{
  VtJsonToken token = vt_json_next (self);

  if (token != VT_JSON_TRUE && token != VT_JSON_FALSE)
    return vt_json_refuse (self, token, "true or false");
  *value = token == VT_JSON_TRUE;
  return TRUE;
}
