/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-timeline.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOAD (spur_load_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurLoad, spur_load, SPUR, LOAD, GObject)

/**
 * SpurTargetLoad:
 * @present_ns: how long the target is there, from its addition to its removal
 * @work_ns: how long something works on it
 * @overhead_ns: how long something is in a state of overhead on it, and nothing works
 * @communication_ns: how long something communicates on it, and nothing works or has overhead
 * @idle_ns: the rest of @present_ns
 * @resident_mean: how many load objects are on it, in the mean over @present_ns
 * @resident_max: the most at once
 * @running_mean: how many load objects work or have overhead, in the mean over @present_ns
 * @running_max: the most at once
 * @measured_mean: the load that was measured, weighted by how long each value holds; NaN where
 *   none was
 * @measured_max: the largest measured load; NaN where none was
 * @n_measured: how many measurements lie in the span
 * @management_ns: how long a load management component on it is in a state that is not idle
 * @n_management_messages: messages that such components sent
 * @management_bytes: bytes of those messages
 *
 * The load of a target over a span. Work, overhead, communication and idle time together are the
 * time in which it is present. Where several objects run at once, as on several cores, their time
 * is counted once, and @running_mean tells how many they are.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 present_ns;
  gint64 work_ns;
  gint64 overhead_ns;
  gint64 communication_ns;
  gint64 idle_ns;
  double resident_mean;
  guint resident_max;
  double running_mean;
  guint running_max;
  double measured_mean;
  double measured_max;
  guint64 n_measured;
  gint64 management_ns;
  guint64 n_management_messages;
  guint64 management_bytes;
} SpurTargetLoad;

/**
 * SpurObjectLoad:
 * @present_ns: how long it is on a target
 * @work_ns: how long it works
 * @overhead_ns: how long it is in a state of overhead
 * @communication_ns: how long it communicates
 * @idle_ns: the rest of @present_ns; 0 where the others are longer, as for an object without a
 * place
 *
 * What an active object does over a span, wherever it is. What is in it counts for itself.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 present_ns;
  gint64 work_ns;
  gint64 overhead_ns;
  gint64 communication_ns;
  gint64 idle_ns;
} SpurObjectLoad;

SPUR_AVAILABLE_IN_ALL
SpurLoad *spur_load_new (SpurTimeline *timeline);

SPUR_AVAILABLE_IN_ALL
SpurTimeline *spur_load_get_timeline (SpurLoad *self);

SPUR_AVAILABLE_IN_ALL
void spur_load_get (
  SpurLoad *self, guint32 target, gint64 begin_ns, gint64 end_ns, SpurTargetLoad *load);

SPUR_AVAILABLE_IN_ALL
void spur_load_get_object (
  SpurLoad *self, guint32 object, gint64 begin_ns, gint64 end_ns, SpurObjectLoad *load);

SPUR_AVAILABLE_IN_ALL
gint64 spur_load_get_object_work (SpurLoad *self, guint32 object, gint64 begin_ns, gint64 end_ns);

SPUR_AVAILABLE_IN_ALL
GArray *spur_load_list_targets (SpurLoad *self, gint64 begin_ns, gint64 end_ns);

SPUR_AVAILABLE_IN_ALL
double spur_load_get_imbalance (SpurLoad *self, gint64 begin_ns, gint64 end_ns);

G_END_DECLS
