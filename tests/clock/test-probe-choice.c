/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clocks of which both messages and probes tell: those are followed that tell it better, or of more
 * clocks. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-finding.h"
#include "made-trace.h"

#define SECOND_NS G_GINT64_CONSTANT (1000000000)
#define LENGTH_NS (10 * SECOND_NS)
#define N_MESSAGES 400
#define N_STREAMS 4

/* Streams send to each other in pairs, or all in a ring. Stream s is s * 700 ms ahead, so that what
 * is sent back in a pair is always reversed. */
typedef struct
{
  const char *name;
  gint64 delay_ns; /* at least */
  gint64 bound_ns; /* of probes; each is wrong by half of it */
  gboolean is_ring;
  gboolean is_probed; /* what is to be followed */
  gint64 most_off_ns; /* of clocks from each other */
} World;

/* In pairs a logical clock pushes receives by what probes are wrong. Messages are up to 10 % longer
 * than the least: the middle of what they allow is not off by more than that, nor a probe by more
 * than its bound. */
static const World worlds[] = {
  { "slow-messages", 400000, 12000, TRUE, TRUE, 12000 },
  { "fast-messages", 2000, 500000, TRUE, FALSE, 400 },
  { "pairs", 2000, 12000, FALSE, TRUE, 24000 },
};

static gint64
get_ahead_ns (guint stream)
{
  return stream * 7 * SECOND_NS / 10;
}

static guint
choose_receiver (const World *world, guint from, guint number)
{
  if (!world->is_ring)
    return from ^ 1;
  return (from + (number / N_STREAMS % 2 == 0 ? 1 : N_STREAMS - 1)) % N_STREAMS;
}

static SpurTrace *
make_trace (const World *world, SpurEdges *edges)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  SpurTrace *trace;

  for (guint s = 0; s < N_STREAMS; s++)
    g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  for (guint i = 0; i < N_MESSAGES; i++)
    {
      guint from = i % N_STREAMS, to = choose_receiver (world, from, i);
      gint64 delay_ns =
        world->delay_ns + g_rand_int_range (random, 0, (gint32) world->delay_ns / 10);
      gint64 sent_ns = i * (LENGTH_NS / N_MESSAGES) + get_ahead_ns (from);
      gint64 received_ns = sent_ns - get_ahead_ns (from) + delay_ns + get_ahead_ns (to);
      GArray *sends = times->pdata[from], *receives = times->pdata[to];

      g_array_append_val (sends, sent_ns);
      g_array_append_val (receives, received_ns);
      made_trace_add_edge (edges, from, sends->len - 1, to, receives->len - 1);
    }
  trace = made_trace_new (times, 256);
  for (guint s = 0; s < N_STREAMS; s++)
    {
      gint64 wrong_ns = (s % 2 == 0 ? 1 : -1) * world->bound_ns / 2;

      for (guint end = 0; end < 2; end++)
        {
          SpurClockOffset offset = { get_ahead_ns (s) + end * LENGTH_NS,
                                     wrong_ns - get_ahead_ns (s), (double) world->bound_ns };

          spur_stream_add_clock_offset (spur_trace_get_stream (trace, s), &offset);
        }
    }
  spur_trace_set_fact (trace, "clock-offsets", "bounded");
  return trace;
}

/* How far the corrected clocks are from each other at most. */
static gint64
get_most_off_ns (SpurTrace *trace, SpurCorrection *correction)
{
  gint64 least_ns = G_MAXINT64, most_ns = G_MININT64;

  for (guint s = 0; s < N_STREAMS; s++)
    {
      gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (trace, s), 0);
      gint64 shift_ns =
        spur_correction_apply (correction, s, 0, raw_ns) - raw_ns + get_ahead_ns (s);

      least_ns = MIN (least_ns, shift_ns);
      most_ns = MAX (most_ns, shift_ns);
    }
  return most_ns - least_ns;
}

static void
test_world (gconstpointer data)
{
  const World *world = data;
  g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
  g_autoptr (SpurTrace) trace = make_trace (world, edges);
  g_autoptr (SpurCorrection) correction = spur_correction_new (N_STREAMS);
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *known = NULL;

  g_test_summary ("Of messages and probes those are followed that tell more.");

  spur_clock_chain_run (chain, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  known = spur_clock_verdict_describe (correction);
  g_test_message ("%s; off by %" G_GINT64_FORMAT " ns", known, get_most_off_ns (trace, correction));
  g_assert_true ((strstr (known, " by probes") != NULL) == world->is_probed);
  g_assert_cmpint (get_most_off_ns (trace, correction), <=, world->most_off_ns);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      g_autofree char *name = g_strconcat ("/clock/probe-choice/", worlds[i].name, NULL);

      g_test_add_data_func (name, &worlds[i], test_world);
    }
  return g_test_run ();
}
