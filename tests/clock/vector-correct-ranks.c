/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The vectors by 1, 2, 3 and 8 ranks in one process. */
#include "config.h"

#include "rank-correct.h"
#include "rank-loop.h"
#include "vector-correct.h"

typedef struct
{
  SpurClockCorrector *corrector;
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
  const SpurJob *job;
  GError *error;
  gboolean is_done;
} Work;

void
vector_correct_begin (int *argc, char ***argv)
{
}

void
vector_correct_end (void)
{
}

static void
run_rank (SpurExchange *exchange, gpointer data)
{
  Work *work = data;
  g_autoptr (SpurCorrection) other = spur_correction_new (spur_trace_get_n_streams (work->trace));
  g_autoptr (GError) error = NULL;
  gboolean is_first = exchange->rank == 0;
  gboolean is_done =
    rank_correct (exchange, work->corrector, work->trace, work->edges,
                  is_first ? work->correction : other, work->job, is_first ? &work->error : &error);

  if (is_first)
    work->is_done = is_done;
}

static void
assert_same_maps (SpurCorrection *a, SpurCorrection *b)
{
  for (guint s = 0; s < spur_correction_get_n_streams (a); s++)
    {
      g_assert_cmpuint (spur_correction_get_n_maps (a, s), ==, spur_correction_get_n_maps (b, s));
      for (guint i = 0; i < spur_correction_get_n_maps (a, s); i++)
        {
          gsize n_a, n_b;
          const SpurKnot *x = spur_time_map_get_knots (spur_correction_get_map (a, s, i), &n_a);
          const SpurKnot *y = spur_time_map_get_knots (spur_correction_get_map (b, s, i), &n_b);

          g_assert_cmpmem (x, n_a * sizeof *x, y, n_b * sizeof *y);
        }
    }
}

gboolean
vector_correct (SpurClockCorrector *corrector,
                SpurTrace *trace,
                SpurEdges *edges,
                SpurCorrection *correction,
                const SpurJob *job,
                GError **error)
{
  static const guint n_ranks[] = { 1, 2, 3, 8 };
  Work work = { corrector, trace, edges, correction, job, NULL, FALSE };

  /* Ranks with several threads each are no other thing. */
  if (job != NULL && job->n_threads > 1)
    return spur_clock_corrector_correct (corrector, trace, edges, correction, job, error);
  rank_loop_run (n_ranks[0], 0, run_rank, &work);
  for (guint i = 1; i < G_N_ELEMENTS (n_ranks); i++)
    {
      g_autoptr (SpurCorrection) again =
        spur_correction_new (spur_correction_get_n_streams (correction));

      work.correction = again;
      g_clear_error (&work.error);
      rank_loop_run (n_ranks[i], 0, run_rank, &work);
      if (work.is_done)
        assert_same_maps (correction, again);
    }
  if (work.error != NULL)
    g_propagate_error (error, work.error);
  return work.is_done;
}
