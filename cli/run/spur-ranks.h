/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-correcting.h"

/* The ranks that correct one trace together: several processes of spur-mpi, or the one of spur. All
 * of them run the same command and call these functions in the same order; the first one tells and
 * writes what comes of it. */

/* From now on the verb 'correct' is for all ranks of @exchange together, of which @n_local are on
 * this machine. */
void spur_ranks_begin (SpurExchange *exchange, guint n_local);

void spur_ranks_end (void);

/* Whether this process has the whole trace. */
gboolean spur_ranks_is_alone (void);

gboolean spur_ranks_is_first (void);

gboolean spur_ranks_has_stream (guint stream);

SpurTrace *spur_ranks_open (SpurCli *cli, SpurExit *code);

SpurEdges *spur_ranks_match (SpurTrace *trace, const SpurJob *job, GError **error);

void spur_ranks_apply_delays (SpurDelays *delays,
                              SpurTrace *trace,
                              SpurEdges *edges,
                              const SpurJob *job);

/* Checks the trace's clocks by @correction, which is NULL for the times that it came with. */
void spur_ranks_check (SpurCorrecting *correcting,
                       SpurCheck *result,
                       SpurCorrection *correction,
                       const SpurJob *job);

/* Runs the chain; the edges are then without those that it left out. */
gboolean spur_ranks_correct (SpurCorrecting *correcting, const SpurJob *job, GError **error);

/* Gives the first rank what the others know of their streams. */
gboolean spur_ranks_collect (SpurCorrecting *correcting, GError **error);
