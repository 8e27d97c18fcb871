/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TIMELINE (spur_timeline_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurTimeline, spur_timeline, SPUR, TIMELINE, GObject)

/**
 * SpurSituation:
 * @exists: whether it is there: created or first heard of, and not ended
 * @place: the target or load object that it is on, or %SPUR_NONE
 * @place_since_ns: when it came there, or was first seen there; meaningless without a place
 * @state: entry of the state table, or %SPUR_NONE
 * @state_since_ns: when it took that state; meaningless without a state
 * @values: the values that belong to the state, entry of the table of lists, or %SPUR_NONE
 * @resources: what it offers or needs, entry of the table of lists, or %SPUR_NONE
 * @load: the load last measured; NaN where none was
 * @load_since_ns: when it was measured; meaningless without a load
 *
 * An active object at a time.
 *
 * Since: 1.0
 */
typedef struct
{
  gboolean exists;
  guint32 place;
  gint64 place_since_ns;
  guint32 state;
  gint64 state_since_ns;
  guint32 values;
  guint32 resources;
  double load;
  gint64 load_since_ns;
} SpurSituation;

/**
 * SpurChange:
 * @time_ns: when it happened
 * @event: position of the event in @stream
 * @stream: the stream that said so
 *
 * An event that changed an active object's situation.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 time_ns;
  guint64 event;
  guint32 stream;
} SpurChange;

SPUR_AVAILABLE_IN_ALL
SpurTimeline *spur_timeline_new (SpurTrace *trace, gboolean raw);

SPUR_AVAILABLE_IN_ALL
void spur_timeline_get_situation (SpurTimeline *self,
                                  guint32 object,
                                  gint64 time_ns,
                                  SpurSituation *situation);

SPUR_AVAILABLE_IN_ALL
SpurLocation *spur_timeline_get_location (SpurTimeline *self, guint32 object, gint64 time_ns);

SPUR_AVAILABLE_IN_ALL
guint32 *
spur_timeline_get_residents (SpurTimeline *self, guint32 place, gint64 time_ns, guint *n_residents);

SPUR_AVAILABLE_IN_ALL
guint32 *spur_timeline_get_neighbors (SpurTimeline *self,
                                      guint32 object,
                                      gint64 time_ns,
                                      guint *n_neighbors);

SPUR_AVAILABLE_IN_ALL
guint32 *spur_timeline_get_neighborhoods (SpurTimeline *self,
                                          guint32 object,
                                          gint64 time_ns,
                                          guint *n_neighborhoods);

SPUR_AVAILABLE_IN_ALL
gboolean spur_timeline_get_next_change (SpurTimeline *self,
                                        guint32 object,
                                        gint64 time_ns,
                                        SpurChange *change);

SPUR_AVAILABLE_IN_ALL
gboolean spur_timeline_get_previous_change (SpurTimeline *self,
                                            guint32 object,
                                            gint64 time_ns,
                                            SpurChange *change);

SPUR_AVAILABLE_IN_ALL
guint32
spur_timeline_get_state_before (SpurTimeline *self, guint32 object, guint stream, guint64 event);

G_END_DECLS
