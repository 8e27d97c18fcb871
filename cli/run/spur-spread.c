/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/run/spur-spread.h"

static const SpurSpread *the_spread;

const SpurSpread *
spur_spread_get (void)
{
  return the_spread;
}

void
spur_spread_set (const SpurSpread *spread)
{
  the_spread = spread;
}

gboolean
spur_spread_is_first (void)
{
  return the_spread == NULL || the_spread->is_first;
}

SpurTrace *
spur_spread_open (SpurCli *cli, SpurExit *code)
{
  return the_spread != NULL ? the_spread->open (cli, code) : spur_cli_open (cli, code);
}

SpurEdges *
spur_spread_match (SpurTrace *trace, const SpurJob *job, GError **error)
{
  return the_spread != NULL ? the_spread->match (job, error)
                            : spur_edges_new_for_trace (trace, job, error);
}

void
spur_spread_apply_delays (SpurDelays *delays,
                          SpurTrace *trace,
                          SpurEdges *edges,
                          const SpurJob *job)
{
  if (the_spread != NULL)
    the_spread->apply_delays (delays, job);
  else
    spur_delays_apply (delays, edges, trace, NULL, job);
}
