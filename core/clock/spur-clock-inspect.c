/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Findings that the corrected trace shows, whatever the methods were: clocks that tick coarsely,
 * single stamps that clocks do not explain, and a mu that is too large. */
#include "config.h"

#include <math.h>

#include "core/causality/spur-mu-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/parallel/spur-partition-private.h"
#include "core/clock/presync/spur-clock-domains-private.h"
#include "core/clock/presync/spur-clock-pairs-private.h"
#include "core/clock/presync/spur-clock-steps-private.h"
#include "core/clock/spur-clock-outcome-private.h"
#include "core/clock/spur-clock-verdict-private.h"
#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-store-internal.h"

/* Times that have a common divisor by chance: below 1 in 2^16 for so many differences. */
#define LEAST_DIFFERENCES 16
#define MAX_DIFFERENCES 1024

/* An edge is reversed by a wrong stamp where it is so by far more than edges usually take, which
 * clocks are never wrong by where they were corrected: as BREAK_RATIO for breaks. */
#define STAMP_RATIO 16.0
#define LEAST_USUAL_NS 100.0

/* Clocks drift by less than this share, in ns a second. */
#define MOST_DRIFT 1e6

/* More than so many edges show that mu is wrong, and not a stamp: as MOST_WRONG of the model. */
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

/* Edges as they are before events are pushed. */
typedef struct
{
  const SpurClockWork *work;
  const SpurEdge *edges;
  gsize n_edges;
  gint64 *delays_ns; /* of those into own streams; else G_MAXINT64 */
} Delays;

static void
measure_delays (Delays *self, const SpurClockWork *work)
{
  g_autoptr (SpurNodes) nodes = NULL;
  g_autofree gint64 *times = spur_clock_work_get_times (work, &nodes);

  self->work = work;
  self->edges = spur_edges_get_all (work->edges, &self->n_edges);
  self->delays_ns = g_new (gint64, self->n_edges + 1);
  for (gsize i = 0; i < self->n_edges; i++)
    self->delays_ns[i] = spur_clock_work_is_own (work, self->edges[i].to_stream)
                           ? times[spur_nodes_find_to (nodes, &self->edges[i])] -
                               times[spur_nodes_find_from (nodes, &self->edges[i])]
                           : G_MAXINT64;
}

/* What edges usually take, as a geometric mean: the same for any number of ranks. */
static double
get_usual (const Delays *self, guint64 *n_all)
{
  gint64 sums[2] = { 0, 0 };

  for (gsize i = 0; i < self->n_edges; i++)
    {
      if (self->delays_ns[i] == G_MAXINT64)
        continue;
      sums[0] += llrint (1e3 * log (MAX (fabs ((double) self->delays_ns[i]), LEAST_USUAL_NS)));
      sums[1]++;
    }
  spur_communicator_all_reduce (self->work->distribution->communicator, SPUR_REDUCE_SUM, sums, 2);
  *n_all = (guint64) sums[1];
  return exp ((double) sums[0] / (double) MAX (sums[1], 1) * 1e-3);
}

/* Which of the stamps of a reversed edge is the wrong one: a receive that comes before the event
 * before it, else the send. */
static void
name_stamp (const Delays *self, gsize edge, gint64 *place)
{
  const SpurEdge *at = &self->edges[edge];
  SpurStream *to = spur_trace_get_stream (self->work->trace, at->to_stream);
  gint64 receive_ns = spur_stream_get_raw_ns (to, at->to_event);

  place[0] = at->to_stream;
  place[1] = (gint64) at->to_event;
  if (at->to_event > 0 && spur_stream_get_raw_ns (to, at->to_event - 1) > receive_ns)
    return;
  place[0] = at->from_stream;
  place[1] = (gint64) at->from_event;
}

/* Asks the rank of the stream. */
static gint64
get_raw_time (const Delays *self, const gint64 *place)
{
  const SpurClockWork *work = self->work;
  gint64 time_ns = G_MININT64;

  if (place[0] >= 0 && spur_clock_work_is_own (work, (guint) place[0]))
    {
      SpurStream *stream = spur_trace_get_stream (work->trace, (guint) place[0]);

      if ((guint64) place[1] < spur_stream_get_n_events (stream))
        time_ns = spur_stream_get_raw_ns (stream, (guint64) place[1]);
    }
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_MAX, &time_ns, 1);
  return time_ns;
}

/* Of the edges that are reversed by more than @limit_ns, the worst, the same at all ranks. */
static void
find_worst (const Delays *self, gint64 limit_ns, SpurClockFinding *finding)
{
  SpurCommunicator *communicator = self->work->distribution->communicator;
  gint64 n_seen = 0, worst_ns = 0, place[2] = { -1, -1 };
  gsize worst = 0;

  for (gsize i = 0; i < self->n_edges; i++)
    {
      n_seen += self->delays_ns[i] < -limit_ns;
      if (self->delays_ns[i] >= -worst_ns)
        continue;
      worst_ns = -self->delays_ns[i];
      worst = i;
    }
  finding->size_ns = worst_ns;
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_SUM, &n_seen, 1);
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_MAX, &finding->size_ns, 1);
  if (n_seen > 0 && worst_ns == finding->size_ns)
    name_stamp (self, worst, place);
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_MAX, place, 2);
  finding->n_seen = (guint64) n_seen;
  finding->stream = (guint32) place[0];
  finding->time_ns = get_raw_time (self, place);
}

/* The largest step that was found: nearby edges may be reversed by as much. */
static gint64
get_largest_step (SpurCorrection *correction)
{
  g_autoptr (GArray) findings = spur_clock_finding_list (correction);
  gint64 largest_ns = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      const SpurClockFinding *finding = &g_array_index (findings, SpurClockFinding, i);

      if (finding->kind == SPUR_CLOCK_FINDING_STEP)
        largest_ns = MAX (largest_ns, ABS (finding->size_ns));
    }
  return largest_ns;
}

static void
inspect_stamps (SpurClockChain *chain, const SpurClockWork *work)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);
  guint last = spur_clock_chain_get_n_steps (chain) - 1;
  g_autofree guint *n_maps = g_new (guint, n_streams + 1);
  g_autoptr (SpurCorrection) before = NULL;
  SpurClockWork looking = *work;
  SpurClockFinding finding = { .kind = SPUR_CLOCK_FINDING_STAMPS };
  double usual_ns;
  Delays delays;

  for (guint s = 0; s < n_streams; s++)
    n_maps[s] = spur_clock_chain_get_n_maps (chain, last, s);
  looking.correction = before = spur_clock_steps_copy_maps (work->correction, n_maps);
  measure_delays (&delays, &looking);
  usual_ns = get_usual (&delays, &finding.n_asked);
  find_worst (&delays, MAX ((gint64) (STAMP_RATIO * usual_ns), get_largest_step (work->correction)),
              &finding);
  g_free (delays.delays_ns);
  if (finding.n_seen > 0)
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

/* Ranks look at their graphs, as correctors do. */
static SpurClockWork
get_inspected (const SpurClockWork *work)
{
  SpurClockWork inspected = *work;

  if (work->partition != NULL && spur_partition_get_halo (work->partition, work->job) != NULL)
    inspected.edges = work->partition->graph;
  return inspected;
}

void
spur_clock_inspect (SpurClockChain *chain, const SpurClockWork *work)
{
  const SpurClockWork inspected = get_inspected (work);
  guint last = spur_clock_chain_get_n_steps (chain) - 1;
  SpurClockOutcome outcome = spur_clock_chain_get_step (chain, 0)->outcome;
  gint64 mu_ns = spur_clock_corrector_get_mu_ns (spur_clock_chain_get_corrector (chain, 0));

  if (mu_ns > 1)
    inspect_mu (&inspected, mu_ns);
  inspect_ticks (work);
  if (last > 0 && SPUR_IS_CAUSAL_CLOCK (spur_clock_chain_get_corrector (chain, last)) &&
      (spur_clock_outcome_is_change (outcome) || outcome == SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT))
    inspect_stamps (chain, &inspected);
}
