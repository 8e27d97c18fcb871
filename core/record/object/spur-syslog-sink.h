/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-log-sink.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SYSLOG_SINK (spur_syslog_sink_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurSyslogSink, spur_syslog_sink, SPUR, SYSLOG_SINK, SpurLogSink)

SPUR_AVAILABLE_IN_ALL
SpurSink *spur_syslog_sink_new (const char *identifier);

SPUR_AVAILABLE_IN_ALL
SpurSink *spur_syslog_sink_new_at (const char *identifier, const char *path);

G_END_DECLS
