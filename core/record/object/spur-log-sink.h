/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-sink.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOG_SINK (spur_log_sink_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurLogSink, spur_log_sink, SPUR, LOG_SINK, SpurSink)

SPUR_AVAILABLE_IN_ALL
SpurSink *spur_log_sink_new_for_syslog (const char *identifier, const char *path);

SPUR_AVAILABLE_IN_ALL
SpurSink *spur_log_sink_new_for_journal (const char *identifier, const char *path);

G_END_DECLS
