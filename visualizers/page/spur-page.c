/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Pages that are one file and load nothing. */
#include "config.h"

#include "visualizers/page/spur-page-private.h"

#include <gio/gio.h>
#include <string.h>

#define RESOURCES "/org/spur/report/"

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

static const char *
find_piece (const SpurPagePiece *pieces, const char *name, gsize length)
{
  for (const SpurPagePiece *piece = pieces; piece->name != NULL; piece++)
    if (strlen (piece->name) == length && strncmp (piece->name, name, length) == 0)
      return piece->text;
  return NULL;
}

/* Puts the pieces into the template, in one pass: what a piece contains is never looked at, so
 * nothing in a trace can be taken for a place. */
static GString *
fill_template (const char *template, const SpurPagePiece *pieces, const SpurPagePiece *own)
{
  GString *page = g_string_new (NULL);

  while (*template != '\0')
    {
      const char *begin = strchr (template, '@');
      const char *end = begin != NULL ? strchr (begin + 1, '@') : NULL;
      gsize length = end != NULL ? (gsize) (end - begin - 1) : 0;
      const char *text = end != NULL ? find_piece (pieces, begin + 1, length) : NULL;

      if (end != NULL && text == NULL)
        text = find_piece (own, begin + 1, length);
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

GString *
spur_page_make (const char *template_name,
                const char *const *styles,
                const char *const *scripts,
                const SpurPagePiece *pieces)
{
  g_autofree char *template = load_resource (template_name);
  g_autofree char *style = load_all (styles);
  g_autofree char *script = load_all (scripts);
  g_autofree char *style_hash = make_hash (style);
  g_autofree char *script_hash = make_hash (script);
  const SpurPagePiece own[] = {
    { "STYLE", style },
    { "SCRIPT", script },
    { "STYLE_HASH", style_hash },
    { "SCRIPT_HASH", script_hash },
    { NULL, NULL },
  };
  GString *page = fill_template (template, pieces, own);

  for (const SpurPagePiece *piece = pieces; piece->name != NULL; piece++)
    g_free (piece->text);
  return page;
}
