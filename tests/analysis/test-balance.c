/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <spur.h>
#include <string.h>

#define S G_GINT64_CONSTANT (1000000000)
#define assert_near(value, wanted) g_assert_cmpfloat_with_epsilon (value, wanted, 1e-9)

/* Two targets, 0 and 1, with a stream each, and load objects from 2 on. */
#define FIRST_OBJECT 2
#define N_OBJECTS 4

typedef struct
{
  SpurTrace *trace;
  guint32 work;
  guint32 idle;
  guint enter;
  guint leave;
  guint set;
  guint place;
  guint phase;
  guint barrier;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  SpurClock clock = { "clock", "monotonic", (guint64) S, 0, 0 };
  guint32 targets[] = { 0, 1 };
  guint n_streams = GPOINTER_TO_UINT (data);

  self->trace = spur_trace_new ();
  self->enter = spur_trace_add_event_type (self->trace, SPUR_TYPE_REGION_ENTER_EVENT);
  self->leave = spur_trace_add_event_type (self->trace, SPUR_TYPE_REGION_EXIT_EVENT);
  self->set = spur_trace_add_event_type (self->trace, SPUR_TYPE_LO_STATE_CHANGE_EVENT);
  self->place = spur_trace_add_event_type (self->trace, SPUR_TYPE_LO_PLACEMENT_EVENT);
  self->phase = spur_trace_add_event_type (self->trace, SPUR_TYPE_LM_PHASE_EVENT);
  self->barrier = spur_trace_add_event_type (self->trace, SPUR_TYPE_COLLECTIVE_END_EVENT);
  spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET, "T0",
                               "host", SPUR_NONE);
  spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET, "T1",
                               "host", SPUR_NONE);
  for (guint i = 0; i < N_OBJECTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%c", 'a' + (char) i);

      spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_LOAD_OBJECT,
                                   name, NULL, SPUR_NONE);
    }
  self->work =
    spur_definitions_add_state (spur_trace_get_definitions (self->trace), "work", SPUR_STATE_WORK);
  self->idle =
    spur_definitions_add_state (spur_trace_get_definitions (self->trace), "idle", SPUR_STATE_IDLE);
  spur_definitions_add_group (spur_trace_get_definitions (self->trace), "all", targets, 2);
  spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock);
  for (guint i = 0; i < n_streams; i++)
    spur_trace_add_stream (self->trace, i == 0 ? "0" : "1", 0, i);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->trace);
}

/* Fields by name, up to a NULL. */
static void
append (Fixture *self, guint stream, gint64 time_s, guint class_index, const char *field, ...)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, class_index);
  guint8 record[64];
  va_list fields;

  for (guint i = 0; i < layout->n_fields; i++)
    spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
  va_start (fields, field);
  for (; field != NULL; field = va_arg (fields, const char *))
    {
      int index = spur_event_layout_find_field (layout, field);

      g_assert_cmpint (index, >=, 0);
      spur_event_layout_set_uint (layout, (guint) index, record, va_arg (fields, guint));
    }
  va_end (fields);
  spur_stream_append (spur_trace_get_stream (self->trace, stream), time_s * S, class_index, record);
}

static void
run_object (Fixture *self, guint stream, guint object, gint64 begin_s, gint64 end_s)
{
  append (self, stream, begin_s, self->enter, "object", FIRST_OBJECT + object, "state", self->work,
          NULL);
  append (self, stream, end_s, self->leave, "object", FIRST_OBJECT + object, "state", self->work,
          NULL);
}

static void
begin_phase (Fixture *self, guint stream, gint64 time_s, guint number)
{
  append (self, stream, time_s, self->phase, "phase", number, NULL);
}

static SpurBalance *
balance (Fixture *self, const SpurBalanceOptions *options)
{
  static const SpurBalanceOptions none = { 0 };
  g_autoptr (GError) error = NULL;
  SpurBalance *result;

  spur_trace_seal (self->trace, &error);
  g_assert_no_error (error);
  result = spur_balance_new (self->trace, options != NULL ? options : &none, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static void
assert_target_loads (SpurBalance *result, guint phase, double first, double second)
{
  guint n_targets;
  const double *loads = spur_balance_get_target_loads (result, phase, &n_targets);

  g_assert_cmpuint (n_targets, ==, 2);
  assert_near (loads[0], first);
  assert_near (loads[1], second);
}

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
test_steps (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  const SpurBalanceStep *steps;
  const SpurBalanceMove *moves;
  guint n;

  g_test_summary ("Loads of phases, a move, its pause and its gain, worked out by hand.");

  begin_phase (self, 0, 0, 0);
  run_object (self, 0, 0, 0, 4);
  run_object (self, 0, 1, 4, 6);
  begin_phase (self, 0, 10, 1);
  run_object (self, 0, 0, 10, 14);
  begin_phase (self, 1, 0, 0);
  run_object (self, 1, 2, 0, 2);
  begin_phase (self, 1, 8, 1);
  run_object (self, 1, 1, 8, 10);
  run_object (self, 1, 2, 10, 12);
  result = balance (self, NULL);

  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_PHASES);
  g_assert_cmpint (spur_balance_get_measure (result), ==, SPUR_BALANCE_TIME);
  phases = spur_balance_get_phases (result, &n);
  g_assert_cmpuint (n, ==, 2);
  assert_target_loads (result, 0, 6, 2);
  assert_target_loads (result, 1, 4, 4);
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

/* Only T0 says that phase 1 begins, and only T1 that phase 2 does. */
static void
test_marks_of_one (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  guint n_phases;

  g_test_summary ("A phase that one stream begins begins in the others at the same time.");

  begin_phase (self, 0, 0, 0);
  run_object (self, 0, 0, 0, 9);
  begin_phase (self, 0, 10, 1);
  run_object (self, 0, 0, 15, 26);
  begin_phase (self, 1, 0, 0);
  run_object (self, 1, 1, 4, 13);
  begin_phase (self, 1, 20, 2);
  run_object (self, 1, 1, 22, 27);
  result = balance (self, NULL);
  spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  assert_target_loads (result, 0, 9, 6);
  assert_target_loads (result, 1, 5, 3);
  assert_target_loads (result, 2, 6, 5);
}

/* b goes to T1, back, and there again; c stays. */
static void
test_returns (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalanceFinding *finding;

  g_test_summary ("Moves that are undone are told, and such that are done again.");

  for (guint i = 0; i < 4; i++)
    {
      for (guint stream = 0; stream < 2; stream++)
        begin_phase (self, stream, 10 * i, i);
      run_object (self, 0, 0, 10 * i, 10 * i + 3);
      run_object (self, 1, 2, 10 * i, 10 * i + 3);
      run_object (self, i % 2, 1, 10 * i + 3, 10 * i + 8);
    }
  result = balance (self, NULL);
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
}

/* A phase of 20 s with a's 4 s on T0 and c's 2 s on T1, and b's work on @b_target, from @late_s on.
 */
static void
run_phase (Fixture *self, guint phase, guint b_target, gint64 b_s, gint64 late_s)
{
  gint64 begin_s = 20 * (gint64) phase;
  gint64 from_s = begin_s + late_s;

  for (guint stream = 0; stream < 2; stream++)
    begin_phase (self, stream, begin_s, phase);
  run_object (self, 0, 0, from_s, from_s + 4);
  run_object (self, 1, 2, from_s, from_s + 2);
  if (b_target == 0)
    run_object (self, 0, 1, from_s + 4, from_s + 4 + b_s);
  else
    run_object (self, 1, 1, from_s + 2, from_s + 2 + b_s);
}

/* b leaves T0 before phase 1, which gains 2 s there and 2 s in phase 2. Phase 0 ends its work after
 * 6 s of its 20, phase 1 begins it 1 s late: a pause of 15 s. */
static void
test_paid_later (Fixture *self, gconstpointer data)
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
  result = balance (self, NULL);
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
  g_assert_cmpuint (finding->phase, ==, 1);
  g_assert_cmpuint (finding->n_phases, ==, 2);
  assert_near (finding->value, 4);
  g_assert_cmpint (finding->cost_ns, ==, 15 * S);
  g_assert_cmpint (finding->begin_ns, ==, 20 * S);
  g_assert_cmpint (finding->end_ns, ==, 60 * S);
}

/* After 7 phases of 2 s each the pause of 14 s has come back. */
static void
test_paid (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;

  g_test_summary ("A step that is paid after some phases is not told as one that never is.");

  run_phase (self, 0, 0, 2, 0);
  for (guint i = 1; i <= 7; i++)
    run_phase (self, i, 1, 2, 0);
  result = balance (self, NULL);
  g_assert_null (find_kind (result, SPUR_BALANCE_NOT_PAID));
}

/* With its 2 s of phase 0, b's move would have made 4 s each; but it works for 6 s: 4 s and 8 s. */
static void
test_prediction (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalanceFinding *finding;
  const SpurBalanceStep *steps;
  guint n_steps;

  g_test_summary ("The imbalance that loads before predict is held against the one that came.");

  run_phase (self, 0, 0, 2, 0);
  run_phase (self, 1, 1, 6, 0);
  result = balance (self, NULL);
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
test_management (Fixture *self, gconstpointer data)
{
  guint send = spur_trace_add_event_type (self->trace, SPUR_TYPE_LM_MESSAGE_SEND_EVENT);
  guint32 manager = spur_definitions_add_object (
    spur_trace_get_definitions (self->trace), SPUR_TYPE_LM_COMPONENT, "manager", NULL, SPUR_NONE);
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("States, messages and bytes of the load management are told, and are no load.");

  begin_phase (self, 0, 0, 0);
  append (self, 0, 1, self->enter, "object", manager, "state", self->work, NULL);
  append (self, 0, 2, self->enter, "object", manager, "state", self->idle, NULL);
  append (self, 0, 3, self->leave, "object", manager, "state", self->idle, NULL);
  append (self, 0, 3, send, "component", manager, "size", 100, NULL);
  append (self, 0, 4, self->leave, "object", manager, "state", self->work, NULL);
  run_object (self, 0, 0, 4, 6);
  begin_phase (self, 0, 6, 1);
  append (self, 0, 7, send, "component", manager, "size", 20, NULL);
  append (self, 0, 7, send, "component", manager, "size", 3, NULL);
  append (self, 0, 7, send, "component", FIRST_OBJECT, "size", 50, NULL);
  run_object (self, 0, 0, 8, 9);
  result = balance (self, NULL);
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
test_every (Fixture *self, gconstpointer data)
{
  SpurBalanceOptions options = { .every_ns = 4 * S };
  g_autoptr (SpurBalance) result = NULL;
  guint n_phases;

  g_test_summary ("Phases of a given length cut states; the inner state is what counts.");

  append (self, 0, 0, self->enter, "object", FIRST_OBJECT, "state", self->work, NULL);
  append (self, 0, 1, self->enter, "object", FIRST_OBJECT, "state", self->idle, NULL);
  append (self, 0, 3, self->leave, "object", FIRST_OBJECT, "state", self->idle, NULL);
  append (self, 0, 9, self->leave, "object", FIRST_OBJECT, "state", self->work, NULL);
  run_object (self, 1, 1, 2, 10);
  result = balance (self, &options);
  spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  assert_target_loads (result, 0, 2, 2);
  assert_target_loads (result, 1, 4, 4);
  assert_target_loads (result, 2, 1, 2);
}

/* a works for 4 s in two states, b for 1 s in one; a record takes 1 s. */
static void
test_record_cost (Fixture *self, gconstpointer data)
{
  SpurBalanceOptions options = { .record_cost_ns = S };
  g_autoptr (SpurBalance) result = NULL;
  guint n_loads;
  const SpurBalanceLoad *loads;

  g_test_summary ("What writing records takes is no load, and makes none below 0.");

  run_object (self, 0, 0, 0, 3);
  run_object (self, 0, 0, 3, 4);
  run_object (self, 1, 1, 0, 1);
  run_object (self, 1, 2, 1, 6);
  result = balance (self, &options);
  assert_target_loads (result, 0, 2, 4);
  loads = spur_balance_get_loads (result, 0, &n_loads);
  g_assert_cmpuint (n_loads, ==, 2);
  g_assert_cmpuint (loads[0].object, ==, FIRST_OBJECT);
  g_assert_cmpuint (loads[1].object, ==, FIRST_OBJECT + 2);
}

static void
test_too_many (Fixture *self, gconstpointer data)
{
  SpurBalanceOptions options = { .every_ns = 1 };
  g_autoptr (GError) error = NULL;

  g_test_summary ("More phases than can be kept are refused; so is a class that no event has.");

  run_object (self, 0, 0, 0, 9);
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
test_placed (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  const SpurBalanceLoad *loads;
  guint n_phases;
  guint n_loads;

  g_test_summary (
    "An object's work belongs to where it is placed, with a stream there or without.");

  append (self, 0, 0, self->place, "object", FIRST_OBJECT, "destination", 0, NULL);
  append (self, 0, 1, self->set, "object", FIRST_OBJECT, "state", self->work, NULL);
  append (self, 0, 2, self->set, "object", FIRST_OBJECT + 1, "state", self->work, NULL);
  append (self, 0, 3, self->place, "object", FIRST_OBJECT, "destination", 1, NULL);
  append (self, 0, 5, self->set, "object", FIRST_OBJECT, "state", self->idle, NULL);
  append (self, 0, 9, self->set, "object", FIRST_OBJECT + 1, "state", self->idle, NULL);
  result = balance (self, NULL);
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

static void
test_barriers (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  guint n_phases;

  g_test_summary ("Without events that begin phases, barriers of all do.");

  for (guint stream = 0; stream < 2; stream++)
    {
      run_object (self, stream, stream, 0, 2 + 2 * stream);
      append (self, stream, 5, self->barrier, "object", FIRST_OBJECT + stream, "communicator", 0,
              "pattern", SPUR_PATTERN_BARRIER, NULL);
      run_object (self, stream, stream, 6, 7);
      append (self, stream, 8, self->barrier, "object", FIRST_OBJECT + stream, "communicator", 0,
              "pattern", SPUR_PATTERN_N_TO_N, NULL);
    }
  result = balance (self, NULL);
  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_BARRIERS);
  spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 2);
  assert_target_loads (result, 0, 2, 4);
  assert_target_loads (result, 1, 1, 1);
}

/* b moves at 4 s, and another stream says at 4 s and 8 s that something moved. */
static void
test_moves_begin (Fixture *self, gconstpointer data)
{
  SpurBalanceOptions options = { .class_name = "LO_Placement_Event" };
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("Events that only some streams have begin phases in all, as moves do.");

  run_object (self, 0, 0, 0, 3);
  append (self, 0, 4, self->place, "object", FIRST_OBJECT + 1, "destination", 1, NULL);
  run_object (self, 0, 0, 5, 10);
  append (self, 1, 4, self->place, "object", FIRST_OBJECT + 2, "destination", 0, NULL);
  run_object (self, 1, 1, 5, 7);
  append (self, 1, 8, self->place, "object", FIRST_OBJECT + 3, "destination", 0, NULL);
  result = balance (self, &options);
  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_CLASS);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpint (phases[1].number, ==, 1);
  g_assert_cmpint (phases[1].begin_ns, ==, 4 * S);
  g_assert_cmpint (phases[2].begin_ns, ==, 8 * S);
  assert_target_loads (result, 0, 3, 0);
  assert_target_loads (result, 1, 3, 2);
  assert_target_loads (result, 2, 2, 0);
}

/* T2 is there from 5 s to 10 s alone, without work; a on T0 and b on T1 work for 4, 5 and 3 s. */
static void
test_absent_targets (Fixture *self, gconstpointer data)
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

  run_object (self, 0, 0, 0, 4);
  append (self, 0, 5, add, "target", t2, NULL);
  run_object (self, 0, 0, 5, 10);
  append (self, 0, 10, remove, "target", t2, NULL);
  run_object (self, 0, 0, 10, 13);
  run_object (self, 1, 1, 0, 4);
  run_object (self, 1, 1, 5, 10);
  run_object (self, 1, 1, 10, 13);
  append (self, 1, 15, self->leave, NULL);
  result = balance (self, &options);
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
test_derived_begin (Fixture *self, gconstpointer data)
{
  SpurBalanceOptions options = { .class_name = "LO_Migration_Event" };
  guint migrate = spur_trace_add_event_type (self->trace, SPUR_TYPE_LO_MIGRATION_SEND_EVENT);
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("Events of classes that derive from the one that is asked for begin phases.");

  run_object (self, 0, 0, 0, 3);
  append (self, 0, 4, migrate, "object", FIRST_OBJECT + 1, "destination", 1, NULL);
  run_object (self, 0, 0, 5, 7);
  append (self, 0, 8, migrate, "object", FIRST_OBJECT + 1, "destination", 0, NULL);
  run_object (self, 0, 0, 9, 10);
  result = balance (self, &options);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpint (phases[1].begin_ns, ==, 4 * S);
  g_assert_cmpint (phases[2].begin_ns, ==, 8 * S);
  assert_target_loads (result, 0, 3, 0);
  assert_target_loads (result, 1, 2, 0);
  assert_target_loads (result, 2, 1, 0);
}

/* Moves object @object to @target; a stream of the target says so. */
static void
move_object (Fixture *self, gint64 time_s, guint object, guint target)
{
  append (self, target, time_s, self->place, "object", FIRST_OBJECT + object, "destination", target,
          NULL);
}

typedef struct
{
  gint64 time_s;
  guint object;
  guint target;
} StepMove;

/* All objects begin on T0, a works; the trace is 400 s long. */
static SpurBalance *
balance_moves (Fixture *self, const StepMove *moves, guint n_moves)
{
  for (guint i = 0; i < N_OBJECTS; i++)
    move_object (self, 0, i, 0);
  append (self, 0, 0, self->set, "object", FIRST_OBJECT, "state", self->work, NULL);
  for (guint i = 0; i < n_moves; i++)
    move_object (self, moves[i].time_s, moves[i].object, moves[i].target);
  append (self, 0, 400, self->set, "object", FIRST_OBJECT, "state", self->idle, NULL);
  return balance (self, NULL);
}

/* a and b move at 100 and 102 s; b, c and d at 250, 251 and 255 s. Until then all work on T0, a
 * from 0 to 90 s, and behind each step where they are. */
static void
test_steps_of_moves (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  const SpurBalanceStep *steps;
  guint n_phases, n_steps;

  g_test_summary ("Moves that come together begin a phase where nothing else tells phases.");

  for (guint i = 0; i < N_OBJECTS; i++)
    move_object (self, 0, i, 0);
  run_object (self, 0, 0, 1, 90);
  move_object (self, 100, 0, 1);
  move_object (self, 102, 1, 1);
  run_object (self, 1, 0, 110, 150);
  run_object (self, 1, 1, 150, 240);
  move_object (self, 251, 2, 1);
  move_object (self, 255, 3, 1);
  run_object (self, 1, 3, 260, 270);
  run_object (self, 0, 2, 110, 170);
  move_object (self, 250, 1, 0);
  run_object (self, 0, 1, 300, 400);
  result = balance (self, NULL);
  g_assert_cmpint (spur_balance_get_source (result), ==, SPUR_BALANCE_FROM_MOVES);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpint (phases[0].begin_ns, ==, 0);
  g_assert_cmpint (phases[1].begin_ns, ==, 100 * S);
  g_assert_cmpint (phases[2].begin_ns, ==, 250 * S);
  assert_target_loads (result, 0, 89, 0);
  assert_target_loads (result, 1, 60, 130);
  assert_target_loads (result, 2, 100, 10);
  steps = spur_balance_get_steps (result, &n_steps);
  g_assert_cmpuint (n_steps, ==, 2);
  g_assert_cmpuint (steps[0].n_moves, ==, 1); /* b had no load before */
  g_assert_cmpint (steps[0].pause_ns, ==, 20 * S);
  g_assert_cmpuint (steps[1].n_moves, ==, 1); /* nor had d */
}

/* Steps at 100, 130 and 300 s; between the first two nothing works. */
static void
test_steps_without_work (Fixture *self, gconstpointer data)
{
  g_autoptr (SpurBalance) result = NULL;
  const SpurBalancePhase *phases;
  guint n_phases;

  g_test_summary ("Steps between which nothing works are one.");

  for (guint i = 0; i < N_OBJECTS; i++)
    move_object (self, 0, i, 0);
  run_object (self, 0, 0, 1, 90);
  move_object (self, 100, 0, 1);
  move_object (self, 101, 1, 1);
  move_object (self, 130, 0, 0);
  move_object (self, 131, 1, 0);
  run_object (self, 0, 1, 140, 150);
  move_object (self, 300, 2, 1);
  move_object (self, 301, 3, 1);
  run_object (self, 1, 3, 310, 400);
  result = balance (self, NULL);
  phases = spur_balance_get_phases (result, &n_phases);
  g_assert_cmpuint (n_phases, ==, 3);
  g_assert_cmpint (phases[1].number, ==, 1);
  g_assert_cmpint (phases[1].begin_ns, ==, 100 * S);
  g_assert_cmpint (phases[1].end_ns, ==, 300 * S);
  g_assert_cmpint (phases[2].number, ==, 2);
  assert_target_loads (result, 0, 89, 0);
  assert_target_loads (result, 1, 10, 0);
  assert_target_loads (result, 2, 0, 90);
}

/* At 100 s both; at 200 s both back. */
static void
test_steps_at_once (Fixture *self, gconstpointer data)
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
test_moves_apart (Fixture *self, gconstpointer data)
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
test_moves_alone (Fixture *self, gconstpointer data)
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
#define ADD(name, n_streams, function)                                                             \
  g_test_add ("/balance/" name, Fixture, GUINT_TO_POINTER (n_streams), set_up, function, tear_down)
  ADD ("steps", 2, test_steps);
  ADD ("marks-of-one", 2, test_marks_of_one);
  ADD ("returns", 2, test_returns);
  ADD ("paid-later", 2, test_paid_later);
  ADD ("paid", 2, test_paid);
  ADD ("prediction", 2, test_prediction);
  ADD ("management", 1, test_management);
  ADD ("every", 2, test_every);
  ADD ("record-cost", 2, test_record_cost);
  ADD ("too-many", 2, test_too_many);
  ADD ("placed", 1, test_placed);
  ADD ("moves-begin", 2, test_moves_begin);
  ADD ("derived-begin", 2, test_derived_begin);
  ADD ("absent-targets", 2, test_absent_targets);
  ADD ("steps-of-moves", 2, test_steps_of_moves);
  ADD ("steps-without-work", 2, test_steps_without_work);
  ADD ("steps-at-once", 2, test_steps_at_once);
  ADD ("moves-apart", 2, test_moves_apart);
  ADD ("moves-alone", 2, test_moves_alone);
  ADD ("barriers", 2, test_barriers);
  return g_test_run ();
}
