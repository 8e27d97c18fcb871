/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SPUR_FORMAT_ERROR:
 *
 * Errors of trace formats and codecs.
 *
 * Since: 1.0
 */
#define SPUR_FORMAT_ERROR (spur_format_error_quark ())

/**
 * SpurFormatError:
 * @SPUR_FORMAT_ERROR_UNKNOWN: no codec knows what this is
 * @SPUR_FORMAT_ERROR_DATA: the data is not what its format says
 * @SPUR_FORMAT_ERROR_TRUNCATED: the data ends too early
 * @SPUR_FORMAT_ERROR_MISSING: a file that belongs to the trace is not there
 * @SPUR_FORMAT_ERROR_VERSION: a version of the format that is not read
 *
 * Errors of the domain %SPUR_FORMAT_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_FORMAT_ERROR_UNKNOWN,
  SPUR_FORMAT_ERROR_DATA,
  SPUR_FORMAT_ERROR_TRUNCATED,
  SPUR_FORMAT_ERROR_MISSING,
  SPUR_FORMAT_ERROR_VERSION,
} SpurFormatError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_format_error_quark (void);

#define SPUR_TYPE_CODEC (spur_codec_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCodec, spur_codec, SPUR, CODEC, GObject)

/**
 * SpurCodecClass:
 * @parent_class: the parent
 * @find: looks into @path, a file or a folder, and gives the file to read, or %NULL where it
 *   is not of this format. Must be quick, and must not fail on anything
 * @read: reads the trace. The codec fills it and seals it
 * @rewrite_suffix: (nullable): what the name of a rewritten trace ends in, as in ".otf2"; %NULL
 *   where the codec rewrites nothing
 * @rewrite: (nullable): copies the trace at @path to @output with the times that @trace, which was
 *   read from it, has by its correction. Everything but times is kept, also what the codec does not
 *   read. The copy appears complete or not at all; what is to be said of it is added to @notes
 * @is_native: whether this is the codec of Spur's own container; no other one sets it
 *
 * How a foreign format is read, and written again with other times.
 *
 * Since: 1.0
 */
struct _SpurCodecClass
{
  GObjectClass parent_class;

  char *(*find) (SpurCodec *self, const char *path);
  SpurTrace *(*read) (SpurCodec *self, const char *path, const SpurJob *job, GError **error);
  const char *rewrite_suffix;
  gboolean (*rewrite) (SpurCodec *self,
                       const char *path,
                       SpurTrace *trace,
                       const char *output,
                       const SpurJob *job,
                       GPtrArray *notes,
                       GError **error);
  gboolean is_native;

  /*< private >*/
  gpointer _reserved[5];
};

SPUR_AVAILABLE_IN_ALL
char *spur_codec_find (SpurCodec *self, const char *path);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_codec_read (SpurCodec *self, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_codec_is_native (SpurCodec *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_codec_get_rewrite_suffix (SpurCodec *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_codec_rewrite (SpurCodec *self,
                             const char *path,
                             SpurTrace *trace,
                             const char *output,
                             const SpurJob *job,
                             GPtrArray *notes,
                             GError **error);

G_END_DECLS
