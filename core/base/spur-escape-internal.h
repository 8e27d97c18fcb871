/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/* Appends a text as a JSON string, in quotes. Bytes that are no UTF-8 become U+FFFD; control
 * characters, and what is in @escaped, are written by their numbers. */
static inline void
spur_json_append_string (GString *json, const char *text, const char *escaped)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (json, '"');
  for (const char *at = valid; *at != '\0'; at++)
    {
      if (*at == '"' || *at == '\\')
        g_string_append_c (json, '\\');
      if ((guchar) *at < ' ' || *at == 0x7f || strchr (escaped, *at) != NULL)
        g_string_append_printf (json, "\\u%04x", (guint) (guchar) *at);
      else
        g_string_append_c (json, *at);
    }
  g_string_append_c (json, '"');
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

G_END_DECLS
