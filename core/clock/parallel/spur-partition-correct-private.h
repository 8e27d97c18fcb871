/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-partition-private.h"

/* Any method, by rank 0 for all. */
gboolean spur_partition_correct_alone (SpurPartition *self,
                                       SpurClockCorrector *corrector,
                                       SpurCorrection *correction,
                                       const SpurJob *job,
                                       GError **error);
