/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/spur-edges.h"
#include "core/model/events/spur-event-internal.h"
#include "core/model/identifiers/spur-identifier-internal.h"
#include "core/model/identifiers/spur-ordered-event-id.h"
#include "core/record/object/spur-recorder.h"
#include "events/spur-events.h"

#define N_TASKS 4

/* A recorder whose identifiers are of a class, and who sends to whom. */
typedef struct
{
  SpurRecorder *recorder;
  SpurActiveObject *tasks[N_TASKS];
  gint64 now_ns;
} Setting;

static gint64
tick (gpointer user_data)
{
  return ++*(gint64 *) user_data;
}

static void
setting_init (Setting *self, GType identifier_type)
{
  g_autoptr (SpurFactories) factories = spur_factories_new ();

  *self = (Setting){ .recorder = spur_recorder_new () };
  spur_factories_set_identifier_type (factories, identifier_type);
  spur_recorder_set_factories (self->recorder, factories);
  spur_recorder_set_clock (self->recorder, tick, &self->now_ns, NULL);
  for (guint i = 0; i < N_TASKS; i++)
    {
      g_autofree char *name = g_strdup_printf ("task %u", i);

      self->tasks[i] = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, name, NULL);
    }
}

static SpurTrace *
setting_finish (Setting *self)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_recorder_finish (self->recorder, &error);

  g_assert_no_error (error);
  g_clear_object (&self->recorder);
  for (guint i = 0; i < N_TASKS; i++)
    g_clear_object (&self->tasks[i]);
  return trace;
}

/* Records an event of a task, and gives its identifier. */
static SpurEventId *
record (Setting *self, guint task, SpurEvent *event)
{
  spur_recorder_set_source (self->recorder, self->tasks[task]);
  if (spur_event_layout_find_field (spur_event_get_layout (event), "object") >= 0)
    spur_event_set_object (event, "object", self->tasks[task]);
  if (spur_event_layout_find_field (spur_event_get_layout (event), "component") >= 0)
    spur_event_set_object (event, "component", self->tasks[task]);
  g_assert_true (spur_recorder_record (self->recorder, event, NULL));
  return g_object_ref (spur_event_get_id (event));
}

static SpurEvent *
make_message (Setting *self, GType type, guint peer, guint tag)
{
  SpurEvent *event = spur_event_new (type);

  spur_event_set_object (event, "peer", self->tasks[peer]);
  spur_event_set_uint (event, "tag", tag);
  return event;
}

static SpurEventId *
record_message (Setting *self, GType type, guint task, guint peer, guint tag, guint64 posted)
{
  g_autoptr (SpurEvent) event = make_message (self, type, peer, tag);

  if (posted > 0)
    spur_event_set_uint (event, "posted", posted);
  return record (self, task, event);
}

/* From task 0 to task 1. */
static SpurEventId *
record_numbered (Setting *self, gboolean is_send, guint64 number)
{
  g_autoptr (SpurEvent) event = make_message (
    self, is_send ? SPUR_TYPE_LO_MESSAGE_SEND_EVENT : SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
    is_send ? 1 : 0, 5);

  spur_event_set_uint (event, "number", number);
  return record (self, is_send ? 0 : 1, event);
}

static SpurEventId *
record_plain (Setting *self, guint task, SpurEventId *id)
{
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_TERMINATION_EVENT);

  spur_event_set_id (event, id);
  return record (self, task, event);
}

/* The number of a named predecessor in "stream:event", or "-". */
static void
assert_predecessors (SpurEventId *id, const char *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < spur_event_id_get_n_predecessors (id); i++)
    {
      SpurEventId *predecessor = spur_event_id_get_predecessor (id, i);

      g_string_append_printf (found, "%s%u:%" G_GUINT64_FORMAT, i > 0 ? " " : "",
                              spur_event_id_get_stream (predecessor),
                              spur_identifier_get_number (SPUR_IDENTIFIER (predecessor)));
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
assert_in_trace (SpurTrace *trace, guint stream, guint64 event, const char *expected)
{
  g_autoptr (SpurEvent) view = spur_trace_get_event (trace, stream, event);

  assert_predecessors (spur_event_get_id (view), expected);
}

static void
test_order_of (GType type, const char *const *expected, gsize n_rows)
{
  g_autoptr (SpurTrace) trace = NULL;
  const guint streams[] = { 0, 0, 1, 1, 1 };
  const guint64 events[] = { 0, 1, 0, 1, 2 };
  SpurEventId *ids[5];
  Setting setting;
  gsize n;

  setting_init (&setting, type);
  ids[0] = record_plain (&setting, 0, NULL);
  ids[1] = record_message (&setting, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, 0, 1, 9, 0);
  ids[2] = record_plain (&setting, 1, NULL);
  ids[3] = record_message (&setting, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, 1, 0, 9, 0);
  ids[4] = record_plain (&setting, 1, NULL);
  trace = setting_finish (&setting);

  g_assert_true (spur_trace_get_identifier_type (trace) == type);
  spur_trace_get_all_predecessors (trace, &n);
  g_assert_cmpuint (n, ==, n_rows);
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (SpurEvent) view = spur_trace_get_event (trace, streams[i], events[i]);

      g_assert_true (G_OBJECT_TYPE (ids[i]) == type);
      g_assert_true (G_OBJECT_TYPE (spur_event_get_id (view)) == type);
      g_assert_true (spur_identifier_equal (ids[i], spur_event_get_id (view)));
      assert_predecessors (ids[i], expected[i]);
      assert_predecessors (spur_event_get_id (view), expected[i]);
      g_object_unref (ids[i]);
    }
}

static void
test_classes (void)
{
  const char *const none[] = { "", "", "", "", "" };
  const char *const one[] = { "", "0:0", "", "0:1", "1:1" };
  const char *const all[] = { "", "0:0", "", "0:1 1:0", "1:1" };

  g_test_summary ("One call makes ordered identifiers, recorded and read back.");

  test_order_of (SPUR_TYPE_EVENT_ID, none, 0);
  test_order_of (SPUR_TYPE_ORDERED_EVENT_ID, one, 1);
  test_order_of (SPUR_TYPE_MULTI_ORDERED_EVENT_ID, all, 1);
}

/* Names of sources in capitals. */
static SpurEventId *
make_id (const char *source,
         guint stream,
         guint64 origin,
         guint64 number,
         gint64 raw_time_ns,
         gpointer user_data)
{
  g_autofree char *loud = g_ascii_strup (source, -1);

  ++*(guint *) user_data;
  return spur_event_id_new_of_type (SPUR_TYPE_MULTI_ORDERED_EVENT_ID, loud, stream, origin, number,
                                    raw_time_ns);
}

static void
test_function (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_TERMINATION_EVENT);
  g_autoptr (SpurTrace) trace = NULL;
  guint n_calls = 0;

  g_test_summary ("Identifiers come from a function, too.");

  spur_factories_set_identifier_function (factories, make_id, &n_calls, NULL);
  spur_recorder_set_factories (recorder, factories);
  g_assert_true (spur_recorder_record (recorder, event, NULL));
  g_assert_true (spur_recorder_record (recorder, event, NULL));
  g_assert_cmpuint (n_calls, ==, 2);
  g_assert_cmpstr (spur_event_id_get_source (spur_event_get_id (event)), ==, "THREAD 1");
  assert_predecessors (spur_event_get_id (event), "0:0");
  trace = spur_recorder_finish (recorder, NULL);
  g_assert_cmpstr (spur_trace_get_identifier_name (trace), ==, "Multi_Ordered_Event_ID");
}

static SpurEventId *
name_predecessor (SpurEventId *predecessor)
{
  SpurEventId *id = spur_event_id_new_of_type (SPUR_TYPE_ORDERED_EVENT_ID, "", SPUR_NONE, 0, 0, 0);

  spur_event_id_set_predecessors (id, &predecessor, 1);
  return id;
}

static void
test_given (void)
{
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEventId) stranger =
    spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, "elsewhere", 7, 12345, 8, 0);
  g_autoptr (SpurEventId) first = NULL;
  g_autoptr (SpurEventId) second = NULL;
  g_autoptr (SpurEventId) third = NULL;
  g_autoptr (SpurEventId) given = NULL;
  g_autoptr (SpurEventId) far = name_predecessor (stranger);
  Setting setting;

  g_test_summary ("A predecessor that the caller names comes first, once.");

  setting_init (&setting, SPUR_TYPE_MULTI_ORDERED_EVENT_ID);
  first = record_plain (&setting, 0, NULL);
  g_object_unref (record_plain (&setting, 1, NULL));
  given = name_predecessor (first);
  second = record_plain (&setting, 1, given);
  assert_predecessors (second, "0:0 1:0");
  /* What a recorder gave is not what the caller says. */
  third = record_plain (&setting, 2, second);
  assert_predecessors (third, "");
  g_clear_object (&third);
  third = record_plain (&setting, 2, far);
  assert_predecessors (third, "7:8 2:0");
  trace = setting_finish (&setting);

  assert_in_trace (trace, 1, 1, "0:0 1:0");
  assert_in_trace (trace, 2, 1, "2:0");
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
  g_assert_cmpuint (spur_trace_get_loss (trace, 0)->count, ==, 1);
}

static void
test_given_wins (void)
{
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEventId) first = NULL;
  g_autoptr (SpurEventId) given = NULL;
  g_autoptr (SpurEventId) last = NULL;
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT);
  Setting setting;

  g_test_summary ("Where there is room for one, the caller's word counts.");

  setting_init (&setting, SPUR_TYPE_ORDERED_EVENT_ID);
  g_object_unref (record_message (&setting, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, 0, 1, 9, 0));
  first = record_plain (&setting, 2, NULL);
  given = name_predecessor (first);
  spur_event_set_object (event, "peer", setting.tasks[0]);
  spur_event_set_uint (event, "tag", 9);
  spur_event_set_id (event, given);
  last = record (&setting, 1, event);
  assert_predecessors (last, "1:0");
  trace = setting_finish (&setting);
  assert_in_trace (trace, 2, 0, "1:0");
}

static void
test_by_id (void)
{
  g_autoptr (SpurTrace) trace = NULL;
  Setting setting;

  g_test_summary ("Messages with an identifier are found by it, also where the receive is first.");

  setting_init (&setting, SPUR_TYPE_ORDERED_EVENT_ID);
  for (guint i = 0; i < 6; i++)
    {
      /* Received by tasks 1 and 2 before it is sent, by task 3 after. */
      GType type =
        i == 2 ? SPUR_TYPE_LO_MIGRATION_SEND_EVENT : SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT;
      g_autoptr (SpurEvent) event = spur_event_new (type);
      g_autoptr (SpurEventId) id = NULL;

      spur_event_set_uint (event, "migration", i < 4 ? 77 : 78);
      id = record (&setting, (const guint[]){ 1, 2, 0, 3, 1, 2 }[i], event);
      assert_predecessors (id, (const char *const[]){ "", "", "", "2:0", "0:0", "1:0" }[i]);
    }
  trace = setting_finish (&setting);
  assert_in_trace (trace, 0, 0, "2:0");
  assert_in_trace (trace, 1, 0, "2:0");
  assert_in_trace (trace, 3, 0, "2:0");
  assert_in_trace (trace, 0, 1, "0:0");
}

static void
test_families (void)
{
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) fork_event = spur_event_new (SPUR_TYPE_THREAD_FORK_EVENT);
  g_autoptr (SpurEvent) arrival = spur_event_new (SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT);
  g_autoptr (SpurEventId) first = NULL;
  g_autoptr (SpurEventId) second = NULL;
  Setting setting;

  g_test_summary ("A migration does not come from the fork of a team with its number.");

  setting_init (&setting, SPUR_TYPE_ORDERED_EVENT_ID);
  spur_event_set_uint (fork_event, "team", 77);
  spur_event_set_uint (arrival, "migration", 77);
  first = record (&setting, 0, fork_event);
  second = record (&setting, 1, arrival);
  assert_predecessors (second, "");
  trace = setting_finish (&setting);
  assert_in_trace (trace, 1, 0, "");
}

static void
test_posted (void)
{
  g_autoptr (SpurTrace) trace = NULL;
  Setting setting;

  g_test_summary ("Receives that end in another order than they were posted have their own sends.");

  setting_init (&setting, SPUR_TYPE_ORDERED_EVENT_ID);
  for (guint i = 0; i < 2; i++)
    g_object_unref (record_message (&setting, SPUR_TYPE_CHANNEL_SEND_EVENT, 0, 1, 5, 0));
  for (guint i = 0; i < 3; i++)
    g_object_unref (record_plain (&setting, 1, NULL));
  g_object_unref (record_message (&setting, SPUR_TYPE_CHANNEL_RECEIVE_EVENT, 1, 0, 5, 1));
  g_object_unref (record_message (&setting, SPUR_TYPE_CHANNEL_RECEIVE_EVENT, 1, 0, 5, 4));
  trace = setting_finish (&setting);
  assert_in_trace (trace, 1, 3, "0:1");
  assert_in_trace (trace, 1, 4, "0:0");
}

static void
test_numbered (void)
{
  const guint64 numbers[] = { 3, 0, 1, 9 };
  const char *const expected[] = { "0:2", "0:1", "0:0", "1:2" };
  g_autoptr (SpurTrace) trace = NULL;
  guint64 first, second;
  Setting setting;

  g_test_summary ("Messages that overtake each other have their own sends, by the numbers that the "
                  "recorder gave and the messages carried; while it records, and in the trace.");

  setting_init (&setting, SPUR_TYPE_ORDERED_EVENT_ID);
  first = spur_recorder_next_number (setting.recorder);
  second = spur_recorder_next_number (setting.recorder);
  g_assert_cmpuint (first, !=, 0);
  g_assert_cmpuint (second, ==, first + 1);
  for (guint64 number = 1; number <= 3; number++)
    g_object_unref (record_numbered (&setting, TRUE, number));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (SpurEventId) id = record_numbered (&setting, FALSE, numbers[i]);

      /* Which sends no number claims is not known before all is there. */
      if (numbers[i] != 0)
        assert_predecessors (id, expected[i]);
    }
  trace = setting_finish (&setting);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    assert_in_trace (trace, 1, i, expected[i]);
}

static void
test_message_number (void)
{
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_MESSAGE_SEND_EVENT);
  g_autoptr (SpurMessage) message = spur_event_get_message (event);
  g_autoptr (SpurMessage) read = NULL;
  guint64 number;

  g_test_summary ("A message takes its number into its event, and has it from there.");

  g_object_set (message, "number", G_GUINT64_CONSTANT (0x123456789a), NULL);
  spur_event_set_message (event, message);
  g_assert_cmpuint (spur_event_get_uint (event, "number"), ==, G_GUINT64_CONSTANT (0x123456789a));
  read = spur_event_get_message (event);
  g_object_get (read, "number", &number, NULL);
  g_assert_cmpuint (number, ==, G_GUINT64_CONSTANT (0x123456789a));
}

#define MAX_STEPS 200

/* A send or receive of a random run; types of even number send. */
typedef struct
{
  guint type;
  guint task;
  guint peer;
  guint tag;
  guint posted;
  guint64 number;
} Step;

static const guint n_types = 6;

static GType
type_of (const Step *step)
{
  const GType types[] = { SPUR_TYPE_CHANNEL_SEND_EVENT,    SPUR_TYPE_CHANNEL_RECEIVE_EVENT,
                          SPUR_TYPE_LO_MESSAGE_SEND_EVENT, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                          SPUR_TYPE_LM_MESSAGE_SEND_EVENT, SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT };

  g_assert_cmpuint (G_N_ELEMENTS (types), ==, n_types);
  return types[step->type];
}

/* Random sends and receives. Which of several sends was lost the recorder cannot know, so none is:
 * a receive without a send is left out. */
static guint
make_steps (Step steps[MAX_STEPS])
{
  guint n_sent[3][N_TASKS][N_TASKS][2] = { 0 };
  guint n_numbered[3][N_TASKS][N_TASKS][2] = { 0 };
  guint n_drawn = (guint) g_test_rand_int_range (0, MAX_STEPS);
  guint n_steps = 0;

  for (guint i = 0; i < n_drawn; i++)
    {
      steps[i] = (Step){ (guint) g_test_rand_int_range (0, (gint32) n_types),
                         (guint) g_test_rand_int_range (0, N_TASKS),
                         (guint) g_test_rand_int_range (0, N_TASKS),
                         (guint) g_test_rand_int_range (0, 2),
                         (guint) MAX (g_test_rand_int_range (-5, 8), 0),
                         0 };
      /* Every fourth has no number. */
      if (steps[i].type % 2 == 0)
        steps[i].number =
          ++n_sent[steps[i].type / 2][steps[i].task][steps[i].peer][steps[i].tag] % 4;
      if (steps[i].number != 0)
        steps[i].number = n_sent[steps[i].type / 2][steps[i].task][steps[i].peer][steps[i].tag];
    }
  for (guint i = 0; i < n_drawn; i++)
    {
      Step *step = &steps[i];
      guint *n_left = &n_sent[step->type / 2][step->peer][step->task][step->tag];
      guint *n_before = &n_numbered[step->type / 2][step->peer][step->task][step->tag];

      /* The last ones come first. */
      if (step->type % 2 == 1 && *n_left > 0)
        step->number = ++*n_before % 3 == 0 || *n_left % 4 == 0 ? 0 : *n_left;
      if (step->type % 2 == 0 || *n_left > 0)
        steps[n_steps++] = *step;
      if (step->type % 2 == 1 && *n_left > 0)
        --*n_left;
    }
  return n_steps;
}

/* The rows of predecessors in @ordered are the edges of @plain. */
static void
compare_order (SpurTrace *ordered, SpurTrace *plain)
{
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (plain, NULL, NULL);
  gsize n_edges, n_rows;
  const SpurEdge *edge = spur_edges_get_all (edges, &n_edges);
  const SpurPredecessor *row = spur_trace_get_all_predecessors (ordered, &n_rows);

  g_assert_cmpuint (n_rows, ==, n_edges);
  for (gsize i = 0; i < n_rows; i++)
    {
      g_assert_cmpuint (row[i].stream, ==, edge[i].to_stream);
      g_assert_cmpuint (row[i].event, ==, edge[i].to_event);
      g_assert_cmpuint (row[i].predecessor_stream, ==, edge[i].from_stream);
      g_assert_cmpuint (row[i].predecessor_event, ==, edge[i].from_event);
    }
}

/* What the recorder says of messages is what the matcher finds in the trace without
 * predecessors. */
static void
test_random (void)
{
  const char *scale = g_getenv ("SPUR_TEST_SCALE");
  guint n_rounds = MAX (60 / MAX (scale != NULL ? atoi (scale) : 1, 1), 3);

  g_test_summary ("Recorder and matcher agree on who received what.");

  for (guint round = 0; round < n_rounds; round++)
    {
      g_autoptr (SpurTrace) ordered = NULL;
      g_autoptr (SpurTrace) plain = NULL;
      Setting settings[2];
      Step steps[MAX_STEPS];
      guint n_steps = make_steps (steps);

      setting_init (&settings[0], SPUR_TYPE_ORDERED_EVENT_ID);
      setting_init (&settings[1], SPUR_TYPE_EVENT_ID);
      for (guint i = 0; i < n_steps; i++)
        {
          GType type = type_of (&steps[i]);
          gboolean is_channel = steps[i].type < 2;

          for (guint k = 0; k < 2; k++)
            {
              g_autoptr (SpurEvent) event =
                make_message (&settings[k], type, steps[i].peer, steps[i].tag);

              if (type == SPUR_TYPE_CHANNEL_RECEIVE_EVENT)
                spur_event_set_uint (event, "posted", steps[i].posted);
              if (!is_channel)
                spur_event_set_uint (event, "number", steps[i].number);
              g_object_unref (record (&settings[k], steps[i].task, event));
            }
        }
      ordered = setting_finish (&settings[0]);
      plain = setting_finish (&settings[1]);
      compare_order (ordered, plain);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/order/classes", test_classes);
  g_test_add_func ("/record/order/function", test_function);
  g_test_add_func ("/record/order/given", test_given);
  g_test_add_func ("/record/order/given-wins", test_given_wins);
  g_test_add_func ("/record/order/by-id", test_by_id);
  g_test_add_func ("/record/order/families", test_families);
  g_test_add_func ("/record/order/posted", test_posted);
  g_test_add_func ("/record/order/numbered", test_numbered);
  g_test_add_func ("/record/order/message-number", test_message_number);
  g_test_add_func ("/record/order/random", test_random);
  return g_test_run ();
}
