/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/waits/spur-calls-private.h"
#include "core/analysis/waits/spur-efficiency.h"

/* @input is what @calls were made of, with work. */
gboolean spur_efficiency_find (SpurEfficiency *self,
                               const SpurCalls *calls,
                               const SpurCallsInput *input,
                               GError **error);
