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

/* The knots of own streams' maps from @n_maps on, for rank 0. */
static void
put_maps (SpurShare *share, SpurCorrection *correction, const guint *n_before, GByteArray *parcel)
{
  for (guint32 s = 0; s < share->n_streams; s++)
    {
      guint first = n_before != NULL ? n_before[s] : 0;

      for (guint i = first; i < spur_correction_get_n_maps (correction, s); i++)
        {
          gsize n_knots;
          const SpurKnot *knots =
            spur_time_map_get_knots (spur_correction_get_map (correction, s, i), &n_knots);

          spur_parcel_put_u64 (parcel, s);
          spur_parcel_put_u64 (parcel, n_knots);
          spur_parcel_put (parcel, knots, n_knots * sizeof *knots);
        }
    }
}

static gboolean
take_maps (SpurCorrection *correction, const GByteArray *parcel, GError **error)
{
  SpurParcelReader reader = spur_parcel_read (parcel);

  while (!spur_parcel_is_at_end (&reader))
    {
      guint64 stream = spur_parcel_take_u64 (&reader);
      guint64 n_knots = spur_parcel_take_u64 (&reader);
      g_autofree SpurKnot *knots = g_new (SpurKnot, n_knots);
      g_autoptr (SpurTimeMap) map = NULL;

      spur_parcel_take (&reader, knots, n_knots * sizeof *knots);
      map = spur_time_map_new (knots, n_knots, error);
      if (map == NULL)
        return FALSE;
      spur_correction_append_map (correction, (guint) stream, map);
    }
  return TRUE;
}
