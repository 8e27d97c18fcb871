/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-partition-private.h"
#include "core/clock/presync/spur-bounds-corrector-private.h"
#include "core/clock/presync/spur-clock-samples-private.h"
#include "core/clock/presync/spur-presynchroniser-private.h"

/* Samples of the whole trace, as spur_clock_samples_new() makes them, distributed over ranks: those
 * of a pair of clocks are all at one rank, and all ranks have about as many. They live no longer
 * than the partition. All ranks call it. */
SpurClockSamples *spur_partition_get_samples (SpurPartition *self,
                                              SpurCorrection *correction,
                                              const guint *clocks,
                                              gint64 mu_ns,
                                              const SpurJob *job);

/* A pre-synchroniser for own streams. All ranks call it; whether it succeeds is the same on all. */
gboolean spur_presynchroniser_correct_partition (SpurPresynchroniser *self,
                                                 SpurPartition *partition,
                                                 SpurCorrection *correction,
                                                 const SpurJob *job,
                                                 GError **error);

/* The same of constant offsets. */
gboolean spur_bounds_corrector_correct_partition (SpurBoundsCorrector *self,
                                                  SpurPartition *partition,
                                                  SpurCorrection *correction,
                                                  const SpurJob *job,
                                                  GError **error);

/* The bytes of all ranks, one after the other; takes @own. */
GByteArray *spur_partition_gather (SpurPartition *self, GByteArray *own);
