/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/logical/spur-causal-clock.h"

G_BEGIN_DECLS

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

#define SPUR_TYPE_GAMMA_CONTROL (spur_gamma_control_get_type ())

SPUR_AVAILABLE_IN_ALL
GType spur_gamma_control_get_type (void);

#define SPUR_TYPE_EXTENDED_CLOCK (spur_extended_clock_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurExtendedClock, spur_extended_clock, SPUR, EXTENDED_CLOCK, SpurCausalClock)

SPUR_AVAILABLE_IN_ALL
SpurClockCorrector *spur_extended_clock_new (void);

SPUR_AVAILABLE_IN_ALL
void spur_extended_clock_set_delta_ns (SpurExtendedClock *self, gint64 delta_ns);

SPUR_AVAILABLE_IN_ALL
void spur_extended_clock_set_gamma_ppb (SpurExtendedClock *self, gint64 gamma_ppb);

SPUR_AVAILABLE_IN_ALL
void spur_extended_clock_set_slope_ppb (SpurExtendedClock *self, gint64 slope_ppb);

SPUR_AVAILABLE_IN_ALL
void spur_extended_clock_set_window (SpurExtendedClock *self, SpurWindow window, gint64 length_ns);

SPUR_AVAILABLE_IN_ALL
void spur_extended_clock_set_backward (SpurExtendedClock *self, gboolean backward);

G_END_DECLS
