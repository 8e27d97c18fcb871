/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-correcting.h"
#include "core/causality/spur-delays.h"
#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

/* How several processes correct one trace; spur-mpi has one, spur none. All of them run the same
 * command and call the same functions in the same order; what comes of it is said and written by
 * the first one. */
typedef struct
{
  gboolean is_first;
  SpurTrace *(*open) (SpurCli *cli, SpurExit *code);
  SpurEdges *(*match) (const SpurJob *job, GError **error);
  void (*apply_delays) (SpurDelays *delays, const SpurJob *job);
  void (*check) (SpurCheck *check, SpurCorrection *correction, gint64 mu_ns, const SpurJob *job);
  gboolean (*correct) (SpurClockChain *chain,
                       SpurCorrection *correction,
                       const SpurJob *job,
                       GError **error);
  /* (transfer none): without those that the chain left out. */
  SpurEdges *(*get_edges) (void);
  gboolean (*is_own) (guint stream);
  /* Gives the first process what the others know of their streams. */
  gboolean (*collect) (SpurCorrecting *correcting, GError **error);
} SpurSpread;

/* NULL where this process is alone. */
const SpurSpread *spur_spread_get (void);

void spur_spread_set (const SpurSpread *spread);

/* Whether this process says and writes what comes of it. */
gboolean spur_spread_is_first (void);

SpurTrace *spur_spread_open (SpurCli *cli, SpurExit *code);

void spur_spread_apply_delays (SpurDelays *delays,
                               SpurTrace *trace,
                               SpurEdges *edges,
                               const SpurJob *job);

SpurEdges *spur_spread_match (SpurTrace *trace, const SpurJob *job, GError **error);

G_END_DECLS
