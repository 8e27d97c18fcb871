/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/monitor/spur-monitor.h"

/* A monitor's events into a recording of the plain C recorder: a file that is there whenever the
 * command is killed, or a collector. */
typedef struct _SpurMonitorRecording SpurMonitorRecording;

typedef struct
{
  guint64 n_events;
  guint64 n_dropped;
} SpurMonitorRecordingCounts;

extern const SpurMonitorWriter spur_monitor_recording_writer;

/* Whether @where is for the recorder: "NAME.spurrec", "tcp:HOST:PORT", "unix:PATH" and the like. */
gboolean spur_monitor_recording_is_place (const char *where);

SpurMonitorRecording *spur_monitor_recording_new (const char *where, GError **error);

/* FALSE where something was not written. */
gboolean spur_monitor_recording_close (SpurMonitorRecording *self,
                                       SpurMonitorRecordingCounts *counts,
                                       GError **error);

void spur_monitor_recording_free (SpurMonitorRecording *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurMonitorRecording, spur_monitor_recording_free)
