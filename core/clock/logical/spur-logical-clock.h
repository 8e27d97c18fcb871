/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/logical/spur-causal-clock.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOGICAL_CLOCK (spur_logical_clock_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurLogicalClock, spur_logical_clock, SPUR, LOGICAL_CLOCK, SpurCausalClock)

SPUR_AVAILABLE_IN_ALL
SpurClockCorrector *spur_logical_clock_new (void);

G_END_DECLS
