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
 * @target: the target that it is on, alone or in what it is in, or %SPUR_NONE
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
  guint32 target;
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

/**
 * SpurPresence:
 * @begin_ns: from when on
 * @end_ns: until when, this time not included
 * @target: where it is
 *
 * A load object is on a target: from its placement until it leaves or ends, whatever its state, and
 * so is what it contains (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 target;
} SpurPresence;

/**
 * SpurResidence:
 * @begin_ns: from when on
 * @end_ns: until when, this time not included
 * @place: the target or load object that it is on
 *
 * A load object is on a target, or in another load object, itself.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 place;
} SpurResidence;

/**
 * SpurLife:
 * @begin_ns: from when on it exists
 * @end_ns: until when, this time not included
 * @is_begun: whether an event creates or adds it; else it existed before the trace
 * @is_ended: whether an event ends or removes it; else it exists at the trace's end
 *
 * An active object exists.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gboolean is_begun;
  gboolean is_ended;
} SpurLife;

/**
 * SpurMove:
 * @object: the load object that moved
 * @from: the target on which it was
 * @to: the target on which it is then
 * @from_stream: stream of the event that last showed it on @from
 * @to_stream: stream of the event that first showed it on @to
 * @left_ns: when it was last on @from
 * @came_ns: when it came to @to
 *
 * A load object is on another target than before. What it contains moves with it, which is no move
 * of its own.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 object;
  guint32 from;
  guint32 to;
  guint32 from_stream;
  guint32 to_stream;
  gint64 left_ns;
  gint64 came_ns;
} SpurMove;

SPUR_AVAILABLE_IN_ALL
SpurTimeline *spur_timeline_new (SpurTrace *trace, gboolean raw);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_timeline_get_trace (SpurTimeline *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_timeline_is_raw (SpurTimeline *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_timeline_get_n_omitted (SpurTimeline *self);

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
guint32 spur_timeline_get_target (SpurTimeline *self, guint32 object, gint64 time_ns);

SPUR_AVAILABLE_IN_ALL
SpurPresence *spur_timeline_get_presences (SpurTimeline *self, guint32 object, guint *n_presences);

SPUR_AVAILABLE_IN_ALL
SpurResidence *
spur_timeline_get_residences (SpurTimeline *self, guint32 object, guint *n_residences);

SPUR_AVAILABLE_IN_ALL
SpurLife *spur_timeline_get_lives (SpurTimeline *self, guint32 object, guint *n_lives);

SPUR_AVAILABLE_IN_ALL
guint32 *
spur_timeline_get_contents (SpurTimeline *self, guint32 target, gint64 time_ns, guint *n_contents);

SPUR_AVAILABLE_IN_ALL
const SpurMove *spur_timeline_get_moves (SpurTimeline *self, gsize *n_moves);

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
