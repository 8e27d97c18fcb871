/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/monitor/spur-monitor.h"
#include "core/record/object/spur-sink-private.h"

/* Where a monitor's events go: into a recorder as objects, or straight into a stream of a trace or
 * of a recording. */
typedef struct
{
  /* One of these is set. */
  SpurRecorder *recorder;
  SpurTrace *trace;
  SpurRecord *record;

  /* While the monitor runs. */
  gboolean is_open;
  GArray *classes;

  /* Of a trace. */
  SpurStream *stream;
  gint64 epoch_ns;

  /* Of a recording; the source is the first object. */
  SpurRecordStream record_stream;
  char *source_name;

  /* Of a recorder. */
  SpurActiveObject *source;
  SpurActiveObject *source_before;
  GPtrArray *objects;
} SpurMonitorOutput;

SpurMonitorOutput *spur_monitor_get_output (SpurMonitor *self);

gboolean spur_monitor_output_open (SpurMonitorOutput *self, GError **error);
void spur_monitor_output_close (SpurMonitorOutput *self);

/* Forgets where events go. */
void spur_monitor_output_clear (SpurMonitorOutput *self);

/* Around all that one thread puts at a time: it records on behalf of the source in between. */
void spur_monitor_output_begin (SpurMonitorOutput *self);
void spur_monitor_output_end (SpurMonitorOutput *self);

/* FALSE where the event was refused. */
gboolean spur_monitor_output_put (SpurMonitorOutput *self,
                                  GType event_type,
                                  gint64 time_ns,
                                  const guint64 *fields);
