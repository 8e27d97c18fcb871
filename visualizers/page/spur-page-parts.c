/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Parts that the page of a trace and that of its clocks are made of. */
#include "config.h"

#include "core/base/spur-escape-internal.h"
#include "visualizers/canvas/spur-view-text-internal.h"
#include "visualizers/page/spur-page-private.h"

#define ARROW "<span class=\"arrow\" aria-label=\"after correction\">\xe2\x86\x92</span>"

char *
spur_page_escape (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  GString *escaped = g_string_new (NULL);

  for (const char *c = valid; *c != '\0'; c++)
    {
      if (spur_xml_get_entity ((guchar) *c) != NULL)
        g_string_append (escaped, spur_xml_get_entity ((guchar) *c));
      else if (*c == '\'')
        g_string_append (escaped, "&#39;");
      else if ((guchar) *c < 0x20 || *c == 0x7f)
        g_string_append_c (escaped, ' ');
      else
        g_string_append_c (escaped, *c);
    }
  return g_string_free (escaped, FALSE);
}

static void
append_number (GString *html, const char *class, const char *number)
{
  if (class != NULL)
    g_string_append_printf (html, "<span class=\"%s\">%s</span>", class, number);
  else
    g_string_append (html, number);
}

void
spur_page_append_card (GString *html, const SpurPageCard *card)
{
  g_string_append_printf (html, "<div><div class=\"what\">%s</div><div class=\"numbers\">",
                          card->what);
  append_number (html, card->before_class, card->before);
  if (card->after != NULL)
    {
      g_string_append (html, ARROW);
      append_number (html, card->after_class, card->after);
    }
  g_string_append_printf (html, "</div><div class=\"unit\">%s</div></div>\n", card->unit);
}

void
spur_page_append_count_card (
  GString *html, const char *what, guint64 before, const guint64 *after, const char *unit)
{
  g_autofree char *before_text = spur_view_format_count (before);
  g_autofree char *after_text = after != NULL ? spur_view_format_count (*after) : NULL;
  const SpurPageCard card = { .what = what,
                              .before = before_text,
                              .before_class = before > 0 ? "bad" : "good",
                              .after = after_text,
                              .after_class = after != NULL && *after > 0 ? "bad" : "good",
                              .unit = unit };

  spur_page_append_card (html, &card);
}

void
spur_page_append_cell (GString *html, const char *text, gboolean is_bad)
{
  g_string_append_printf (html, "<td class=\"number%s\">%s</td>", is_bad ? " bad" : "", text);
}

void
spur_page_append_count (GString *html, guint64 count, gboolean is_bad)
{
  g_autofree char *text = spur_view_format_count (count);

  spur_page_append_cell (html, text, is_bad);
}

void
spur_page_append_ns (GString *html, gint64 ns, guint digits)
{
  g_autofree char *text = spur_view_format_ns (ns, digits);

  spur_page_append_cell (html, text, FALSE);
}

void
spur_page_append_percent (GString *html, double part)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE + 8];

  g_ascii_formatd (text, sizeof text, "%.5f", 100 * part);
  g_strlcat (text, " %", sizeof text);
  spur_page_append_cell (html, text, FALSE);
}

void
spur_page_append_fact (GString *html, const char *name, const char *value)
{
  g_autofree char *safe_name = spur_page_escape (name);
  g_autofree char *safe_value = spur_page_escape (value);

  g_string_append_printf (html, "<tr><th>%s</th><td>%s</td></tr>\n", safe_name, safe_value);
}
