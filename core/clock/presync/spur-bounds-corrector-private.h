/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

#define SPUR_TYPE_BOUNDS_CORRECTOR (spur_bounds_corrector_get_type ())

G_DECLARE_FINAL_TYPE (
  SpurBoundsCorrector, spur_bounds_corrector, SPUR, BOUNDS_CORRECTOR, SpurClockCorrector)
