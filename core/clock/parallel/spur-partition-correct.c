/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The steps of a chain with the streams distributed over ranks. */
#include "config.h"

#include "core/clock/logical/spur-clock-pass-private.h"
#include "core/clock/parallel/spur-partition-correct-private.h"
#include "core/clock/parallel/spur-partition-samples-private.h"
#include "core/clock/presync/spur-clock-steps-private.h"

/* A logical clock runs on the graph of own streams. A cycle is an error here, as only the edges of
 * all ranks together tell which edges form it. */
static gboolean
correct_clock (SpurPartition *self,
               SpurCausalClock *clock,
               SpurCorrection *correction,
               const SpurJob *job,
               GError **error)
{
  SpurClockParameters parameters = *spur_causal_clock_get_parameters (clock);

  g_return_val_if_fail (spur_partition_get_halo (self, job) != NULL, FALSE);

  parameters.distribution = &self->distribution;
  parameters.on_cycle = SPUR_ON_CYCLE_ERROR;
  parameters.name = spur_clock_corrector_get_name (SPUR_CLOCK_CORRECTOR (clock));
  parameters.mu_ns = spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (clock));
  return spur_clock_run (&parameters, self->trace, self->graph, correction, job, error);
}

/* As spur_clock_corrector_correct() notes it; the rank of a stream knows whether it has got a map.
 */
static void
note_step (SpurPartition *self,
           SpurClockCorrector *corrector,
           SpurCorrection *correction,
           const guint *n_before)
{
  g_autofree gint64 *n_new = g_new0 (gint64, (gsize) self->n_streams + 1);
  g_autofree guint8 *has_new = g_new0 (guint8, (gsize) self->n_streams + 1);

  for (guint s = 0; s < self->n_streams; s++)
    n_new[s] = spur_correction_get_n_maps (correction, s) > n_before[s];
  spur_communicator_all_reduce (self->distribution.communicator, SPUR_REDUCE_SUM, n_new,
                                self->n_streams);
  for (guint s = 0; s < self->n_streams; s++)
    has_new[s] = n_new[s] > 0;
  spur_clock_steps_add (correction, corrector, has_new);
}

static gboolean
correct_together (SpurPartition *self,
                  SpurClockCorrector *corrector,
                  SpurCorrection *correction,
                  const SpurJob *job,
                  GError **error)
{
  SpurCausalClock *clock = SPUR_CAUSAL_CLOCK (corrector);
  g_autofree guint *n_before = spur_clock_steps_count_maps (correction);
  GError *problem = NULL;

  if (correct_clock (self, clock, correction, job, &problem))
    {
      note_step (self, corrector, correction, n_before);
      return TRUE;
    }
  if (g_error_matches (problem, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE))
    {
      g_clear_error (&problem);
      if (!spur_partition_correct_alone (self, corrector, correction, job, error))
        return FALSE;
      /* Without the edges that were left out. */
      spur_partition_take_whole (self);
      return TRUE;
    }
  g_propagate_error (error, problem);
  return FALSE;
}

/* A pre-synchroniser makes maps of own streams. */
static gboolean
presynchronise_together (SpurPartition *self,
                         SpurClockCorrector *corrector,
                         SpurCorrection *correction,
                         const SpurJob *job,
                         GError **error)
{
  g_autofree guint *n_before = spur_clock_steps_count_maps (correction);
  gboolean is_done;

  if (SPUR_IS_BOUNDS_CORRECTOR (corrector))
    is_done = spur_bounds_corrector_correct_partition (SPUR_BOUNDS_CORRECTOR (corrector), self,
                                                       correction, job, error);
  else
    is_done = spur_presynchroniser_correct_partition (SPUR_PRESYNCHRONISER (corrector), self,
                                                      correction, job, error);
  if (is_done)
    note_step (self, corrector, correction, n_before);
  return is_done;
}

/* What goes from the last event to the first needs all edges. */
static gboolean
can_be_distributed (SpurClockCorrector *corrector)
{
  const SpurClockParameters *parameters;

  if (!SPUR_IS_CAUSAL_CLOCK (corrector))
    return FALSE;
  parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));
  return !parameters->is_backward || parameters->limits == SPUR_BACKWARD_LIMITS_FORWARD;
}

/**
 * spur_partition_correct:
 * @self: a rank's partition, after spur_partition_match()
 * @corrector: a corrector, the same on all ranks
 * @correction: the maps of the rank's own streams so far, to which those that this step adds are
 *   appended
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Does a step of a chain, as spur_clock_corrector_correct() does. All ranks call it. The logical
 * clocks, #SpurCausalClock, and pre-synchronisers, #SpurPresynchroniser and #SpurBoundsCorrector,
 * are run by all ranks together, but for %SPUR_BACKWARD_LIMITS_FINAL and for cycles that are left
 * out. These, and other methods, are run by rank 0, which reads the whole trace for it.
 *
 * Returns: whether it was done, the same on all ranks; else @error is that of the first rank that
 *   has one
 *
 * Since: 1.0
 */
gboolean
spur_partition_correct (SpurPartition *self,
                        SpurClockCorrector *corrector,
                        SpurCorrection *correction,
                        const SpurJob *job,
                        GError **error)
{
  g_return_val_if_fail (SPUR_IS_PARTITION (self), FALSE);
  g_return_val_if_fail (SPUR_IS_CLOCK_CORRECTOR (corrector), FALSE);
  g_return_val_if_fail (SPUR_IS_CORRECTION (correction), FALSE);
  g_return_val_if_fail (self->edges != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (SPUR_IS_PRESYNCHRONISER (corrector) || SPUR_IS_BOUNDS_CORRECTOR (corrector))
    return presynchronise_together (self, corrector, correction, job, error);
  if (can_be_distributed (corrector))
    return correct_together (self, corrector, correction, job, error);
  return spur_partition_correct_alone (self, corrector, correction, job, error);
}
