/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-halo-private.h"
#include "core/clock/parallel/spur-partition.h"

/* What a step of correction works on. Where ranks have some of the streams each @partition is not
 * NULL, and @edges are its graph: those with an own stream at one end at least. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
  const SpurJob *job;
  SpurPartition *partition;
  const SpurDistribution *distribution;
} SpurClockWork;

/* What a corrector is asked for: the work of a process alone, unless the thread has a partition. */
SpurClockWork spur_clock_work_get (SpurTrace *trace,
                                   SpurEdges *edges,
                                   SpurCorrection *correction,
                                   const SpurJob *job);

/* Has correctors in this thread work on the streams of a partition, until it is NULL. */
void spur_clock_work_set_partition (SpurPartition *partition);

static inline gboolean
spur_clock_work_is_own (const SpurClockWork *self, guint stream)
{
  return spur_distribution_is_own (self->distribution, stream);
}

/* The edges of all ranks, which all call it. */
void spur_clock_work_check (const SpurClockWork *self, SpurCheck *check, gint64 mu_ns);

/* The nodes of the edges and their times so far; no nodes where an edge names an event that is not
 * there. All ranks call it. */
gint64 *spur_clock_work_get_times (const SpurClockWork *self, SpurNodes **nodes);
