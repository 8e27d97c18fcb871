/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-clock-mirror-private.h"
#include "core/clock/parallel/spur-share-correct-private.h"
#include "core/clock/parallel/spur-share-flow-private.h"
#include "core/clock/parallel/spur-share-samples-private.h"
#include "core/clock/presync/spur-clock-steps-private.h"

/* A clock's passes over ranks. @mirrored is made when it is needed. */
typedef struct
{
  SpurShare *share;
  SpurShare *mirrored;
} Spread;

static gboolean
is_own (gpointer data, guint stream)
{
  const Spread *self = data;

  return spur_share_is_own (self->share, stream);
}

static gboolean
run_pass (gpointer data,
          SpurClockPass *pass,
          const SpurClockParameters *parameters,
          SpurCorrection *correction,
          const SpurJob *job,
          GError **error)
{
  Spread *self = data;

  if (parameters->is_mirrored && self->mirrored == NULL)
    self->mirrored = spur_share_new_mirrored (self->share);
  return spur_share_pass_run (pass, parameters,
                              parameters->is_mirrored ? self->mirrored : self->share, correction,
                              job, error);
}

static void
check (
  gpointer data, SpurCheck *result, SpurCorrection *correction, gint64 mu_ns, const SpurJob *job)
{
  const Spread *self = data;

  spur_share_check_edges (self->share, result, correction, mu_ns, job);
}

static gboolean
agree (gpointer data, GError **error)
{
  const Spread *self = data;

  return spur_ranks_agree (self->share->ranks, error);
}

static void
add_up (gpointer data, gint64 *values, gsize n_values)
{
  const Spread *self = data;

  spur_ranks_combine (self->share->ranks, SPUR_RANKS_SUM, values, n_values);
}

static void
find_most (gpointer data, gint64 *values, gsize n_values)
{
  const Spread *self = data;

  spur_ranks_combine (self->share->ranks, SPUR_RANKS_MAX, values, n_values);
}

gboolean
spur_share_correct_clock (SpurShare *self,
                          SpurCausalClock *clock,
                          SpurCorrection *correction,
                          const SpurJob *job,
                          GError **error)
{
  SpurClockParameters parameters = *spur_causal_clock_get_parameters (clock);
  Spread data = { self, NULL };
  const SpurClockSpread spread = { &data, is_own, run_pass, check, agree, add_up, find_most };
  gboolean is_done;

  parameters.spread = &spread;
  parameters.on_cycle = SPUR_ON_CYCLE_ERROR;
  parameters.name = spur_clock_corrector_get_name (SPUR_CLOCK_CORRECTOR (clock));
  parameters.mu_ns = spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (clock));
  is_done = spur_clock_run (&parameters, self->trace, self->edges, correction, job, error);
  g_clear_object (&data.mirrored);
  return is_done;
}

/* As spur_clock_corrector_correct() notes it; who has a stream knows whether it has got a map. */
static void
note_step (SpurShare *self,
           SpurClockCorrector *corrector,
           SpurCorrection *correction,
           const guint *n_before)
{
  g_autofree gint64 *n_new = g_new0 (gint64, (gsize) self->n_streams + 1);
  g_autofree guint8 *has_new = g_new0 (guint8, (gsize) self->n_streams + 1);

  for (guint s = 0; s < self->n_streams; s++)
    n_new[s] = spur_correction_get_n_maps (correction, s) > n_before[s];
  spur_ranks_combine (self->ranks, SPUR_RANKS_SUM, n_new, self->n_streams);
  for (guint s = 0; s < self->n_streams; s++)
    has_new[s] = n_new[s] > 0;
  spur_clock_steps_add (correction, corrector, has_new);
}

static gboolean
correct_together (SpurShare *self,
                  SpurClockCorrector *corrector,
                  SpurCorrection *correction,
                  const SpurJob *job,
                  GError **error)
{
  SpurCausalClock *clock = SPUR_CAUSAL_CLOCK (corrector);
  g_autofree guint *n_before = spur_clock_steps_count_maps (correction);
  GError *problem = NULL;

  if (spur_share_correct_clock (self, clock, correction, job, &problem))
    {
      note_step (self, corrector, correction, n_before);
      return TRUE;
    }
  if (spur_causal_clock_get_parameters (clock)->on_cycle == SPUR_ON_CYCLE_LEAVE_OUT &&
      g_error_matches (problem, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE))
    {
      g_clear_error (&problem);
      if (!spur_share_correct_alone (self, corrector, correction, job, error))
        return FALSE;
      /* Without the edges that were left out. */
      spur_share_take_whole (self);
      return TRUE;
    }
  g_propagate_error (error, problem);
  return FALSE;
}

/* A pre-synchroniser makes maps of own streams. */
static gboolean
presynchronise_together (SpurShare *self,
                         SpurClockCorrector *corrector,
                         SpurCorrection *correction,
                         const SpurJob *job,
                         GError **error)
{
  g_autofree guint *n_before = spur_clock_steps_count_maps (correction);
  gboolean is_done;

  if (SPUR_IS_BOUNDS_CORRECTOR (corrector))
    is_done = spur_bounds_corrector_correct_shared (SPUR_BOUNDS_CORRECTOR (corrector), self,
                                                    correction, job, error);
  else
    is_done = spur_presynchroniser_correct_shared (SPUR_PRESYNCHRONISER (corrector), self,
                                                   correction, job, error);
  if (is_done)
    note_step (self, corrector, correction, n_before);
  return is_done;
}

/* What goes from the last event to the first needs all edges. */
static gboolean
can_be_shared (SpurClockCorrector *corrector)
{
  const SpurClockParameters *parameters;

  if (!SPUR_IS_CAUSAL_CLOCK (corrector))
    return FALSE;
  parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));
  return !parameters->is_backward || parameters->limits == SPUR_BACKWARD_LIMITS_FORWARD;
}

/**
 * spur_share_correct:
 * @self: a rank's share, after spur_share_match()
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
spur_share_correct (SpurShare *self,
                    SpurClockCorrector *corrector,
                    SpurCorrection *correction,
                    const SpurJob *job,
                    GError **error)
{
  g_return_val_if_fail (SPUR_IS_SHARE (self), FALSE);
  g_return_val_if_fail (SPUR_IS_CLOCK_CORRECTOR (corrector), FALSE);
  g_return_val_if_fail (SPUR_IS_CORRECTION (correction), FALSE);
  g_return_val_if_fail (self->edges != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (SPUR_IS_PRESYNCHRONISER (corrector) || SPUR_IS_BOUNDS_CORRECTOR (corrector))
    return presynchronise_together (self, corrector, correction, job, error);
  if (can_be_shared (corrector))
    return correct_together (self, corrector, correction, job, error);
  return spur_share_correct_alone (self, corrector, correction, job, error);
}
