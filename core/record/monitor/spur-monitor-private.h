/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/monitor/spur-monitor-output-private.h"
#include "core/record/monitor/spur-monitor.h"

G_BEGIN_DECLS

/* What was said of where its events are to go: one of these. */
typedef struct
{
  SpurRecorder *recorder;
  SpurTrace *trace;
  const SpurMonitorWriter *writer;
  gpointer data;
} SpurMonitorPlace;

SpurMonitorPlace *spur_monitor_get_place (SpurMonitor *self);

void spur_monitor_place_clear (SpurMonitorPlace *self);

SpurMonitorOutput *spur_monitor_place_open (SpurMonitorPlace *self, GError **error);

/* Where its events go; NULL where it does not run. */
SpurMonitorOutput *spur_monitor_get_output (SpurMonitor *self);

G_END_DECLS
