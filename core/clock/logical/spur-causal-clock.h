/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

/**
 * SpurWindow:
 * @SPUR_WINDOW_SLOPE: L_A is the jump divided by the slope
 * @SPUR_WINDOW_FIXED: L_A is a fixed length
 * @SPUR_WINDOW_STREAM: from the stream's first event
 *
 * How far backward amortization reaches (clock-correction.md section 3).
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_WINDOW_SLOPE,
  SPUR_WINDOW_FIXED,
  SPUR_WINDOW_STREAM,
} SpurWindow;

/**
 * SpurBackwardLimits:
 * @SPUR_BACKWARD_LIMITS_FORWARD: from the receives' times after the forward pass; the streams are
 *   independent
 * @SPUR_BACKWARD_LIMITS_FINAL: from the receives' final times as far as they are known: streams in
 *   reverse topological order, one after the other; there is more headroom
 *
 * What limits how far backward amortization may move a send (clock-correction.md section 3).
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_BACKWARD_LIMITS_FORWARD,
  SPUR_BACKWARD_LIMITS_FINAL,
} SpurBackwardLimits;

/**
 * SpurDirection:
 * @SPUR_DIRECTION_FORWARD: the earliest times that obey the clock condition; for clocks that are
 *   slow
 * @SPUR_DIRECTION_MIRROR: those of the mirrored trace, the latest ones; for clocks that are fast
 * @SPUR_DIRECTION_MIX: a mean of both
 *
 * Which of the times that obey the clock condition are chosen (clock-correction.md section 7).
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_DIRECTION_FORWARD,
  SPUR_DIRECTION_MIRROR,
  SPUR_DIRECTION_MIX,
} SpurDirection;

/**
 * SpurOnCycle:
 * @SPUR_ON_CYCLE_ERROR: it is %SPUR_CAUSALITY_ERROR_CYCLE
 * @SPUR_ON_CYCLE_LEAVE_OUT: the edges that are part of cycles are left out, and the rest is
 *   corrected
 *
 * What is done where edges form a cycle, which means that they are matched wrongly.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_ON_CYCLE_ERROR,
  SPUR_ON_CYCLE_LEAVE_OUT,
} SpurOnCycle;

/**
 * SpurGammaControl:
 * @SPUR_GAMMA_CONTROL_FIXED: gamma is what it is
 * @SPUR_GAMMA_CONTROL_ITERATED: gamma is made smaller until no event is pushed too far
 *
 * How the extended clock finds its gamma (clock-correction.md section 2).
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_GAMMA_CONTROL_FIXED,
  SPUR_GAMMA_CONTROL_ITERATED,
} SpurGammaControl;

#define SPUR_TYPE_CAUSAL_CLOCK (spur_causal_clock_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurCausalClock, spur_causal_clock, SPUR, CAUSAL_CLOCK, SpurClockCorrector)

/**
 * SpurCausalClockClass:
 * @parent_class: the parent
 *
 * A clock that is pushed by edges.
 *
 * Since: 1.0
 */
struct _SpurCausalClockClass
{
  SpurClockCorrectorClass parent_class;

  /*< private >*/
  gpointer _reserved[8];
};

G_END_DECLS
