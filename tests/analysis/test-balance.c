/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <string.h>

#include "balance-world.h"

static const SpurBalanceFinding *
find_kind (SpurBalance *result, SpurBalanceFindingKind kind)
{
  guint n_findings;
  const SpurBalanceFinding *findings = spur_balance_get_findings (result, &n_findings);

  for (guint i = 0; i < n_findings; i++)
    {
      if (findings[i].kind == kind)
        return &findings[i];
    }
  return NULL;
}

static char *
format_ns (gint64 ns, gpointer user_data)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " ns", ns);
}

static void
assert_described (SpurBalance *result, const SpurBalanceFinding *finding, const char *part)
{
  guint n_findings;
  const SpurBalanceFinding *all = spur_balance_get_findings (result, &n_findings);
  g_autofree char *text =
    spur_balance_describe_finding (result, (guint) (finding - all), 0, format_ns, NULL);

  g_assert_nonnull (strstr (text, part));
}

static void
check_steps_findings (SpurBalance *result)
{
  const SpurBalanceFinding *idle = find_kind (result, SPUR_BALANCE_IDLE);

  g_assert_cmpuint (find_kind (result, SPUR_BALANCE_UNEVEN)->target, ==, 0);
  assert_near (find_kind (result, SPUR_BALANCE_UNEVEN)->value, 2);
  /* T1 has no work from 2 s on, T0 until 6 s. */
  g_assert_cmpuint (idle->target, ==, 1);
  g_assert_cmpuint (idle->last_target, ==, 0);
  g_assert_cmpuint (idle->phase, ==, 0);
  g_assert_cmpint (idle->begin_ns, ==, 2 * S);
  g_assert_cmpint (idle->end_ns, ==, 6 * S);
  assert_near (idle->value, 4);
  /* The gain is as long as the pause: paid. */
  g_assert_null (find_kind (result, SPUR_BALANCE_NOT_PAID));
  g_assert_null (find_kind (result, SPUR_BALANCE_UNDONE));
}

/* Phase 0: a 4 s and b 2 s on T0, c 2 s on T1. Then b moves. The clock of T1 is 2 s behind, so that
 * phase 1 begins there when on T0 phase 0 is not over. */
static void
test_steps (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  const SpurBalanceStep *steps;
  const SpurBalanceMove *moves;
  guint n;

  g_test_summary ("Loads of phases, a move, its pause and its gain, worked out by hand.");

  balance_world_begin_phase (self, 0, 0, 0);
  balance_world_run_object (self, 0, 0, 0, 4);
  balance_world_run_object (self, 0, 1, 4, 6);
  balance_world_begin_phase (self, 0, 10, 1);
  balance_world_run_object (self, 0, 0, 10, 14);
  balance_world_begin_phase (self, 1, 0, 0);
  balance_world_run_object (self, 1, 2, 0, 2);
  balance_world_begin_phase (self, 1, 8, 1);
  balance_world_run_object (self, 1, 1, 8, 10);
  balance_world_run_object (self, 1, 2, 10, 12);
  result = balance_world_balance (self, NULL);

  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_PHASES);
  g_assert_cmpint (spur_balance_get_measure (result), ==, SPUR_BALANCE_TIME);
  phases = spur_balance_get_phases (result, &n);
  g_assert_cmpuint (n, ==, 2);
  balance_world_assert_loads (result, 0, 6, 2);
  balance_world_assert_loads (result, 1, 4, 4);
  assert_near (phases[0].metrics.imbalance, 0.5);
  assert_near (phases[0].least, 4);
  assert_near (phases[0].waiting, 2);
  assert_near (phases[0].object_load, 8);
  assert_near (phases[0].mean_object, 8.0 / 3);
  assert_near (phases[0].largest_object, 4);
  assert_near (phases[1].metrics.imbalance, 0);

  steps = spur_balance_get_steps (result, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (steps[0].n_moves, ==, 1);
  g_assert_cmpint (steps[0].pause_ns, ==, 2 * S);
  assert_near (steps[0].stayed, 6);
  assert_near (steps[0].came, 4);
  assert_near (steps[0].gain, 2);
  assert_near (steps[0].predicted, 0);
  assert_near (steps[0].persistence, 1);
  moves = spur_balance_get_moves (result, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (moves[0].object, ==, FIRST_OBJECT + 1);
  g_assert_cmpuint (moves[0].from, ==, 0);
  g_assert_cmpuint (moves[0].to, ==, 1);
  check_steps_findings (result);
}

/* b goes to T1, back, and there again; c stays. */
static void
test_returns (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalanceFinding *finding;

  g_test_summary ("Moves that are undone are told, and such that are done again.");

  for (guint i = 0; i < 4; i++)
    {
      for (guint stream = 0; stream < 2; stream++)
        balance_world_begin_phase (self, stream, 10 * i, i);
      balance_world_run_object (self, 0, 0, 10 * i, 10 * i + 3);
      balance_world_run_object (self, 1, 2, 10 * i, 10 * i + 3);
      balance_world_run_object (self, i % 2, 1, 10 * i + 3, 10 * i + 8);
    }
  result = balance_world_balance (self, NULL);
  finding = find_kind (result, SPUR_BALANCE_UNDONE);
  g_assert_nonnull (finding);
  g_assert_cmpuint (finding->phase, ==, 2);
  g_assert_cmpuint (finding->n_objects, ==, 1);
  g_assert_cmpuint (finding->objects[0], ==, FIRST_OBJECT + 1);
  g_assert_cmpuint (finding->n_phases, ==, 1);
  g_assert_cmpint (finding->cost_ns, ==, 4 * S);
  g_assert_cmpint (finding->begin_ns, ==, 10 * S);
  g_assert_cmpint (finding->end_ns, ==, 20 * S);
  finding = find_kind (result, SPUR_BALANCE_PING_PONG);
  g_assert_nonnull (finding);
  g_assert_cmpuint (finding->phase, ==, 3);
  finding = find_kind (result, SPUR_BALANCE_NOT_PAID);
  g_assert_nonnull (finding);
  assert_near (finding->value, 0);
  assert_described (result, finding, "the same load in it as if all had stayed");
}

/* A phase of 20 s with a's 4 s on T0 and c's 2 s on T1, and b's work on @b_target, from @late_s on.
 */
static void
run_phase (BalanceWorld *self, guint phase, guint b_target, gint64 b_s, gint64 late_s)
{
  gint64 begin_s = 20 * (gint64) phase;
  gint64 from_s = begin_s + late_s;

  for (guint stream = 0; stream < 2; stream++)
    balance_world_begin_phase (self, stream, begin_s, phase);
  balance_world_run_object (self, 0, 0, from_s, from_s + 4);
  balance_world_run_object (self, 1, 2, from_s, from_s + 2);
  if (b_target == 0)
    balance_world_run_object (self, 0, 1, from_s + 4, from_s + 4 + b_s);
  else
    balance_world_run_object (self, 1, 1, from_s + 2, from_s + 2 + b_s);
}

/* b leaves T0 before phase 1, which gains 2 s there and 2 s in phase 2. Phase 0 ends its work after
 * 6 s of its 20, phase 1 begins it 1 s late: a pause of 15 s. */
static void
test_paid_later (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalanceFinding *finding;
  const SpurBalanceStep *steps;
  guint n_steps;

  g_test_summary ("What moves gain in all phases up to the next moves is held against the pause.");

  run_phase (self, 0, 0, 2, 0);
  run_phase (self, 1, 1, 2, 1);
  run_phase (self, 2, 1, 2, 0);
  run_phase (self, 3, 0, 2, 0);
  result = balance_world_balance (self, NULL);
  steps = spur_balance_get_steps (result, &n_steps);
  g_assert_cmpuint (n_steps, ==, 3);
  g_assert_cmpint (steps[0].pause_ns, ==, 15 * S);
  assert_near (steps[0].gain, 2);
  assert_near (steps[0].repaid, 4);
  g_assert_cmpuint (steps[0].n_phases, ==, 2);
  assert_near (steps[1].gain, 0);
  g_assert_cmpuint (steps[1].n_phases, ==, 0);
  assert_near (steps[2].repaid, -2);
  finding = find_kind (result, SPUR_BALANCE_NOT_PAID);
  assert_described (result, finding, "in 2 phases, less than the pause of");
  g_assert_cmpuint (finding->phase, ==, 1);
  g_assert_cmpuint (finding->n_phases, ==, 2);
  assert_near (finding->value, 4);
  g_assert_cmpint (finding->cost_ns, ==, 15 * S);
  g_assert_cmpint (finding->begin_ns, ==, 20 * S);
  g_assert_cmpint (finding->end_ns, ==, 60 * S);
}

/* After 7 phases of 2 s each the pause of 14 s has come back. */
static void
test_paid (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;

  g_test_summary ("A step that is paid after some phases is not told as one that never is.");

  run_phase (self, 0, 0, 2, 0);
  for (guint i = 1; i <= 7; i++)
    run_phase (self, i, 1, 2, 0);
  result = balance_world_balance (self, NULL);
  g_assert_null (find_kind (result, SPUR_BALANCE_NOT_PAID));
}

/* With its 2 s of phase 0, b's move would have made 4 s each; but it works for 6 s: 4 s and 8 s. */
static void
test_prediction (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalanceFinding *finding;
  const SpurBalanceStep *steps;
  guint n_steps;

  g_test_summary ("The imbalance that loads before predict is held against the one that came.");

  run_phase (self, 0, 0, 2, 0);
  run_phase (self, 1, 1, 6, 0);
  result = balance_world_balance (self, NULL);
  steps = spur_balance_get_steps (result, &n_steps);
  assert_near (steps[0].predicted, 0);
  assert_near (steps[0].imbalance, 1.0 / 3);
  finding = find_kind (result, SPUR_BALANCE_PREDICTION);
  g_assert_cmpuint (finding->phase, ==, 1);
  g_assert_cmpuint (finding->n_phases, ==, 1);
  assert_near (finding->value, 1.0 / 3);
}

/* A manager works for 3 s in phase 0, of which it is idle for 1 s, and sends 100 bytes; in phase 1
 * it sends 20 and 3. What an object sends is not its. */
static void
test_management (BalanceWorld *self, gconstpointer data)
{
  guint send = spur_trace_add_event_type (self->trace, SPUR_TYPE_LM_MESSAGE_SEND_EVENT);
  guint32 manager = spur_definitions_add_object (
    spur_trace_get_definitions (self->trace), SPUR_TYPE_LM_COMPONENT, "manager", NULL, SPUR_NONE);
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("States, messages and bytes of the load management are told, and are no load.");

  balance_world_begin_phase (self, 0, 0, 0);
  balance_world_append (self, 0, 1, self->enter, "object", manager, "state", self->work, NULL);
  balance_world_append (self, 0, 2, self->enter, "object", manager, "state", self->idle, NULL);
  balance_world_append (self, 0, 3, self->leave, "object", manager, "state", self->idle, NULL);
  balance_world_append (self, 0, 3, send, "component", manager, "size", 100, NULL);
  balance_world_append (self, 0, 4, self->leave, "object", manager, "state", self->work, NULL);
  balance_world_run_object (self, 0, 0, 4, 6);
  balance_world_begin_phase (self, 0, 6, 1);
  balance_world_append (self, 0, 7, send, "component", manager, "size", 20, NULL);
  balance_world_append (self, 0, 7, send, "component", manager, "size", 3, NULL);
  balance_world_append (self, 0, 7, send, "component", FIRST_OBJECT, "size", 50, NULL);
  balance_world_run_object (self, 0, 0, 8, 9);
  result = balance_world_balance (self, NULL);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 2);
  g_assert_cmpint (phases[0].manager_ns, ==, 2 * S);
  g_assert_cmpuint (phases[0].n_manager_messages, ==, 1);
  g_assert_cmpuint (phases[0].manager_bytes, ==, 100);
  assert_near (phases[0].object_load, 2);
  g_assert_cmpint (phases[1].manager_ns, ==, 0);
  g_assert_cmpuint (phases[1].n_manager_messages, ==, 2);
  g_assert_cmpuint (phases[1].manager_bytes, ==, 23);
  assert_near (phases[1].object_load, 1);
}

/* Idle inside of work is no work, and what is outside of states is none. */
static void
test_every (BalanceWorld *self, gconstpointer data)
{
  SpurBalanceOptions options = { .every_ns = 4 * S };
  g_autoptr (SpurBalance) result = NULL;
  guint n_phases;

  g_test_summary ("Phases of a given length cut states; the inner state is what counts.");

  balance_world_append (self, 0, 0, self->enter, "object", FIRST_OBJECT, "state", self->work, NULL);
  balance_world_append (self, 0, 1, self->enter, "object", FIRST_OBJECT, "state", self->idle, NULL);
  balance_world_append (self, 0, 3, self->leave, "object", FIRST_OBJECT, "state", self->idle, NULL);
  balance_world_append (self, 0, 9, self->leave, "object", FIRST_OBJECT, "state", self->work, NULL);
  balance_world_run_object (self, 1, 1, 2, 10);
  result = balance_world_balance (self, &options);
  spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  balance_world_assert_loads (result, 0, 2, 2);
  balance_world_assert_loads (result, 1, 4, 4);
  balance_world_assert_loads (result, 2, 1, 2);
}

/* a works for 4 s in two states, b for 1 s in one; a record takes 1 s. */
static void
test_record_cost (BalanceWorld *self, gconstpointer data)
{
  SpurBalanceOptions options = { .record_cost_ns = S };
  g_autoptr (SpurBalance) result = NULL;
  guint n_loads;
  const SpurBalanceLoad *loads;

  g_test_summary ("What writing records takes is no load, and makes none below 0.");

  balance_world_run_object (self, 0, 0, 0, 3);
  balance_world_run_object (self, 0, 0, 3, 4);
  balance_world_run_object (self, 1, 1, 0, 1);
  balance_world_run_object (self, 1, 2, 1, 6);
  result = balance_world_balance (self, &options);
  balance_world_assert_loads (result, 0, 2, 4);
  loads = spur_balance_get_loads (result, 0, &n_loads);
  g_assert_cmpuint (n_loads, ==, 2);
  g_assert_cmpuint (loads[0].object, ==, FIRST_OBJECT);
  g_assert_cmpuint (loads[1].object, ==, FIRST_OBJECT + 2);
}

static void
test_too_many (BalanceWorld *self, gconstpointer data)
{
  SpurBalanceOptions options = { .every_ns = 1 };
  g_autoptr (GError) error = NULL;

  g_test_summary ("More phases than can be kept are refused; so is a class that no event has.");

  balance_world_run_object (self, 0, 0, 0, 9);
  spur_trace_seal (self->trace, NULL);
  g_assert_null (spur_balance_new (self->trace, &options, NULL, &error));
  g_assert_error (error, SPUR_BALANCE_ERROR, SPUR_BALANCE_ERROR_PHASES);
  g_clear_error (&error);
  options = (SpurBalanceOptions){ .class_name = "LM_Phase_Event" };
  g_assert_null (spur_balance_new (self->trace, &options, NULL, &error));
  g_assert_error (error, SPUR_BALANCE_ERROR, SPUR_BALANCE_ERROR_PHASES);
}

/* States that are set last until the next; the object is on T0 for 2 s of its work, and on T1,
 * which has no stream, for 2 s. What works and is on no target is told apart. */
static void
test_placed (BalanceWorld *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  const SpurBalanceLoad *loads;
  guint n_phases;
  guint n_loads;

  g_test_summary (
    "An object's work belongs to where it is placed, with a stream there or without.");

  balance_world_append (self, 0, 0, self->place, "object", FIRST_OBJECT, "destination", 0, NULL);
  balance_world_append (self, 0, 1, self->set, "object", FIRST_OBJECT, "state", self->work, NULL);
  balance_world_append (self, 0, 2, self->set, "object", FIRST_OBJECT + 1, "state", self->work,
                        NULL);
  balance_world_append (self, 0, 3, self->place, "object", FIRST_OBJECT, "destination", 1, NULL);
  balance_world_append (self, 0, 5, self->set, "object", FIRST_OBJECT, "state", self->idle, NULL);
  balance_world_append (self, 0, 9, self->set, "object", FIRST_OBJECT + 1, "state", self->idle,
                        NULL);
  result = balance_world_balance (self, NULL);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_NOTHING);
  g_assert_cmpuint (n_phases, ==, 1);
  assert_near (phases[0].object_load, 11);
  assert_near (phases[0].target_load + phases[0].unplaced_load, 11);
  loads = spur_balance_get_loads (result, 0, &n_loads);
  g_assert_cmpuint (n_loads, ==, 3);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (loads[i].object, ==, FIRST_OBJECT);
      g_assert_cmpuint (loads[i].target, ==, i);
      assert_near (loads[i].load, 2);
    }
  g_assert_cmpuint (loads[2].object, ==, FIRST_OBJECT + 1);
  assert_near (loads[2].load, 7);
}

/* As a stream tells where only the message layer is recorded: it communicates from 2 s to 3 s and
 * from 5 s to 6 s, of 8 s. */
static void
tell_messages (BalanceWorld *self, guint32 object)
{
  guint32 send = spur_definitions_add_state (spur_trace_get_definitions (self->trace), "send",
                                             SPUR_STATE_COMMUNICATION);

  balance_world_append (self, 0, 0, self->barrier, NULL);
  for (guint begin_s = 2; begin_s <= 5; begin_s += 3)
    {
      balance_world_append (self, 0, begin_s, self->enter, "object", object, "state", send, NULL);
      balance_world_append (self, 0, begin_s + 1, self->leave, "object", object, "state", send,
                            NULL);
    }
  balance_world_append (self, 0, 8, self->barrier, NULL);
}

/* The other object is told to work: what it does outside of that is unknown. */
static void
test_implied (BalanceWorld *self, gconstpointer data)
{
  SpurBalanceOptions options = { .every_ns = 4 * S };
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("Where only communication is told of, an object works outside of it.");

  tell_messages (self, FIRST_OBJECT);
  balance_world_append (self, 1, 0, self->barrier, NULL);
  balance_world_run_object (self, 1, 1, 4, 6);
  balance_world_append (self, 1, 8, self->barrier, NULL);
  result = balance_world_balance (self, &options);
  balance_world_assert_loads (result, 0, 3, 0);
  balance_world_assert_loads (result, 1, 3, 2);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpint (phases[0].work_begin_ns, ==, 0);
  g_assert_cmpint (phases[0].work_end_ns, ==, 4 * S);
  g_assert_cmpint (phases[1].work_end_ns, ==, 8 * S);
}

static void
test_implied_target (BalanceWorld *self, gconstpointer data)
{
  BalanceWorld bare;
  g_autoptr (SpurBalance) with_objects = NULL;
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalanceLoad *loads;
  guint n_loads;

  g_test_summary ("So does a target, but not where there are load objects.");

  balance_world_open (&bare, 2, 0);
  tell_messages (&bare, SPUR_NONE);
  result = balance_world_balance (&bare, NULL);
  balance_world_assert_loads (result, 0, 6, 0);
  loads = spur_balance_get_loads (result, 0, &n_loads);
  g_assert_cmpuint (n_loads, ==, 1);
  g_assert_cmpuint (loads[0].object, ==, 0);
  g_object_unref (bare.trace);
  tell_messages (self, SPUR_NONE);
  with_objects = balance_world_balance (self, NULL);
  balance_world_assert_loads (with_objects, 0, 0, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD_BALANCE_TEST ("/balance/steps", 2, test_steps);
  ADD_BALANCE_TEST ("/balance/returns", 2, test_returns);
  ADD_BALANCE_TEST ("/balance/paid-later", 2, test_paid_later);
  ADD_BALANCE_TEST ("/balance/paid", 2, test_paid);
  ADD_BALANCE_TEST ("/balance/prediction", 2, test_prediction);
  ADD_BALANCE_TEST ("/balance/management", 1, test_management);
  ADD_BALANCE_TEST ("/balance/every", 2, test_every);
  ADD_BALANCE_TEST ("/balance/record-cost", 2, test_record_cost);
  ADD_BALANCE_TEST ("/balance/too-many", 2, test_too_many);
  ADD_BALANCE_TEST ("/balance/placed", 1, test_placed);
  ADD_BALANCE_TEST ("/balance/implied", 2, test_implied);
  ADD_BALANCE_TEST ("/balance/implied-target", 2, test_implied_target);
  return g_test_run ();
}
