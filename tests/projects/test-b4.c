/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/analysis/presence/spur-timeline.h"
#include "plugins/projects/b4/b4-simulation.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/projects/project-run.h"

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&b4_program);
}

/* What a simulator without optimism finds: by virtual times, one after the other. */
typedef struct
{
  GArray *signals;
  guint8 *values;
  guint64 n_signals;
} Reference;

static int
compare_signals (gconstpointer a, gconstpointer b)
{
  const B4Signal *x = a, *y = b;

  if (x->virtual_time != y->virtual_time)
    return x->virtual_time < y->virtual_time ? -1 : 1;
  return x->gate < y->gate ? -1 : x->gate > y->gate;
}

static void
evaluate_all (
  const B4Circuit *circuit, Reference *self, const guint8 *is_awake, guint8 *promised, guint64 now)
{
  for (guint32 gate = 0; gate < circuit->n_gates; gate++)
    {
      guint8 value = b4_circuit_evaluate (circuit, gate, self->values);
      B4Signal signal = { now + circuit->gates[gate].delay, 0, gate, 0, value, FALSE };

      if (!is_awake[gate] || value == promised[gate])
        continue;
      promised[gate] = value;
      if (signal.virtual_time <= circuit->end)
        g_array_append_val (self->signals, signal);
    }
}

/* Gates are looked at as soon as something that they read has changed; before, they hold 0 whatever
 * their kind is. */
static void
simulate_in_order (const B4Circuit *circuit, Reference *self)
{
  g_autofree guint8 *promised = g_new0 (guint8, circuit->n_gates);
  g_autofree guint8 *is_awake = g_new0 (guint8, circuit->n_gates);

  for (guint64 now = 0; now <= circuit->end; now++)
    {
      g_array_sort (self->signals, compare_signals);
      for (guint i = 0; i < self->signals->len; i++)
        {
          const B4Signal *signal = &g_array_index (self->signals, B4Signal, i);

          if (signal->virtual_time != now)
            continue;
          self->n_signals++;
          if (self->values[signal->gate] == signal->value)
            continue;
          self->values[signal->gate] = signal->value;
          for (guint32 k = circuit->first_fanout[signal->gate];
               k < circuit->first_fanout[signal->gate + 1]; k++)
            is_awake[circuit->fanout[k]] = TRUE;
        }
      while (self->signals->len > 0 &&
             g_array_index (self->signals, B4Signal, 0).virtual_time <= now)
        g_array_remove_index (self->signals, 0);
      evaluate_all (circuit, self, is_awake, promised, now);
    }
}

static void
test_time_warp_is_right (void)
{
  g_test_summary ("Optimism, rollbacks and migrations come to what simulation in order comes to.");

  for (guint64 seed = 1; seed <= 6; seed++)
    {
      SimOptions options = { seed, 2 + (guint) seed % 4, 150 + 40 * (guint) seed, 0 };
      g_autoptr (SimWorld) world = sim_world_new (seed, 0);
      g_autoptr (B4Simulation) simulation = b4_simulation_new (world, &options);
      B4Circuit *circuit = simulation->circuit;
      g_autoptr (GArray) signals = g_array_new (FALSE, FALSE, sizeof (B4Signal));
      g_autofree guint8 *values = g_new0 (guint8, circuit->n_gates);
      Reference reference = { signals, values, 0 };

      for (guint i = 0; i < circuit->stimuli->len; i++)
        {
          B4Signal signal = g_array_index (circuit->stimuli, B4Signal, i);

          if (signal.partition == circuit->gates[signal.gate].partition)
            g_array_append_val (signals, signal);
        }
      simulate_in_order (circuit, &reference);
      b4_simulation_run (simulation);
      g_assert_cmpuint (simulation->n_rollbacks, >, 50);
      g_assert_cmpuint (simulation->n_committed, ==, reference.n_signals);
      g_assert_cmpmem (simulation->final_values, circuit->n_gates, values, circuit->n_gates);
    }
}

static void
check_global_time (SpurTrace *trace,
                   const SpurEventLayout *layout,
                   const guint8 *record,
                   gint64 time_ns,
                   gpointer data)
{
  guint64 *last = data;
  guint64 now = project_get (layout, record, "virtual_time");

  g_assert_cmpuint (now, >=, *last);
  *last = now;
}

static void
check_rollback (SpurTrace *trace,
                const SpurEventLayout *layout,
                const guint8 *record,
                gint64 time_ns,
                gpointer data)
{
  guint64 *n_undone = data;

  g_assert_cmpuint (project_get (layout, record, "from"), >=,
                    project_get (layout, record, "virtual_time"));
  g_assert_cmpuint (project_get (layout, record, "undone"), >, 0);
  *n_undone += project_get (layout, record, "undone");
}

static void
test_time_warp_events (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b4_program, 1, 0);
  guint64 global_time = 0, n_undone = 0;

  g_test_summary ("The trace says how virtual time progresses: the global one never goes back.");

  project_visit (trace, "Time_Warp_Global_Time_Event", check_global_time, &global_time);
  g_assert_cmpuint (global_time, ==, 500);
  project_visit (trace, "Time_Warp_Rollback_Event", check_rollback, &n_undone);
  g_assert_cmpuint (n_undone, >, 1000);
  g_assert_cmpuint (project_count (trace, "Time_Warp_Progress_Event"), >, 100);
  g_assert_cmpuint (project_count (trace, "Time_Warp_Local_Time_Event"), >, 1000);
}

typedef struct
{
  SpurTimeline *timeline;
  guint n_moves;

  /* One at a time: when it was initiated, and how long all of them took together. */
  gint64 initiated_ns;
  gint64 protocol_ns;
} Moves;

static void
note_initiation (SpurTrace *trace,
                 const SpurEventLayout *layout,
                 const guint8 *record,
                 gint64 time_ns,
                 gpointer data)
{
  Moves *moves = data;
  gboolean is_begin = strstr (layout->name, "Initiation") != NULL;

  /* Both are events of the controller, and so in order in its stream. */
  if (is_begin)
    {
      g_assert_cmpint (moves->initiated_ns, ==, 0);
      moves->initiated_ns = time_ns;
    }
  else if (strstr (layout->name, "Completion_Receive") != NULL)
    {
      g_assert_cmpint (moves->initiated_ns, >, 0);
      moves->protocol_ns += time_ns - moves->initiated_ns;
      moves->initiated_ns = 0;
    }
}

/* A partition is in its simulator until its topology and state are sent. */
static void
check_departure (SpurTrace *trace,
                 const SpurEventLayout *layout,
                 const guint8 *record,
                 gint64 time_ns,
                 gpointer data)
{
  Moves *moves = data;
  guint32 partition = (guint32) project_get (layout, record, "object");
  SpurSituation before, after;

  spur_timeline_get_situation (moves->timeline, partition, time_ns - 1, &before);
  spur_timeline_get_situation (moves->timeline, partition, time_ns, &after);
  g_assert_cmpuint (before.place, ==, project_get (layout, record, "source"));
  g_assert_cmpuint (after.place, ==, SPUR_NONE);
}

/* A partition is on its way before its state comes, and in its new simulator from then on. */
static void
check_move (SpurTrace *trace,
            const SpurEventLayout *layout,
            const guint8 *record,
            gint64 time_ns,
            gpointer data)
{
  Moves *moves = data;
  guint32 partition = (guint32) project_get (layout, record, "object");
  SpurSituation before, after;

  spur_timeline_get_situation (moves->timeline, partition, time_ns - 1, &before);
  spur_timeline_get_situation (moves->timeline, partition, time_ns, &after);
  g_assert_cmpuint (before.place, ==, SPUR_NONE);
  g_assert_cmpuint (after.place, ==, project_get (layout, record, "destination"));
  moves->n_moves++;
}

static void
visit_controller (SpurTrace *trace, Moves *moves)
{
  SpurStream *stream = spur_trace_get_stream (trace, spur_trace_get_n_streams (trace) - 1);

  g_assert_cmpstr (spur_stream_get_name (stream), ==, "controller");
  for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
    {
      const SpurEventLayout *layout;
      const guint8 *record = spur_stream_get_record (stream, i, &layout);

      note_initiation (trace, layout, record, spur_stream_get_raw_ns (stream, i), moves);
    }
}

static void
test_migration_protocol (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b4_program, 1, 0);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  guint64 n_initiated = project_count (trace, "Migration_Initiation_Send_Event");
  Moves moves = { .timeline = timeline };

  g_test_summary (
    "Each migration is initiated, brings topology and state, completes, and is told.");

  g_assert_cmpuint (n_initiated, >, 0);
  g_assert_cmpuint (project_count (trace, "Partition_Topology_Receive_Event"), ==, n_initiated);
  g_assert_cmpuint (project_count (trace, "Migration_Completion_Receive_Event"), ==, n_initiated);
  g_assert_cmpuint (project_count (trace, "New_Location_Receive_Event"), ==, 4 * n_initiated);
  project_visit (trace, "Partition_State_Send_Event", check_departure, &moves);
  project_visit (trace, "Partition_State_Receive_Event", check_move, &moves);
  g_assert_cmpuint (moves.n_moves, ==, n_initiated);
  visit_controller (trace, &moves);

  /* Four messages at least, and no more than a few steps of work between them. */
  g_assert_cmpint (moves.protocol_ns, >, (gint64) n_initiated * 100000);
  g_assert_cmpint (moves.protocol_ns, <, (gint64) n_initiated * 5000000);
  g_assert_cmpuint (project_count_all (trace, "LO_Migration_Send_Event"), ==, 2 * n_initiated);
}

static void
test_everything_ends (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b4_program, 3, 0);

  g_test_summary ("Partitions, simulators and the controller are created once and end once.");

  g_assert_cmpuint (project_count_all (trace, "LO_Creation_Event"), ==, 16 + 4 + 1);
  g_assert_cmpuint (project_count (trace, "LO_Termination_Event"), ==, 16 + 4 + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/b4/trace", test_trace);
  g_test_add_func ("/b4/time-warp/right", test_time_warp_is_right);
  g_test_add_func ("/b4/time-warp/events", test_time_warp_events);
  g_test_add_func ("/b4/migration", test_migration_protocol);
  g_test_add_func ("/b4/ends", test_everything_ends);
  return g_test_run ();
}
