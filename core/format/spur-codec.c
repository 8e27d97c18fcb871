/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/format/spur-codec.h"

/**
 * SpurCodec:
 *
 * Reads traces of one foreign format. Codecs come from plugins.
 *
 * Since: 1.0
 */

G_DEFINE_ABSTRACT_TYPE (SpurCodec, spur_codec, G_TYPE_OBJECT)

// clang-format off
G_DEFINE_QUARK (spur-format-error-quark, spur_format_error)
// clang-format on

static void
spur_codec_class_init (SpurCodecClass *klass)
{
}

static void
spur_codec_init (SpurCodec *self)
{
}

/**
 * spur_codec_find:
 * @self: a codec
 * @path: a file or a folder
 *
 * Looks into the input.
 *
 * Returns: (transfer full) (nullable): the file to read, or %NULL where @path is not of this
 *   format
 *
 * Since: 1.0
 */
char *
spur_codec_find (SpurCodec *self, const char *path)
{
  g_return_val_if_fail (SPUR_IS_CODEC (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  return SPUR_CODEC_GET_CLASS (self)->find (self, path);
}

/**
 * spur_codec_read:
 * @self: a codec
 * @path: a file that spur_codec_find() gave
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Reads a trace. What is left out is counted in the trace's losses.
 *
 * Returns: (transfer full): the sealed trace, or %NULL with an error of %SPUR_FORMAT_ERROR or
 *   %SPUR_STORE_ERROR
 *
 * Since: 1.0
 */
SpurTrace *
spur_codec_read (SpurCodec *self, const char *path, const SpurJob *job, GError **error)
{
  g_return_val_if_fail (SPUR_IS_CODEC (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return SPUR_CODEC_GET_CLASS (self)->read (self, path, job, error);
}
