/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-history-internal.h"
#include "core/analysis/presence/spur-timeline-internal.h"
#include "core/base/spur-keyed-rows-private.h"

/* From @begin_ns on, up to but without @end_ns, @value belongs to @key. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 key;
  guint32 value;
} SpurInterval;

/* Intervals by key. Those of a key that hold a time are found in time O(log n + found): they are
 * in order of their begins, and form an implicit balanced tree whose nodes know the latest end
 * below them. */
typedef struct
{
  GArray *rows;
  gint64 *latest_ns;
  guint32 *firsts;
  guint32 n_keys;
} SpurIntervals;

void spur_intervals_init (SpurIntervals *self);

/* Empty intervals are left out. */
void spur_intervals_add (SpurIntervals *self, const SpurInterval *interval);

/* No more intervals come; keys are below @n_keys. */
void spur_intervals_index (SpurIntervals *self, guint32 n_keys);

/* Appends the values of @key at @time_ns to an array of guint32, in order of their begins. */
void spur_intervals_find (const SpurIntervals *self, guint32 key, gint64 time_ns, GArray *values);

/* Appends the intervals of @key that have part in a span. */
void spur_intervals_find_overlaps (
  const SpurIntervals *self, guint32 key, gint64 begin_ns, gint64 end_ns, GArray *intervals);

void spur_intervals_clear (SpurIntervals *self);

/* A change of an object: from @time_ns on @value holds, until the object's next row of the kind.
 * There are only rows for what changes something, so the memory of a timeline is 24 bytes a change,
 * whatever the trace. */
typedef struct
{
  gint64 time_ns;
  /* The stream in the upper bits, the event in the lower ones: rows of equal time are in the order
   * of their streams. */
  guint64 origin;
  union
  {
    struct
    {
      guint32 value;
      guint32 list;
    };
    double load;
    guint64 n_bytes;
  };
} SpurTimelineRow;

G_STATIC_ASSERT (sizeof (SpurTimelineRow) == 24);

/* 2^40 events a stream, 2^24 streams. */
#define SPUR_TIMELINE_EVENT_BITS 40

static inline guint32
spur_timeline_row_get_stream (const SpurTimelineRow *row)
{
  return (guint32) (row->origin >> SPUR_TIMELINE_EVENT_BITS);
}

static inline guint64
spur_timeline_row_get_event (const SpurTimelineRow *row)
{
  return row->origin & ((G_GUINT64_CONSTANT (1) << SPUR_TIMELINE_EVENT_BITS) - 1);
}

/* The list of a state that is entered or left, which has no values. */
#define SPUR_TIMELINE_ENTERED (SPUR_NONE - 1)
#define SPUR_TIMELINE_LEFT (SPUR_NONE - 2)

/* The list of a place: what said so. */
typedef enum
{
  SPUR_TIMELINE_PLACED,
  SPUR_TIMELINE_SENT,
  SPUR_TIMELINE_ENDED,
  SPUR_TIMELINE_SEEN, /* by what the object does; no event places it */
} SpurTimelinePlaced;

/* Rows of one kind by object, then time. */
typedef struct
{
  SpurTimelineRow *rows;
  gsize *firsts;
} SpurTimelineRows;

/* What an object's situation consists of, and what its load needs. */
typedef enum
{
  SPUR_TIMELINE_EXISTENCE, /* value: whether it is there; list: how often it has ended */
  SPUR_TIMELINE_PLACES,
  SPUR_TIMELINE_STATES,
  SPUR_TIMELINE_RESOURCES,
  SPUR_TIMELINE_LOADS,
  SPUR_TIMELINE_CONNECTIONS, /* only that something changed */
  SPUR_TIMELINE_PAUSES,      /* value: whether its stream does something else inside of its state */
  SPUR_TIMELINE_MESSAGES,    /* bytes sent by a load management component */
} SpurTimelineKind;

#define SPUR_TIMELINE_N_KINDS (SPUR_TIMELINE_MESSAGES + 1)

/* Rows of kinds from here on are no changes of an object. */
#define SPUR_TIMELINE_N_CHANGES SPUR_TIMELINE_PAUSES

/* What an event says of the place of an object. */
typedef struct
{
  gint64 time_ns;
  guint64 origin;
  guint64 migration;
  guint32 object;
  guint32 source;
  guint32 destination;
  guint8 placed; /* SpurTimelinePlaced */
  guint8 creates;
  guint8 has_migration;
} SpurTimelinePlace;

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} SpurTimelineSpan;

struct _SpurTimeline
{
  GObject parent_instance;

  SpurTrace *trace;
  gboolean raw;
  /* Only for existence, places and moves. */
  gboolean is_of_places;
  guint32 n_objects;
  gint64 begin_ns;
  gint64 end_ns;
  /* By object. */
  guint8 *is_load_object;
  guint8 *is_target;
  guint64 n_omitted;
  SpurTimelineRows kinds[SPUR_TIMELINE_N_KINDS];
  SpurPageArray moves; /* SpurMove */

  /* By object: when it works where it is in no state; NULL where nothing does. */
  SpurTimelineSpan *implied;

  /* Residents by place, memberships by member and by neighborhood. */
  SpurIntervals residents;
  SpurIntervals memberships;
  SpurIntervals members;
};

/* A timeline that knows nothing but when objects exist, where they are and how they move, and takes
 * less memory: states, of which there may be as many as events, are not kept where events say where
 * their object is. */
SpurTimeline *spur_timeline_new_of_places (SpurTrace *trace, gboolean raw);

/* A timeline of a trace whose events were not looked at: it knows of no object. */
SpurTimeline *spur_timeline_new_without_events (SpurTrace *trace, gboolean raw);

/* Fills and sorts the rows from the events; with @parts, one of each stream, from these and from
 * all events of rare classes. FALSE where that is not enough, as what streams enter elsewhere says
 * where objects are. */
gboolean spur_timeline_fill (SpurTimeline *self, const SpurTimelinePart *parts);

/* Fills in by class whether its events do more than to enter or leave states or to tell of
 * communication, and how many classes do. FALSE where a class does both. */
gboolean spur_timeline_find_rare (SpurTrace *trace, guint8 *is_rare, guint *n_rare);

/* Whether the states that streams enter, where they show where an object is, all show it where the
 * first one does. */
gboolean spur_timeline_is_seen_at_one_place (const SpurTimeline *self,
                                             const SpurTimelinePart *parts);

/* Whether an object ended at any time. */
gboolean spur_timeline_has_ended (const SpurTimeline *self, guint32 object);

/* Whether a load object is always where it is seen: no event places it. */
gboolean spur_timeline_is_always_seen (const SpurTimeline *self, guint32 object);

/* States of an object that a stream sets without a long pause. */
typedef struct
{
  SpurTimelineRow last;
  /* When the last row that is kept was set. */
  gint64 kept_ns;
  guint8 is_touched;
  guint8 is_begun;
  /* Whether the last row is not kept yet. */
  guint8 is_skipped;
} SpurTimelineRun;

/* The runs of a stream at a time, which a thread uses for one stream after the other. */
typedef struct
{
  gint64 from_ns;
  gint64 to_ns;
  gint64 gap_ns;
  SpurTimelineRun *of_object;
  GArray *touched; /* guint32 */
} SpurTimelineRuns;

/* Two rows of a stream between which others are not kept. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 object;
  guint32 stream;
} SpurTimelineSkip;

SpurTimelineRuns *spur_timeline_runs_new (const SpurTimeline *timeline);

void spur_timeline_runs_free (SpurTimelineRuns *self);

/* Takes a state that is set. Gives how many rows are to be kept now; those in the window all are.
 * Adds what is skipped to an array of SpurTimelineSkip. */
guint spur_timeline_runs_take (SpurTimelineRuns *self,
                               guint32 object,
                               const SpurTimelineRow *row,
                               SpurTimelineRow kept[2],
                               GArray *skips);

/* At the end of a stream: gives the next object with a row to keep, until it returns 0. */
guint spur_timeline_runs_end (SpurTimelineRuns *self,
                              guint32 *object,
                              SpurTimelineRow *kept,
                              GArray *skips);

/* Whether the rows that are there show objects where all rows would. @skips_of_stream: NULL where
 * nothing was set */
gboolean spur_timeline_runs_are_seen (const SpurTimeline *self, GArray *const *skips_of_stream);

/* By object, whether an event places it or sends it away; @movements has SpurMovement by class. */
guint8 *spur_timeline_find_placed (SpurTimeline *self, const guint8 *movements);

/* Makes the rows of a kind from SpurTimelineRow by object, one column for each stream in order, and
 * empties these. */
void spur_timeline_gather (SpurTimeline *self,
                           SpurTimelineKind kind,
                           SpurKeyedRows *columns[],
                           guint n_columns);

/* Makes the rows of states from columns that are grouped, and empties these. Of an object that no
 * event places only sightings are kept. @is_placed: by object */
void spur_timeline_gather_sightings (SpurTimeline *self,
                                     const guint8 *is_placed,
                                     SpurKeyedRows *columns[],
                                     guint n_columns);

/* Keeps those of the states of an object that say where it is, by time and origin, and are no
 * repetition of the one before. Gives how many it keeps. */
gsize
spur_timeline_keep_sightings (const SpurTimeline *self, SpurTimelineRow *states, gsize n_states);

/* Makes the places from what events say, SpurTimelinePlace, and from where objects are seen. Takes
 * what streams have of the former. Returns whether any object is where what is in it is seen. */
gboolean
spur_timeline_resolve_places (SpurTimeline *self, SpurPageArray *streams[], guint n_streams);

void spur_timeline_find_moves (SpurTimeline *self);

/* The last row at @time_ns or before; NULL where there is none. */
const SpurTimelineRow *spur_timeline_find_row (const SpurTimeline *self,
                                               SpurTimelineKind kind,
                                               guint32 object,
                                               gint64 time_ns);

/* The first row after @time_ns; NULL where there is none. */
const SpurTimelineRow *spur_timeline_find_next (const SpurTimeline *self,
                                                SpurTimelineKind kind,
                                                guint32 object,
                                                gint64 time_ns);

gboolean spur_timeline_find_existence (const SpurTimeline *self, guint32 object, gint64 time_ns);

/* How often an object had ended when the event of @row happened. */
guint32 spur_timeline_count_ends_before (const SpurTimeline *self,
                                         guint32 object,
                                         const SpurTimelineRow *row);

/* What the object is on or in itself. Lowers *@until_ns to the next time at which that may change;
 * it may be NULL. */
guint32 spur_timeline_find_place (const SpurTimeline *self,
                                  guint32 object,
                                  gint64 time_ns,
                                  gint64 *until_ns);

/* The target of an object, through all that it is in; a target's is itself while it is there. Sets
 * *@until_ns, which may be NULL, to the next time at which that may change. */
guint32 spur_timeline_find_target (const SpurTimeline *self,
                                   guint32 object,
                                   gint64 time_ns,
                                   gint64 *until_ns);

/* A target is there while all that it is part of is there. Lowers *@until_ns to the next time at
 * which that may change; it may be NULL. */
gboolean spur_timeline_is_target_there (const SpurTimeline *self,
                                        guint32 target,
                                        gint64 time_ns,
                                        gint64 *until_ns);

/* When an object works though it is in no state: where streams tell of nothing but its
 * communication, between their first events and their last ones. Empty for others. */
static inline SpurTimelineSpan
spur_timeline_get_implied (const SpurTimeline *self, guint32 object)
{
  return self->implied != NULL ? self->implied[object] : (SpurTimelineSpan){ 0, 0 };
}

/* A load object that is on a target, within a span. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 object;
} SpurTimelineResident;

/* All load objects that are on a target within a span, through all containers: an array of
 * SpurTimelineResident, in no order. */
GArray *spur_timeline_list_contents (const SpurTimeline *self,
                                     guint32 target,
                                     gint64 begin_ns,
                                     gint64 end_ns);
