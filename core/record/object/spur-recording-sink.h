/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-sink.h"

G_BEGIN_DECLS

#define SPUR_TYPE_RECORDING_SINK (spur_recording_sink_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurRecordingSink, spur_recording_sink, SPUR, RECORDING_SINK, SpurSink)

SPUR_AVAILABLE_IN_ALL
SpurSink *spur_recording_sink_new (const char *where);

SPUR_AVAILABLE_IN_ALL
void spur_recording_sink_set_tls (SpurRecordingSink *self,
                                  GTlsCertificate *certificate,
                                  GTlsDatabase *authorities);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recording_sink_set_option (const char *name, const char *value, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recording_sink_dump (SpurRecordingSink *self, const char *path, GError **error);

G_END_DECLS
