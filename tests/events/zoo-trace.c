/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tests/events/zoo-trace.h"

#include "core/model/objects/spur-active-object.h"
#include "core/model/objects/spur-entry-list.h"
#include "events/spur-events.h"

#define N_HOSTS 4
#define N_AGENTS 4

typedef struct
{
  SpurEvent *event;
  guint stream;
} Entry;

typedef struct
{
  SpurTrace *trace;
  SpurStream *streams[N_HOSTS];
  GPtrArray *objects;
  GArray *entries;
  SpurActiveObject *hosts[N_HOSTS];
  SpurActiveObject *ranks[N_HOSTS];
  SpurActiveObject *agents[N_AGENTS];
  SpurActiveObject *managers[N_HOSTS];
} Zoo;

static SpurActiveObject *
make (Zoo *zoo, GType type, const char *name, guint number, const char *kind)
{
  g_autofree char *full = g_strdup_printf ("%s %u", name, number);
  SpurActiveObject *object = spur_active_object_new (type, full, kind);

  g_ptr_array_add (zoo->objects, object);
  return object;
}

static void
set_field (SpurEvent *event, const SpurField *field, va_list *values)
{
  if (field->type == SPUR_FIELD_OBJECT)
    spur_event_set_object (event, field->name, va_arg (*values, SpurActiveObject *));
  else if (field->type == SPUR_FIELD_LIST)
    spur_event_set_list (event, field->name, va_arg (*values, SpurEntryList *));
  else if (field->type == SPUR_FIELD_DOUBLE)
    spur_event_set_double (event, field->name, va_arg (*values, double));
  else if (field->type == SPUR_FIELD_STRING || field->type == SPUR_FIELD_STATE ||
           field->type == SPUR_FIELD_GROUP)
    spur_event_set_string (event, field->name, va_arg (*values, const char *));
  else
    spur_event_set_uint (event, field->name, va_arg (*values, guint64));
}

/* Fields by name and value, ended by NULL: numbers as guint64. */
static SpurEvent *
add (Zoo *zoo, guint stream, gint64 time_us, GType type, ...)
{
  Entry entry = { spur_event_new (type), stream };
  const SpurEventLayout *layout = spur_event_get_layout (entry.event);
  va_list values;
  const char *name;

  spur_event_set_time_ns (entry.event, time_us * 1000);
  va_start (values, type);
  while ((name = va_arg (values, const char *)) != NULL)
    {
      int field = spur_event_layout_find_field (layout, name);

      g_assert_cmpint (field, >=, 0);
      set_field (entry.event, &layout->fields[field], &values);
    }
  va_end (values);
  g_array_append_val (zoo->entries, entry);
  return entry.event;
}

#define N(number) ((guint64) (number))

static void
set_members (SpurEvent *event, const char *field, SpurActiveObject **members, guint n_members)
{
  g_autoptr (GPtrArray) array = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_members; i++)
    g_ptr_array_add (array, g_object_ref (members[i]));
  spur_event_set_members (event, field, array);
}

static void
add_targets (Zoo *zoo)
{
  SpurActiveObject *ring = make (zoo, SPUR_TYPE_NEIGHBORHOOD, "ring", 0, "ethernet");

  for (guint i = 0; i < N_HOSTS; i++)
    {
      g_autoptr (SpurEntryList) resources = spur_resource_list_new ();

      spur_entry_list_add_uint (resources, "memory", "bytes", G_GUINT64_CONSTANT (1) << 28);
      spur_entry_list_add_double (resources, "speed", "1/s", 1.5e8);
      spur_entry_list_add_string (resources, "system", NULL, "Linux");
      add (zoo, i, 10 * (i + 1), SPUR_TYPE_TARGET_ADDITION_EVENT, "target", zoo->hosts[i],
           "attributes", resources, NULL);
      add (zoo, i, 100, SPUR_TYPE_TARGET_EVENT, "target", zoo->hosts[i], NULL);
    }
  set_members (add (zoo, 0, 150, SPUR_TYPE_TARGET_CREATE_NEIGHBORHOOD_EVENT, "target", ring,
                    "members", "ring", NULL),
               "members", zoo->hosts, N_HOSTS);
  add (zoo, 3, 800, SPUR_TYPE_TARGET_STATE_CHANGE_EVENT, "target", zoo->hosts[3], "state",
       "user logged in", NULL);
  add (zoo, 3, 1700, SPUR_TYPE_TARGET_STATE_CHANGE_EVENT, "target", zoo->hosts[3], "old_state",
       "user logged in", "state", "free", NULL);
  set_members (add (zoo, 0, 4700, SPUR_TYPE_TARGET_DESTROY_NEIGHBORHOOD_EVENT, "target", ring,
                    "members", "ring", NULL),
               "members", zoo->hosts, N_HOSTS);
  add (zoo, 3, 4900, SPUR_TYPE_TARGET_REMOVAL_EVENT, "target", zoo->hosts[3], NULL);
}

static void
add_agents (Zoo *zoo)
{
  SpurActiveObject *link = make (zoo, SPUR_TYPE_NEIGHBORHOOD, "affinity", 0, "affinity");
  SpurActiveObject *task = make (zoo, SPUR_TYPE_LOAD_OBJECT, "task", 0, "task");
  g_autoptr (SpurEntryList) values = spur_state_list_new ();

  spur_entry_list_add_uint (values, "queue", "tasks", 3);
  for (guint i = 0; i < N_AGENTS; i++)
    {
      add (zoo, i, 200 + 20 * i, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT, "object", zoo->agents[i],
           "type", "agent", "creator", zoo->ranks[i], "destination", zoo->hosts[i], NULL);
      add (zoo, i, 300 + 30 * i, SPUR_TYPE_LO_STATE_CHANGE_EVENT, "object", zoo->agents[i], "state",
           "working", "values", values, NULL);
      add (zoo, i, 1200 + 100 * i, SPUR_TYPE_LO_STATE_CHANGE_EVENT, "object", zoo->agents[i],
           "old_state", "working", "state", "blocked", NULL);
      add (zoo, i, 1300 + 100 * i, SPUR_TYPE_LO_STATE_CHANGE_EVENT, "object", zoo->agents[i],
           "state", "working", NULL);
    }
  set_members (add (zoo, 1, 500, SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_EVENT, "object", link, "members",
                    "affinity", NULL),
               "members", zoo->agents, 3);
  add (zoo, 0, 600, SPUR_TYPE_LO_CREATION_EVENT, "object", task, "type", "task", "creator",
       zoo->agents[0], NULL);
  add (zoo, 0, 650, SPUR_TYPE_LO_PLACEMENT_EVENT, "object", task, "destination", zoo->agents[0],
       NULL);
  add (zoo, 0, 700, SPUR_TYPE_LO_EVENT, "object", task, NULL);
  add (zoo, 1, 1900, SPUR_TYPE_LO_MIGRATION_SEND_EVENT, "object", zoo->agents[1], "source",
       zoo->hosts[1], "destination", zoo->hosts[2], "migration", N (1), NULL);
  add (zoo, 2, 2250, SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT, "object", zoo->agents[1], "source",
       zoo->hosts[1], "destination", zoo->hosts[2], "migration", N (1), NULL);
  add (zoo, 2, 2260, SPUR_TYPE_LO_STATE_CHANGE_EVENT, "object", zoo->agents[1], "state", "working",
       NULL);
  add (zoo, 3, 2400, SPUR_TYPE_LO_MIGRATION_EVENT, "object", zoo->agents[2], "source",
       zoo->hosts[2], "destination", zoo->hosts[3], NULL);
  set_members (add (zoo, 1, 2600, SPUR_TYPE_LO_DESTROY_NEIGHBORHOOD_EVENT, "object", link,
                    "members", "affinity", NULL),
               "members", zoo->agents, 3);
  add (zoo, 0, 2700, SPUR_TYPE_LO_TERMINATION_EVENT, "object", task, NULL);
  for (guint i = 0; i < N_AGENTS; i++)
    add (zoo,
         i == 1   ? 2
         : i == 2 ? 3
                  : i,
         4600 + 30 * i, SPUR_TYPE_LO_TERMINATION_EVENT, "object", zoo->agents[i], NULL);
}

static void
add_messages (Zoo *zoo)
{
  g_autoptr (SpurEntryList) content = spur_entry_list_new (SPUR_TYPE_ENTRY_LIST);

  spur_entry_list_add_string (content, "class", NULL, "TaskMessage");
  spur_entry_list_add_int (content, "priority", NULL, -2);
  add (zoo, 0, 900, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, "object", zoo->agents[0], "peer",
       zoo->agents[1], "tag", N (1), "size", N (4096), "content", content, NULL);
  add (zoo, 1, 1150, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, "object", zoo->agents[1], "peer",
       zoo->agents[0], "tag", N (1), "size", N (4096), "content", content, NULL);
  add (zoo, 0, 1000, SPUR_TYPE_LO_MESSAGE_EVENT, "object", zoo->agents[0], "peer", zoo->agents[1],
       NULL);
  add (zoo, 2, 1000, SPUR_TYPE_CHANNEL_SEND_EVENT, "object", zoo->ranks[2], "peer", zoo->ranks[3],
       "tag", N (7), "communicator", "window", "size", N (8), NULL);
  add (zoo, 3, 1200, SPUR_TYPE_CHANNEL_RECEIVE_EVENT, "object", zoo->ranks[3], "peer",
       zoo->ranks[2], "tag", N (7), "communicator", "window", "size", N (8), NULL);
  for (guint i = 1; i < N_HOSTS; i++)
    {
      add (zoo, i, 1500 + 40 * i, SPUR_TYPE_LM_MESSAGE_SEND_EVENT, "component", zoo->managers[i],
           "peer", zoo->managers[0], "tag", N (1), "size", N (16), NULL);
      add (zoo, 0, 1720 + 60 * i, SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT, "component", zoo->managers[0],
           "peer", zoo->managers[i], "tag", N (1), "size", N (16), NULL);
    }
  add (zoo, 0, 1960, SPUR_TYPE_LM_MESSAGE_EVENT, "component", zoo->managers[0], "peer",
       zoo->managers[1], NULL);
  add (zoo, 0, 1970, SPUR_TYPE_LM_EVENT, NULL);
}

static void
add_loads (Zoo *zoo)
{
  SpurActiveObject *link = make (zoo, SPUR_TYPE_NEIGHBORHOOD, "segment", 0, "ethernet");
  g_autoptr (SpurEntryList) values = spur_state_list_new ();
  g_autoptr (SpurEntryList) custom = spur_state_list_new ();

  spur_entry_list_add_double (values, "latency", "ns", 120000.5);
  spur_entry_list_add_uint (custom, "traversal", NULL, 4);
  for (guint i = 0; i < N_HOSTS; i++)
    for (guint k = 0; k < 12; k++)
      add (zoo, i, 350 + 380 * k + 13 * i, SPUR_TYPE_LM_TARGET_LOAD_EVENT, "target", zoo->hosts[i],
           "load", 0.3 + (double) ((k * (7 + i) + 3 * i) % 11) / 4.0, NULL);
  for (guint k = 0; k < 9; k++)
    add (zoo, 0, 450 + 500 * k, SPUR_TYPE_LM_NETWORK_LOAD_EVENT, "network", link, "load",
         0.1 + (double) (k * 5 % 9) / 10.0, "values", values, NULL);
  add (zoo, 1, 2480, SPUR_TYPE_LM_OBJECT_LOAD_EVENT, "object", zoo->ranks[1], "load", 0.75, NULL);
  add (zoo, 1, 2490, SPUR_TYPE_LM_PHASE_EVENT, "phase", N (1), NULL);
  add (zoo, 2, 2500, SPUR_TYPE_CUSTOM_EVENT, "object", zoo->ranks[2], "values", custom, NULL);
  add (zoo, 2, 2510, SPUR_TYPE_RECORDER_DROP_EVENT, "dropped", N (12), NULL);
}

static void
add_threads (Zoo *zoo)
{
  SpurActiveObject *thread = make (zoo, SPUR_TYPE_LOAD_OBJECT, "thread", 1, "thread");

  add (zoo, 0, 2900, SPUR_TYPE_THREAD_FORK_EVENT, "object", thread, "type", "thread", "creator",
       zoo->ranks[0], "team", N (1), NULL);
  add (zoo, 1, 3000, SPUR_TYPE_THREAD_BEGIN_EVENT, "object", thread, "destination", zoo->hosts[1],
       "team", N (1), NULL);
  add (zoo, 0, 2950, SPUR_TYPE_LOCK_ACQUIRE_EVENT, "object", zoo->ranks[0], "lock", N (3), "order",
       N (0), NULL);
  add (zoo, 0, 3080, SPUR_TYPE_LOCK_RELEASE_EVENT, "object", zoo->ranks[0], "lock", N (3), "order",
       N (1), NULL);
  add (zoo, 1, 3180, SPUR_TYPE_LOCK_ACQUIRE_EVENT, "object", thread, "lock", N (3), "order", N (1),
       NULL);
  add (zoo, 1, 3250, SPUR_TYPE_LOCK_RELEASE_EVENT, "object", thread, "lock", N (3), "order", N (2),
       NULL);
  add (zoo, 1, 3400, SPUR_TYPE_THREAD_END_EVENT, "object", thread, "join", N (1), NULL);
  add (zoo, 0, 3500, SPUR_TYPE_THREAD_JOIN_EVENT, "object", zoo->ranks[0], "ended", thread, "join",
       N (1), NULL);
}

static void
add_window (Zoo *zoo)
{
  SpurActiveObject *a = zoo->ranks[2], *b = zoo->ranks[3];

  add (zoo, 2, 2800, SPUR_TYPE_WINDOW_EVENT, "object", a, "window", "window", "peer", b, NULL);
  add (zoo, 3, 2850, SPUR_TYPE_WINDOW_POST_EVENT, "object", b, "window", "window", "peer", a, NULL);
  add (zoo, 2, 2950, SPUR_TYPE_WINDOW_START_EVENT, "object", a, "window", "window", "peer", b,
       NULL);
  add (zoo, 2, 3010, SPUR_TYPE_WINDOW_PUT_EVENT, "object", a, "window", "window", "peer", b, "size",
       N (1024), NULL);
  add (zoo, 2, 3070, SPUR_TYPE_WINDOW_GET_EVENT, "object", a, "window", "window", "peer", b, "size",
       N (64), NULL);
  add (zoo, 2, 3150, SPUR_TYPE_WINDOW_COMPLETE_EVENT, "object", a, "window", "window", "peer", b,
       NULL);
  add (zoo, 3, 3260, SPUR_TYPE_WINDOW_WAIT_EVENT, "object", b, "window", "window", "peer", a, NULL);
  add (zoo, 2, 3300, SPUR_TYPE_WINDOW_LOCK_EVENT, "object", a, "window", "window", "peer",
       zoo->ranks[1], "lock", N (3), "grant", N (0), NULL);
  add (zoo, 2, 3420, SPUR_TYPE_WINDOW_UNLOCK_EVENT, "object", a, "window", "window", "peer",
       zoo->ranks[1], "lock", N (3), "grant", N (1), NULL);
  add (zoo, 3, 3550, SPUR_TYPE_WINDOW_LOCK_EVENT, "object", b, "window", "window", "peer",
       zoo->ranks[1], "lock", N (3), "grant", N (1), NULL);
  add (zoo, 3, 3600, SPUR_TYPE_WINDOW_UNLOCK_EVENT, "object", b, "window", "window", "peer",
       zoo->ranks[1], "lock", N (3), "grant", N (2), NULL);
}

/* Operations that do not block, that say who sent to whom, and barriers of a team. */
static void
add_late_collectives (Zoo *zoo, guint i)
{
  SpurActiveObject *rank = zoo->ranks[i];

  add (zoo, i, 4330 + 5 * i, SPUR_TYPE_COLLECTIVE_START_EVENT, "object", rank, "request", N (7),
       NULL);
  add (zoo, i, 4350 + 5 * i, SPUR_TYPE_COLLECTIVE_COMPLETION_EVENT, "object", rank, "communicator",
       "window", "pattern", N (SPUR_PATTERN_BARRIER), "root", N (SPUR_NONE), "operation",
       "Ibarrier", "request", N (7), NULL);
  add (zoo, i, 4370 + 5 * i, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, "object", rank, NULL);
  add (zoo, i, 4390 + 5 * i, SPUR_TYPE_COLLECTIVE_EXCHANGE_EVENT, "object", rank, "communicator",
       "window", "pattern", N (SPUR_PATTERN_PAIRS), "root", N (SPUR_NONE), "sent", N (8),
       "received", N (8), "operation", "Alltoallv", "senders", "window", NULL);
  add (zoo, i, 4410 + 5 * i, SPUR_TYPE_BARRIER_ENTER_EVENT, "object", rank, "state", "reduce",
       NULL);
  add (zoo, i, 4430 + 5 * i, SPUR_TYPE_BARRIER_EXIT_EVENT, "object", rank, "state", "reduce",
       "team", "window", NULL);
}

static void
add_collectives (Zoo *zoo)
{
  add (zoo, 0, 3650, SPUR_TYPE_COLLECTIVE_EVENT, "object", zoo->ranks[0], NULL);
  for (guint i = 0; i < N_HOSTS; i++)
    {
      SpurActiveObject *rank = zoo->ranks[i];

      add (zoo, i, 3700 + 25 * i, SPUR_TYPE_REGION_ENTER_EVENT, "object", rank, "state", "reduce",
           NULL);
      add (zoo, i, 3710 + 25 * i, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, "object", rank, NULL);
      add (zoo, i, 3900 + 10 * i, SPUR_TYPE_COLLECTIVE_END_EVENT, "object", rank, "communicator",
           "window", "pattern", N (SPUR_PATTERN_N_TO_N), "root", N (SPUR_NONE), "sent", N (8),
           "received", N (8), "operation", "Allreduce", NULL);
      add (zoo, i, 3960 + 10 * i, SPUR_TYPE_REGION_EXIT_EVENT, "object", rank, "state", "reduce",
           NULL);
      add (zoo, i, 4100 + 30 * i, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, "object", rank, NULL);
      add (zoo, i, 4300 + 5 * i, SPUR_TYPE_WINDOW_FENCE_EVENT, "object", rank, "communicator",
           "window", "root", N (SPUR_NONE), "operation", "Fence", NULL);
      add_late_collectives (zoo, i);
    }
  add (zoo, 1, 4450, SPUR_TYPE_EVENT, NULL);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;
  gint64 s = spur_event_get_time_ns (x->event), t = spur_event_get_time_ns (y->event);

  return s < t ? -1 : s > t;
}

static void
make_objects (Zoo *zoo)
{
  for (guint i = 0; i < N_HOSTS; i++)
    {
      zoo->hosts[i] = make (zoo, SPUR_TYPE_TARGET, "host", i, "workstation");
      zoo->ranks[i] = make (zoo, SPUR_TYPE_LOAD_OBJECT, "rank", i, "process");
      zoo->agents[i] = make (zoo, SPUR_TYPE_LOAD_OBJECT, "agent", i, "agent");
      zoo->managers[i] = make (zoo, SPUR_TYPE_LM_COMPONENT, "manager", i, "strategy");
    }
}

static void
make_streams (Zoo *zoo)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (zoo->trace);
  guint32 ranks[N_HOSTS];

  spur_definitions_add_state (definitions, "working", SPUR_STATE_WORK);
  spur_definitions_add_state (definitions, "blocked", SPUR_STATE_IDLE);
  spur_definitions_add_state (definitions, "reduce", SPUR_STATE_COMMUNICATION);
  spur_definitions_add_state (definitions, "user logged in", SPUR_STATE_OVERHEAD);
  spur_definitions_add_state (definitions, "free", SPUR_STATE_IDLE);
  for (guint i = 0; i < N_HOSTS; i++)
    {
      const SpurClock clock = { "host clock", "monotonic", 1000000000, 0, i };
      const char *name = spur_active_object_get_name (zoo->hosts[i]);
      guint32 host =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "workstation", SPUR_NONE);

      zoo->streams[i] = spur_trace_add_stream (
        zoo->trace, name, spur_definitions_add_clock (definitions, &clock), host);
      ranks[i] = spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT,
                                              spur_active_object_get_name (zoo->ranks[i]),
                                              "process", SPUR_NONE);
    }
  spur_definitions_add_group (definitions, "window", ranks, N_HOSTS);
}

SpurTrace *
zoo_trace_new (void)
{
  g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  Zoo zoo = { .trace = spur_trace_new (), .objects = objects, .entries = entries };
  g_autoptr (GError) error = NULL;

  make_objects (&zoo);
  make_streams (&zoo);
  add_targets (&zoo);
  add_agents (&zoo);
  add_messages (&zoo);
  add_loads (&zoo);
  add_threads (&zoo);
  add_window (&zoo);
  add_collectives (&zoo);
  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);

      spur_trace_append_event (zoo.trace, zoo.streams[entry->stream], entry->event);
      g_object_unref (entry->event);
    }
  spur_trace_seal (zoo.trace, &error);
  g_assert_no_error (error);
  return zoo.trace;
}
