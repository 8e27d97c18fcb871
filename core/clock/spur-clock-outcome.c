/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/spur-clock-outcome-private.h"

/* What correctors did, as text for people. */

static const char *const texts[] = {
  [SPUR_CLOCK_OUTCOME_UNKNOWN] = "done",
  [SPUR_CLOCK_OUTCOME_REPAIRED] = "repaired",
  [SPUR_CLOCK_OUTCOME_OFFSETS] = "a constant offset for every clock",
  [SPUR_CLOCK_OUTCOME_LINES] = "a straight line for every clock",
  [SPUR_CLOCK_OUTCOME_INTERVALS] = "clocks in the middle of the least delays of intervals",
  [SPUR_CLOCK_OUTCOME_STEPS] = "clocks are right but for steps and single stamps",
  [SPUR_CLOCK_OUTCOME_MEASURED] = "lines between measured offsets",
  [SPUR_CLOCK_OUTCOME_CONDITION_HOLDS] = "nothing changed: the clock condition holds",
  [SPUR_CLOCK_OUTCOME_NOT_REVERSED] = "nothing changed: no edge is reversed",
  [SPUR_CLOCK_OUTCOME_MORE_REVERSED] = "nothing changed: more edges would be reversed",
  [SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT] =
    "nothing changed: edges contradict each other, and no clock is wrong for all of its edges",
  [SPUR_CLOCK_OUTCOME_NOT_CONNECTED] = "nothing changed: no edge connects two clocks",
  [SPUR_CLOCK_OUTCOME_ONE_WAY] =
    "nothing changed: not determined, no two clocks have edges but in one direction only",
  [SPUR_CLOCK_OUTCOME_TOO_WIDE] =
    "nothing changed: edges tell less than what is wrong, or in one direction only",
  [SPUR_CLOCK_OUTCOME_NOT_MEASURED] = "nothing changed: no offsets were measured",
  [SPUR_CLOCK_OUTCOME_OUT_OF_RANGE] = "nothing changed: an offset would be outside of +-2^61 ns",
};

char *
spur_clock_outcome_describe (SpurClockOutcome outcome, const SpurClockOutcomeCurves *curves)
{
  if (outcome == SPUR_CLOCK_OUTCOME_CURVES)
    return g_strdup_printf ("%u of %u clocks get a curve from windows of %.3g s",
                            curves->n_corrected, curves->n_clocks,
                            (double) curves->window_ns * 1e-9);
  return g_strdup (texts[outcome]);
}
