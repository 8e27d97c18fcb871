/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SpurClockFindingKind:
 * @SPUR_CLOCK_FINDING_STEP: from a time on the clock is shifted: it was set, stood still or slept
 * @SPUR_CLOCK_FINDING_STAMPS: single stamps are wrong, the worst of them at that time
 * @SPUR_CLOCK_FINDING_TICKS: clocks tick more slowly than edges take
 * @SPUR_CLOCK_FINDING_COMPONENTS: groups of clocks that no edges join
 * @SPUR_CLOCK_FINDING_ONE_WAY: clocks with edges in one direction only, or none
 * @SPUR_CLOCK_FINDING_MU: mu is larger than what edges in both directions take
 * @SPUR_CLOCK_FINDING_SHARED: streams read one clock, though only their edges say so
 * @SPUR_CLOCK_FINDING_PROBES: edges contradict the bounds of probes, which are not used
 *
 * What is wrong with clocks, or with what is known of them.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CLOCK_FINDING_STEP,
  SPUR_CLOCK_FINDING_STAMPS,
  SPUR_CLOCK_FINDING_TICKS,
  SPUR_CLOCK_FINDING_COMPONENTS,
  SPUR_CLOCK_FINDING_ONE_WAY,
  SPUR_CLOCK_FINDING_MU,
  SPUR_CLOCK_FINDING_SHARED,
  SPUR_CLOCK_FINDING_PROBES,
} SpurClockFindingKind;

/**
 * SpurClockVerdict:
 * @SPUR_CLOCK_VERDICT_UNKNOWN: nothing was asked, or there is no event
 * @SPUR_CLOCK_VERDICT_EXACT: times are as the clock says, and no edge tells otherwise
 * @SPUR_CLOCK_VERDICT_MEASURED: times follow offsets that were measured
 * @SPUR_CLOCK_VERDICT_DETERMINED: edges bound the clock from both sides, and within these bounds
 *   they are obeyed
 * @SPUR_CLOCK_VERDICT_APPROXIMATE: no bound is known, or edges are obeyed only beyond it
 * @SPUR_CLOCK_VERDICT_UNDETERMINED: edges do not bound the clock from both sides
 * @SPUR_CLOCK_VERDICT_CONTRADICTORY: edges contradict each other, or what was found
 *
 * How well a clock is known, from good to bad.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CLOCK_VERDICT_UNKNOWN,
  SPUR_CLOCK_VERDICT_EXACT,
  SPUR_CLOCK_VERDICT_MEASURED,
  SPUR_CLOCK_VERDICT_DETERMINED,
  SPUR_CLOCK_VERDICT_APPROXIMATE,
  SPUR_CLOCK_VERDICT_UNDETERMINED,
  SPUR_CLOCK_VERDICT_CONTRADICTORY,
} SpurClockVerdict;

typedef struct _SpurClockFinding SpurClockFinding;

/**
 * SpurClockFinding:
 * @kind: what it is
 * @stream: position of the stream whose clock it is, the first of several; %G_MAXUINT32 where it is
 *   none's
 * @time_ns: when, in the stream's raw time; 0 where it is at all times
 * @size_ns: by how much, in ns
 * @n_seen: clocks, components or edges that show it
 * @n_asked: clocks or edges that could show it
 *
 * Something that was found in a trace's clocks.
 *
 * Since: 1.0
 */
struct _SpurClockFinding
{
  SpurClockFindingKind kind;
  guint32 stream;
  gint64 time_ns;
  gint64 size_ns;
  guint64 n_seen;
  guint64 n_asked;
};

SPUR_AVAILABLE_IN_ALL
GArray *spur_clock_finding_list (SpurCorrection *correction);

SPUR_AVAILABLE_IN_ALL
char *spur_clock_finding_describe (const SpurClockFinding *self, SpurTrace *trace);

SPUR_AVAILABLE_IN_ALL
SpurClockVerdict
spur_clock_verdict_read (SpurCorrection *correction, SpurClockVerdict *verdicts, guint *components);

SPUR_AVAILABLE_IN_ALL
char *spur_clock_verdict_describe (SpurCorrection *correction);

G_END_DECLS
