/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The steps of a chain with the streams distributed over ranks. */
#include "core/clock/logical/spur-clock-pass-private.h"
#include "core/clock/parallel/spur-partition-private.h"
#include "core/clock/presync/spur-presynchroniser-private.h"

/* The corrector runs on the graph of own streams. */
static gboolean
correct_together (SpurPartition *self,
                  SpurClockCorrector *corrector,
                  SpurCorrection *correction,
                  const SpurJob *job,
                  GError **error)
{
  g_autoptr (GError) problem = NULL;
  gboolean is_done;

  g_return_val_if_fail (spur_partition_get_halo (self, job) != NULL, FALSE);
  spur_clock_work_set_partition (self);
  is_done =
    spur_clock_corrector_correct (corrector, self->trace, self->graph, correction, job, &problem);
  spur_clock_work_set_partition (NULL);
  if (is_done)
    return TRUE;
  if (!g_error_matches (problem, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (!spur_partition_correct_alone (self, corrector, correction, job, error))
    return FALSE;
  /* Without the edges that were left out. */
  spur_partition_take_whole (self);
  return TRUE;
}

/* The logical clocks and pre-synchronisers can, but for cycles that are left out, which the step
 * meets, and for limits from final times: what goes from the last event to the first needs all
 * edges. */
static gboolean
can_be_distributed (SpurClockCorrector *corrector)
{
  const SpurClockParameters *parameters;

  if (SPUR_IS_PRESYNCHRONISER (corrector))
    return TRUE;
  if (!SPUR_IS_CAUSAL_CLOCK (corrector))
    return FALSE;
  parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));
  return !parameters->is_backward || parameters->limits == SPUR_BACKWARD_LIMITS_FORWARD;
}

gboolean
spur_partition_correct (SpurPartition *self,
                        SpurClockCorrector *corrector,
                        SpurCorrection *correction,
                        const SpurJob *job,
                        GError **error)
{
  if (can_be_distributed (corrector))
    return correct_together (self, corrector, correction, job, error);
  return spur_partition_correct_alone (self, corrector, correction, job, error);
}
