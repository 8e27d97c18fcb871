/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-load.h"
#include "core/analysis/presence/spur-timeline-private.h"

/* What is counted at a time on a target. */
typedef enum
{
  SPUR_LOAD_PRESENT,
  SPUR_LOAD_RESIDENT,
  SPUR_LOAD_RUNNING,
  SPUR_LOAD_WORK,
  SPUR_LOAD_OVERHEAD,
  SPUR_LOAD_COMMUNICATION,
  SPUR_LOAD_MANAGEMENT,
} SpurLoadCount;

#define SPUR_LOAD_N_COUNTS (SPUR_LOAD_MANAGEMENT + 1)
#define SPUR_LOAD_BIT(count) ((guint16) (1u << (count)))

typedef struct
{
  guint n[SPUR_LOAD_N_COUNTS];
} SpurLoadCounts;

/* At @time_ns the counts in @what, a set of SPUR_LOAD_BIT(), change by @sign. */
typedef struct
{
  gint64 time_ns;
  guint16 what;
  gint16 sign;
} SpurLoadStep;

/* Steps of several objects: each adds its own in order of time, as a run. */
typedef struct
{
  GArray *steps;
  GArray *runs;
} SpurLoadSteps;

void spur_load_steps_init (SpurLoadSteps *self);
void spur_load_steps_clear (SpurLoadSteps *self);

/* Merges the runs. */
void spur_load_steps_sort (SpurLoadSteps *self);

/* What states count as. */
typedef struct
{
  SpurTimeline *timeline;
  /* By state. */
  guint16 *what_of_state;
  guint n_states;
  /* By object: what any state of it that is not idle counts as besides, and whether it is one of
   * the targets among which load is shared. */
  guint16 *what_of_object;
  guint8 *is_counted;
} SpurLoadModel;

void spur_load_model_init (SpurLoadModel *self, SpurTimeline *timeline);
void spur_load_model_clear (SpurLoadModel *self);

/* Adds when the target is there, and its own states. */
void spur_load_model_add_target (
  const SpurLoadModel *self, guint32 target, gint64 begin_ns, gint64 end_ns, SpurLoadSteps *steps);

void spur_load_model_add_resident (const SpurLoadModel *self,
                                   const SpurTimelineResident *resident,
                                   SpurLoadSteps *steps);

/* Fills in how long an object works, has overhead and communicates. */
void spur_load_model_sum_object (
  const SpurLoadModel *self, guint32 object, gint64 begin_ns, gint64 end_ns, SpurObjectLoad *load);

gboolean spur_load_model_is_there (const SpurLoadModel *self,
                                   guint32 target,
                                   gint64 begin_ns,
                                   gint64 end_ns);
