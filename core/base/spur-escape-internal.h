/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <math.h>
#include <string.h>

#include <glib.h>

/* Appends a text as a JSON string, in quotes. Bytes that are no UTF-8 become U+FFFD; control
 * characters, and what is in @escaped, are written by their numbers. Where @escaped is NULL those
 * that have a short name are written by that, as "\n". */
static inline void
spur_json_append_string (GString *json, const char *text, const char *escaped)
{
  static const char named[] = "\b\f\n\r\t";
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (json, '"');
  for (const char *at = valid; *at != '\0'; at++)
    {
      const char *name = escaped == NULL ? strchr (named, *at) : NULL;

      if (*at == '"' || *at == '\\')
        g_string_append_c (json, '\\');
      if (name != NULL)
        g_string_append_printf (json, "\\%c", "bfnrt"[name - named]);
      else if ((guchar) *at < ' ' || *at == 0x7f || (escaped != NULL && strchr (escaped, *at)))
        g_string_append_printf (json, "\\u%04x", (guint) (guchar) *at);
      else
        g_string_append_c (json, *at);
    }
  g_string_append_c (json, '"');
}

/* Appends the shortest digits of a double with these bits. JSON has no other numbers than finite
 * ones. */
static inline void
spur_digits_append_double (GString *text, guint64 bits, gboolean is_json)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  double real;

  memcpy (&real, &bits, sizeof real);
  g_string_append (
    text, is_json && !isfinite (real) ? "null" : g_ascii_dtostr (digits, sizeof digits, real));
}

/* Whether a text can stand as it is in a line of keys and values, as ULM has them. */
static inline gboolean
spur_pairs_is_plain (const char *text, gsize n_bytes)
{
  gboolean is_plain = n_bytes > 0;

  for (gsize i = 0; i < n_bytes && is_plain; i++)
    is_plain = (guchar) text[i] > ' ' && memchr ("\"=\\\177", text[i], 4) == NULL;
  return is_plain;
}

/* Appends a value of such a line: in quotes and escaped unless it is plain (doc/format.md). */
static inline void
spur_pairs_append_value (GString *text, const char *value, gsize n_bytes)
{
  if (spur_pairs_is_plain (value, n_bytes))
    {
      g_string_append_len (text, value, (gssize) n_bytes);
      return;
    }
  g_string_append_c (text, '"');
  for (gsize i = 0; i < n_bytes; i++)
    {
      guchar c = (guchar) value[i];

      if (c == '\n')
        g_string_append (text, "\\n");
      else if (c < ' ' || c == 0x7f)
        g_string_append_printf (text, "\\x%02x", c);
      else
        {
          if (c == '"' || c == '\\')
            g_string_append_c (text, '\\');
          g_string_append_c (text, (char) c);
        }
    }
  g_string_append_c (text, '"');
}

/* What stands for a character that markup has a meaning for, or NULL. */
static inline const char *
spur_xml_get_entity (gunichar character)
{
  switch (character)
    {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return NULL;
    }
}
