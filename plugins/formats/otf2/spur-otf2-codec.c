/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/formats/otf2/spur-otf2-codec.h"

/**
 * SpurOtf2Codec:
 *
 * Reads archives of the Open Trace Format 2 with libotf2: what Score-P, EZTrace and others write.
 *
 * A location with events becomes a stream, be it a thread, a stream of a device or one of metrics.
 * Times are the raw ones of the archive: clock offsets that it holds are kept beside the streams
 * and not applied.
 *
 * An archive is rewritten by copying its files record by record, whatever the records are, so that
 * nothing but times is changed. The clock's properties follow the times where they leave their
 * reach, and clock offsets are set to 0, because readers would add them to the corrected times. A
 * correction is not written as clock offsets: libotf2 applies them with slopes in floating point,
 * rounded to the nearest tick, so neither least delays nor the order of events would be safe, and
 * other readers need not apply them.
 */
struct _SpurOtf2Codec
{
  SpurCodec parent_instance;
};

G_DEFINE_FINAL_TYPE (SpurOtf2Codec, spur_otf2_codec, SPUR_TYPE_CODEC)

#define MAX_LOOKED_AT 10000

/* The search stops at the second anchor, as it would be unclear which of them is meant. */
typedef struct
{
  char *anchor;
  guint n_anchors;
  guint n_looked_at;
} Search;

static void
search_folder (Search *search, const char *folder, guint n_levels)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && search->n_anchors < 2 && search->n_looked_at++ < MAX_LOOKED_AT &&
         (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (spur_otf2_anchor_is_one (path))
        {
          search->n_anchors++;
          if (search->anchor == NULL)
            search->anchor = g_steal_pointer (&path);
        }
      else if (n_levels > 0 && g_file_test (path, G_FILE_TEST_IS_DIR))
        search_folder (search, path, n_levels - 1);
    }
}

/* An archive in the folder itself goes before those one level deeper. */
static char *
find_in_folder (const char *folder)
{
  for (guint n_levels = 0; n_levels < 2; n_levels++)
    {
      Search search = { 0 };

      search_folder (&search, folder, n_levels);
      if (search.n_anchors == 1)
        return search.anchor;
      g_free (search.anchor);
      if (search.n_anchors > 1)
        return NULL;
    }
  return NULL;
}

static char *
spur_otf2_codec_find_input (SpurCodec *codec, const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return find_in_folder (path);
  return spur_otf2_anchor_is_one (path) ? g_strdup (path) : NULL;
}

static SpurTrace *
spur_otf2_codec_read_input (SpurCodec *codec, const char *path, const SpurJob *job, GError **error)
{
  return spur_otf2_read (path, job, error);
}

static void
spur_otf2_codec_class_init (SpurOtf2CodecClass *klass)
{
  SpurCodecClass *codec_class = SPUR_CODEC_CLASS (klass);

  codec_class->find = spur_otf2_codec_find_input;
  codec_class->read = spur_otf2_codec_read_input;
  codec_class->rewrite_suffix = ".otf2";
  codec_class->rewrite = spur_otf2_rewrite;
}

static void
spur_otf2_codec_init (SpurOtf2Codec *self)
{
}
