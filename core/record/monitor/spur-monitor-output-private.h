/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/monitor/spur-monitor.h"

G_BEGIN_DECLS

/* Where a monitor's events go: into a recorder as objects, straight into a stream of a trace, or to
 * a writer of another library. */
typedef struct _SpurMonitorOutput SpurMonitorOutput;

SpurMonitorOutput *spur_monitor_output_new_for_recorder (SpurRecorder *recorder);

SpurMonitorOutput *spur_monitor_output_new_for_trace (SpurTrace *trace);

SpurMonitorOutput *spur_monitor_output_new_for_writer (const SpurMonitorWriter *writer,
                                                       gpointer data);

void spur_monitor_output_free (SpurMonitorOutput *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurMonitorOutput, spur_monitor_output_free)

/* NULL where it goes elsewhere. */
SpurTrace *spur_monitor_output_get_trace (SpurMonitorOutput *self);

guint32 spur_monitor_output_add_object (SpurMonitorOutput *self,
                                        GType type,
                                        const char *name,
                                        const char *kind,
                                        guint32 parent,
                                        SpurEntryList *attributes);

guint32 spur_monitor_output_add_string (SpurMonitorOutput *self, const char *text);

guint32
spur_monitor_output_add_state (SpurMonitorOutput *self, const char *name, SpurStateKind kind);

void spur_monitor_output_set_fact (SpurMonitorOutput *self, const char *key, const char *value);

void spur_monitor_output_set_source (SpurMonitorOutput *self, guint32 object);

/* Around all that one thread puts at a time: it records on behalf of the source in between. */
void spur_monitor_output_begin (SpurMonitorOutput *self);
void spur_monitor_output_end (SpurMonitorOutput *self);

/* FALSE where the event was refused. */
gboolean spur_monitor_output_put (SpurMonitorOutput *self,
                                  GType event_type,
                                  gint64 time_ns,
                                  const guint64 *fields);

G_END_DECLS
