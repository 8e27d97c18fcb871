/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

/* Makes a class of correctors known. */
typedef gboolean (*SpurClockTypeFunc) (GType type);

/* The methods of the library: logical clocks, and pre-synchronisation. Once. */
void spur_causal_clock_register (SpurClockTypeFunc add_type);
void spur_presynchroniser_register (SpurClockTypeFunc add_type);
