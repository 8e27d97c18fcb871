/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where phases begin. */
#include "balance-world.h"

/* Only T0 says that phase 1 begins, and only T1 that phase 2 does. */
static void
test_marks_of_one (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  guint n_phases;

  g_test_summary ("A phase that one stream begins begins in the others at the same time.");

  balance_world_begin_phase (self, 0, 0, 0);
  balance_world_run_object (self, 0, 0, 0, 9);
  balance_world_begin_phase (self, 0, 10, 1);
  balance_world_run_object (self, 0, 0, 15, 26);
  balance_world_begin_phase (self, 1, 0, 0);
  balance_world_run_object (self, 1, 1, 4, 13);
  balance_world_begin_phase (self, 1, 20, 2);
  balance_world_run_object (self, 1, 1, 22, 27);
  result = balance_world_balance (self, NULL);
  spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  balance_world_assert_loads (result, 0, 9, 6);
  balance_world_assert_loads (result, 1, 5, 3);
  balance_world_assert_loads (result, 2, 6, 5);
}

static void
test_barriers (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  guint n_phases;

  g_test_summary ("Without events that begin phases, barriers of all do.");

  for (guint stream = 0; stream < 2; stream++)
    {
      balance_world_run_object (self, stream, stream, 0, 2 + 2 * stream);
      balance_world_append (self, stream, 5, self->barrier, "object", FIRST_OBJECT + stream,
                            "communicator", 0, "pattern", SPUR_PATTERN_BARRIER, NULL);
      balance_world_run_object (self, stream, stream, 6, 7);
      balance_world_append (self, stream, 8, self->barrier, "object", FIRST_OBJECT + stream,
                            "communicator", 0, "pattern", SPUR_PATTERN_N_TO_N, NULL);
    }
  result = balance_world_balance (self, NULL);
  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_BARRIERS);
  spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 2);
  balance_world_assert_loads (result, 0, 2, 4);
  balance_world_assert_loads (result, 1, 1, 1);
}

/* b moves at 4 s, and another stream says at 4 s and 8 s that something moved. */
static void
test_moves_begin (BalanceWorld *self, gconstpointer data)
{
  SpurBalanceOptions options = { .class_name = "LO_Placement_Event" };
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("Events that only some streams have begin phases in all, as moves do.");

  balance_world_run_object (self, 0, 0, 0, 3);
  balance_world_append (self, 0, 4, self->place, "object", FIRST_OBJECT + 1, "destination", 1,
                        NULL);
  balance_world_run_object (self, 0, 0, 5, 10);
  balance_world_append (self, 1, 4, self->place, "object", FIRST_OBJECT + 2, "destination", 0,
                        NULL);
  balance_world_run_object (self, 1, 1, 5, 7);
  balance_world_append (self, 1, 8, self->place, "object", FIRST_OBJECT + 3, "destination", 0,
                        NULL);
  result = balance_world_balance (self, &options);
  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_CLASS);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpint (phases[1].number, ==, 1);
  g_assert_cmpint (phases[1].begin_ns, ==, 4 * S);
  g_assert_cmpint (phases[2].begin_ns, ==, 8 * S);
  balance_world_assert_loads (result, 0, 3, 0);
  balance_world_assert_loads (result, 1, 3, 2);
  balance_world_assert_loads (result, 2, 2, 0);
}

/* T2 is there from 5 s to 10 s alone, without work; a on T0 and b on T1 work for 4, 5 and 3 s. */
static void
test_absent_targets (BalanceWorld *self, gconstpointer data)
{
  SpurBalanceOptions options = { .every_ns = 5 * S };
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint add = spur_trace_add_event_type (self->trace, SPUR_TYPE_TARGET_ADDITION_EVENT);
  guint remove = spur_trace_add_event_type (self->trace, SPUR_TYPE_TARGET_REMOVAL_EVENT);
  guint32 t2 = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "T2", "host", SPUR_NONE);
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  const SpurBalanceFinding *findings;
  guint n_phases, n_findings;

  g_test_summary ("A target counts in the phases in which it is there, and in no other.");

  balance_world_run_object (self, 0, 0, 0, 4);
  balance_world_append (self, 0, 5, add, "target", t2, NULL);
  balance_world_run_object (self, 0, 0, 5, 10);
  balance_world_append (self, 0, 10, remove, "target", t2, NULL);
  balance_world_run_object (self, 0, 0, 10, 13);
  balance_world_run_object (self, 1, 1, 0, 4);
  balance_world_run_object (self, 1, 1, 5, 10);
  balance_world_run_object (self, 1, 1, 10, 13);
  balance_world_append (self, 1, 15, self->leave, NULL);
  result = balance_world_balance (self, &options);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpuint (phases[0].metrics.n_targets, ==, 2);
  g_assert_cmpuint (phases[1].metrics.n_targets, ==, 3);
  g_assert_cmpuint (phases[2].metrics.n_targets, ==, 2);
  g_assert_cmpfloat (phases[0].metrics.imbalance, ==, 0);
  g_assert_cmpfloat (phases[1].metrics.imbalance, ==, 0.5);
  g_assert_cmpfloat (phases[2].metrics.imbalance, ==, 0);
  g_assert_cmpfloat (phases[0].least, ==, 4);
  g_assert_cmpfloat (phases[2].least, ==, 3);
  /* Nothing waits but T2 where it is there. */
  findings = spur_balance_get_findings (result, &n_findings);
  for (guint i = 0; i < n_findings; i++)
    g_assert_cmpuint (findings[i].phase, ==, 1);
}

/* An object migrates at 4 s and 8 s; no event has the class that is asked for itself. */
static void
test_derived_begin (BalanceWorld *self, gconstpointer data)
{
  SpurBalanceOptions options = { .class_name = "LO_Migration_Event" };
  guint migrate = spur_trace_add_event_type (self->trace, SPUR_TYPE_LO_MIGRATION_SEND_EVENT);
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("Events of classes that derive from the one that is asked for begin phases.");

  balance_world_run_object (self, 0, 0, 0, 3);
  balance_world_append (self, 0, 4, migrate, "object", FIRST_OBJECT + 1, "destination", 1, NULL);
  balance_world_run_object (self, 0, 0, 5, 7);
  balance_world_append (self, 0, 8, migrate, "object", FIRST_OBJECT + 1, "destination", 0, NULL);
  balance_world_run_object (self, 0, 0, 9, 10);
  result = balance_world_balance (self, &options);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpint (phases[1].begin_ns, ==, 4 * S);
  g_assert_cmpint (phases[2].begin_ns, ==, 8 * S);
  balance_world_assert_loads (result, 0, 3, 0);
  balance_world_assert_loads (result, 1, 2, 0);
  balance_world_assert_loads (result, 2, 1, 0);
}

/* Moves object @object to @target; a stream of the target says so. */
static void
move_object (BalanceWorld *self, gint64 time_s, guint object, guint target)
{
  balance_world_append (self, target, time_s, self->place, "object", FIRST_OBJECT + object,
                        "destination", target, NULL);
}

typedef struct
{
  gint64 time_s;
  guint object;
  guint target;
} StepMove;

/* All objects begin on T0, a works; the trace is 400 s long. */
static SpurBalance *
balance_moves (BalanceWorld *self, const StepMove *moves, guint n_moves)
{
  for (guint i = 0; i < N_OBJECTS; i++)
    move_object (self, 0, i, 0);
  balance_world_append (self, 0, 0, self->set, "object", FIRST_OBJECT, "state", self->work, NULL);
  for (guint i = 0; i < n_moves; i++)
    move_object (self, moves[i].time_s, moves[i].object, moves[i].target);
  balance_world_append (self, 0, 400, self->set, "object", FIRST_OBJECT, "state", self->idle, NULL);
  return balance_world_balance (self, NULL);
}

/* a and b move at 100 and 102 s; b, c and d at 250, 251 and 255 s. Until then all work on T0, a
 * from 0 to 90 s, and behind each step where they are. */
static void
test_steps_of_moves (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  const SpurBalanceStep *steps;
  guint n_phases, n_steps;

  g_test_summary ("Moves that come together begin a phase where nothing else tells phases.");

  for (guint i = 0; i < N_OBJECTS; i++)
    move_object (self, 0, i, 0);
  balance_world_run_object (self, 0, 0, 1, 90);
  move_object (self, 100, 0, 1);
  move_object (self, 102, 1, 1);
  balance_world_run_object (self, 1, 0, 110, 150);
  balance_world_run_object (self, 1, 1, 150, 240);
  move_object (self, 251, 2, 1);
  move_object (self, 255, 3, 1);
  balance_world_run_object (self, 1, 3, 260, 270);
  balance_world_run_object (self, 0, 2, 110, 170);
  move_object (self, 250, 1, 0);
  balance_world_run_object (self, 0, 1, 300, 400);
  result = balance_world_balance (self, NULL);
  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_MOVES);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpint (phases[0].begin_ns, ==, 0);
  g_assert_cmpint (phases[1].begin_ns, ==, 100 * S);
  g_assert_cmpint (phases[2].begin_ns, ==, 250 * S);
  balance_world_assert_loads (result, 0, 89, 0);
  balance_world_assert_loads (result, 1, 60, 130);
  balance_world_assert_loads (result, 2, 100, 10);
  steps = spur_balance_get_steps (result, &n_steps);
  g_assert_cmpuint (n_steps, ==, 2);
  g_assert_cmpuint (steps[0].n_moves, ==, 1); /* b had no load before */
  g_assert_cmpint (steps[0].pause_ns, ==, 20 * S);
  g_assert_cmpuint (steps[1].n_moves, ==, 1); /* nor had d */
}

/* Steps at 100, 130 and 300 s; between the first two nothing works. */
static void
test_steps_without_work (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("Steps between which nothing works are one.");

  for (guint i = 0; i < N_OBJECTS; i++)
    move_object (self, 0, i, 0);
  balance_world_run_object (self, 0, 0, 1, 90);
  move_object (self, 100, 0, 1);
  move_object (self, 101, 1, 1);
  move_object (self, 130, 0, 0);
  move_object (self, 131, 1, 0);
  balance_world_run_object (self, 0, 1, 140, 150);
  move_object (self, 300, 2, 1);
  move_object (self, 301, 3, 1);
  balance_world_run_object (self, 1, 3, 310, 400);
  result = balance_world_balance (self, NULL);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpint (phases[1].number, ==, 1);
  g_assert_cmpint (phases[1].begin_ns, ==, 100 * S);
  g_assert_cmpint (phases[1].end_ns, ==, 300 * S);
  g_assert_cmpint (phases[2].number, ==, 2);
  balance_world_assert_loads (result, 0, 89, 0);
  balance_world_assert_loads (result, 1, 10, 0);
  balance_world_assert_loads (result, 2, 0, 90);
}

/* At 100 s both; at 200 s both back. */
static void
test_steps_at_once (BalanceWorld *self, gconstpointer data)
{
  static const StepMove moves[] = { { 100, 0, 1 }, { 100, 1, 1 }, { 200, 0, 0 }, { 200, 1, 0 } };
  g_autoptr (SpurBalance) result = balance_moves (self, moves, G_N_ELEMENTS (moves));
  guint n_phases;

  g_test_summary ("Moves of a step may have one time.");

  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_MOVES);
  spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
}

/* The least distance is 20 s, 160 s the largest. */
static void
test_moves_apart (BalanceWorld *self, gconstpointer data)
{
  static const StepMove moves[] = {
    { 20, 0, 1 }, { 40, 1, 1 }, { 70, 0, 0 }, { 140, 1, 0 }, { 240, 2, 1 }
  };
  g_autoptr (SpurBalance) result = balance_moves (self, moves, G_N_ELEMENTS (moves));

  g_test_summary ("Moves that do not come together make no phases.");

  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_NOTHING);
}

/* 190 s lie between the moves, 10 s before and behind them. */
static void
test_moves_alone (BalanceWorld *self, gconstpointer data)
{
  static const StepMove moves[] = { { 10, 0, 1 }, { 200, 0, 0 }, { 390, 0, 1 } };
  g_autoptr (SpurBalance) result = balance_moves (self, moves, G_N_ELEMENTS (moves));

  g_test_summary ("A step has more than one move in the mean.");

  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_NOTHING);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD_BALANCE_TEST ("/balance-phases/marks-of-one", 2, test_marks_of_one);
  ADD_BALANCE_TEST ("/balance-phases/moves-begin", 2, test_moves_begin);
  ADD_BALANCE_TEST ("/balance-phases/derived-begin", 2, test_derived_begin);
  ADD_BALANCE_TEST ("/balance-phases/absent-targets", 2, test_absent_targets);
  ADD_BALANCE_TEST ("/balance-phases/steps-of-moves", 2, test_steps_of_moves);
  ADD_BALANCE_TEST ("/balance-phases/steps-without-work", 2, test_steps_without_work);
  ADD_BALANCE_TEST ("/balance-phases/steps-at-once", 2, test_steps_at_once);
  ADD_BALANCE_TEST ("/balance-phases/moves-apart", 2, test_moves_apart);
  ADD_BALANCE_TEST ("/balance-phases/moves-alone", 2, test_moves_alone);
  ADD_BALANCE_TEST ("/balance-phases/barriers", 2, test_barriers);
  return g_test_run ();
}
