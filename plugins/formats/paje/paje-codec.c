/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "core/format/spur-codec.h"
#include "core/plugin/spur-plugin.h"
#include "plugins/formats/paje/paje-reading.h"

#define SPUR_TYPE_PAJE_CODEC (spur_paje_codec_get_type ())

G_DECLARE_FINAL_TYPE (SpurPajeCodec, spur_paje_codec, SPUR, PAJE_CODEC, SpurCodec)

#define DEFINITION "EventDef"

/* Comments that tracers write at the beginning have a few lines. */
#define MAX_COMMENT_LINES 100

/* Reads traces in the format of Paje, which describe their own records: those of SimGrid, StarPU,
 * EZTrace and others. */
struct _SpurPajeCodec
{
  SpurCodec parent_instance;
};

G_DEFINE_FINAL_TYPE (SpurPajeCodec, spur_paje_codec, SPUR_TYPE_CODEC)

static gboolean
is_comment (const FormatLine *line)
{
  gsize n_blanks = 0;

  while (n_blanks < line->n_bytes && g_ascii_isspace (line->text[n_blanks]))
    n_blanks++;
  return n_blanks == line->n_bytes || line->text[n_blanks] == '#';
}

static gboolean
begins_definition (const FormatLine *line)
{
  const char *at = line->text + 1;
  const char *end = line->text + line->n_bytes;

  if (line->n_bytes == 0 || line->text[0] != '%')
    return FALSE;
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return (gsize) (end - at) > strlen (DEFINITION) &&
         memcmp (at, DEFINITION, strlen (DEFINITION)) == 0 &&
         g_ascii_isspace (at[strlen (DEFINITION)]);
}

static char *
spur_paje_codec_find (SpurCodec *codec, const char *path)
{
  g_autoptr (FormatLines) lines = format_lines_open (path, NULL);
  FormatLine line;

  for (guint i = 0; lines != NULL && i < MAX_COMMENT_LINES && format_lines_next (lines, &line); i++)
    {
      if (begins_definition (&line))
        return g_strdup (path);
      if (!is_comment (&line))
        break;
    }
  return NULL;
}

static SpurTrace *
spur_paje_codec_read (SpurCodec *codec, const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (FormatLines) lines = format_lines_open (path, error);
  g_autoptr (PajeLog) log = paje_log_new ();
  GStatBuf facts;

  if (lines == NULL)
    return NULL;
  if (!paje_log_read (log, lines, g_stat (path, &facts) == 0 ? (guint64) facts.st_size : 0, job,
                      error))
    return NULL;
  return paje_reading_run (log, job, error);
}

static void
spur_paje_codec_class_init (SpurPajeCodecClass *klass)
{
  SpurCodecClass *codec_class = SPUR_CODEC_CLASS (klass);

  codec_class->find = spur_paje_codec_find;
  codec_class->read = spur_paje_codec_read;
}

static void
spur_paje_codec_init (SpurPajeCodec *self)
{
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  return spur_plugin_add_type (plugin, SPUR_TYPE_PAJE_CODEC, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_STATE_SET_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_STATE_PUSH_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_STATE_POP_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_NEW_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_VARIABLE_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_VARIABLE_CHANGE_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_LINK_START_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_LINK_END_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_CONNECTION_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_MIGRATION_SEND_EVENT, error) &&
         spur_plugin_add_type (plugin, PAJE_TYPE_MIGRATION_RECEIVE_EVENT, error);
}

SPUR_PLUGIN_DEFINE (paje, "Traces of SimGrid, StarPU and others (Paje)", register_types)
