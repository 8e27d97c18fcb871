/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"
#include "core/clock/spur-clock-finding.h"

/* Whether streams were given maps. */
static inline gboolean
spur_clock_outcome_is_change (SpurClockOutcome outcome)
{
  return outcome > SPUR_CLOCK_OUTCOME_UNKNOWN && outcome < SPUR_CLOCK_OUTCOME_CONDITION_HOLDS;
}

/* What the text of SPUR_CLOCK_OUTCOME_CURVES names. */
typedef struct
{
  guint n_corrected;
  guint n_clocks;
  gint64 window_ns;
} SpurClockOutcomeCurves;

/* (transfer full): Text for people; @curves is read with SPUR_CLOCK_OUTCOME_CURVES only. */
char *spur_clock_outcome_describe (SpurClockOutcome outcome, const SpurClockOutcomeCurves *curves);

/* Adds a finding to those of a correction. */
void spur_clock_finding_note (const SpurClockFinding *self, SpurCorrection *correction);
