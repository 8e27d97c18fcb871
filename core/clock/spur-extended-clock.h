/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

#define SPUR_TYPE_EXTENDED_CLOCK (spur_extended_clock_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (
  SpurExtendedClock, spur_extended_clock, SPUR, EXTENDED_CLOCK, SpurClockCorrector)

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
