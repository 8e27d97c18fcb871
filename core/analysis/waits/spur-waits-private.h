/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/waits/spur-calls-private.h"
#include "core/analysis/waits/spur-waits.h"
#include "core/clock/spur-clock-bounds-internal.h"

/* A wait as it is kept: @cause is a node, or G_MAXUINT32. */
typedef struct
{
  gint64 begin_ns;
  gint64 duration_ns;
  gint64 error_ns;
  guint32 event;
  guint32 call_event;
  guint32 cause;
  guint32 pattern;
} SpurWaitRow;

/* By how much sums of waits change where a clock is moved to the later and to the earlier end of
 * its bounds, by pattern. */
typedef struct
{
  guint32 clock;
  gint64 later_ns[SPUR_N_WAIT_PATTERNS];
  gint64 earlier_ns[SPUR_N_WAIT_PATTERNS];
} SpurWaitShift;

typedef struct _SpurWaitCauses SpurWaitCauses;

/* NULL where they were not asked for. */
const SpurWaitCauses *spur_waits_get_causes (SpurWaits *self);

/* What is found in a stream: waits in order, for spur_pages_free(), and a SpurWaitShift for each
 * clock that they depend on. */
typedef struct
{
  SpurWaitRow *rows;
  guint32 n_rows;
  guint32 n_allocated;
  GArray *shifts;
  SpurWaitTotal totals[SPUR_N_WAIT_PATTERNS];
} SpurStreamWaits;

/* What a member of a collective operation waits for: a time with the node of its event, and the
 * leave of the first member. */
typedef struct
{
  gint64 other_ns;
  gint64 first_leave_ns;
  guint32 cause;
  guint32 leaver;
  guint32 begin;
  guint8 pattern;    /* %SPUR_N_WAIT_PATTERNS where it does not wait */
  guint8 completion; /* the same of the time after the first leave */
} SpurMemberWait;

/* Of every member of @edges, in order. */
SpurMemberWait *spur_member_waits_new (const SpurCalls *calls, SpurEdges *edges);

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  const SpurCalls *calls;
  const SpurClockBounds *bounds;
  SpurWaitsSettings settings;
  /* By node: of a message or lock the other end, of the end of a collective operation the position
   * of the member; else G_MAXUINT32. */
  guint32 *partners;
  SpurMemberWait *members;
  /* By stream, counted from 0. */
  guint32 *clocks;
} SpurWaitsSearch;

/* Fills the partners, and members of pattern %SPUR_PATTERN_PAIRS. */
void spur_waits_search_join (SpurWaitsSearch *self);

/* Each frees what it says, where that is there. */
void spur_waits_search_clear_members (SpurWaitsSearch *self);
void spur_waits_search_clear_partners (SpurWaitsSearch *self);

/* Finds the waits of a stream. */
void spur_waits_search_stream (const SpurWaitsSearch *self, guint stream, SpurStreamWaits *waits);
