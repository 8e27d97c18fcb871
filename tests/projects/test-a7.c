/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-events.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/projects/project-cursor.h"
#include "tests/projects/project-run.h"

#define NODES 8
#define DIMENSION 3
#define MAX_ROUNDS 400
#define EXPANSION_UNITS 4
#define UNIT_NS 10000

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&a7_program);
}

/* What the events so far say of a subproblem. */
typedef struct
{
  guint64 weight;
  guint64 children_weight;
  guint32 place;
  guint32 state;
  gboolean is_there;
  gboolean is_ended;
} Piece;

typedef struct
{
  SpurCursor *cursor;
  SpurTrace *trace;
  Piece *pieces;
  guint n_objects;
  guint64 n_measured;
  guint64 n_grown;
} Watch;

static void
watch_end (Watch *watch, Piece *piece)
{
  const SpurState *state =
    spur_definitions_get_state (spur_trace_get_definitions (watch->trace), piece->state);

  g_assert_true (piece->is_there);
  piece->is_there = FALSE;
  piece->is_ended = TRUE;
  if (g_str_equal (state->name, "bisecting"))
    g_assert_cmpuint (piece->children_weight, ==, piece->weight);
  else if (g_str_equal (state->name, "expanding"))
    g_assert_cmpuint (piece->children_weight, ==, piece->weight - EXPANSION_UNITS);
  else
    g_assert_cmpuint (piece->children_weight, ==, 0);
}

static void
watch_load (Watch *watch, guint32 target)
{
  guint64 load = 0, n = 0;

  for (guint32 i = 0; i < watch->n_objects; i++)
    {
      if (!watch->pieces[i].is_there || watch->pieces[i].place != target)
        continue;
      load += watch->pieces[i].weight;
      n++;
    }
  g_assert_cmpfloat (project_cursor_get_double (watch->cursor, "load"), ==, (double) load);
  g_assert_cmpuint (project_cursor_get (watch->cursor, "subproblems"), ==, n);
  watch->n_measured++;
}

static void
watch_subproblem (Watch *watch, Piece *piece)
{
  SpurCursor *cursor = watch->cursor;

  if (project_cursor_is_a (cursor, sim_type ("A7SubproblemCreationEvent")))
    {
      guint64 creator = project_cursor_get (cursor, "creator");

      *piece = (Piece){ .weight = project_cursor_get (cursor, "weight"),
                        .place = (guint32) project_cursor_get (cursor, "destination"),
                        .is_there = TRUE };
      if (creator != SPUR_NONE)
        watch->pieces[creator].children_weight += piece->weight;
    }
  else if (project_cursor_is_a (cursor, sim_type ("A7SubproblemMigrationSendEvent")))
    {
      g_assert_true (piece->is_there);
      g_assert_cmpuint (project_cursor_get (cursor, "source"), ==, piece->place);
      g_assert_cmpuint (project_cursor_get (cursor, "weight"), ==, piece->weight);
      piece->is_there = FALSE;
    }
  else if (project_cursor_is_a (cursor, sim_type ("A7SubproblemMigrationReceiveEvent")))
    {
      g_assert_false (piece->is_there);
      g_assert_cmpuint (project_cursor_get (cursor, "weight"), ==, piece->weight);
      piece->place = (guint32) project_cursor_get (cursor, "destination");
      piece->is_there = TRUE;
    }
  else if (project_cursor_is_a (cursor, SPUR_TYPE_LO_TERMINATION_EVENT))
    {
      watch_end (watch, piece);
    }
  else if (project_cursor_is_a (cursor, SPUR_TYPE_LO_STATE_CHANGE_EVENT))
    {
      piece->state = (guint32) project_cursor_get (cursor, "state");
      if (!project_cursor_is_a (cursor, sim_type ("A7SubproblemGrowthEvent")))
        return;
      piece->weight = project_cursor_get (cursor, "weight");
      watch->n_grown++;
    }
}

static void
test_load (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a7_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree Piece *pieces = g_new0 (Piece, n_objects);
  Watch watch = { cursor, trace, pieces, n_objects };

  g_test_summary ("Bisection keeps the weight, and the load measured on a target is the weight of "
                  "the subproblems that are there.");

  while (spur_cursor_next (cursor))
    {
      guint32 subject = project_cursor_get_subject (cursor);

      if (project_cursor_is_a (cursor, sim_type ("A7DiffusionLoadEvent")))
        watch_load (&watch, subject);
      else if (spur_definitions_get_object (definitions, subject)->type ==
               sim_type ("A7Subproblem"))
        watch_subproblem (&watch, &pieces[subject]);
    }
  for (guint32 i = 0; i < n_objects; i++)
    {
      if (spur_definitions_get_object (definitions, i)->type == sim_type ("A7Subproblem"))
        g_assert_true (pieces[i].is_ended);
    }
  g_assert_cmpuint (spur_definitions_count_objects (definitions, sim_type ("A7Subproblem")), >,
                    500);
  g_assert_cmpuint (watch.n_measured, >, 10 * NODES);
  g_assert_cmpuint (watch.n_grown, >, 20);
}

/* The strategy as the trace tells it: loads and flows by round. */
typedef struct
{
  guint n_rounds;
  guint node_of_object[4 * NODES];
  double load[MAX_ROUNDS][NODES];
  double flow[MAX_ROUNDS][NODES][NODES];
  guint64 n_messages;
  guint64 n_moved;
  gint64 balancing_ns;
  gint64 end_ns;
} Strategy;

static void
follow_move (Strategy *self, SpurCursor *cursor)
{
  guint from = self->node_of_object[project_cursor_get (cursor, "source")];
  guint to = self->node_of_object[project_cursor_get (cursor, "destination")];
  guint64 round = project_cursor_get (cursor, "round");

  if (round == G_MAXUINT32)
    return;
  g_assert_cmpuint (round, <, self->n_rounds);
  self->flow[round][from][to] += (double) project_cursor_get (cursor, "weight");
  self->n_moved++;
}

static Strategy *
follow (SpurTrace *trace)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  Strategy *self = g_new0 (Strategy, 1);
  gint64 since_ns[NODES] = { 0 };

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    self->node_of_object[spur_stream_get_target (spur_trace_get_stream (trace, i))] = i;
  while (spur_cursor_next (cursor))
    {
      guint node = spur_cursor_get_stream (cursor);

      self->end_ns = spur_cursor_get_time_ns (cursor);
      if (project_cursor_is_a (cursor, sim_type ("A7DiffusionLoadEvent")))
        {
          guint64 round = project_cursor_get (cursor, "round");

          g_assert_cmpuint (round, <, MAX_ROUNDS);
          self->n_rounds = MAX (self->n_rounds, (guint) round + 1);
          self->load[round][node] = project_cursor_get_double (cursor, "load");
        }
      else if (project_cursor_is_a (cursor, sim_type ("A7DiffusionMessageSendEvent")))
        self->n_messages++;
      else if (project_cursor_is_a (cursor, sim_type ("A7SubproblemMigrationSendEvent")))
        follow_move (self, cursor);
      else if (project_cursor_is_a (cursor, SPUR_TYPE_REGION_ENTER_EVENT))
        since_ns[node] = spur_cursor_get_time_ns (cursor);
      else if (project_cursor_is_a (cursor, SPUR_TYPE_REGION_EXIT_EVENT))
        self->balancing_ns += spur_cursor_get_time_ns (cursor) - since_ns[node];
    }
  return self;
}

static void
test_diffusion (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a7_program, 1, 0);
  g_autofree Strategy *strategy = follow (trace);

  g_test_summary ("Load flows along links only, downhill, and never more than the share of the "
                  "difference that diffusion allows.");

  for (guint round = 0; round < strategy->n_rounds; round++)
    {
      for (guint from = 0; from < NODES; from++)
        {
          for (guint to = 0; to < NODES; to++)
            {
              double flow = strategy->flow[round][from][to];
              double difference = strategy->load[round][from] - strategy->load[round][to];

              if (flow <= 0)
                continue;
              g_assert_true (((from ^ to) & ((from ^ to) - 1)) == 0);
              g_assert_cmpfloat (flow, <=, difference / (DIMENSION + 1));
            }
        }
    }
  g_assert_cmpuint (strategy->n_moved, >, 50);
  g_assert_cmpuint (strategy->n_messages, ==, strategy->n_rounds * NODES * DIMENSION);
}

static void
test_evaluation (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a7_program, 1, 0);
  g_autofree Strategy *strategy = follow (trace);
  double first_sum = 0, first_most = 0, sum_of_imbalances = 0;
  guint n = 0;

  g_test_summary ("The trace tells what the strategy is worth: balance over time, and overhead.");

  for (guint node = 0; node < NODES; node++)
    {
      first_sum += strategy->load[0][node];
      first_most = MAX (first_most, strategy->load[0][node]);
    }
  for (guint round = 0; round < strategy->n_rounds; round++)
    {
      double sum = 0, most = 0;

      for (guint node = 0; node < NODES; node++)
        {
          sum += strategy->load[round][node];
          most = MAX (most, strategy->load[round][node]);
        }
      /* Towards the end there is too little to be balanced. */
      if (sum < first_sum / 4)
        continue;
      sum_of_imbalances += most * NODES / sum;
      n++;
    }
  g_test_message ("imbalance %.3f at first, %.3f on average; overhead %.4f; %.1f ms, %u rounds",
                  first_most * NODES / first_sum, sum_of_imbalances / n,
                  (double) strategy->balancing_ns / ((double) strategy->end_ns * NODES),
                  (double) strategy->end_ns / 1e6, strategy->n_rounds);

  /* What the theory promises of the first distribution, with bisectors of a quarter. */
  g_assert_cmpfloat (first_most * NODES / first_sum, <, 8.16);
  g_assert_cmpfloat (sum_of_imbalances / n, <, 2.0);
  g_assert_cmpint (strategy->balancing_ns, >, 0);
  g_assert_cmpint (strategy->balancing_ns, <, strategy->end_ns * NODES / 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/a7/trace", test_trace);
  g_test_add_func ("/a7/load", test_load);
  g_test_add_func ("/a7/diffusion", test_diffusion);
  g_test_add_func ("/a7/evaluation", test_evaluation);
  return g_test_run ();
}
