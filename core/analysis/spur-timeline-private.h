/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/spur-intervals-private.h"
#include "core/analysis/spur-timeline.h"

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
