/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-events.h"
#include "plugins/projects/kit/sim-program.h"

static void
test_random_is_pinned (void)
{
  SimRandom random = { 1234567 };
  SimRandom a, b, other;

  g_test_summary ("SplitMix64 gives the numbers of its authors, everywhere.");

  g_assert_cmpuint (sim_random_next (&random), ==, G_GUINT64_CONSTANT (6457827717110365317));
  g_assert_cmpuint (sim_random_next (&random), ==, G_GUINT64_CONSTANT (3203168211198807973));
  g_assert_cmpuint (sim_random_next (&random), ==, G_GUINT64_CONSTANT (9817491932198370423));

  sim_random_init (&a, 5);
  sim_random_init (&b, 5);
  sim_random_split (&a, "network", &other);
  g_assert_cmpuint (sim_random_next (&a), ==, sim_random_next (&b));
  sim_random_split (&b, "network", &b);
  g_assert_cmpuint (sim_random_next (&other), !=, sim_random_next (&b));
}

static void
test_random_distributions (void)
{
  SimRandom random;
  guint64 n_chances = 0, n_over_mean = 0;
  gint64 sum_ns = 0;

  g_test_summary ("What is drawn lies where it should, and means what it should.");

  sim_random_init (&random, 42);
  for (guint i = 0; i < 100000; i++)
    {
      gint64 wait_ns = sim_random_wait_ns (&random, 1000000);

      g_assert_cmpint (wait_ns, >, 0);
      sum_ns += wait_ns;
      n_over_mean += wait_ns > 1000000;
      n_chances += sim_random_chance (&random, 250);
      g_assert_cmpuint (sim_random_below (&random, 7), <, 7);
      g_assert_cmpint (ABS (sim_random_between (&random, -3, 3)), <=, 3);
      g_assert_cmpint (ABS (sim_random_about (&random, 100) - 100), <=, 50);
    }

  /* Four standard deviations; 36.79 % of exponential waits are longer than their mean. */
  g_assert_cmpint (ABS (sum_ns / 100000 - 1000000), <, 12700);
  g_assert_cmpint (ABS ((gint64) n_over_mean - 36788), <, 610);
  g_assert_cmpint (ABS ((gint64) n_chances - 25000), <, 550);
}

static void
collect (gpointer self, guint64 a, guint64 b)
{
}

static void
test_queue_order (void)
{
  SimQueue queue;
  SimRandom random;
  SimCall last = { .time_ns = G_MININT64 };
  SimCall call;
  guint n_taken = 0;

  g_test_summary ("Calls come by time, and those of equal times in the order of their adding.");

  sim_queue_init (&queue);
  sim_random_init (&random, 3);
  for (guint i = 0; i < 5000; i++)
    {
      sim_queue_add (&queue, sim_random_between (&random, 0, 50), collect, NULL, i, 0);
      if (i % 5 == 4)
        g_assert_true (sim_queue_take (&queue, &call));
    }
  for (; sim_queue_take (&queue, &call); last = call)
    {
      g_assert_cmpint (call.time_ns, >=, last.time_ns);
      if (call.time_ns == last.time_ns)
        g_assert_cmpuint (call.a, >, last.a);
      n_taken++;
    }
  g_assert_cmpuint (n_taken, ==, 4000);
  sim_queue_clear (&queue);
}

static void
test_clocks (void)
{
  const SimClock fast = { 500, 20000 };
  SimClock right;
  SimRandom random;

  g_test_summary (
    "Clocks begin with their offset and gain by their drift; without skew they are right.");

  g_assert_cmpint (sim_clock_read_ns (&fast, 0), ==, 500);
  g_assert_cmpint (sim_clock_read_ns (&fast, 1000000000), ==, 1000020500);
  g_assert_cmpint (sim_clock_read_ns (&fast, G_GINT64_CONSTANT (86400000000000)), ==,
                   G_GINT64_CONSTANT (86400000000000) + 500 + 86400 * 20000);
  sim_random_init (&random, 1);
  sim_clock_init (&right, &random, 0);
  g_assert_cmpint (sim_clock_read_ns (&right, 123456789), ==, 123456789);
}

static void
test_messages_in_order (void)
{
  g_autoptr (SimWorld) world = sim_world_new (9, 0);
  guint a =
    sim_world_add_stream (world, sim_world_add_host (world, "SpurTarget", "host", "a"), "a");
  guint b =
    sim_world_add_stream (world, sim_world_add_host (world, "SpurTarget", "host", "b"), "b");
  gint64 last_ns = 0;

  g_test_summary ("A message does not overtake an earlier one of the same streams.");

  for (guint i = 0; i < 1000; i++)
    {
      gint64 arrival_ns = sim_world_arrival_ns (world, a, b, i % 7 == 0 ? 100000 : 1);

      g_assert_cmpint (arrival_ns, >, last_ns);
      g_assert_cmpint (arrival_ns, >, 40000);
      last_ns = arrival_ns;
    }
}

static void
ping (gpointer self, guint64 stream, guint64 n_left)
{
  SimWorld *world = self;

  sim_world_end (world, (guint) stream, (guint32) n_left);
  if (n_left > 0)
    sim_world_at (world, sim_world_arrival_ns (world, (guint) stream, 1 - (guint) stream, 10), ping,
                  world, 1 - stream, n_left - 1);
}

static void
run_pings (SimWorld *world, const SimOptions *options)
{
  for (guint i = 0; i < options->n_hosts; i++)
    sim_world_add_stream (world, sim_world_add_host (world, "SpurTarget", "host", "h"), "p");
  for (guint i = 0; i <= options->size; i++)
    sim_world_add_object (world, "SpurLoadObject", "ball", "ball");
  sim_world_after (world, 1, ping, world, 0, options->size);
  sim_world_run (world);
}

static const SimClass classes[] = { { NULL } };

static const SimProgram pings = { classes,     "pings",     "Ping-pong",     "Plays.",
                                  "How often", { 2, 2, 2 }, { 1, 99, 1000 }, run_pings };

static void
test_skew (void)
{
  SimOptions options = sim_program_get_defaults (&pings);
  g_autoptr (SpurTrace) right = sim_program_simulate (&pings, &options, NULL);
  g_autoptr (SpurTrace) wrong = NULL;
  guint n_offsets = 0;

  g_test_summary ("Clocks are all that a skew changes, and then their offsets were measured.");

  options.skew_ns = 5000000;
  wrong = sim_program_simulate (&pings, &options, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (right), ==, 100);
  for (guint s = 0; s < 2; s++)
    {
      SpurStream *x = spur_trace_get_stream (right, s), *y = spur_trace_get_stream (wrong, s);
      gint64 first_ns = spur_stream_get_raw_ns (y, 0) - spur_stream_get_raw_ns (x, 0);

      g_assert_cmpuint (spur_stream_get_n_events (x), ==, spur_stream_get_n_events (y));
      g_assert_cmpint (first_ns, >=, 0);
      g_assert_cmpint (first_ns, <, 5001000);
      spur_stream_get_clock_offsets (x, &n_offsets);
      g_assert_cmpuint (n_offsets, ==, 0);
      spur_stream_get_clock_offsets (y, &n_offsets);
      g_assert_cmpuint (n_offsets, ==, 2);
    }
}

static void
test_ranges (void)
{
  SimOptions options = sim_program_get_defaults (&pings);
  g_autoptr (GError) error = NULL;

  g_test_summary ("What no program can simulate is an error that names the option.");

  options.n_hosts = 3;
  g_assert_null (sim_program_simulate (&pings, &options, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_assert_cmpstr (error->message, ==, "--hosts: 3 is not from 2 to 2");
  g_clear_error (&error);
  options.n_hosts = 2;
  options.size = 0;
  g_assert_null (sim_program_simulate (&pings, &options, &error));
  g_assert_cmpstr (error->message, ==, "--size: 0 is not from 1 to 1000");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-kit/random/pinned", test_random_is_pinned);
  g_test_add_func ("/sim-kit/random/distributions", test_random_distributions);
  g_test_add_func ("/sim-kit/queue", test_queue_order);
  g_test_add_func ("/sim-kit/clocks", test_clocks);
  g_test_add_func ("/sim-kit/messages", test_messages_in_order);
  g_test_add_func ("/sim-kit/skew", test_skew);
  g_test_add_func ("/sim-kit/ranges", test_ranges);
  return g_test_run ();
}
