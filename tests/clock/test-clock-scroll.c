/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-nodes-internal.h"
#include "core/clock/logical/spur-clock-scroll.h"
#include "random-trace.h"

#define N_TRACES 1000

static SpurCausalClock *
make_clock (RandomTrace *self)
{
  static const char *const names[] = { "logical", "controlled", "eclc" };
  SpurClockCorrector *corrector =
    spur_clock_corrector_make (names[random_trace_below (self, 3)], NULL);

  g_object_set (corrector, "mu-ns", self->mu_ns, "delta-ns",
                (gint64) (random_trace_chance (self, 20) ? random_trace_below (self, 3) : 0),
                "backward", FALSE, NULL);
  return SPUR_CAUSAL_CLOCK (corrector);
}

static gint64
get_raw (RandomTrace *self, guint event)
{
  return g_array_index (self->from_ns, gint64, event);
}

static gboolean
is_gone_through (RandomTrace *self, SpurClockScroll *scroll, guint event)
{
  guint64 position = random_trace_get_position (self, event), first, end;

  spur_clock_scroll_get_part (scroll, random_trace_get_stream (self, event), &first, &end);
  return position >= first && position < end;
}

static gint64
get_time (RandomTrace *self, SpurClockScroll *scroll, guint event)
{
  return spur_clock_scroll_get_time_ns (scroll, random_trace_get_stream (self, event),
                                        random_trace_get_position (self, event));
}

static void
go (SpurClockScroll *scroll, gboolean is_forward, gint64 until_ns)
{
  g_autoptr (GError) error = NULL;

  if (is_forward)
    spur_clock_scroll_forward (scroll, until_ns, &error);
  else
    spur_clock_scroll_backward (scroll, until_ns, &error);
  g_assert_no_error (error);
}

/* From the ends of the trace the scroll gives what the corrector gives in that direction. */
static void
check_whole (RandomTrace *self, SpurTrace *trace, SpurCausalClock *clock, gboolean is_forward)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (self->n_streams);
  g_autoptr (SpurClockScroll) scroll = spur_clock_scroll_new (
    clock, trace, self->found, NULL, is_forward ? -SPUR_TIME_LIMIT_NS : SPUR_TIME_LIMIT_NS);
  g_autoptr (SpurNodes) nodes = spur_nodes_make (trace, self->found, NULL, NULL);
  g_autofree gint64 *to_ns = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (clock, "direction", is_forward ? SPUR_DIRECTION_FORWARD : SPUR_DIRECTION_MIRROR,
                NULL);
  spur_clock_corrector_correct (SPUR_CLOCK_CORRECTOR (clock), trace, self->found, correction, NULL,
                                &error);
  g_assert_no_error (error);
  to_ns = random_trace_get_times (self, trace, correction);
  go (scroll, is_forward, is_forward ? G_MAXINT64 : G_MININT64);
  for (guint e = 0; e < self->streams->len; e++)
    {
      guint s = random_trace_get_stream (self, e);

      g_assert_true (is_gone_through (self, scroll, e));
      if (spur_nodes_contains (nodes, s, random_trace_get_position (self, e)))
        g_assert_cmpint (get_time (self, scroll, e), ==, to_ns[e]);
      else
        g_assert_cmpint (ABS (get_time (self, scroll, e) - to_ns[e]), <=, 2);
    }
}

/* The part gone through obeys the clock condition, on both sides of the start and across. */
static void
check_part (RandomTrace *self, SpurClockScroll *scroll, gboolean is_unchanged)
{
  gint64 last_ns[RANDOM_MAX_STREAMS];

  for (guint s = 0; s < RANDOM_MAX_STREAMS; s++)
    last_ns[s] = G_MININT64;
  for (guint e = 0; e < self->streams->len; e++)
    {
      guint s = random_trace_get_stream (self, e);
      gint64 time_ns;

      if (!is_gone_through (self, scroll, e))
        continue;
      time_ns = get_time (self, scroll, e);
      g_assert_cmpint (time_ns, >=, last_ns[s]);
      last_ns[s] = time_ns;
      if (is_unchanged)
        g_assert_cmpint (time_ns, ==, get_raw (self, e));
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (self->edges, ReferenceEdge, i);

      if (is_gone_through (self, scroll, edge->from) && is_gone_through (self, scroll, edge->to))
        g_assert_cmpint (get_time (self, scroll, edge->to), >=,
                         get_time (self, scroll, edge->from) + edge->mu_ns);
    }
}

static gboolean
is_after (RandomTrace *self, SpurClockScroll *scroll, guint event)
{
  return random_trace_get_position (self, event) >=
         spur_clock_scroll_get_start (scroll, random_trace_get_stream (self, event));
}

/* All events up to there are gone through, and no receive without its send. */
static void
check_reach (RandomTrace *self, SpurClockScroll *scroll, gint64 from_ns, gint64 until_ns)
{
  for (guint e = 0; e < self->streams->len && !self->has_steps_back; e++)
    {
      if (is_after (self, scroll, e) ? get_raw (self, e) <= until_ns : get_raw (self, e) >= from_ns)
        g_assert_true (is_gone_through (self, scroll, e));
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (self->edges, ReferenceEdge, i);
      gboolean is_sent_after = is_after (self, scroll, edge->from);
      gboolean is_received_after = is_after (self, scroll, edge->to);

      g_assert_true (is_received_after || !is_sent_after);
      if (is_sent_after && is_gone_through (self, scroll, edge->to))
        g_assert_true (is_gone_through (self, scroll, edge->from));
      if (!is_received_after && is_gone_through (self, scroll, edge->from))
        g_assert_true (is_gone_through (self, scroll, edge->to));
    }
}

static void
check_from (RandomTrace *self, SpurTrace *trace, SpurCausalClock *clock, gint64 start_ns)
{
  g_autoptr (SpurClockScroll) scroll =
    spur_clock_scroll_new (clock, trace, self->found, NULL, start_ns);
  g_autoptr (SpurClockScroll) at_once =
    spur_clock_scroll_new (clock, trace, self->found, NULL, start_ns);
  gint64 from_ns = G_MAXINT64, until_ns = G_MININT64, delta_ns;
  gboolean is_unchanged;

  g_object_get (clock, "delta-ns", &delta_ns, NULL);
  is_unchanged = self->is_true && delta_ns == 0;
  for (guint i = 1 + random_trace_below (self, 6); i > 0; i--)
    {
      if (random_trace_chance (self, 50))
        {
          until_ns = MAX (until_ns, start_ns) + random_trace_below (self, 1000);
          go (scroll, TRUE, until_ns);
        }
      else
        {
          from_ns = MIN (from_ns, start_ns) - random_trace_below (self, 1000);
          go (scroll, FALSE, from_ns);
        }
      check_part (self, scroll, is_unchanged);
      check_reach (self, scroll, from_ns, until_ns);
    }
  go (at_once, TRUE, G_MAXINT64);
  go (at_once, FALSE, G_MININT64);
  check_part (self, at_once, is_unchanged);
  for (guint e = 0; e < self->streams->len; e++)
    {
      g_assert_true (is_gone_through (self, at_once, e));
      if (is_gone_through (self, scroll, e))
        g_assert_cmpint (get_time (self, scroll, e), ==, get_time (self, at_once, e));
    }
}

static void
run_trace (guint64 seed)
{
  g_autoptr (RandomTrace) made = random_trace_new (seed);
  g_autoptr (SpurTrace) trace = random_trace_get_trace (made, 3);
  g_autoptr (SpurCausalClock) clock = make_clock (made);

  random_trace_find_edges (made, trace);
  check_whole (made, trace, clock, TRUE);
  check_whole (made, trace, clock, FALSE);
  for (guint i = 0; i < 3 && made->streams->len > 0; i++)
    check_from (made, trace, clock,
                get_raw (made, random_trace_below (made, made->streams->len)) +
                  (gint64) random_trace_below (made, 3) - 1);
}

static void
test_random_starts (void)
{
  g_test_summary ("From any start, in any steps, what was gone through obeys the clock condition.");

  random_trace_run (run_trace, N_TRACES);
}

/* Two streams with an event every 100 ns, and one message that arrives 250 ns too early. */
static SpurTrace *
make_trace (SpurEdges *edges)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < 2; s++)
    {
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (gint64 i = 0; i < 10; i++)
        {
          gint64 time_ns = 100 * i;

          g_array_append_val (of_stream, time_ns);
        }
      g_ptr_array_add (times, of_stream);
    }
  made_trace_add_edge (edges, 0, 6, 1, 4);
  return made_trace_new (times, 64);
}

static void
test_both_ways (void)
{
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurTrace) trace = make_trace (edges);
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("logical", NULL);
  g_autoptr (SpurClockScroll) early =
    spur_clock_scroll_new (SPUR_CAUSAL_CLOCK (clock), trace, edges, NULL, 200);
  g_autoptr (SpurClockScroll) late =
    spur_clock_scroll_new (SPUR_CAUSAL_CLOCK (clock), trace, edges, NULL, 800);
  g_autoptr (SpurClockScroll) across =
    spur_clock_scroll_new (SPUR_CAUSAL_CLOCK (clock), trace, edges, NULL, 500);
  guint64 first, end;

  g_test_summary (
    "Forwards the receive moves, backwards the send; a start between them gives way.");

  go (early, TRUE, 400);
  spur_clock_scroll_get_part (early, 0, &first, &end);
  g_assert_cmpuint (first, ==, 2);
  g_assert_cmpuint (end, ==, 7);
  g_assert_cmpint (spur_clock_scroll_get_time_ns (early, 0, 6), ==, 600);
  g_assert_cmpint (spur_clock_scroll_get_time_ns (early, 1, 4), ==, 601);

  go (late, FALSE, 600);
  spur_clock_scroll_get_part (late, 1, &first, &end);
  g_assert_cmpuint (first, ==, 4);
  g_assert_cmpuint (end, ==, 8);
  g_assert_cmpint (spur_clock_scroll_get_time_ns (late, 1, 4), ==, 400);
  g_assert_cmpint (spur_clock_scroll_get_time_ns (late, 0, 6), ==, 399);

  g_assert_cmpuint (spur_clock_scroll_get_start (across, 0), ==, 5);
  g_assert_cmpuint (spur_clock_scroll_get_start (across, 1), ==, 4);
  go (across, TRUE, 400);
  g_assert_cmpint (spur_clock_scroll_get_time_ns (across, 1, 4), ==, 601);
}

static void
test_cycle (void)
{
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurTrace) trace = make_trace (edges);
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurClockScroll) scroll = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("A cycle is an error where the clock comes to it, or is left out.");

  made_trace_add_edge (edges, 1, 7, 0, 3);
  scroll = spur_clock_scroll_new (SPUR_CAUSAL_CLOCK (clock), trace, edges, NULL, 0);
  go (scroll, TRUE, 200);
  g_assert_false (spur_clock_scroll_forward (scroll, 900, &error));
  g_assert_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE);
  g_clear_error (&error);
  g_assert_false (spur_clock_scroll_forward (scroll, 900, &error));
  g_clear_object (&scroll);

  g_object_set (clock, "on-cycle", SPUR_ON_CYCLE_LEAVE_OUT, NULL);
  scroll = spur_clock_scroll_new (SPUR_CAUSAL_CLOCK (clock), trace, edges, NULL, 0);
  go (scroll, TRUE, 900);
  g_assert_cmpint (spur_clock_scroll_get_time_ns (scroll, 1, 4), ==, 400);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/scroll/both-ways", test_both_ways);
  g_test_add_func ("/clock/scroll/cycle", test_cycle);
  g_test_add_func ("/clock/scroll/random-starts", test_random_starts);
  return g_test_run ();
}
