/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tests/analysis/presence-world.h"
#include "tests/causality/id-messages.h"

#define CREATED SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT
#define CHANGED SPUR_TYPE_LO_STATE_CHANGE_EVENT
#define ENDED SPUR_TYPE_LO_TERMINATION_EVENT
#define MIGRATED SPUR_TYPE_LO_MIGRATION_EVENT
#define ENTERED SPUR_TYPE_REGION_ENTER_EVENT
#define EXITED SPUR_TYPE_REGION_EXIT_EVENT
#define SENT SPUR_TYPE_LO_MESSAGE_SEND_EVENT
#define RECEIVED SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT

#define ALL (SPUR_PROFILE_CLASSES | SPUR_PROFILE_OBJECTS | SPUR_PROFILE_STATES | SPUR_PROFILE_PAIRS)

static SpurProfile *
profile_span (PresenceWorld *world, gint64 begin_ns, gint64 end_ns)
{
  g_autoptr (GError) error = NULL;
  SpurProfileSettings settings = { ALL, TRUE, begin_ns, end_ns, NULL, NULL };
  SpurProfile *profile = spur_profile_new (world->trace, &settings, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

static void
assert_states (SpurProfile *profile, const SpurStateProfile *expected, gsize n_expected)
{
  gsize n_states;
  const SpurStateProfile *states = spur_profile_get_states (profile, &n_states);

  g_assert_cmpuint (n_states, ==, n_expected);
  for (gsize i = 0; i < n_states; i++)
    {
      g_assert_cmpuint (states[i].object, ==, expected[i].object);
      g_assert_cmpuint (states[i].state, ==, expected[i].state);
      g_assert_cmpint (states[i].is_entered, ==, expected[i].is_entered);
      g_assert_cmpuint (states[i].n_times, ==, expected[i].n_times);
      g_assert_cmpint (states[i].inclusive_ns, ==, expected[i].inclusive_ns);
      g_assert_cmpint (states[i].exclusive_ns, ==, expected[i].exclusive_ns);
    }
}

#define assert_has_states(profile, ...)                                                            \
  assert_states (profile, (const SpurStateProfile[]){ __VA_ARGS__ },                               \
                 sizeof ((const SpurStateProfile[]){ __VA_ARGS__ }) / sizeof (SpurStateProfile))

static void
assert_pairs (SpurProfile *profile, const SpurPairProfile *expected, gsize n_expected)
{
  gsize n_pairs;
  const SpurPairProfile *pairs = spur_profile_get_pairs (profile, &n_pairs);

  g_assert_cmpuint (n_pairs, ==, n_expected);
  for (gsize i = 0; i < n_pairs; i++)
    {
      g_assert_cmpuint (pairs[i].from, ==, expected[i].from);
      g_assert_cmpuint (pairs[i].to, ==, expected[i].to);
      g_assert_cmpuint (pairs[i].n_sent, ==, expected[i].n_sent);
      g_assert_cmpuint (pairs[i].sent_bytes, ==, expected[i].sent_bytes);
      g_assert_cmpuint (pairs[i].n_received, ==, expected[i].n_received);
      g_assert_cmpuint (pairs[i].received_bytes, ==, expected[i].received_bytes);
    }
}

#define assert_has_pairs(profile, ...)                                                             \
  assert_pairs (profile, (const SpurPairProfile[]){ __VA_ARGS__ },                                 \
                sizeof ((const SpurPairProfile[]){ __VA_ARGS__ }) / sizeof (SpurPairProfile))

/* A stream enters a, in it b, in that a again; and the same object's b on a second stream:
 *
 *   stream 0   0 a( 10 b( 20 a( 30 )a 50 )b 60 )a
 *   stream 1   5 b( 25 )b
 */
static void
test_regions (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurProfile) whole = NULL, part = NULL;
  guint32 target, object, a, b;
  guint one, two;

  g_test_summary ("Times with and without what is entered inside; a state in itself counts once.");
  presence_world_init (&world);
  target = presence_world_add_object (&world, SPUR_TYPE_TARGET, "t");
  object = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "o");
  a = spur_definitions_add_state (spur_trace_get_definitions (world.trace), "a", SPUR_STATE_WORK);
  b = spur_definitions_add_state (spur_trace_get_definitions (world.trace), "b",
                                  SPUR_STATE_COMMUNICATION);
  one = presence_world_add_stream (&world, target);
  two = presence_world_add_stream (&world, target);
  presence_world_record (&world, { one, 0, ENTERED, object, .state = a },
                         { one, 10, ENTERED, object, .state = b },
                         { one, 20, ENTERED, object, .state = a }, { one, 30, EXITED, object },
                         { one, 50, EXITED, object }, { one, 60, EXITED, object },
                         { two, 5, ENTERED, object, .state = b }, { two, 25, EXITED, object });
  timeline = presence_world_finish (&world, 100);

  whole = profile_span (&world, G_MININT64, G_MAXINT64);
  assert_has_states (whole, { object, a, TRUE, 2, 60, 30 }, { object, b, TRUE, 2, 60, 50 });
  part = profile_span (&world, 15, 40);
  assert_has_states (part, { object, a, TRUE, 1, 25, 10 }, { object, b, TRUE, 0, 35, 25 });
  presence_world_clear (&world);
}

/* The object's state is set on one stream and holds on the other one, to which it moves; there it
 * enters another state meanwhile:
 *
 *   stream 0   0 created  10 set(a)  30 migrated
 *   stream 1   40 b( 60 )b  70 set(b)  90 ended
 */
static void
test_set_states (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurProfile) whole = NULL, part = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  SpurObjectLoad load;
  guint32 first, second, object, a, b;
  guint one, two;

  g_test_summary ("A state that is set holds over streams until the next one or the end.");
  presence_world_init (&world);
  first = presence_world_add_object (&world, SPUR_TYPE_TARGET, "t1");
  second = presence_world_add_object (&world, SPUR_TYPE_TARGET, "t2");
  object = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "o");
  a = spur_definitions_add_state (spur_trace_get_definitions (world.trace), "a", SPUR_STATE_WORK);
  b =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "b", SPUR_STATE_OVERHEAD);
  one = presence_world_add_stream (&world, first);
  two = presence_world_add_stream (&world, second);
  presence_world_record (&world, { one, 0, CREATED, object, .destination = first },
                         { one, 10, CHANGED, object, .state = a },
                         { one, 30, MIGRATED, object, .source = first, .destination = second },
                         { two, 40, ENTERED, object, .state = b }, { two, 60, EXITED, object },
                         { two, 70, CHANGED, object, .state = b }, { two, 90, ENDED, object });
  timeline = presence_world_finish (&world, 100);

  whole = profile_span (&world, G_MININT64, G_MAXINT64);
  assert_has_states (whole, { object, a, FALSE, 1, 60, 40 }, { object, b, FALSE, 1, 20, 20 },
                     { object, b, TRUE, 1, 20, 20 });
  part = profile_span (&world, 50, 75);
  assert_has_states (part, { object, a, FALSE, 0, 20, 10 }, { object, b, FALSE, 1, 5, 5 },
                     { object, b, TRUE, 0, 10, 10 });

  loads = spur_load_new (timeline);
  spur_load_get_object (loads, object, 0, 100, &load);
  g_assert_cmpint (load.present_ns, ==, 90);
  g_assert_cmpint (load.work_ns, ==, 40);
  g_assert_cmpint (load.overhead_ns, ==, 40);
  g_assert_cmpint (load.communication_ns, ==, 0);
  g_assert_cmpint (load.idle_ns, ==, 10);
  g_assert_cmpint (spur_load_get_object_work (loads, object, 50, 65), ==, 5);
  presence_world_clear (&world);
}

static guint
find_class (SpurTrace *trace, GType type)
{
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      if (spur_trace_get_class (trace, i)->type == type)
        return i;
    }
  g_assert_not_reached ();
}

static void
test_messages (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurProfile) whole = NULL, part = NULL;
  const SpurClassProfile *classes;
  const SpurObjectProfile *objects;
  guint32 target, p, q;
  guint one, two, n;

  g_test_summary ("Messages by pair: on two streams, on one, and never received.");
  presence_world_init (&world);
  target = presence_world_add_object (&world, SPUR_TYPE_TARGET, "t");
  p = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "p");
  q = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "q");
  one = presence_world_add_stream (&world, target);
  two = presence_world_add_stream (&world, target);
  presence_world_record (&world, { one, 0, SENT, p, .peer = q, .n_bytes = 100 },
                         { one, 10, SENT, p, .peer = q, .n_bytes = 20 },
                         { one, 20, SENT, q, .peer = p, .n_bytes = 3 },
                         { one, 30, RECEIVED, p, .peer = q, .n_bytes = 3 },
                         { one, 35, MIGRATED, p, .destination = target },
                         { two, 15, RECEIVED, q, .peer = p, .n_bytes = 100 });
  timeline = presence_world_finish (&world, 100);

  whole = profile_span (&world, G_MININT64, G_MAXINT64);
  assert_has_pairs (whole, { p, SPUR_NONE, q, SPUR_NONE, 2, 120, 1, 100 },
                    { q, SPUR_NONE, p, SPUR_NONE, 1, 3, 1, 3 });
  part = profile_span (&world, 10, 30);
  assert_has_pairs (part, { p, SPUR_NONE, q, SPUR_NONE, 1, 20, 1, 100 },
                    { q, SPUR_NONE, p, SPUR_NONE, 1, 3, 0, 0 });

  classes = spur_profile_get_classes (whole, &n);
  g_assert_cmpuint (n, ==, spur_trace_get_n_classes (world.trace));
  g_assert_cmpuint (classes[find_class (world.trace, SENT)].n_events, ==, 3);
  g_assert_cmpuint (classes[find_class (world.trace, SENT)].message_bytes, ==, 123);
  g_assert_cmpuint (classes[find_class (world.trace, MIGRATED)].n_events, ==, 1);
  objects = spur_profile_get_objects (whole, &n);
  g_assert_cmpuint (objects[p].n_events, ==, 4);
  g_assert_cmpuint (objects[p].n_sent, ==, 2);
  g_assert_cmpuint (objects[p].sent_bytes, ==, 120);
  g_assert_cmpuint (objects[p].n_received, ==, 1);
  g_assert_cmpuint (objects[q].received_bytes, ==, 100);
  presence_world_clear (&world);
}

/* A number on two streams, one on the same, one that two receive, one without receive, one without
 * send; the other side is said by none but the receive of 7. */
static void
test_numbered (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurProfile) whole = NULL, part = NULL;
  GType sent = test_id_send_event_get_type (), received = test_id_receive_event_get_type ();
  guint32 p, q, r;
  guint one, two;

  g_test_summary ("Messages whose sides only a number tells, wherever they are received.");
  presence_world_init (&world);
  p = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "p");
  q = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "q");
  r = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "r");
  one = presence_world_add_stream (&world, SPUR_NONE);
  two = presence_world_add_stream (&world, SPUR_NONE);
  presence_world_record (
    &world, { one, 0, sent, p, .id = 5, .n_bytes = 10 },
    { one, 10, sent, p, .id = 6, .n_bytes = 20 }, { one, 20, received, q, .id = 6, .n_bytes = 20 },
    { one, 30, sent, q, .id = 8, .n_bytes = 40 }, { one, 40, sent, r, .id = 9, .n_bytes = 1 },
    { two, 12, received, q, .id = 5, .n_bytes = 10 },
    { two, 35, received, p, .id = 8, .n_bytes = 40 },
    { two, 36, received, r, .id = 8, .n_bytes = 40 },
    { two, 50, received, r, .id = 7, .peer = p, .n_bytes = 2 });
  timeline = presence_world_finish (&world, 100);

  whole = profile_span (&world, G_MININT64, G_MAXINT64);
  assert_has_pairs (
    whole, { p, SPUR_NONE, q, SPUR_NONE, 2, 30, 2, 30 }, { p, SPUR_NONE, r, SPUR_NONE, 0, 0, 1, 2 },
    { q, SPUR_NONE, p, SPUR_NONE, 1, 40, 1, 40 }, { q, SPUR_NONE, r, SPUR_NONE, 1, 40, 1, 40 },
    { r, SPUR_NONE, SPUR_NONE, SPUR_NONE, 1, 1, 0, 0 });
  part = profile_span (&world, 5, 15);
  assert_has_pairs (part, { p, SPUR_NONE, q, SPUR_NONE, 1, 20, 1, 10 });
  presence_world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/regions", test_regions);
  g_test_add_func ("/profile/set-states", test_set_states);
  g_test_add_func ("/profile/messages", test_messages);
  g_test_add_func ("/profile/numbered", test_numbered);
  return g_test_run ();
}
