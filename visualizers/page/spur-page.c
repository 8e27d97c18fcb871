/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Pages that are one file and load nothing, and the parts that they are made of. */
#include "config.h"

#include "visualizers/page/spur-page-private.h"

#include <string.h>

#include "core/base/spur-escape-internal.h"
#include "core/base/spur-new-files.h"

#define RESOURCES "/org/spur/report/"

/* U+00A0, a space at which no line ends. */
#define NO_BREAK "\xc2\xa0"
#define ARROW "<span class=\"arrow\" aria-label=\"after correction\">\xe2\x86\x92</span>"

static char *
load_resource (const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);

  /* It is part of the library, so it can only be missing from a library built wrong. */
  if (bytes == NULL)
    g_error ("%s", error->message);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static char *
load_all (const char *const *names)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *part = load_resource (names[i]);

      g_string_append (all, part);
    }
  return g_string_free (all, FALSE);
}

/* As a content security policy names a script or style. */
static char *
make_hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize n_bytes = sizeof digest;
  g_autofree char *base64 = NULL;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &n_bytes);
  base64 = g_base64_encode (digest, n_bytes);
  return g_strdup_printf ("'sha256-%s'", base64);
}

static void
free_piece (gpointer piece)
{
  g_string_free (piece, TRUE);
}

GHashTable *
spur_page_pieces_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_piece);
}

GString *
spur_page_add_piece (GHashTable *pieces, const char *name)
{
  GString *piece = g_string_new (NULL);

  g_hash_table_insert (pieces, (gpointer) name, piece);
  return piece;
}

void
spur_page_set_piece (GHashTable *pieces, const char *name, char *text)
{
  g_string_append (spur_page_add_piece (pieces, name), text);
  g_free (text);
}

/* Puts the pieces into the template, in one pass: what a piece contains is never looked at, so
 * nothing in a trace can be taken for a place. */
static GString *
fill_template (const char *template, GHashTable *pieces)
{
  GString *page = g_string_new (NULL);
  const char *begin;

  while ((begin = strchr (template, '@')) != NULL)
    {
      const char *end = strchr (begin + 1, '@');
      g_autofree char *name = end != NULL ? g_strndup (begin + 1, (gsize) (end - begin - 1)) : NULL;
      const GString *piece = name != NULL ? g_hash_table_lookup (pieces, name) : NULL;

      g_string_append_len (page, template, begin - template);
      g_string_append (page, piece != NULL ? piece->str : "@");
      template = piece != NULL ? end + 1 : begin + 1;
    }
  return g_string_append (page, template);
}

GString *
spur_page_fill (GHashTable *pieces,
                const char *template_name,
                const char *const *styles,
                const char *const *scripts)
{
  g_autofree char *template = load_resource (template_name);
  char *style = load_all (styles);
  char *script = load_all (scripts);
  GHashTableIter iter;
  gpointer piece;

  g_hash_table_iter_init (&iter, pieces);
  while (g_hash_table_iter_next (&iter, NULL, &piece))
    spur_page_align_columns (piece);
  spur_page_set_piece (pieces, "VERSION", g_strdup (SPUR_VERSION));
  spur_page_set_piece (pieces, "STYLE_HASH", make_hash (style));
  spur_page_set_piece (pieces, "SCRIPT_HASH", make_hash (script));
  spur_page_set_piece (pieces, "STYLE", style);
  spur_page_set_piece (pieces, "SCRIPT", script);
  return fill_template (template, pieces);
}

gboolean
spur_page_save (const GString *page, const char *path, GError **error)
{
  return spur_new_files_save (path, page->str, page->len, "a page is written as a regular file",
                              error);
}

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
  const char *after_text = after != NULL ? SPUR_VIEW_COUNT (*after) : NULL;
  const SpurPageCard card = { .what = what,
                              .before = SPUR_VIEW_COUNT (before),
                              .before_class = before > 0 ? "bad" : "good",
                              .after = after_text,
                              .after_class = after != NULL && *after > 0 ? "bad" : "good",
                              .unit = unit };

  spur_page_append_card (html, &card);
}

void
spur_page_begin_row (GString *html, const char *name)
{
  g_autofree char *safe = spur_page_escape (name);

  g_string_append_printf (html, "<tr><th>%s</th>", safe);
}

void
spur_page_append_cell (GString *html, const char *text, gboolean is_bad)
{
  g_string_append_printf (html, "<td class=\"number%s\">%s</td>", is_bad ? " bad" : "", text);
}

void
spur_page_append_count (GString *html, guint64 count, gboolean is_bad)
{
  spur_page_append_cell (html, SPUR_VIEW_COUNT (count), is_bad);
}

void
spur_page_append_percent (GString *html, double part)
{
  g_autofree char *text = g_strconcat (SPUR_PAGE_NUMBER ("%.5f", 100 * part), " %", NULL);

  spur_page_append_cell (html, text, FALSE);
}

const char *
spur_page_write_ns (char *text, gint64 ns, guint digits)
{
  char *space;

  spur_view_write_ns (text, ns, digits);
  space = strchr (text, ' ');
  memmove (space + strlen (NO_BREAK), space + 1, strlen (space));
  memcpy (space, NO_BREAK, strlen (NO_BREAK));
  return text;
}

void
spur_page_append_fact (GString *html, const char *name, const char *value)
{
  g_autofree char *safe = spur_page_escape (value);

  spur_page_begin_row (html, name);
  g_string_append_printf (html, "<td>%s</td></tr>\n", safe);
}
