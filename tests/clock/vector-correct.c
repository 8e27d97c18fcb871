/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "vector-correct.h"

void
vector_correct_begin (int *argc, char ***argv)
{
}

void
vector_correct_end (void)
{
}

gboolean
vector_correct (SpurClockCorrector *corrector,
                SpurTrace *trace,
                SpurEdges *edges,
                SpurCorrection *correction,
                const SpurJob *job,
                GError **error)
{
  return spur_clock_corrector_correct (corrector, trace, edges, correction, job, error);
}
