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

typedef struct
{
  SpurFactories *factories;
} SpurCodecPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurCodec, spur_codec, G_TYPE_OBJECT)

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
spur_codec_finalize (GObject *object)
{
  SpurCodecPrivate *priv = spur_codec_get_instance_private (SPUR_CODEC (object));

  g_clear_object (&priv->factories);
  G_OBJECT_CLASS (spur_codec_parent_class)->finalize (object);
}

static void
spur_codec_class_init (SpurCodecClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_codec_finalize;
}

static void
spur_codec_init (SpurCodec *self)
{
}

/**
 * spur_codec_set_factories:
 * @self: a codec
 * @factories: (nullable): what makes objects of the events and active objects of traces that are
 *   read from now on
 *
 * Sets what makes objects of the events and active objects of the traces that it reads.
 *
 * Since: 1.0
 */
void
spur_codec_set_factories (SpurCodec *self, SpurFactories *factories)
{
  SpurCodecPrivate *priv = spur_codec_get_instance_private (self);

  g_return_if_fail (SPUR_IS_CODEC (self));
  g_return_if_fail (factories == NULL || SPUR_IS_FACTORIES (factories));

  g_set_object (&priv->factories, factories);
}

/**
 * spur_codec_get_factories:
 * @self: a codec
 *
 * Gets what makes objects of the events and active objects of the traces that it reads.
 *
 * Returns: (transfer none) (nullable): what makes objects of the events and active objects of the
 *   traces that it reads
 *
 * Since: 1.0
 */
SpurFactories *
spur_codec_get_factories (SpurCodec *self)
{
  SpurCodecPrivate *priv = spur_codec_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_CODEC (self), NULL);

  return priv->factories;
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
 * Reads a trace. What is left out is counted in the trace's losses. The trace has the codec's
 * factories, where that has any.
 *
 * Returns: (transfer full): the sealed trace, or %NULL with an error of %SPUR_FORMAT_ERROR or
 *   %SPUR_STORE_ERROR
 *
 * Since: 1.0
 */
SpurTrace *
spur_codec_read (SpurCodec *self, const char *path, const SpurJob *job, GError **error)
{
  SpurCodecPrivate *priv = spur_codec_get_instance_private (self);
  SpurTrace *trace;

  g_return_val_if_fail (SPUR_IS_CODEC (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  trace = SPUR_CODEC_GET_CLASS (self)->read (self, path, job, error);
  if (trace != NULL && priv->factories != NULL)
    spur_trace_set_factories (trace, priv->factories);
  return trace;
}
