/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-presynchroniser-private.h"

/* Method "model": the smallest model of clocks that foretells edges it was not made from. */
gboolean spur_presync_by_model (const SpurPresyncInput *input, SpurClockFit *fit, GError **error);

/* Method "corridor": clocks that wander. */
gboolean
spur_presync_by_corridor (const SpurPresyncInput *input, SpurClockFit *fit, GError **error);
