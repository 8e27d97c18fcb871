/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-presynchroniser.h"

G_BEGIN_DECLS

#define SPUR_TYPE_MIN_MAX_CORRECTOR (spur_min_max_corrector_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (
  SpurMinMaxCorrector, spur_min_max_corrector, SPUR, MIN_MAX_CORRECTOR, SpurPresynchroniser)

G_END_DECLS
