/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "tests/analysis/presence-world.h"

#define ADDED SPUR_TYPE_TARGET_ADDITION_EVENT
#define REMOVED SPUR_TYPE_TARGET_REMOVAL_EVENT
#define CREATED SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT
#define PLACED SPUR_TYPE_LO_PLACEMENT_EVENT
#define MIGRATED SPUR_TYPE_LO_MIGRATION_EVENT
#define SENT SPUR_TYPE_LO_MIGRATION_SEND_EVENT
#define RECEIVED SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT
#define CHANGED SPUR_TYPE_LO_STATE_CHANGE_EVENT
#define ENDED SPUR_TYPE_LO_TERMINATION_EVENT
#define ENTERED SPUR_TYPE_REGION_ENTER_EVENT
#define EXITED SPUR_TYPE_REGION_EXIT_EVENT
#define MEASURED SPUR_TYPE_LM_TARGET_LOAD_EVENT

#define N_MANY 200000

static guint32
add_target (PresenceWorld *world, const char *name)
{
  return presence_world_add_object (world, SPUR_TYPE_TARGET, name);
}

static guint32
add_load_object (PresenceWorld *world, const char *name)
{
  return presence_world_add_object (world, SPUR_TYPE_LOAD_OBJECT, name);
}

static void
assert_presences (SpurTimeline *timeline,
                  guint32 object,
                  const SpurPresence *expected,
                  guint n_expected)
{
  guint n_presences;
  g_autofree SpurPresence *presences = spur_timeline_get_presences (timeline, object, &n_presences);

  g_assert_cmpuint (n_presences, ==, n_expected);
  for (guint i = 0; i < n_presences; i++)
    {
      g_assert_cmpint (presences[i].begin_ns, ==, expected[i].begin_ns);
      g_assert_cmpint (presences[i].end_ns, ==, expected[i].end_ns);
      g_assert_cmpuint (presences[i].target, ==, expected[i].target);
    }
}

#define assert_is_on(timeline, object, ...)                                                        \
  assert_presences (timeline, object, (const SpurPresence[]){ __VA_ARGS__ },                       \
                    sizeof ((const SpurPresence[]){ __VA_ARGS__ }) / sizeof (SpurPresence))

static void
assert_n_moves (SpurTimeline *timeline, gsize n_expected)
{
  gsize n_moves;

  spur_timeline_get_moves (timeline, &n_moves);
  g_assert_cmpuint (n_moves, ==, n_expected);
}

static SpurTargetLoad
get_load (SpurLoad *loads, guint32 target, gint64 begin_ns, gint64 end_ns)
{
  SpurTargetLoad load;

  spur_load_get (loads, target, begin_ns, end_ns, &load);
  g_assert_cmpint (load.work_ns + load.overhead_ns + load.communication_ns + load.idle_ns, ==,
                   load.present_ns);
  return load;
}

static void
test_standard_scenario (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurHistory) history = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  const SpurSpan *spans;
  const SpurMove *moves;
  SpurTargetLoad load;
  guint32 hosts[2], process;
  gsize n_spans, n_moves;

  g_test_summary ("A process that is created, migrates and ends is seen on its targets.");

  presence_world_init (&world);
  hosts[0] = add_target (&world, "host 1");
  hosts[1] = add_target (&world, "host 2");
  process = add_load_object (&world, "process");
  presence_world_add_stream (&world, SPUR_NONE);
  presence_world_record (&world, { 0, 0, ADDED, hosts[0] }, { 0, 0, ADDED, hosts[1] },
                         { 0, 10, CREATED, process, .destination = hosts[0] },
                         { 0, 50, MIGRATED, process, .source = hosts[0], .destination = hosts[1] },
                         { 0, 90, ENDED, process });
  timeline = presence_world_finish (&world, 100);
  assert_is_on (timeline, process, { 10, 50, hosts[0] }, { 50, 90, hosts[1] });
  moves = spur_timeline_get_moves (timeline, &n_moves);
  g_assert_cmpuint (n_moves, ==, 1);
  g_assert_cmpint (moves[0].left_ns, ==, 50);
  g_assert_cmpint (moves[0].came_ns, ==, 50);

  history = spur_history_new (world.trace, TRUE);
  spans = spur_history_get_spans (history, &n_spans);
  g_assert_cmpuint (n_spans, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (spans[i].begin_ns, ==, i == 0 ? 10 : 50);
      g_assert_cmpint (spans[i].end_ns, ==, i == 0 ? 50 : 90);
      g_assert_cmpuint (spans[i].target, ==, hosts[i]);
      g_assert_cmpuint (spans[i].state, ==, SPUR_NONE);
    }

  loads = spur_load_new (timeline);
  load = get_load (loads, hosts[0], 0, 100);
  g_assert_cmpint (load.present_ns, ==, 100);
  g_assert_cmpint (load.idle_ns, ==, 100);
  g_assert_cmpfloat (load.resident_mean, ==, 0.4);
  g_assert_cmpuint (load.resident_max, ==, 1);
  g_assert_cmpuint (load.running_max, ==, 0);
  load = get_load (loads, hosts[1], 60, 80);
  g_assert_cmpfloat (load.resident_mean, ==, 1);
  presence_world_clear (&world);
}

static void
test_containers (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  g_autofree guint32 *contents = NULL;
  SpurTargetLoad load;
  guint32 hosts[2], recorder, process, agent, task, work;
  guint n_contents;

  g_test_summary (
    "A task in an agent in a process is where the process is, whichever stream records it.");

  presence_world_init (&world);
  hosts[0] = add_target (&world, "host 1");
  hosts[1] = add_target (&world, "host 2");
  recorder = add_target (&world, "recorder");
  process = add_load_object (&world, "process");
  agent = add_load_object (&world, "agent");
  task = add_load_object (&world, "task");
  work =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "work", SPUR_STATE_WORK);
  presence_world_add_stream (&world, recorder);
  presence_world_record (
    &world, { 0, 0, CREATED, process, .destination = hosts[0] },
    { 0, 5, CREATED, agent, .destination = process },
    { 0, 10, CREATED, task, .destination = agent }, { 0, 20, ENTERED, task, .state = work },
    { 0, 30, EXITED, task, .state = work },
    { 0, 35, SENT, process, .source = hosts[0], .destination = hosts[1], .id = 1 },
    { 0, 38, RECEIVED, process, .source = hosts[0], .destination = hosts[1], .id = 1 },
    { 0, 40, ENTERED, task, .state = work }, { 0, 55, EXITED, task, .state = work });
  timeline = presence_world_finish (&world, 100);
  assert_is_on (timeline, process, { 0, 35, hosts[0] }, { 38, 100, hosts[1] });
  assert_is_on (timeline, agent, { 5, 35, hosts[0] }, { 38, 100, hosts[1] });
  assert_is_on (timeline, task, { 10, 35, hosts[0] }, { 38, 100, hosts[1] });
  assert_n_moves (timeline, 1);
  contents = spur_timeline_get_contents (timeline, hosts[1], 50, &n_contents);
  g_assert_cmpuint (n_contents, ==, 3);
  g_assert_cmpuint (contents[0], ==, process);
  g_assert_cmpuint (contents[1], ==, agent);
  g_assert_cmpuint (contents[2], ==, task);

  loads = spur_load_new (timeline);
  load = get_load (loads, hosts[0], 0, 100);
  g_assert_cmpint (load.work_ns, ==, 10);
  g_assert_cmpuint (load.resident_max, ==, 3);
  g_assert_cmpfloat_with_epsilon (load.resident_mean, (35 + 30 + 25) / 100.0, 1e-12);
  load = get_load (loads, hosts[1], 0, 100);
  g_assert_cmpint (load.work_ns, ==, 15);
  g_assert_cmpfloat (load.running_mean, ==, 0.15);
  load = get_load (loads, recorder, 0, 100);
  g_assert_cmpint (load.idle_ns, ==, 100);
  g_assert_cmpuint (load.resident_max, ==, 0);
  g_assert_cmpint (spur_load_get_object_work (loads, task, 25, 45), ==, 10);
  presence_world_clear (&world);
}

static void
test_carried (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  const SpurMove *moves;
  guint32 hosts[2], agent, task;
  gsize n_moves;

  g_test_summary ("A task goes with its agent; that it is placed in it again is no move.");

  presence_world_init (&world);
  hosts[0] = add_target (&world, "host 1");
  hosts[1] = add_target (&world, "host 2");
  agent = add_load_object (&world, "agent");
  task = add_load_object (&world, "task");
  presence_world_add_stream (&world, SPUR_NONE);
  presence_world_record (
    &world, { 0, 0, CREATED, agent, .destination = hosts[0] },
    { 0, 10, CREATED, task, .destination = agent },
    { 0, 20, SENT, agent, .source = hosts[0], .destination = hosts[1], .id = 1 },
    { 0, 30, RECEIVED, agent, .source = hosts[0], .destination = hosts[1], .id = 1 },
    { 0, 30, PLACED, task, .destination = agent }, { 0, 40, PLACED, task, .destination = hosts[1] },
    { 0, 50, PLACED, task, .destination = hosts[0] });
  timeline = presence_world_finish (&world, 60);
  assert_is_on (timeline, task, { 10, 20, hosts[0] }, { 30, 50, hosts[1] }, { 50, 60, hosts[0] });
  moves = spur_timeline_get_moves (timeline, &n_moves);
  g_assert_cmpuint (n_moves, ==, 2);
  g_assert_cmpuint (moves[0].object, ==, agent);
  g_assert_cmpint (moves[0].left_ns, ==, 20);
  g_assert_cmpint (moves[0].came_ns, ==, 30);
  g_assert_cmpuint (moves[1].object, ==, task);
  g_assert_cmpint (moves[1].left_ns, ==, 50);
  g_assert_cmpint (moves[1].came_ns, ==, 50);
  presence_world_clear (&world);
}

static void
test_six_at_once (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurHistory) history = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  SpurTargetLoad load;
  guint32 host, work;
  gsize n_spans;

  g_test_summary ("Six processes that run at once are six, and their time is one.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  work =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "work", SPUR_STATE_WORK);
  presence_world_add_stream (&world, host);
  for (guint i = 0; i < 6; i++)
    {
      guint32 process = add_load_object (&world, "process");

      presence_world_record (&world, { 0, 0, CREATED, process, .destination = host },
                             { 0, 0, CHANGED, process, .state = work });
    }
  timeline = presence_world_finish (&world, 100);
  history = spur_history_new (world.trace, TRUE);
  spur_history_get_spans (history, &n_spans);
  g_assert_cmpuint (n_spans, ==, 6);
  loads = spur_load_new (timeline);
  load = get_load (loads, host, 0, 100);
  g_assert_cmpint (load.work_ns, ==, 100);
  g_assert_cmpuint (load.running_max, ==, 6);
  g_assert_cmpfloat (load.running_mean, ==, 6);
  g_assert_cmpfloat (load.resident_mean, ==, 6);
  presence_world_clear (&world);
}

static void
test_targets_without_streams (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  g_autoptr (GArray) targets = NULL;
  guint32 hosts[3], process, work;

  g_test_summary (
    "One loaded and two idle targets are out of balance by three; of idle ones it is unknown.");

  presence_world_init (&world);
  for (guint i = 0; i < 3; i++)
    hosts[i] = add_target (&world, "host");
  process = add_load_object (&world, "process");
  work =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "work", SPUR_STATE_WORK);
  presence_world_add_stream (&world, hosts[0]);
  presence_world_record (&world, { 0, 0, CREATED, process, .destination = hosts[0] },
                         { 0, 20, CHANGED, process, .state = work }, { 0, 60, ENDED, process });
  timeline = presence_world_finish (&world, 100);
  loads = spur_load_new (timeline);
  targets = spur_load_list_targets (loads, 0, 100);
  g_assert_cmpuint (targets->len, ==, 3);
  g_assert_cmpint (get_load (loads, hosts[0], 0, 100).work_ns, ==, 40);
  g_assert_cmpint (get_load (loads, hosts[2], 0, 100).idle_ns, ==, 100);
  g_assert_cmpfloat (spur_load_get_imbalance (loads, 0, 100), ==, 3);
  g_assert_true (isnan (spur_load_get_imbalance (loads, 60, 100)));
  presence_world_clear (&world);
}

static void
test_removed_target (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  g_autoptr (GArray) targets = NULL;
  SpurTargetLoad load;
  guint32 host, other, process, task, work;

  g_test_summary ("After its removal a target has no load, and what was on it is nowhere.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  other = add_target (&world, "other");
  process = add_load_object (&world, "process");
  task = add_load_object (&world, "task");
  work =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "work", SPUR_STATE_WORK);
  presence_world_add_stream (&world, other);
  presence_world_record (&world, { 0, 0, PLACED, process, .destination = host },
                         { 0, 0, PLACED, task, .destination = process },
                         { 0, 0, CHANGED, task, .state = work }, { 0, 20, ADDED, host },
                         { 0, 60, REMOVED, host }, { 0, 80, ADDED, host });
  timeline = presence_world_finish (&world, 100);
  assert_is_on (timeline, process, { 20, 60, host });
  assert_is_on (timeline, task, { 20, 60, host });
  loads = spur_load_new (timeline);
  load = get_load (loads, host, 0, 100);
  g_assert_cmpint (load.present_ns, ==, 60);
  g_assert_cmpint (load.work_ns, ==, 40);
  g_assert_cmpint (load.idle_ns, ==, 20);
  targets = spur_load_list_targets (loads, 65, 75);
  g_assert_cmpuint (targets->len, ==, 1);
  g_assert_cmpuint (g_array_index (targets, guint32, 0), ==, other);
  presence_world_clear (&world);
}

static void
test_ended_container (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  guint32 host, process, task, work;

  g_test_summary ("What is in a process that ends is on no target any more.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  process = add_load_object (&world, "process");
  task = add_load_object (&world, "task");
  work =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "work", SPUR_STATE_WORK);
  presence_world_add_stream (&world, host);
  presence_world_record (&world, { 0, 0, CREATED, process, .destination = host },
                         { 0, 10, CREATED, task, .destination = process },
                         { 0, 10, CHANGED, task, .state = work }, { 0, 40, ENDED, process },
                         { 0, 60, CREATED, process, .destination = host });
  timeline = presence_world_finish (&world, 100);
  assert_is_on (timeline, process, { 0, 40, host }, { 60, 100, host });
  assert_is_on (timeline, task, { 10, 40, host });
  loads = spur_load_new (timeline);
  g_assert_cmpint (get_load (loads, host, 0, 100).work_ns, ==, 30);
  presence_world_clear (&world);
}

static void
test_transit (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  guint32 hosts[3], early, lost;

  g_test_summary ("On their way objects are nowhere; one that came before it was sent is there.");

  presence_world_init (&world);
  for (guint i = 0; i < 3; i++)
    hosts[i] = add_target (&world, "host");
  early = add_load_object (&world, "early");
  lost = add_load_object (&world, "lost");
  for (guint i = 0; i < 3; i++)
    presence_world_add_stream (&world, hosts[i]);

  /* As clocks say that are not corrected. */
  presence_world_record (
    &world, { 0, 0, SPUR_TYPE_CUSTOM_EVENT },
    { 1, 30, RECEIVED, early, .source = hosts[0], .destination = hosts[1], .id = 1 },
    { 0, 40, SENT, early, .source = hosts[0], .destination = hosts[1], .id = 1 },
    { 1, 50, SENT, early, .source = hosts[1], .destination = hosts[2], .id = 2 },
    { 2, 70, RECEIVED, early, .source = hosts[1], .destination = hosts[2], .id = 2 },
    { 0, 60, SENT, lost, .source = hosts[0], .destination = hosts[2], .id = 3 });
  timeline = presence_world_finish (&world, 100);
  assert_is_on (timeline, early, { 0, 30, hosts[0] }, { 30, 50, hosts[1] }, { 70, 100, hosts[2] });
  assert_is_on (timeline, lost, { 0, 60, hosts[0] });
  assert_n_moves (timeline, 2);
  presence_world_clear (&world);
}

static void
test_circle (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  guint32 host, objects[3];

  g_test_summary ("Objects that are said to be in one another are on no target.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  for (guint i = 0; i < 3; i++)
    objects[i] = add_load_object (&world, "object");
  presence_world_add_stream (&world, host);
  presence_world_record (&world, { 0, 0, PLACED, objects[0], .destination = host },
                         { 0, 10, PLACED, objects[1], .destination = objects[0] },
                         { 0, 20, PLACED, objects[2], .destination = objects[1] },
                         { 0, 30, PLACED, objects[0], .destination = objects[2] },
                         { 0, 60, PLACED, objects[1], .destination = objects[1] });
  timeline = presence_world_finish (&world, 100);
  assert_is_on (timeline, objects[0], { 0, 30, host });
  assert_is_on (timeline, objects[1], { 10, 30, host });
  assert_is_on (timeline, objects[2], { 20, 30, host });
  presence_world_clear (&world);
}

static void
test_many (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  guint32 host;
  guint n_contents;

  g_test_summary ("Very many objects on one target are found in time that does not grow with the "
                  "square of their number.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  presence_world_add_stream (&world, SPUR_NONE);
  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *name = g_strdup_printf ("object %u", i);

      presence_world_record (
        &world, { 0, i, CREATED, add_load_object (&world, name), .destination = host });
    }
  timeline = presence_world_finish (&world, N_MANY);
  for (guint i = 1; i < N_MANY; i *= 10)
    {
      g_autofree guint32 *contents = spur_timeline_get_contents (timeline, host, i, &n_contents);

      g_assert_cmpuint (n_contents, ==, i + 1);
      g_assert_cmpuint (contents[i], ==, host + 1 + i);
    }
  presence_world_clear (&world);
}

static void
test_retrospect (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  guint32 host, job;

  g_test_summary ("A job that is placed when it has ended was there from its creation on.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  job = add_load_object (&world, "job");
  presence_world_add_stream (&world, SPUR_NONE);
  presence_world_record (&world, { 0, 10, SPUR_TYPE_LO_CREATION_EVENT, job }, { 0, 40, ENDED, job },
                         { 0, 40, PLACED, job, .destination = host },
                         { 0, 60, PLACED, job, .destination = host });
  timeline = presence_world_finish (&world, 100);
  assert_is_on (timeline, job, { 10, 40, host });
  presence_world_clear (&world);
}

static void
test_kinds (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  SpurTargetLoad load;
  guint32 host, process, balancer, states[4];

  g_test_summary ("Work goes before overhead, and that before communication; management is told.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  process = add_load_object (&world, "process");
  balancer = presence_world_add_object (&world, SPUR_TYPE_LM_COMPONENT, "balancer");
  for (guint kind = 0; kind < 4; kind++)
    states[kind] = spur_definitions_add_state (spur_trace_get_definitions (world.trace),
                                               (const char *[]){ "w", "c", "o", "i" }[kind],
                                               (SpurStateKind) kind);
  presence_world_add_stream (&world, host);
  presence_world_record (&world, { 0, 0, CREATED, process, .destination = host },
                         { 0, 0, CREATED, balancer, .destination = host },
                         { 0, 0, MEASURED, host, .load = 1 },
                         { 0, 10, CHANGED, process, .state = states[SPUR_STATE_WORK] },
                         { 0, 20, MEASURED, host, .load = 3 },
                         { 0, 30, CHANGED, balancer, .state = states[SPUR_STATE_OVERHEAD] },
                         { 0, 35, SPUR_TYPE_LM_MESSAGE_SEND_EVENT, balancer, .n_bytes = 100 },
                         { 0, 40, CHANGED, process, .state = states[SPUR_STATE_COMMUNICATION] },
                         { 0, 60, CHANGED, balancer, .state = states[SPUR_STATE_IDLE] },
                         { 0, 65, SPUR_TYPE_LM_MESSAGE_SEND_EVENT, balancer, .n_bytes = 50 },
                         { 0, 70, CHANGED, process, .state = states[SPUR_STATE_IDLE] });
  timeline = presence_world_finish (&world, 100);
  loads = spur_load_new (timeline);
  load = get_load (loads, host, 0, 100);
  g_assert_cmpint (load.work_ns, ==, 30);
  g_assert_cmpint (load.overhead_ns, ==, 20);
  g_assert_cmpint (load.communication_ns, ==, 10);
  g_assert_cmpint (load.idle_ns, ==, 40);
  g_assert_cmpuint (load.running_max, ==, 2);
  g_assert_cmpfloat (load.running_mean, ==, 0.6);
  g_assert_cmpint (load.management_ns, ==, 30);
  g_assert_cmpuint (load.n_management_messages, ==, 2);
  g_assert_cmpuint (load.management_bytes, ==, 150);
  g_assert_cmpuint (load.n_measured, ==, 2);
  g_assert_cmpfloat_with_epsilon (load.measured_mean, 2.6, 1e-12);
  g_assert_cmpfloat (load.measured_max, ==, 3);
  load = get_load (loads, host, 50, 70);
  g_assert_cmpint (load.overhead_ns, ==, 10);
  g_assert_cmpuint (load.n_management_messages, ==, 1);
  g_assert_cmpuint (load.n_measured, ==, 0);
  g_assert_cmpfloat (load.measured_mean, ==, 3);
  presence_world_clear (&world);
}

static void
test_only_communication (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  SpurTargetLoad load;
  guint32 rank, send;

  g_test_summary ("Where only communication was recorded, the time between it is work.");

  presence_world_init (&world);
  rank = add_target (&world, "rank");
  send = spur_definitions_add_state (spur_trace_get_definitions (world.trace), "MPI_Send",
                                     SPUR_STATE_COMMUNICATION);
  presence_world_add_stream (&world, SPUR_NONE);
  presence_world_add_stream (&world, rank);
  presence_world_record (&world, { 0, 0, SPUR_TYPE_CUSTOM_EVENT },
                         { 1, 10, ENTERED, rank, .state = send }, { 1, 20, EXITED, rank },
                         { 1, 50, ENTERED, rank, .state = send }, { 1, 90, EXITED, rank });
  timeline = presence_world_finish (&world, 100);
  loads = spur_load_new (timeline);
  load = get_load (loads, rank, 0, 100);
  g_assert_cmpint (load.work_ns, ==, 30);
  g_assert_cmpint (load.communication_ns, ==, 50);
  g_assert_cmpint (load.idle_ns, ==, 20);
  presence_world_clear (&world);
}

static void
test_nested (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  SpurTargetLoad load;
  SpurSituation situation;
  guint32 host, outer, inner, work, send;

  g_test_summary ("A stream does one thing at a time; states around it pause, and come back.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  outer = add_load_object (&world, "outer");
  inner = add_load_object (&world, "inner");
  work =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "work", SPUR_STATE_WORK);
  send = spur_definitions_add_state (spur_trace_get_definitions (world.trace), "send",
                                     SPUR_STATE_COMMUNICATION);
  presence_world_add_stream (&world, host);
  presence_world_record (&world, { 0, 0, ENTERED, outer, .state = work },
                         { 0, 20, ENTERED, inner, .state = send }, { 0, 50, EXITED, inner },
                         { 0, 80, EXITED, outer });
  timeline = presence_world_finish (&world, 100);
  assert_is_on (timeline, inner, { 20, 100, host });
  spur_timeline_get_situation (timeline, outer, 30, &situation);
  g_assert_cmpuint (situation.state, ==, work);
  loads = spur_load_new (timeline);
  load = get_load (loads, host, 0, 100);
  g_assert_cmpint (load.work_ns, ==, 50);
  g_assert_cmpint (load.communication_ns, ==, 30);
  g_assert_cmpuint (load.running_max, ==, 1);
  g_assert_cmpint (spur_load_get_object_work (loads, outer, 0, 100), ==, 50);
  presence_world_clear (&world);
}

static void
assert_lives (SpurTimeline *timeline, guint32 object, const SpurLife *expected, guint n_expected)
{
  guint n_lives;
  g_autofree SpurLife *lives = spur_timeline_get_lives (timeline, object, &n_lives);

  g_assert_cmpuint (n_lives, ==, n_expected);
  for (guint i = 0; i < n_lives; i++)
    {
      g_assert_cmpint (lives[i].begin_ns, ==, expected[i].begin_ns);
      g_assert_cmpint (lives[i].end_ns, ==, expected[i].end_ns);
      g_assert_cmpint (lives[i].is_begun, ==, expected[i].is_begun);
      g_assert_cmpint (lives[i].is_ended, ==, expected[i].is_ended);
    }
}

#define assert_lived(timeline, object, ...)                                                        \
  assert_lives (timeline, object, (const SpurLife[]){ __VA_ARGS__ },                               \
                sizeof ((const SpurLife[]){ __VA_ARGS__ }) / sizeof (SpurLife))

static void
test_lives (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  guint32 host, twice, ended, quiet;

  g_test_summary ("What is created twice lives twice; what is never created was always there.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  twice = add_load_object (&world, "twice");
  ended = add_load_object (&world, "ended");
  quiet = add_load_object (&world, "quiet");
  presence_world_add_stream (&world, SPUR_NONE);
  presence_world_record (&world, { 0, 0, ADDED, host },
                         { 0, 10, CREATED, twice, .destination = host }, { 0, 30, ENDED, twice },
                         { 0, 40, ENDED, ended }, { 0, 50, CREATED, twice, .destination = host },
                         { 0, 80, REMOVED, host });
  timeline = presence_world_finish (&world, 100);
  assert_lived (timeline, twice, { 10, 30, TRUE, TRUE }, { 50, 100, TRUE, FALSE });
  assert_lived (timeline, ended, { 0, 40, FALSE, TRUE });
  assert_lived (timeline, quiet, { 0, 100, FALSE, FALSE });
  assert_lived (timeline, host, { 0, 80, TRUE, TRUE });
  presence_world_clear (&world);
}

static void
test_residences (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  guint32 host, process, thread;

  g_test_summary ("What an object is in itself: also before that is there, and after its end.");

  presence_world_init (&world);
  host = add_target (&world, "host");
  process = add_load_object (&world, "process");
  thread = add_load_object (&world, "thread");
  presence_world_add_stream (&world, SPUR_NONE);
  /* The thread is placed in a process that is created later, as wrong clocks say. */
  presence_world_record (
    &world, { 0, 0, ADDED, host }, { 0, 10, PLACED, thread, .destination = process },
    { 0, 20, CREATED, process, .destination = host },
    { 0, 40, SENT, process, .source = host, .destination = host },
    { 0, 50, RECEIVED, process, .source = host, .destination = host }, { 0, 70, ENDED, process });
  timeline = presence_world_finish (&world, 100);
  for (guint32 object = process; object <= thread; object++)
    {
      guint n_residences, next = 0;
      g_autofree SpurResidence *residences =
        spur_timeline_get_residences (timeline, object, &n_residences);

      g_assert_cmpuint (n_residences, ==, object == thread ? 1 : 2);
      for (gint64 time_ns = 0; time_ns < 100; time_ns++)
        {
          SpurSituation situation;
          gboolean is_there;

          spur_timeline_get_situation (timeline, object, time_ns, &situation);
          next += next < n_residences && residences[next].end_ns == time_ns;
          is_there = next < n_residences && residences[next].begin_ns <= time_ns;
          g_assert_cmpuint (situation.place, ==, is_there ? residences[next].place : SPUR_NONE);
        }
    }
  presence_world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/presence/standard-scenario", test_standard_scenario);
  g_test_add_func ("/presence/containers", test_containers);
  g_test_add_func ("/presence/carried", test_carried);
  g_test_add_func ("/presence/six-at-once", test_six_at_once);
  g_test_add_func ("/presence/targets-without-streams", test_targets_without_streams);
  g_test_add_func ("/presence/removed-target", test_removed_target);
  g_test_add_func ("/presence/ended-container", test_ended_container);
  g_test_add_func ("/presence/transit", test_transit);
  g_test_add_func ("/presence/circle", test_circle);
  g_test_add_func ("/presence/many", test_many);
  g_test_add_func ("/presence/retrospect", test_retrospect);
  g_test_add_func ("/presence/lives", test_lives);
  g_test_add_func ("/presence/residences", test_residences);
  g_test_add_func ("/load/kinds", test_kinds);
  g_test_add_func ("/load/only-communication", test_only_communication);
  g_test_add_func ("/load/nested", test_nested);
  return g_test_run ();
}
