/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/format/spur-codec.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"

/**
 * SpurCodec:
 *
 * Reads traces of one format, and may write them again with corrected times. The codecs of the
 * native container and of recordings come with the library, those of foreign formats from plugins.
 *
 * Since: 1.0
 */

G_DEFINE_ABSTRACT_TYPE (SpurCodec, spur_codec, G_TYPE_OBJECT)

/**
 * spur_format_error_quark:
 *
 * Gets the domain %SPUR_FORMAT_ERROR.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
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

/**
 * spur_codec_is_native:
 * @self: a codec
 *
 * Tells whether the codec is that of Spur's own container. A correction is kept in such a file
 * itself, and of any other trace in a file beside it.
 *
 * Returns: whether it is
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  gboolean, spur_codec_is_native, SpurCodec, SPUR_IS_CODEC, SPUR_CODEC_GET_CLASS (self)->is_native)

/**
 * spur_codec_get_rewrite_suffix:
 * @self: a codec
 *
 * Gets what the name of a rewritten trace ends in.
 *
 * Returns: (transfer none) (nullable): the suffix, as in ".otf2"; %NULL where the codec rewrites
 *   nothing
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const char *,
                    spur_codec_get_rewrite_suffix,
                    SpurCodec,
                    SPUR_IS_CODEC,
                    SPUR_CODEC_GET_CLASS (self)->rewrite_suffix)

/**
 * spur_codec_rewrite:
 * @self: a codec
 * @path: a file that spur_codec_find() gave
 * @trace: what spur_codec_read() made of it, with its correction
 * @output: the file to write, with the suffix of spur_codec_get_rewrite_suffix()
 * @job: (nullable): how the work is to be done
 * @notes: (nullable) (element-type utf8): sentences about what else had to be changed are added,
 *   each to be freed with g_free()
 * @error: return location for an error
 *
 * Copies a foreign trace with corrected times. Everything else in it is kept, also what the codec
 * does not read. The copy appears complete or not at all; a trace of this name is replaced.
 *
 * Returns: whether it was done; else @error is %G_IO_ERROR_NOT_SUPPORTED where the codec rewrites
 *   nothing, %SPUR_FORMAT_ERROR_DATA where @path is not what @trace was read from, or another error
 *   of %G_IO_ERROR or %SPUR_FORMAT_ERROR
 *
 * Since: 1.0
 */
gboolean
spur_codec_rewrite (SpurCodec *self,
                    const char *path,
                    SpurTrace *trace,
                    const char *output,
                    const SpurJob *job,
                    GPtrArray *notes,
                    GError **error)
{
  SpurCodecClass *klass;

  g_return_val_if_fail (SPUR_IS_CODEC (self), FALSE);
  g_return_val_if_fail (path != NULL && output != NULL, FALSE);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  klass = SPUR_CODEC_GET_CLASS (self);
  if (klass->rewrite != NULL)
    return klass->rewrite (self, path, trace, output, job, notes, error);
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "%s: traces of this format cannot be rewritten", path);
}
