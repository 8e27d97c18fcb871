/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-presynchroniser.h"

G_BEGIN_DECLS

#define SPUR_TYPE_OFFSET_CORRECTOR (spur_offset_corrector_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (
  SpurOffsetCorrector, spur_offset_corrector, SPUR, OFFSET_CORRECTOR, SpurPresynchroniser)

G_END_DECLS
