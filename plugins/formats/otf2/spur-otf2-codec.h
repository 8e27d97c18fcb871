/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/spur-codec.h"
#include "plugins/formats/otf2/spur-otf2-archive.h"
#include "plugins/formats/otf2/spur-otf2-definitions.h"

#define SPUR_TYPE_OTF2_CODEC (spur_otf2_codec_get_type ())

G_DECLARE_FINAL_TYPE (SpurOtf2Codec, spur_otf2_codec, SPUR, OTF2_CODEC, SpurCodec)

#define SPUR_TYPE_REQUEST_EVENT (spur_request_event_get_type ())
#define SPUR_TYPE_SEND_COMPLETION_EVENT (spur_send_completion_event_get_type ())
#define SPUR_TYPE_OTF2_MARKER_EVENT (spur_otf2_marker_event_get_type ())
#define SPUR_TYPE_OTF2_METRIC_EVENT (spur_otf2_metric_event_get_type ())
#define SPUR_TYPE_OTF2_UNSIGNED_METRIC_EVENT (spur_otf2_unsigned_metric_event_get_type ())
#define SPUR_TYPE_OTF2_SIGNED_METRIC_EVENT (spur_otf2_signed_metric_event_get_type ())

GType spur_request_event_get_type (void);
GType spur_send_completion_event_get_type (void);
GType spur_otf2_marker_event_get_type (void);
GType spur_otf2_metric_event_get_type (void);
GType spur_otf2_unsigned_metric_event_get_type (void);
GType spur_otf2_signed_metric_event_get_type (void);

SpurTrace *spur_otf2_read (const char *path, const SpurJob *job, GError **error);

SpurOtf2Definitions *
spur_otf2_read_definitions (const SpurOtf2Anchor *anchor, guint64 *n_missing, GError **error);

/* As a codec does. */
gboolean spur_otf2_rewrite (SpurCodec *codec,
                            const char *path,
                            SpurTrace *trace,
                            const char *output,
                            const SpurJob *job,
                            GPtrArray *notes,
                            GError **error);
