/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

/* Properties of correctors, set by texts. */

/* NULL where it has none of that name. */
GParamSpec *spur_clock_option_find (SpurClockCorrector *corrector, const char *name);

gboolean spur_clock_option_set (SpurClockCorrector *corrector,
                                GParamSpec *spec,
                                const char *text,
                                GError **error);

/* Says that no corrector has the option, and which there are. */
void spur_clock_option_refuse (const GPtrArray *correctors, const char *name, GError **error);

G_END_DECLS
