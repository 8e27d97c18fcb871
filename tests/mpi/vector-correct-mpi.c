/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The vectors by the ranks of an MPI job, each of which runs the whole test: what the ranks found
 * together is compared by the first one. */
#include "config.h"

#include "../clock/rank-correct.h"
#include "../clock/vector-correct.h"

#include <stdio.h>

#include "cli/mpi/spur-mpi-exchange.h"

static SpurExchange *exchange;

void
vector_correct_begin (int *argc, char ***argv)
{
  exchange = spur_mpi_exchange_new (argc, argv);
  /* One rank's TAP is enough. */
  if (exchange->rank != 0 && freopen ("/dev/null", "w", stdout) == NULL)
    g_error ("standard output cannot be turned off");
}

void
vector_correct_end (void)
{
  spur_mpi_exchange_free (exchange);
}

gboolean
vector_correct (SpurClockCorrector *corrector,
                SpurTrace *trace,
                SpurEdges *edges,
                SpurCorrection *correction,
                const SpurJob *job,
                GError **error)
{
  g_autoptr (SpurCorrection) own = spur_correction_new (spur_trace_get_n_streams (trace));
  SpurJob single = { NULL, NULL, NULL, 1 };
  gboolean is_first = exchange->rank == 0;

  /* A job with threads is for one process, so the first rank is enough. */
  if (job != NULL && job->n_threads > 1)
    return spur_clock_corrector_correct (corrector, trace, edges, correction,
                                         is_first ? job : &single, error);
  /* Ranks with several threads are tried in vectors-ranks. */
  if (job == NULL)
    job = &single;
  if (!rank_correct (exchange, corrector, trace, edges, is_first ? correction : own, job, error))
    return FALSE;
  /* The others go on with what one process finds. */
  return is_first || spur_clock_corrector_correct (corrector, trace, edges, correction, job, error);
}
