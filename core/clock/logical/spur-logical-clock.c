/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-logical-clock.h"

/**
 * SpurLogicalClock:
 *
 * The simple logical clock (PDP'97 algorithm 1; exactly: clock-correction.md section 2), method
 * "logical": an event is as early as its own clock, the event before it and the edges to it allow.
 * After a jump the clock stands still until time has caught up with it, so intervals shrink to
 * nothing; the controlled clock mends that.
 *
 * What it guarantees and notes says #SpurCausalClock.
 *
 * Since: 1.0
 */
struct _SpurLogicalClock
{
  SpurCausalClock parent_instance;
};

G_DEFINE_TYPE (SpurLogicalClock, spur_logical_clock, SPUR_TYPE_CAUSAL_CLOCK)

static void
spur_logical_clock_class_init (SpurLogicalClockClass *klass)
{
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "logical";
}

/* With the gamma of 0 that is there the controlled clock is the simple one. */
static void
spur_logical_clock_init (SpurLogicalClock *self)
{
}

/**
 * spur_logical_clock_new:
 *
 * Makes a simple logical clock with delta 0 and mu 1 ns, forward only.
 *
 * Returns: (transfer full): a simple logical clock
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_logical_clock_new (void)
{
  return g_object_new (SPUR_TYPE_LOGICAL_CLOCK, NULL);
}
