/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Findings that a trace shows whatever the methods were: clocks that tick coarsely, and a mu that
 * is too large. */
#include <math.h>

#include "core/clock/parallel/spur-partition-private.h"
#include "core/clock/presync/spur-clock-pairs-private.h"
#include "core/clock/spur-clock-verdict-private.h"
#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-store-internal.h"

/* Times that have a common divisor by chance: below 1 in 2^16 for this number of differences. */
#define LEAST_DIFFERENCES 16
#define MAX_DIFFERENCES 1024

/* Clocks drift by less than this share, in ns a second. */
#define MOST_DRIFT 1e6

/* A larger share of the edges shows that mu is wrong, and not a stamp: as MOST_WRONG of the model.
 */
#define MOST_WRONG 0.01

static gint64
find_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* What all differences of a stream's times are multiples of; 0 where too few tell. */
static gint64
find_tick (SpurStream *stream)
{
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (stream, SPUR_CHUNK_TICKS);
  const SpurChunk *chunk;
  guint n_differences = 0;
  gint64 tick_ns = 0, last_ns = 0;

  while (n_differences < MAX_DIFFERENCES && tick_ns != 1 &&
         (chunk = spur_chunk_walk_next (chunks)) != NULL)
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          gint64 time_ns = spur_stream_ticks_to_ns (stream, spur_chunk_get_ticks (chunk, i));
          gint64 difference_ns = ABS (time_ns - last_ns);

          last_ns = time_ns;
          if (difference_ns == 0 || (chunk->first == 0 && i == 0))
            continue;
          tick_ns = find_divisor (tick_ns, difference_ns);
          n_differences++;
        }
    }
  return n_differences >= LEAST_DIFFERENCES ? tick_ns : 0;
}

/* Ticks count where half of all edges take less. */
static void
inspect_ticks (const SpurClockWork *work)
{
  guint n_streams = spur_trace_get_n_streams (work->trace), n_alike = 0, n_known = 0;
  g_autofree gint64 *ticks_ns = g_new0 (gint64, n_streams + 1);
  SpurClockFinding finding = { SPUR_CLOCK_FINDING_TICKS, 0, 0, 1, 0, 0 };
  SpurCheck check;

  for (guint s = 0; s < n_streams; s++)
    {
      if (spur_clock_work_is_own (work, s))
        ticks_ns[s] = find_tick (spur_trace_get_stream (work->trace, s));
    }
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_MAX, ticks_ns,
                                n_streams);
  for (guint s = 0; s < n_streams; s++)
    {
      if (ticks_ns[s] > finding.size_ns)
        {
          finding.stream = s;
          finding.size_ns = ticks_ns[s];
        }
    }
  if (finding.size_ns == 1)
    return;
  for (guint s = 0; s < n_streams; s++)
    {
      n_known += ticks_ns[s] > 0;
      n_alike += ticks_ns[s] == finding.size_ns;
    }
  if (n_alike == n_known)
    finding.stream = G_MAXUINT32;
  spur_clock_work_check (work, &check, finding.size_ns);
  finding.n_asked = check.n_edges + check.n_collective_receives;
  finding.n_seen = check.n_below_mu + check.n_collective_below_mu;
  if (2 * finding.n_seen > finding.n_asked)
    spur_clock_finding_note (&finding, work->correction);
}

/* Edges there and back take two times mu together, whatever the clocks are, but for their drift
 * between the two. Those that would do without mu count. */
static void
count_pair (const SpurClockPair *pair, double mu_ns, gint64 *sums, gint64 *worst_ns)
{
  gsize k = 0;

  for (gsize i = 0; i < pair->forth.n_points && pair->back.n_points > 0; i++)
    {
      const SpurPairPoint *forth = &pair->forth.points[i], *back;
      double together_ns, slack_ns;

      while (k + 1 < pair->back.n_points &&
             fabs (pair->back.points[k + 1].time_s - forth->time_s) <=
               fabs (pair->back.points[k].time_s - forth->time_s))
        k++;
      back = &pair->back.points[k];
      together_ns = forth->delay_ns + back->delay_ns;
      slack_ns = MOST_DRIFT * fabs (back->time_s - forth->time_s);
      sums[1]++;
      if (together_ns + slack_ns >= 0.0 || together_ns + 2.0 * mu_ns < 0.0)
        continue;
      sums[0]++;
      *worst_ns = MAX (*worst_ns, llrint (-together_ns / 2.0));
    }
}

static void
inspect_mu (const SpurClockWork *work, gint64 mu_ns)
{
  g_autoptr (SpurCorrection) none = spur_correction_new (spur_trace_get_n_streams (work->trace));
  SpurClockWork raw = *work;
  g_autofree guint *clocks = NULL;
  g_autoptr (SpurClockSamples) samples = NULL;
  g_autoptr (SpurClockPairs) pairs = NULL;
  SpurClockFinding finding = { SPUR_CLOCK_FINDING_MU, G_MAXUINT32, 0, 0, 0, 0 };
  gint64 sums[2] = { 0, 0 };

  raw.correction = none;
  /* Ranks look at their graphs, as correctors do. */
  if (work->partition != NULL && spur_partition_get_halo (work->partition, work->job) != NULL)
    raw.edges = work->partition->graph;
  clocks = spur_clock_domains_find (&raw, "clock", mu_ns, NULL);
  if (clocks == NULL)
    return;
  samples = spur_clock_samples_new (&raw, clocks, mu_ns);
  pairs = spur_clock_pairs_new (samples);
  for (gsize i = 0; i < pairs->n_pairs; i++)
    count_pair (&pairs->pairs[i], (double) mu_ns, sums, &finding.size_ns);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_SUM, sums, 2);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, &finding.size_ns, 1);
  finding.n_seen = (guint64) sums[0];
  finding.n_asked = (guint64) sums[1];
  if ((double) sums[0] > MOST_WRONG * (double) sums[1])
    spur_clock_finding_note (&finding, work->correction);
}

void
spur_clock_inspect (SpurClockChain *chain, const SpurClockWork *work)
{
  gint64 mu_ns = spur_clock_corrector_get_mu_ns (spur_clock_chain_get_corrector (chain, 0));

  if (mu_ns > 1)
    inspect_mu (work, mu_ns);
  inspect_ticks (work);
}
