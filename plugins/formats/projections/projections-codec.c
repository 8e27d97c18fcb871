/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/plugin/spur-plugin.h"
#include "plugins/formats/projections/projections-reading.h"

#define SPUR_TYPE_PROJECTIONS_CODEC (spur_projections_codec_get_type ())

G_DECLARE_FINAL_TYPE (
  SpurProjectionsCodec, spur_projections_codec, SPUR, PROJECTIONS_CODEC, SpurCodec)

#define MAGIC "PROJECTIONS_ID"
#define SUFFIX ".sts"

/* Of the summary mode of Charm++, which has no events. */
#define SUMMARY_SUFFIX ".sum.sts"

/* Reads what Charm++ programs linked with -tracemode projections write: NAME.sts with the
 * definitions, and NAME.P.log or NAME.P.log.gz for every processor P. */
struct _SpurProjectionsCodec
{
  SpurCodec parent_instance;
};

G_DEFINE_FINAL_TYPE (SpurProjectionsCodec, spur_projections_codec, SPUR_TYPE_CODEC)

static gboolean
has_magic (const char *path)
{
  char head[sizeof MAGIC - 1];
  gssize n_bytes;
  int fd;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    return FALSE;
  n_bytes = read (fd, head, sizeof head);
  g_close (fd, NULL);
  return n_bytes == sizeof head && memcmp (head, MAGIC, sizeof head) == 0;
}

static char *
find_in_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *first = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, SUFFIX) && !g_str_has_suffix (name, SUMMARY_SUFFIX) &&
          (first == NULL || strcmp (path, first) < 0) && has_magic (path))
        {
          g_free (first);
          first = g_steal_pointer (&path);
        }
    }
  return g_steal_pointer (&first);
}

/* NAME.sts for NAME.3.log or NAME.3.log.gz. */
static char *
find_for_log (const char *path)
{
  gsize n_bytes = strlen (path);
  gsize n_digits = 0;
  g_autofree char *sts = NULL;

  if (g_str_has_suffix (path, ".log.gz"))
    n_bytes -= strlen (".log.gz");
  else if (g_str_has_suffix (path, ".log"))
    n_bytes -= strlen (".log");
  else
    return NULL;
  for (; n_bytes > 0 && g_ascii_isdigit (path[n_bytes - 1]); n_bytes--)
    n_digits++;
  if (n_digits == 0 || n_bytes < 2 || path[n_bytes - 1] != '.')
    return NULL;
  sts = g_strdup_printf ("%.*s" SUFFIX, (int) (n_bytes - 1), path);
  return has_magic (sts) ? g_steal_pointer (&sts) : NULL;
}

static char *
spur_projections_codec_find (SpurCodec *codec, const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return find_in_folder (path);
  if (has_magic (path))
    return g_strdup (path);
  return find_for_log (path);
}

static char *
find_log (const char *base, gint64 pe)
{
  static const char *const suffixes[] = { ".log.gz", ".log" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%" G_GINT64_FORMAT "%s", base, pe, suffixes[i]);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* (element-type utf8): the log of every processor, and those of nodes' communication threads
 * that are there. Nothing is allocated for logs that are not. */
static GPtrArray *
find_logs (const ProjectionsSts *sts, GError **error)
{
  g_autoptr (GPtrArray) logs = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *base = g_strdup (sts->path);

  if (g_str_has_suffix (base, SUFFIX))
    base[strlen (base) - strlen (SUFFIX)] = '\0';
  for (gint64 pe = 0; pe < sts->n_pes + sts->n_nodes; pe++)
    {
      char *log = find_log (base, pe);

      if (log == NULL && pe >= sts->n_pes)
        break;
      if (log == NULL)
        return spur_error_set_null (
          error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
          "%s.%" G_GINT64_FORMAT ".log.gz: no such file, nor without .gz; %s says that "
          "there are %" G_GINT64_FORMAT " processors: copy the logs of all of them beside it",
          base, pe, sts->path, sts->n_pes);
      g_ptr_array_add (logs, log);
    }
  return g_steal_pointer (&logs);
}

static guint64
count_bytes (GPtrArray *logs)
{
  guint64 n_bytes = 0;

  for (guint i = 0; i < logs->len; i++)
    {
      GStatBuf facts;

      if (g_stat (g_ptr_array_index (logs, i), &facts) == 0)
        n_bytes += (guint64) facts.st_size;
    }
  return n_bytes;
}

static FormatLines *
open_log (guint log, gpointer user_data, GError **error)
{
  GPtrArray *logs = user_data;

  return format_lines_open (g_ptr_array_index (logs, log), error);
}

static SpurTrace *
spur_projections_codec_read (SpurCodec *codec, const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (FormatLines) lines = format_lines_open (path, error);
  g_autoptr (ProjectionsSts) sts = NULL;
  g_autoptr (GPtrArray) logs = NULL;

  if (lines == NULL)
    return NULL;
  sts = projections_sts_read (lines, error);
  if (sts == NULL)
    return NULL;
  logs = find_logs (sts, error);
  if (logs == NULL)
    return NULL;
  return projections_reading_run (sts, logs->len, open_log, logs, count_bytes (logs), job, error);
}

static void
spur_projections_codec_class_init (SpurProjectionsCodecClass *klass)
{
  SpurCodecClass *codec_class = SPUR_CODEC_CLASS (klass);

  codec_class->find = spur_projections_codec_find;
  codec_class->read = spur_projections_codec_read;
}

static void
spur_projections_codec_init (SpurProjectionsCodec *self)
{
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  return spur_plugin_add_type (plugin, SPUR_TYPE_PROJECTIONS_CODEC, error) &&
         spur_plugin_add_type (plugin, PROJECTIONS_TYPE_ENTRY_BEGIN_EVENT, error) &&
         spur_plugin_add_type (plugin, PROJECTIONS_TYPE_ENTRY_CREATION_EVENT, error) &&
         spur_plugin_add_type (plugin, PROJECTIONS_TYPE_ENTRY_END_EVENT, error) &&
         spur_plugin_add_type (plugin, PROJECTIONS_TYPE_RECORD_EVENT, error);
}

SPUR_PLUGIN_DEFINE (projections, "Traces of Charm++ programs (Projections)", register_types)
