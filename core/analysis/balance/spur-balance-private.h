/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/balance/spur-balance.h"
#include "core/analysis/presence/spur-timeline.h"
#include "core/base/spur-keyed-rows-private.h"

/* A phase begins in a stream. */
typedef struct
{
  guint64 number;
  guint64 event;
  gint64 time_ns;
} SpurBalanceMark;

/* A load that belongs to a phase, an object and a target; the same may come several times. Where it
 * is time, @end_ns is when it ended. */
typedef struct
{
  guint32 phase;
  guint32 object;
  guint32 target;
  guint32 order;
  double load;
  gint64 end_ns;
} SpurBalanceRow;

/* Bytes that one object sent to another one in a phase. */
typedef struct
{
  guint32 phase;
  guint32 from;
  guint32 to;
  guint32 order;
  double bytes;
} SpurBalanceTraffic;

/* An object in a phase: its load, and where it is by the most of it. */
typedef struct
{
  guint32 object;
  guint32 target;
  double load;
  /* Where it was when it last had a load, or %SPUR_NONE. */
  guint32 before;
} SpurBalanceResident;

/* A target is added or, where @is_end, removed. */
typedef struct
{
  guint32 target;
  guint32 is_end;
  guint32 order;
  gint64 time_ns;
} SpurBalanceChange;

struct _SpurBalance
{
  GObject parent_instance;

  SpurTrace *trace;
  const SpurJob *job;
  SpurBalanceOptions options;
  SpurBalanceSource source;
  SpurBalanceMeasure measure;
  gboolean has_load_objects;
  gboolean has_managers;
  gint64 begin_ns;
  gint64 end_ns;
  /* While the balance is made; see spur_balance_get_timeline(). */
  SpurTimeline *timeline;
  /* Of the timeline. */
  gsize n_all_moves;

  /* Of a stream: SpurBalanceMark. Streams without any are cut where phases begin. */
  GArray **marks;
  GArray *phases;
  GArray *rows;
  gsize *first_rows;
  GArray *traffic;

  GArray *targets;
  /* Position of a target in the list, by object; SPUR_NONE for others. */
  guint32 *positions;
  GArray *changes;
  /* Of a phase and target: whether the target counts. */
  guint8 *counted;
  double *target_loads;
  /* Of a phase and target: when its last work ended; %G_MININT64 where it had none. */
  gint64 *target_ends;

  GArray *residents;
  gsize *first_residents;
  GArray *steps;
  GArray *moves;
  GArray *findings;
  GArray *loads;
};

static inline SpurBalancePhase *
spur_balance_phase_at (SpurBalance *self, guint phase)
{
  return &g_array_index (self->phases, SpurBalancePhase, phase);
}

/* Whether the object is one that load management could place. */
gboolean spur_balance_is_load_object (SpurBalance *self, guint32 object);

/* Finds what begins phases, and lists them; their loads are not known yet. */
gboolean spur_balance_find_phases (SpurBalance *self, GError **error);

/* Position of the phase of a number; of a mark it is there. */
guint spur_balance_find_phase (SpurBalance *self, guint64 number);

/* (element-type gint64): when each step of load balancing begins, as moves of load objects tell;
 * empty where they come in no steps. */
GArray *spur_balance_list_steps (SpurBalance *self);

/* Made when it is asked for first. */
SpurTimeline *spur_balance_get_timeline (SpurBalance *self);

/* Adds a state that a stream sets to rows of gint64 by object: its time, twice, plus 1 where the
 * state is work. There may be as many as events. */
static inline void
spur_balance_add_setting (SpurKeyedRows *settings, guint32 object, gint64 time_ns, gboolean works)
{
  *SPUR_KEYED_ROWS_ADD (settings, object, gint64) = 2 * time_ns + (works ? 1 : 0);
}

/* Adds the work of all load objects in states that were set to the rows of the balance. What
 * streams have is grouped. */
void spur_balance_use_settings (SpurBalance *balance,
                                SpurTimeline *timeline,
                                SpurKeyedRows *const streams[],
                                guint n_streams);

/* Rows of one phase, object and target become one; sums do not depend on who came first. */
void spur_balance_merge_rows (GArray *rows);

/* Fills the rows from all streams, and says what load is. */
void spur_balance_collect (SpurBalance *self);

static inline gboolean
spur_balance_is_counted (SpurBalance *self, guint phase, guint position)
{
  return self->counted[(gsize) phase * self->targets->len + position];
}

/* Finds which targets are there in a phase; those with load count as well. */
void spur_balance_find_counted (SpurBalance *self);

/* Metrics of the loads of all targets, of those that count in @phase or have load. */
void spur_balance_measure_loads (SpurBalance *self,
                                 guint phase,
                                 const double *loads,
                                 SpurBalanceMetrics *metrics);

/* Numbers the targets that count in a phase, or @with_next in the one after it, in their order; by
 * position, %SPUR_NONE for others. */
guint32 *
spur_balance_number_targets (SpurBalance *self, guint phase, gboolean with_next, guint *n_targets);

/* A placement on the targets of one phase alone; NULL where there are none. */
SpurPlacement *spur_balance_make_present (SpurBalance *self, guint phase, double byte_cost);

/* By position, where the objects of a phase were in the next one. */
guint32 *spur_balance_dup_next_places (SpurBalance *self, guint phase, guint *n_objects);

/* Metrics of phases, steps and moves. */
void spur_balance_evaluate (SpurBalance *self);

void spur_balance_find (SpurBalance *self);
