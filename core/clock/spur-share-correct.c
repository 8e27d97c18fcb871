/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-share-correct-private.h"

#include "core/clock/spur-share-flow-private.h"

typedef struct
{
  SpurShare *share;
  const SpurClockPass *pass;
  const SpurClockParameters *parameters;
  SpurCorrection *correction;
  const SpurJob *job;
  SpurClockResult *results;
} Amortization;

static void
amortize (guint stream, gpointer user_data)
{
  const Amortization *work = user_data;

  if (spur_share_is_own (work->share, stream) && !spur_job_is_cancelled (work->job, NULL))
    spur_clock_amortize (&work->results[stream], work->pass, work->parameters, work->share->trace,
                         work->correction, stream);
}

static void
find_problem (const Amortization *work, GError **error)
{
  if (spur_job_is_cancelled (work->job, error))
    return;
  for (guint s = 0; s < work->share->n_streams; s++)
    {
      if (work->results[s].error == NULL)
        continue;
      g_propagate_prefixed_error (
        error, g_steal_pointer (&work->results[s].error), "%s: ",
        spur_stream_get_name (spur_trace_get_stream (work->share->trace, s)));
      return;
    }
}

/* What all ranks did, in one. */
static void
combine (const Amortization *work, SpurClockResult *all, gboolean *is_changed)
{
  gint64 sums[2] = { 0, 0 }, most[2] = { 0, 0 };

  for (guint s = 0; s < work->share->n_streams; s++)
    {
      sums[0] += (gint64) work->results[s].n_moved;
      sums[1] += work->results[s].map != NULL;
      most[0] = MAX (most[0], work->results[s].largest_shift_ns);
      most[1] = MAX (most[1], work->results[s].steepest_ppm);
    }
  spur_ranks_combine (work->share->ranks, SPUR_RANKS_SUM, sums, G_N_ELEMENTS (sums));
  spur_ranks_combine (work->share->ranks, SPUR_RANKS_MAX, most, G_N_ELEMENTS (most));
  all->n_moved = (guint64) sums[0];
  all->largest_shift_ns = most[0];
  all->steepest_ppm = most[1];
  *is_changed = sums[1] > 0;
}

static gboolean
take_results (Amortization *work, GError **error)
{
  GError *problem = NULL;
  SpurClockResult all = { NULL };
  gboolean is_changed;
  SpurCheck before;

  find_problem (work, &problem);
  if (!spur_ranks_agree (work->share->ranks, &problem))
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  combine (work, &all, &is_changed);
  spur_clock_note_parameters (work->parameters, work->correction);
  if (!is_changed)
    {
      spur_clock_note_nothing (work->correction);
      return TRUE;
    }
  spur_share_check_edges (work->share, &before, work->correction, work->parameters->mu_ns,
                          work->job);
  for (guint s = 0; s < work->share->n_streams; s++)
    {
      if (work->results[s].map != NULL)
        spur_correction_append_map (work->correction, s, work->results[s].map);
    }
  spur_clock_note_results (work->pass, &all, 1, &before, work->correction);
  return TRUE;
}

gboolean
spur_share_correct_clock (SpurShare *share,
                          const SpurClockParameters *parameters,
                          SpurCorrection *correction,
                          const SpurJob *job,
                          GError **error)
{
  g_autofree SpurClockResult *results = g_new0 (SpurClockResult, (gsize) share->n_streams + 1);
  SpurClockPass pass = { NULL };
  Amortization work = { share, &pass, parameters, correction, job, results };
  gboolean is_done;

  is_done = spur_share_pass_run (&pass, parameters, share, correction, job, error);
  if (is_done)
    {
      spur_job_run (job, share->n_streams, amortize, &work);
      is_done = take_results (&work, error);
    }
  for (guint s = 0; s < share->n_streams; s++)
    {
      g_clear_pointer (&results[s].map, spur_time_map_unref);
      g_clear_error (&results[s].error);
    }
  spur_clock_pass_clear (&pass);
  return is_done;
}

/* As spur_clock_corrector_correct() notes it. */
static void
note_method (SpurClockCorrector *corrector, SpurCorrection *correction)
{
  const char *method = spur_correction_get_fact (correction, "method");
  const char *name = spur_clock_corrector_get_name (corrector);
  g_autofree char *methods =
    method != NULL ? g_strconcat (method, ", ", name, NULL) : g_strdup (name);

  spur_correction_set_fact (correction, "method", methods);
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
 * Does a step of a chain, as spur_clock_corrector_correct() does. All ranks call it. The extended
 * clock is run by all ranks together. Methods that look at all edges at once are run by rank 0,
 * which reads the whole trace for it.
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
  SpurClockParameters parameters;

  g_return_val_if_fail (SPUR_IS_SHARE (self), FALSE);
  g_return_val_if_fail (SPUR_IS_CLOCK_CORRECTOR (corrector), FALSE);
  g_return_val_if_fail (SPUR_IS_CORRECTION (correction), FALSE);
  g_return_val_if_fail (self->edges != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!SPUR_IS_EXTENDED_CLOCK (corrector))
    return spur_share_correct_alone (self, corrector, correction, job, error);
  spur_extended_clock_get_parameters (SPUR_EXTENDED_CLOCK (corrector), &parameters);
  if (!spur_share_correct_clock (self, &parameters, correction, job, error))
    return FALSE;
  note_method (corrector, correction);
  return TRUE;
}
