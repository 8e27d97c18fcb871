/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/spur-timeline.h"

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

void spur_intervals_clear (SpurIntervals *self);

/* From @time_ns on @value holds for @object, until the object's next row. */
typedef struct
{
  gint64 time_ns;
  guint64 event;
  guint64 value;
  guint32 stream;
  guint32 object;
  guint32 list;
} SpurTimelineRow;

/* Rows of one kind by object, then time. */
typedef struct
{
  GArray *rows;
  guint32 *firsts;
} SpurTimelineRows;

/* What an object's situation consists of. */
typedef enum
{
  SPUR_TIMELINE_EXISTENCE,
  SPUR_TIMELINE_PLACES,
  SPUR_TIMELINE_STATES,
  SPUR_TIMELINE_RESOURCES,
  SPUR_TIMELINE_LOADS,
  SPUR_TIMELINE_CHANGES,
} SpurTimelineKind;

#define SPUR_TIMELINE_N_KINDS (SPUR_TIMELINE_CHANGES + 1)

struct _SpurTimeline
{
  GObject parent_instance;

  SpurTrace *trace;
  gboolean raw;
  guint32 n_objects;
  SpurTimelineRows kinds[SPUR_TIMELINE_N_KINDS];

  /* Residents by place, memberships by member and by neighborhood. */
  SpurIntervals residents;
  SpurIntervals memberships;
  SpurIntervals members;
};

/* Fills and sorts the rows from the events. */
void spur_timeline_fill (SpurTimeline *self);
