/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-escape-internal.h"
#include "core/format/xml/spur-xml-scanner-private.h"

/* What is not written as it is. */
static const guint8 is_special[256] = {
  [0x00 ... 0x1f] = 1, ['"'] = 1,  ['&'] = 1,  ['<'] = 1,
  ['>'] = 1,           ['\\'] = 1, [0x7f] = 1, [0x80 ... 0xff] = 1,
};

static const char digits[] = "0123456789abcdef";

static void
put_escape (SpurFormatOutput *output, guchar byte)
{
  const char escape[] = { '\\', 'x', digits[byte >> 4], digits[byte & 15] };

  spur_format_output_put (output, escape, sizeof escape);
}

static void
put_string (SpurFormatOutput *output, const char *text)
{
  spur_format_output_put (output, text, strlen (text));
}

/* A byte below 0x80; FALSE where XML does not have it. */
static gboolean
put_byte (SpurFormatOutput *output, char byte, gboolean has_escapes)
{
  if (spur_xml_get_entity ((guchar) byte) != NULL)
    put_string (output, spur_xml_get_entity ((guchar) byte));
  else if (byte == '\\')
    put_string (output, has_escapes ? "\\\\" : "\\");
  else if (has_escapes)
    put_escape (output, (guchar) byte);
  else if (byte == '\t')
    put_string (output, "&#9;");
  else if (byte == '\n')
    put_string (output, "&#10;");
  else if (byte == '\r')
    put_string (output, "&#13;");
  else if (byte == 0x7f)
    spur_format_output_put_byte (output, byte);
  else
    return FALSE;
  return TRUE;
}

gboolean
spur_xml_put_text (SpurFormatOutput *output, const char *text, gsize n_bytes, gboolean has_escapes)
{
  const char *end = text + n_bytes;

  while (text < end)
    {
      const char *begin = text;
      gunichar character;

      while (text < end && !is_special[(guchar) *text])
        text++;
      spur_format_output_put (output, begin, (gsize) (text - begin));
      if (text == end)
        break;
      if ((guchar) *text < 0x80)
        {
          if (!put_byte (output, *text++, has_escapes))
            return FALSE;
          continue;
        }
      character = g_utf8_get_char_validated (text, (gssize) MIN ((gsize) (end - text), 6));
      if (character >= (gunichar) -2 || character == 0xfffe || character == 0xffff)
        {
          if (!has_escapes)
            return FALSE;
          put_escape (output, (guchar) *text++);
          continue;
        }
      begin = text;
      text = g_utf8_next_char (text);
      spur_format_output_put (output, begin, (gsize) (text - begin));
    }
  return TRUE;
}

static gboolean
is_name_byte (char byte, gboolean is_first)
{
  return g_ascii_isalpha (byte) || byte == '_' ||
         (!is_first && (g_ascii_isdigit (byte) || byte == '-' || byte == '.'));
}

/* Whether _xHH_ is here. */
static gboolean
is_escape (const char *at, const char *end)
{
  return end - at >= 5 && at[0] == '_' && at[1] == 'x' && g_ascii_isxdigit (at[2]) &&
         g_ascii_isxdigit (at[3]) && at[4] == '_';
}

static gboolean
has_meaning (const char *name, const char *const *taken)
{
  if (g_ascii_strncasecmp (name, "xml", 3) == 0)
    return TRUE;
  return taken != NULL && g_strv_contains (taken, name);
}

char *
spur_xml_make_name (const char *name, const char *const *taken)
{
  GString *out = g_string_new (NULL);
  const char *end = name + strlen (name);
  gboolean is_escaped = has_meaning (name, taken) || *name == '\0';

  /* Of a name without a single byte; no byte of a name is 0. */
  if (*name == '\0')
    g_string_append (out, "_x00_");
  for (const char *at = name; at < end; at++)
    {
      if (is_name_byte (*at, at == name) && !is_escape (at, end) && !is_escaped)
        g_string_append_c (out, *at);
      else
        g_string_append_printf (out, "_x%c%c_", digits[(guchar) *at >> 4],
                                digits[(guchar) *at & 15]);
      is_escaped = FALSE;
    }
  return g_string_free (out, FALSE);
}

char *
spur_xml_read_name (const char *name, gsize n_bytes)
{
  const char *end = name + n_bytes;
  GString *out = g_string_sized_new (n_bytes);

  while (name < end)
    {
      if (!is_escape (name, end))
        {
          g_string_append_c (out, *name++);
          continue;
        }
      if (name[2] != '0' || name[3] != '0')
        g_string_append_c (
          out, (char) (g_ascii_xdigit_value (name[2]) * 16 + g_ascii_xdigit_value (name[3])));
      name += 5;
    }
  return g_string_free (out, FALSE);
}
