/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The verbs stats with --by and objects, and which events are wanted: what they tell of a trace
 * made event by event. */
#include "config.h"

#include <string.h>

#include "core/store/container/spur-container.h"
#include "tests/analysis/presence-world.h"
#include "tests/cli/cli-run.h"

/* On host1 worker 1 computes from 10 to 40 us, in it solves from 20 to 30 us, and sends 100 bytes
 * to worker 2, to which a component of the load management sends 8 bytes; it manages from 50 to
 * 70 us on host2. Worker 1 moves there at 80 us. The trace ends at 100 us. */
static void
save_trace (const char *path)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  guint32 host1, host2, worker1, worker2, manager, compute, solve, manage;
  guint one, two;

  presence_world_init (&world);
  host1 = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host1");
  host2 = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host2");
  worker1 = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "worker 1");
  worker2 = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "worker 2");
  manager = presence_world_add_object (&world, SPUR_TYPE_LM_COMPONENT, "manager");
  compute = spur_definitions_add_state (spur_trace_get_definitions (world.trace), "compute",
                                        SPUR_STATE_WORK);
  solve =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "solve", SPUR_STATE_WORK);
  manage = spur_definitions_add_state (spur_trace_get_definitions (world.trace), "manage",
                                       SPUR_STATE_OVERHEAD);
  one = presence_world_add_stream (&world, host1);
  two = presence_world_add_stream (&world, host2);
  presence_world_record (
    &world, { one, 0, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT, worker1, .destination = host1 },
    { one, 10000, SPUR_TYPE_REGION_ENTER_EVENT, worker1, .state = compute },
    { one, 20000, SPUR_TYPE_REGION_ENTER_EVENT, worker1, .state = solve },
    { one, 25000, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, worker1, .peer = worker2, .n_bytes = 100 },
    { one, 30000, SPUR_TYPE_REGION_EXIT_EVENT, worker1 },
    { one, 40000, SPUR_TYPE_REGION_EXIT_EVENT, worker1 },
    { one, 80000, SPUR_TYPE_LO_MIGRATION_EVENT, worker1, .source = host1, .destination = host2 },
    { two, 0, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT, worker2, .destination = host2 },
    { two, 35000, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, worker2, .peer = worker1, .n_bytes = 100 },
    { two, 40000, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT, manager, .destination = host2 },
    { two, 50000, SPUR_TYPE_LO_STATE_CHANGE_EVENT, manager, .state = manage },
    { two, 60000, SPUR_TYPE_LM_MESSAGE_SEND_EVENT, manager, .peer = worker2, .n_bytes = 8 },
    { two, 70000, SPUR_TYPE_LO_TERMINATION_EVENT, manager });
  timeline = presence_world_finish (&world, 100000);
  spur_container_save (world.trace, path, NULL, &error);
  g_assert_no_error (error);
  presence_world_clear (&world);
}

/* The row of a list with that name; NULL where there is none. */
static JsonObject *
find_row (JsonObject *object, const char *list, const char *key, const char *name)
{
  JsonArray *rows = json_object_get_array_member (object, list);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (g_strcmp0 (json_object_get_string_member (row, key), name) == 0)
        return row;
    }
  return NULL;
}

static JsonObject *
get_named (JsonObject *object, const char *list, const char *name)
{
  JsonObject *row = find_row (object, list, "name", name);

  g_assert_nonnull (row);
  return row;
}

static void
test_targets (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) all = NULL;
  g_autoptr (JsonObject) part = NULL;

  g_test_summary ("Time by what it was spent on, and who came and left.");

  save_trace (path);
  all = run_json (0, "stats", "--by", "target", path, NULL);
  g_assert_cmpint (get_int (all, "length_ns"), ==, 100000);
  g_assert_cmpint (get_int (get_named (all, "targets", "host1"), "work_ns"), ==, 30000);
  g_assert_cmpint (get_int (get_named (all, "targets", "host1"), "left"), ==, 1);
  g_assert_cmpint (get_int (get_named (all, "targets", "host2"), "came"), ==, 1);
  g_assert_cmpint (get_int (get_named (all, "targets", "host2"), "overhead_ns"), ==, 20000);
  g_assert_cmpint (get_int (get_named (all, "targets", "host2"), "management_ns"), ==, 20000);
  g_assert_cmpint (get_int (get_named (all, "targets", "host2"), "management_bytes"), ==, 8);
  part = run_json (0, "stats", "--by", "target", "--from", "15us", "--to", "60us", path, NULL);
  g_assert_cmpint (get_int (part, "length_ns"), ==, 45000);
  g_assert_cmpint (get_int (get_named (part, "targets", "host1"), "work_ns"), ==, 25000);
  g_assert_cmpint (get_int (get_named (part, "targets", "host1"), "left"), ==, 0);
  g_assert_cmpint (get_int (get_named (part, "targets", "host2"), "overhead_ns"), ==, 10000);
}

static void
test_objects (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) objects = NULL;
  g_autoptr (JsonObject) components = NULL;
  JsonObject *worker;

  g_test_summary ("What load objects do, and what load management costs.");

  save_trace (path);
  objects = run_json (0, "stats", "--by", "object", path, NULL);
  worker = get_named (objects, "objects", "worker 1");
  g_assert_cmpint (get_int (worker, "events"), ==, 7);
  g_assert_cmpint (get_int (worker, "work_ns"), ==, 30000);
  g_assert_cmpint (get_int (worker, "present_ns"), ==, 100000);
  g_assert_cmpint (get_int (worker, "idle_ns"), ==, 70000);
  g_assert_cmpint (get_int (worker, "sent_bytes"), ==, 100);
  g_assert_cmpint (get_int (worker, "moves"), ==, 1);
  g_assert_null (find_row (objects, "objects", "name", "host1"));
  components = run_json (0, "stats", "--by", "component", path, NULL);
  g_assert_cmpint (get_int (components, "management_ns"), ==, 20000);
  g_assert_cmpint (get_int (components, "present_ns"), ==, 200000);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (components, "components")),
                    ==, 1);
  g_assert_cmpint (get_int (get_named (components, "components", "manager"), "overhead_ns"), ==,
                   20000);
  g_assert_cmpint (get_int (get_named (components, "components", "manager"), "sent"), ==, 1);
}

static void
test_states (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) states = NULL;
  g_autoptr (JsonObject) regions = NULL;

  g_test_summary ("Inclusive and exclusive times; only what is entered is a region.");

  save_trace (path);
  states = run_json (0, "stats", "--by", "state", path, NULL);
  g_assert_cmpint (get_int (get_named (states, "states", "compute"), "inclusive_ns"), ==, 30000);
  g_assert_cmpint (get_int (get_named (states, "states", "compute"), "exclusive_ns"), ==, 20000);
  g_assert_cmpint (get_int (get_named (states, "states", "solve"), "inclusive_ns"), ==, 10000);
  g_assert_cmpint (get_int (get_named (states, "states", "manage"), "exclusive_ns"), ==, 20000);
  regions = run_json (0, "stats", "--by", "region", path, NULL);
  g_assert_cmpint (get_int (get_named (regions, "regions", "compute"), "times"), ==, 1);
  g_assert_null (find_row (regions, "regions", "name", "manage"));
}

static void
test_events (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) classes = NULL;
  g_autoptr (JsonObject) pairs = NULL;
  g_autoptr (JsonObject) late = NULL;
  JsonObject *row;

  g_test_summary ("Events and bytes of classes and of pairs.");

  save_trace (path);
  classes = run_json (0, "stats", "--by", "class", path, NULL);
  g_assert_cmpint (get_int (get_named (classes, "classes", "Region_Enter_Event"), "events"), ==, 2);
  row = get_named (classes, "classes", "LO_Message_Send_Event");
  g_assert_cmpint (get_int (row, "message_bytes"), ==, 100);
  g_assert_cmpstr (json_object_get_string_member (row, "parent"), ==, "LO_Message_Event");
  pairs = run_json (0, "stats", "--by", "pair", path, NULL);
  row = find_row (pairs, "pairs", "from", "worker 1");
  g_assert_cmpstr (json_object_get_string_member (row, "to"), ==, "worker 2");
  g_assert_cmpint (get_int (row, "sent"), ==, 1);
  g_assert_cmpint (get_int (row, "received_bytes"), ==, 100);
  row = find_row (pairs, "pairs", "from", "manager");
  g_assert_cmpint (get_int (row, "sent_bytes"), ==, 8);
  g_assert_cmpint (get_int (row, "received"), ==, 0);
  late = run_json (0, "stats", "--by", "pair", "--from", "30us", path, NULL);
  row = find_row (late, "pairs", "from", "worker 1");
  g_assert_cmpint (get_int (row, "sent"), ==, 0);
  g_assert_cmpint (get_int (row, "received"), ==, 1);
}

static void
test_list (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) all = NULL;
  g_autoptr (JsonObject) some = NULL;
  JsonObject *row;

  g_test_summary ("Load objects and targets with life, place, work and moves.");

  save_trace (path);
  all = run_json (0, "objects", path, NULL);
  row = get_named (all, "objects", "worker 1");
  g_assert_cmpstr (json_object_get_string_member (row, "target"), ==, "host2");
  g_assert_cmpint (get_int (row, "work_ns"), ==, 30000);
  g_assert_cmpint (get_int (row, "moves"), ==, 1);
  g_assert_true (json_object_get_boolean_member (row, "is_begun"));
  g_assert_false (json_object_get_boolean_member (row, "is_ended"));
  row = get_named (all, "objects", "manager");
  g_assert_cmpint (get_int (row, "begin_ns"), ==, 40000);
  g_assert_cmpint (get_int (row, "end_ns"), ==, 70000);
  g_assert_true (json_object_get_boolean_member (row, "is_ended"));
  row = get_named (all, "targets", "host2");
  g_assert_cmpint (get_int (row, "came"), ==, 1);
  g_assert_cmpint (get_int (row, "resident_max"), ==, 2);
  some = run_json (0, "objects", path, "worker*", NULL);
  g_assert_null (find_row (some, "objects", "name", "manager"));
  g_assert_nonnull (find_row (some, "objects", "name", "worker 2"));
}

static void
test_life (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) life = NULL;
  g_autoptr (JsonObject) target = NULL;
  g_auto (Run) unknown = { 0 };
  JsonObject *row;

  g_test_summary ("One object: where it was, its moves and its states.");

  save_trace (path);
  life = run_json (0, "objects", path, "worker 1", NULL);
  g_assert_cmpint (get_int (life, "events"), ==, 7);
  g_assert_cmpint (get_int (life, "sent"), ==, 1);
  row = find_row (life, "presences", "target", "host1");
  g_assert_cmpint (get_int (row, "end_ns"), ==, 80000);
  g_assert_cmpint (get_int (row, "work_ns"), ==, 30000);
  row = find_row (life, "presences", "target", "host2");
  g_assert_cmpint (get_int (row, "duration_ns"), ==, 20000);
  g_assert_cmpint (get_int (row, "work_ns"), ==, 0);
  row = find_row (life, "moves", "to", "host2");
  g_assert_cmpint (get_int (row, "came_ns"), ==, 80000);
  g_assert_cmpint (get_int (get_named (life, "states", "compute"), "exclusive_ns"), ==, 20000);
  target = run_json (0, "objects", path, "host1", NULL);
  g_assert_nonnull (find_row (target, "moves", "object", "worker 1"));
  g_assert_cmpint (get_int (target, "work_ns"), ==, 30000);
  run_spur (&unknown, "objects", path, "worker 3", NULL);
  g_assert_cmpint (unknown.status, ==, 2);
  g_assert_nonnull (strstr (unknown.err, "did you mean 'worker"));
}

static void
save_both_kinds (const char *path)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  guint32 host, worker, compute;

  presence_world_init (&world);
  host = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host");
  presence_world_add_object (&world, SPUR_TYPE_NEIGHBORHOOD, "ring");
  worker = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "worker");
  compute = spur_definitions_add_state (spur_trace_get_definitions (world.trace), "compute",
                                        SPUR_STATE_WORK);
  presence_world_add_stream (&world, host);
  presence_world_record (
    &world, { 0, 0, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT, worker, .destination = host },
    { 0, 10000, SPUR_TYPE_REGION_ENTER_EVENT, worker, .state = compute },
    { 0, 20000, SPUR_TYPE_REGION_EXIT_EVENT, worker },
    { 0, 60000, SPUR_TYPE_LO_STATE_CHANGE_EVENT, worker, .state = compute },
    { 0, 80000, SPUR_TYPE_LO_TERMINATION_EVENT, worker });
  timeline = presence_world_finish (&world, 100000);
  spur_container_save (world.trace, path, NULL, &error);
  g_assert_no_error (error);
  presence_world_clear (&world);
}

static void
test_both_kinds (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "both.spur", NULL);
  g_autoptr (JsonObject) life = NULL;
  g_autoptr (JsonObject) states = NULL;

  g_test_summary ("A state that an object enters and is set to is one state of one object.");

  save_both_kinds (path);
  life = run_json (0, "objects", path, "worker", NULL);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (life, "states")), ==, 1);
  g_assert_cmpint (get_int (get_named (life, "states", "compute"), "times"), ==, 2);
  g_assert_cmpint (get_int (get_named (life, "states", "compute"), "exclusive_ns"), ==, 30000);
  states = run_json (0, "stats", "--by", "state", path, NULL);
  g_assert_cmpint (get_int (get_named (states, "states", "compute"), "objects"), ==, 1);
  g_assert_cmpint (get_int (get_named (states, "states", "compute"), "times"), ==, 2);
}

static void
test_others (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "both.spur", NULL);
  g_autoptr (JsonObject) all = NULL;

  g_test_summary ("What is neither a target nor load is listed apart from both.");

  save_both_kinds (path);
  all = run_json (0, "objects", path, NULL);
  g_assert_nonnull (find_row (all, "targets", "name", "host"));
  g_assert_nonnull (find_row (all, "objects", "name", "worker"));
  g_assert_null (find_row (all, "objects", "name", "ring"));
  g_assert_nonnull (find_row (all, "others", "name", "ring"));
}

/* Lines of 'spur events' for an option and its value. */
static guint
count_lines (const char *path, const char *option, const char *value)
{
  g_auto (Run) run = { 0 };
  guint n_lines = 0;

  run_spur (&run, "events", option, value, path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  for (const char *at = run.out; (at = strchr (at, '\n')) != NULL; at++)
    n_lines++;
  return n_lines;
}

static void
test_filter (void)
{
  static const struct
  {
    const char *option;
    const char *value;
    guint n_lines;
  } cases[] = {
    { "--class", "LM_*", 1 },              /* its own message, nothing else */
    { "--class", "lo_message_event", 2 },  /* a send, a receive */
    { "--class", "LO_Message_Event+", 2 }, /* the same */
    { "--class", "LO_Message_*", 2 },
    { "--class", "Region_E???_Event", 2 }, /* Region_Exit_Event */
    { "--class", "LO_Creation*+", 3 },
    { "--class", "LO_Creation_Event*", 0 }, /* there is such a class, without events */
    { "--object", "manager", 4 },
    { "--object", "worker 1", 8 }, /* 7 of its own, and what is received from it */
    { "--object", "worker ?", 10 },
    { "--object", "host2", 3 },
    { "--where", "size=100", 2 },
    { "--where", "size!=100", 1 },
    { "--where", "size<100", 1 },
    { "--where", "size<=100", 3 },
    { "--where", "size>7.5", 3 },
    { "--where", "size>=101", 0 },
    { "--where", "size>-1", 3 },
    { "--where", "peer=worker 2", 2 },
    { "--where", "peer!=worker*", 0 },
    { "--where", "destination=host*", 4 },
  };
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) classes = NULL;
  g_autoptr (JsonObject) pairs = NULL;
  g_autoptr (JsonObject) states = NULL;

  g_test_summary ("Events by class, by the objects that they name, and by fields.");

  save_trace (path);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s %s", cases[i].option, cases[i].value);
      g_assert_cmpuint (count_lines (path, cases[i].option, cases[i].value), ==, cases[i].n_lines);
    }
  classes = run_json (0, "stats", "--by", "class", "--object", "worker 1", path, NULL);
  g_assert_cmpint (get_int (get_named (classes, "classes", "LO_Message_Receive_Event"), "events"),
                   ==, 1);
  g_assert_null (find_row (classes, "classes", "name", "LM_Message_Send_Event"));
  pairs = run_json (0, "stats", "--by", "pair", "--where", "size>50", path, NULL);
  g_assert_null (find_row (pairs, "pairs", "from", "manager"));
  g_assert_nonnull (find_row (pairs, "pairs", "from", "worker 1"));
  states = run_json (0, "stats", "--by", "state", "--object", "m*", path, NULL);
  g_assert_nonnull (find_row (states, "states", "name", "manage"));
  g_assert_null (find_row (states, "states", "name", "compute"));
}

static void
assert_refused (const char *path, const char *by, const char *option, const char *value)
{
  g_auto (Run) run = { 0 };

  run_spur (&run, "stats", "--by", by, option, value, path, NULL);
  g_assert_cmpint (run.status, ==, 2);
}

static void
test_bad_filter (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);

  g_test_summary ("What fits nothing, or has no meaning, is refused.");

  save_trace (path);
  assert_refused (path, "class", "--class", "XX_*");
  assert_refused (path, "class", "--object", "x*");
  assert_refused (path, "class", "--where", "size");
  assert_refused (path, "class", "--where", "=3");
  assert_refused (path, "class", "--where", "sizes=3");
  assert_refused (path, "class", "--where", "size=large");
  assert_refused (path, "class", "--where", "size=");
  assert_refused (path, "class", "--where", "peer>worker");
  assert_refused (path, "state", "--where", "size=3");
  assert_refused (path, "target", "--class", "LM_*");
}

static void
test_usage (void)
{
  static const char *const wrong[][2] = {
    { "--by", "colour" }, { "--object", "worker 1" }, { "--from", "soon" }, { "--to", "" }
  };
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_auto (Run) order = { 0 };

  g_test_summary ("Options that are not what they must be are refused.");

  save_trace (path);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (Run) run = { 0 };

      run_spur (&run, "stats", wrong[i][0], wrong[i][1], path, NULL);
      g_assert_cmpint (run.status, ==, 2);
    }
  run_spur (&order, "stats", "--from", "2s", "--to", "1s", path, NULL);
  g_assert_cmpint (order.status, ==, 2);
}

/* Of the message from 25 to 35 us, and of the move, which is no edge as it is one event. */
static void
test_edges (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) whole = NULL, late = NULL;
  JsonObject *row;

  g_test_summary ("How long messages take, and that only edges of the span count.");

  save_trace (path);
  whole = run_json (0, "stats", "--by", "edge", path, NULL);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (whole, "edges")), ==, 1);
  row = find_row (whole, "edges", "from", "LO_Message_Send_Event");
  g_assert_cmpstr (json_object_get_string_member (row, "kind"), ==, "message");
  g_assert_cmpint (json_object_get_int_member (row, "edges"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (row, "reversed"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (row, "total_ns"), ==, 10000);
  g_assert_cmpint (json_object_get_int_member (row, "mean_ns"), ==, 10000);
  late = run_json (0, "stats", "--by", "edge", "--from", "26us", path, NULL);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (late, "edges")), ==, 0);
}

/* The message is from worker 1, of stream 0, to worker 2, and has 100 bytes. */
static void
test_edges_filtered (void)
{
  static const struct
  {
    const char *option;
    const char *value;
    guint n_edges;
  } cases[] = {
    { "--where", "size=100", 1 },
    { "--where", "size>100", 0 },
    { "--object", "worker 1", 1 },
    { "--object", "worker 2", 1 }, /* the send names it */
    { "--object", "manager", 0 },
    { "--class", "LO_Message_*", 1 },
    { "--class", "LO_Message_Receive_Event", 0 }, /* an edge is what its begin is */
    { "--class", "LM_*", 0 },
    { "--stream", "0", 1 },
    { "--stream", "1", 0 },
  };
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);

  g_test_summary ("Edges are chosen by the event that they begin with.");

  save_trace (path);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonObject) tree =
        run_json (0, "stats", "--by", "edge", cases[i].option, cases[i].value, path, NULL);

      g_test_message ("%s %s", cases[i].option, cases[i].value);
      g_assert_cmpuint (json_array_get_length (json_object_get_array_member (tree, "edges")), ==,
                        cases[i].n_edges);
    }
}

/* Every table of a span behind the trace's end, as text. */
static void
test_empty (void)
{
  static const char *const words[] = { "target", "object", "class", "edge",
                                       "state",  "region", "pair",  "component" };
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);

  g_test_summary ("Nothing is summed up where nothing is.");

  save_trace (path);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_auto (Run) run = { 0 };

      run_spur (&run, "stats", "--by", words[i], "--from", "1s", path, NULL);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_null (strstr (run.out, "worker"));
    }
}

static void
test_idle (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) stats = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("Where no target is busy the imbalance is unknown.");

  save_trace (path);
  stats = run_json (0, "stats", "--from", "85us", "--to", "95us", path, NULL);
  g_assert_true (json_object_get_null_member (stats, "imbalance"));
  run_spur (&run, "stats", "--from", "85us", "--to", "95us", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "unknown, as no target was busy"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/stats/targets", test_targets);
  g_test_add_func ("/cli/stats/objects", test_objects);
  g_test_add_func ("/cli/stats/states", test_states);
  g_test_add_func ("/cli/stats/events", test_events);
  g_test_add_func ("/cli/objects/list", test_list);
  g_test_add_func ("/cli/objects/life", test_life);
  g_test_add_func ("/cli/stats/both-kinds", test_both_kinds);
  g_test_add_func ("/cli/stats/others", test_others);
  g_test_add_func ("/cli/filter/events", test_filter);
  g_test_add_func ("/cli/filter/refused", test_bad_filter);
  g_test_add_func ("/cli/stats/usage", test_usage);
  g_test_add_func ("/cli/stats/empty", test_empty);
  g_test_add_func ("/cli/stats/edges", test_edges);
  g_test_add_func ("/cli/stats/edges-filtered", test_edges_filtered);
  g_test_add_func ("/cli/stats/idle", test_idle);
  return g_test_run ();
}
