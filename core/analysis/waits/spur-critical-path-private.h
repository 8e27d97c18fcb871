/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/waits/spur-critical-path.h"
#include "core/analysis/waits/spur-efficiency-private.h"

/* (transfer full): SpurPathPart in the order of time. */
GArray *spur_critical_path_find (const SpurCalls *calls, const SpurCallsInput *input);

/* (transfer full): SpurPathShare by states of which there is any time, the most on the path first.
 */
GArray *spur_critical_path_get_shares (const GArray *path,
                                       const SpurCalls *calls,
                                       const SpurCallsInput *input);
