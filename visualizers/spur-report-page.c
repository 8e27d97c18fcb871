/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "visualizers/spur-report-private.h"
#include "visualizers/spur-view-text-private.h"

#define RESOURCES "/org/spur/report/"

/* A place in the template and what goes there. */
typedef struct
{
  const char *name;
  char *text;
} Piece;

char *
spur_report_escape (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  GString *escaped = g_string_new (NULL);

  for (const char *c = valid; *c != '\0'; c++)
    {
      if (*c == '<')
        g_string_append (escaped, "&lt;");
      else if (*c == '>')
        g_string_append (escaped, "&gt;");
      else if (*c == '&')
        g_string_append (escaped, "&amp;");
      else if (*c == '"')
        g_string_append (escaped, "&quot;");
      else if (*c == '\'')
        g_string_append (escaped, "&#39;");
      else if ((guchar) *c < 0x20 || *c == 0x7f)
        g_string_append_c (escaped, ' ');
      else
        g_string_append_c (escaped, *c);
    }
  return g_string_free (escaped, FALSE);
}

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
load_script (void)
{
  static const char *const names[] = { "decode.js", "format.js", "picture.js", "load.js",
                                       "page.js" };
  GString *script = g_string_new ("\n");

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *part = load_resource (names[i]);

      g_string_append (script, part);
    }
  return g_string_free (script, FALSE);
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

static const char *
find_piece (const Piece *pieces, const char *name, gsize length)
{
  for (const Piece *piece = pieces; piece->name != NULL; piece++)
    if (strlen (piece->name) == length && strncmp (piece->name, name, length) == 0)
      return piece->text;
  return NULL;
}

/* Puts the pieces into the template, in one pass: what a piece contains is never looked at, so
 * nothing in a trace can be taken for a place. */
static GString *
fill_template (const char *template, const Piece *pieces)
{
  GString *page = g_string_new (NULL);

  while (*template != '\0')
    {
      const char *begin = strchr (template, '@');
      const char *end = begin != NULL ? strchr (begin + 1, '@') : NULL;
      const char *text =
        end != NULL ? find_piece (pieces, begin + 1, (gsize) (end - begin - 1)) : NULL;

      if (begin == NULL)
        {
          g_string_append (page, template);
          break;
        }
      g_string_append_len (page, template, begin - template);
      g_string_append (page, text != NULL ? text : "@");
      template = text != NULL ? end + 1 : begin + 1;
    }
  return page;
}

static char *
make_picture_label (SpurReport *self)
{
  g_autofree char *edges = spur_view_format_count (self->n_edges);
  g_autofree char *reversed = spur_view_format_count (self->raw.check.n_reversed);

  return g_strdup_printf ("space-time picture of %u targets with %s messages, of which %s are "
                          "received before sent in the times as recorded",
                          spur_lanes_get_n (self->raw.picture->lanes), edges, reversed);
}

GString *
spur_report_make_page (SpurReport *self)
{
  g_autofree char *template = load_resource ("report.html");
  g_autofree char *data = g_string_free (spur_report_make_data (self), FALSE);
  g_autofree char *title = spur_view_find_title (self->trace);
  char *script = load_script ();
  char *style = load_resource ("report.css");
  const Piece pieces[] = {
    { "TITLE", spur_report_escape (title) },
    { "SUBTITLE", spur_report_make_subtitle (self) },
    { "HEADLINE", spur_report_make_headline (self) },
    { "SWITCH", spur_report_make_switch (self) },
    { "PICTURE_LABEL", make_picture_label (self) },
    { "LEGEND", spur_report_make_legend (self) },
    { "BANDS", g_strdup (self->raw.picture->counts.n_bands > 0
                           ? "<label class=\"check\"><input type=\"checkbox\" id=\"show-bands\" "
                             "checked=\"checked\"/> collectives</label>\n"
                           : "") },
    { "NOTE", spur_report_make_note (self) },
    { "IMBALANCE", spur_report_make_imbalance (self) },
    { "BUSY", spur_report_make_busy (self) },
    { "CORRECTION", spur_report_make_correction (self) },
    { "FACTS", spur_report_make_facts (self) },
    { "VERSION", g_strdup (SPUR_VERSION) },
    { "DATA", g_steal_pointer (&data) },
    { "SCRIPT_HASH", make_hash (script) },
    { "STYLE_HASH", make_hash (style) },
    { "SCRIPT", script },
    { "STYLE", style },
    { NULL, NULL },
  };
  GString *page = fill_template (template, pieces);

  for (const Piece *piece = pieces; piece->name != NULL; piece++)
    g_free (piece->text);
  return page;
}
