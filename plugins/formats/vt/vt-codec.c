/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/plugin/spur-plugin.h"
#include "plugins/formats/vt/vt-reading.h"

#define SPUR_TYPE_VT_CODEC (spur_vt_codec_get_type ())

G_DECLARE_FINAL_TYPE (SpurVtCodec, spur_vt_codec, SPUR, VT_CODEC, SpurCodec)

/* Bytes of a file that are read to tell its format. Behind them "metadata" would have ended. */
#define HEAD_BYTES (16u << 10)

/* Reads the load data of DARMA/vt: NAME.R.json or NAME.R.json.br for every rank R, compressed with
 * brotli or not. */
struct _SpurVtCodec
{
  SpurCodec parent_instance;
};

G_DEFINE_FINAL_TYPE (SpurVtCodec, spur_vt_codec, SPUR_TYPE_CODEC)

static const char *const suffixes[] = { ".json", ".json.br" };

/* The file of a rank: NAME and SUFFIX are the same for all of a trace. */
typedef struct
{
  char *base;
  const char *suffix;
  guint64 rank;
} RankFile;

static void
clear_rank_file (RankFile *self)
{
  g_clear_pointer (&self->base, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RankFile, clear_rank_file)

/* NAME.R.json */
static gboolean
parse_name (const char *name, RankFile *file)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *stem = NULL;
      const char *dot;

      if (!g_str_has_suffix (name, suffixes[i]))
        continue;
      stem = g_strndup (name, strlen (name) - strlen (suffixes[i]));
      dot = strrchr (stem, '.');
      if (dot == NULL || dot == stem ||
          !g_ascii_string_to_unsigned (dot + 1, 10, 0, G_MAXINT32, &file->rank, NULL) ||
          (dot[1] == '0' && dot[2] != '\0'))
        return FALSE;
      file->base = g_strndup (stem, (gsize) (dot - stem));
      file->suffix = suffixes[i];
      return TRUE;
    }
  return FALSE;
}

static gboolean
has_load_data (const char *path)
{
  g_autofree guint8 *head = g_malloc (HEAD_BYTES);
  g_autoptr (VtSource) source = NULL;
  gssize n_bytes;
  int fd;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    return FALSE;
  n_bytes = read (fd, head, HEAD_BYTES);
  g_close (fd, NULL);
  if (n_bytes <= 0)
    return FALSE;
  source = vt_source_new_for_bytes (path, head, (gsize) n_bytes);
  return vt_rank_is_load_data (source);
}

/* The first file of rank 0, by its name. */
static char *
find_in_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *first = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_auto (RankFile) file = { NULL };
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (parse_name (name, &file) && file.rank == 0 &&
          (first == NULL || strcmp (path, first) < 0) && has_load_data (path))
        {
          g_free (first);
          first = g_steal_pointer (&path);
        }
    }
  return g_steal_pointer (&first);
}

static char *
spur_vt_codec_find (SpurCodec *codec, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_auto (RankFile) file = { NULL };

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return find_in_folder (path);
  return parse_name (name, &file) && has_load_data (path) ? g_strdup (path) : NULL;
}

/* What the folder has. */
typedef struct
{
  char *folder;
  RankFile first;
  guint n_ranks;
} Files;

static void
clear_files (Files *self)
{
  g_clear_pointer (&self->folder, g_free);
  clear_rank_file (&self->first);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Files, clear_files)

static char *
build_path (const Files *self, guint64 rank)
{
  g_autofree char *name =
    g_strdup_printf ("%s.%" G_GUINT64_FORMAT "%s", self->first.base, rank, self->first.suffix);

  return g_build_filename (self->folder, name, NULL);
}

/* Ranks are counted from 0 on, and each has a file. */
static gboolean
count_ranks (Files *self, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, error);
  g_autofree char *missing = NULL;
  guint64 last = 0;
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_auto (RankFile) file = { NULL };

      if (!parse_name (name, &file) || !g_str_equal (file.base, self->first.base) ||
          !g_str_equal (file.suffix, self->first.suffix))
        continue;
      last = MAX (last, file.rank);
      self->n_ranks++;
    }
  if (self->n_ranks == last + 1)
    return TRUE;
  for (guint64 rank = 0; rank < last; rank++)
    {
      g_free (missing);
      missing = build_path (self, rank);
      if (!g_file_test (missing, G_FILE_TEST_EXISTS))
        break;
    }
  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
                         "%s: no such file, but there is one of rank %" G_GUINT64_FORMAT
                         "; copy those of all ranks beside it",
                         missing, last);
}

static VtSource *
open_rank (guint rank, gpointer user_data, GError **error)
{
  g_autofree char *path = build_path (user_data, rank);

  return vt_source_open (path, error);
}

static SpurTrace *
spur_vt_codec_read (SpurCodec *codec, const char *path, const SpurJob *job, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_auto (Files) files = { .folder = g_path_get_dirname (path) };

  if (!parse_name (name, &files.first))
    return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN,
                                "%s: expected a name as in data.0.json, with a rank's number",
                                path);
  if (!count_ranks (&files, error))
    return NULL;
  return vt_reading_run (files.n_ranks, open_rank, &files, job, error);
}

static void
spur_vt_codec_class_init (SpurVtCodecClass *klass)
{
  SpurCodecClass *codec_class = SPUR_CODEC_CLASS (klass);

  codec_class->find = spur_vt_codec_find;
  codec_class->read = spur_vt_codec_read;
}

static void
spur_vt_codec_init (SpurVtCodec *self)
{
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  return spur_plugin_add_type (plugin, SPUR_TYPE_VT_CODEC, error) &&
         spur_plugin_add_type (plugin, VT_TYPE_COMMUNICATION_EVENT, error) &&
         spur_plugin_add_type (plugin, VT_TYPE_BROADCAST_EVENT, error) &&
         spur_plugin_add_type (plugin, VT_TYPE_SUBPHASE_EVENT, error);
}

SPUR_PLUGIN_DEFINE (vt, "Load data of DARMA/vt", register_types)
