/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/spur-edges.h"
#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/events/zoo-trace.h"

#include <glib/gstdio.h>
#include <string.h>

/* What TUM-I9909 section 3.2 lists, and what clock correction needs besides. Fields are written as
 * name:type:use, and :unit where there is one, the inherited ones first. */
typedef struct
{
  const char *name;
  const char *parent;
  SpurRole role;
  SpurMatch match;
  SpurEffect effect;
  const char *fields;
} Expected;

static const Expected classes[] = {
  { "Event", NULL, SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE, "" },
  { "LO_Event", "Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "object:object:subject" },
  { "LO_Creation_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_BEGIN,
    "object:object:subject type:string:none creator:object:parent" },
  { "LO_Placement_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_PLACE,
    "object:object:subject destination:object:destination" },
  { "LO_Creation_Placement_Event", "LO_Creation_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE,
    SPUR_EFFECT_PLACE,
    "object:object:subject type:string:none creator:object:parent destination:object:destination" },
  { "LO_Migration_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_PLACE,
    "object:object:subject source:object:source destination:object:destination" },
  { "LO_Migration_Send_Event", "LO_Migration_Event", SPUR_ROLE_SEND, SPUR_MATCH_BY_ID,
    SPUR_EFFECT_NONE,
    "object:object:subject source:object:source destination:object:destination "
    "migration:uint64:message-id" },
  { "LO_Migration_Receive_Event", "LO_Migration_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_BY_ID,
    SPUR_EFFECT_PLACE,
    "object:object:subject source:object:source destination:object:destination "
    "migration:uint64:message-id" },
  { "LO_State_Change_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_SET,
    "object:object:subject old_state:state:old-state state:state:state values:list:values" },
  { "LO_Termination_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_END,
    "object:object:subject" },
  { "LO_Message_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "object:object:subject peer:object:peer tag:uint32:tag size:uint64:size:bytes "
    "content:list:none number:uint64:number" },
  { "LO_Message_Send_Event", "LO_Message_Event", SPUR_ROLE_SEND, SPUR_MATCH_FIFO, SPUR_EFFECT_NONE,
    "object:object:subject peer:object:peer tag:uint32:tag size:uint64:size:bytes "
    "content:list:none number:uint64:number" },
  { "LO_Message_Receive_Event", "LO_Message_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_FIFO,
    SPUR_EFFECT_NONE,
    "object:object:subject peer:object:peer tag:uint32:tag size:uint64:size:bytes "
    "content:list:none number:uint64:number" },
  { "LO_Create_Neighborhood_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE,
    SPUR_EFFECT_CONNECT, "object:object:subject members:group:members" },
  { "LO_Destroy_Neighborhood_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE,
    SPUR_EFFECT_DISCONNECT, "object:object:subject members:group:members" },
  { "Channel_Send_Event", "LO_Message_Send_Event", SPUR_ROLE_SEND, SPUR_MATCH_FIFO,
    SPUR_EFFECT_NONE,
    "object:object:subject peer:object:peer tag:uint32:tag size:uint64:size:bytes "
    "communicator:group:communicator" },
  { "Channel_Receive_Event", "LO_Message_Receive_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_FIFO,
    SPUR_EFFECT_NONE,
    "object:object:subject peer:object:peer tag:uint32:tag size:uint64:size:bytes "
    "communicator:group:communicator posted:uint32:posted" },
  { "Region_Enter_Event", "LO_State_Change_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE,
    SPUR_EFFECT_ENTER, "object:object:subject state:state:state" },
  { "Region_Exit_Event", "LO_State_Change_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE,
    SPUR_EFFECT_LEAVE, "object:object:subject state:state:state" },
  { "Collective_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "object:object:subject" },
  { "Collective_Begin_Event", "Collective_Event", SPUR_ROLE_COLLECTIVE_BEGIN, SPUR_MATCH_INSTANCE,
    SPUR_EFFECT_NONE, "object:object:subject" },
  { "Collective_End_Event", "Collective_Event", SPUR_ROLE_COLLECTIVE_END, SPUR_MATCH_INSTANCE,
    SPUR_EFFECT_NONE,
    "object:object:subject communicator:group:communicator pattern:uint8:pattern root:uint32:root "
    "sent:uint64:sent-bytes:bytes received:uint64:received-bytes:bytes operation:string:none" },
  { "Target_Event", "Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "target:object:subject" },
  { "Target_Addition_Event", "Target_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_BEGIN,
    "target:object:subject parent:object:parent attributes:list:resources" },
  { "Target_State_Change_Event", "Target_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE,
    SPUR_EFFECT_SET,
    "target:object:subject old_state:state:old-state state:state:state values:list:values" },
  { "Target_Removal_Event", "Target_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_END,
    "target:object:subject" },
  { "Target_Create_Neighborhood_Event", "Target_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE,
    SPUR_EFFECT_CONNECT, "target:object:subject members:group:members" },
  { "Target_Destroy_Neighborhood_Event", "Target_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE,
    SPUR_EFFECT_DISCONNECT, "target:object:subject members:group:members" },
  { "LM_Event", "Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE, "" },
  { "LM_Target_Load_Event", "LM_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_MEASURE,
    "target:object:subject load:double:load values:list:values" },
  { "LM_Network_Load_Event", "LM_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_MEASURE,
    "network:object:subject load:double:load values:list:values" },
  { "LM_Object_Load_Event", "LM_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_MEASURE,
    "object:object:subject load:double:load" },
  { "LM_Phase_Event", "LM_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "phase:uint64:phase" },
  { "LM_Message_Event", "LM_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "component:object:subject peer:object:peer tag:uint32:tag size:uint64:size:bytes "
    "content:list:none number:uint64:number" },
  { "LM_Message_Send_Event", "LM_Message_Event", SPUR_ROLE_SEND, SPUR_MATCH_FIFO, SPUR_EFFECT_NONE,
    "component:object:subject peer:object:peer tag:uint32:tag size:uint64:size:bytes "
    "content:list:none number:uint64:number" },
  { "LM_Message_Receive_Event", "LM_Message_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_FIFO,
    SPUR_EFFECT_NONE,
    "component:object:subject peer:object:peer tag:uint32:tag size:uint64:size:bytes "
    "content:list:none number:uint64:number" },
  { "Custom_Event", "Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "object:object:subject values:list:values" },
  { "Recorder_Drop_Event", "Custom_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "dropped:uint64:none" },
  { "Thread_Fork_Event", "LO_Creation_Event", SPUR_ROLE_SEND, SPUR_MATCH_BY_ID, SPUR_EFFECT_BEGIN,
    "object:object:subject type:string:none creator:object:parent team:uint64:message-id" },
  { "Thread_Begin_Event", "LO_Placement_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_BY_ID,
    SPUR_EFFECT_PLACE,
    "object:object:subject destination:object:destination team:uint64:message-id" },
  { "Thread_End_Event", "LO_Termination_Event", SPUR_ROLE_SEND, SPUR_MATCH_GATHER, SPUR_EFFECT_END,
    "object:object:subject join:uint64:message-id" },
  { "Thread_Join_Event", "LO_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_GATHER, SPUR_EFFECT_NONE,
    "object:object:subject ended:object:none join:uint64:message-id" },
  { "Lock_Acquire_Event", "LO_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_HANDOVER, SPUR_EFFECT_NONE,
    "object:object:subject lock:uint32:tag order:uint64:message-id" },
  { "Lock_Release_Event", "LO_Event", SPUR_ROLE_SEND, SPUR_MATCH_HANDOVER, SPUR_EFFECT_NONE,
    "object:object:subject lock:uint32:tag order:uint64:message-id" },
  { "Window_Event", "LO_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members" },
  { "Window_Put_Event", "Window_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members "
    "size:uint64:size:bytes" },
  { "Window_Get_Event", "Window_Event", SPUR_ROLE_INTERNAL, SPUR_MATCH_NONE, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members "
    "size:uint64:size:bytes" },
  { "Window_Post_Event", "Window_Event", SPUR_ROLE_SEND, SPUR_MATCH_FIFO, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members "
    "exposure:uint32:tag" },
  { "Window_Start_Event", "Window_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_FIFO, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members "
    "exposure:uint32:tag" },
  { "Window_Complete_Event", "Window_Event", SPUR_ROLE_SEND, SPUR_MATCH_FIFO, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members "
    "access:uint32:tag" },
  { "Window_Wait_Event", "Window_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_FIFO, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members "
    "access:uint32:tag" },
  { "Window_Lock_Event", "Window_Event", SPUR_ROLE_RECEIVE, SPUR_MATCH_HANDOVER, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members "
    "lock:uint32:tag "
    "grant:uint64:message-id" },
  { "Window_Unlock_Event", "Window_Event", SPUR_ROLE_SEND, SPUR_MATCH_HANDOVER, SPUR_EFFECT_NONE,
    "object:object:subject window:group:communicator peer:object:peer peers:group:members "
    "lock:uint32:tag "
    "grant:uint64:message-id" },
  { "Collective_Start_Event", "Collective_Begin_Event", SPUR_ROLE_COLLECTIVE_BEGIN,
    SPUR_MATCH_INSTANCE, SPUR_EFFECT_NONE, "object:object:subject request:uint64:message-id" },
  { "Collective_Completion_Event", "Collective_End_Event", SPUR_ROLE_COLLECTIVE_END,
    SPUR_MATCH_INSTANCE, SPUR_EFFECT_NONE,
    "object:object:subject communicator:group:communicator pattern:uint8:pattern root:uint32:root "
    "sent:uint64:sent-bytes:bytes received:uint64:received-bytes:bytes operation:string:none "
    "request:uint64:message-id" },
  { "Collective_Exchange_Event", "Collective_End_Event", SPUR_ROLE_COLLECTIVE_END,
    SPUR_MATCH_INSTANCE, SPUR_EFFECT_NONE,
    "object:object:subject communicator:group:communicator pattern:uint8:pattern root:uint32:root "
    "sent:uint64:sent-bytes:bytes received:uint64:received-bytes:bytes operation:string:none "
    "senders:group:members" },
  { "Barrier_Enter_Event", "Region_Enter_Event", SPUR_ROLE_COLLECTIVE_BEGIN, SPUR_MATCH_INSTANCE,
    SPUR_EFFECT_ENTER, "object:object:subject state:state:state" },
  { "Barrier_Exit_Event", "Region_Exit_Event", SPUR_ROLE_COLLECTIVE_END, SPUR_MATCH_INSTANCE,
    SPUR_EFFECT_LEAVE,
    "object:object:subject state:state:state team:group:communicator pattern:uint8:pattern" },
  { "Window_Fence_Event", "Collective_End_Event", SPUR_ROLE_COLLECTIVE_END, SPUR_MATCH_INSTANCE,
    SPUR_EFFECT_NONE,
    "object:object:subject communicator:group:communicator pattern:uint8:pattern root:uint32:root "
    "sent:uint64:sent-bytes:bytes received:uint64:received-bytes:bytes operation:string:none" },
};

static const char *const type_names[] = { "uint8",  "uint16", "uint32", "uint64", "int64", "double",
                                          "string", "object", "state",  "group",  "list" };

static const char *const use_names[] = {
  "none",      "subject",    "peer",           "communicator", "tag",         "message-id",
  "posted",    "size",       "state",          "source",       "destination", "pattern",
  "root",      "sent-bytes", "received-bytes", "parent",       "old-state",   "values",
  "resources", "members",    "load",           "phase",        "number",
};

static char *
describe_fields (const SpurEventLayout *layout)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];

      g_string_append_printf (text, "%s%s:%s:%s", i > 0 ? " " : "", field->name,
                              type_names[field->type], use_names[field->use]);
      if (field->unit != NULL)
        g_string_append_printf (text, ":%s", field->unit);
    }
  return g_string_free (text, FALSE);
}

static GType
find_type (GType type, const char *name)
{
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);
  GType found = strcmp (spur_event_type_get_layout (type)->name, name) == 0 ? type : 0;

  for (guint i = 0; i < n_children && found == 0; i++)
    found = find_type (children[i], name);
  return found;
}

static void
test_list (void)
{
  g_test_summary ("Every class that is named is there, with its parent, parameters and meaning.");

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      const Expected *expected = &classes[i];
      GType type = find_type (SPUR_TYPE_EVENT, expected->name);
      const SpurEventLayout *layout;
      g_autofree char *fields = NULL;

      g_test_message ("%s", expected->name);
      g_assert_true (type != 0);
      layout = spur_event_type_get_layout (type);
      fields = describe_fields (layout);
      g_assert_cmpstr (layout->parent_name, ==, expected->parent);
      g_assert_cmpint (layout->role, ==, expected->role);
      g_assert_cmpint (layout->match, ==, expected->match);
      g_assert_cmpint (layout->effect, ==, expected->effect);
      g_assert_cmpstr (fields, ==, expected->fields);
      if (expected->parent != NULL)
        g_assert_cmpstr (spur_event_type_get_layout (g_type_parent (type))->name, ==,
                         expected->parent);
    }
}

static guint
count_types (GType type)
{
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);
  guint n = 1;

  for (guint i = 0; i < n_children; i++)
    n += count_types (children[i]);
  return n;
}

static void
test_nothing_else (void)
{
  g_test_summary ("There are no classes but those of the list.");

  g_assert_cmpuint (count_types (SPUR_TYPE_EVENT), ==, G_N_ELEMENTS (classes));
}

static void
test_described (void)
{
  g_test_summary ("Every parameter says what it is.");

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      const SpurEventLayout *layout =
        spur_event_type_get_layout (find_type (SPUR_TYPE_EVENT, classes[i].name));

      for (guint k = 0; k < layout->n_fields; k++)
        {
          g_assert_nonnull (layout->fields[k].description);
          g_assert_cmpuint (strlen (layout->fields[k].description), >, 5);
        }
    }
}

/* Traces have millions of these. */
static void
test_small_records (void)
{
  const struct
  {
    GType type;
    gsize n_bytes;
  } cases[] = {
    { SPUR_TYPE_REGION_ENTER_EVENT, 8 },    { SPUR_TYPE_REGION_EXIT_EVENT, 8 },
    { SPUR_TYPE_CHANNEL_SEND_EVENT, 24 },   { SPUR_TYPE_CHANNEL_RECEIVE_EVENT, 28 },
    { SPUR_TYPE_COLLECTIVE_END_EVENT, 33 },
  };

  g_test_summary ("Classes of which there are many leave out what they do not need.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (spur_event_type_get_layout (cases[i].type)->n_bytes, ==, cases[i].n_bytes);
}

static void
test_getters (void)
{
  g_autoptr (SpurTrace) trace = zoo_trace_new ();
  g_autoptr (SpurEvent) creation = spur_trace_get_event (trace, 0, 3);
  g_autoptr (SpurEvent) enter = spur_event_new (SPUR_TYPE_REGION_ENTER_EVENT);
  g_autoptr (SpurEvent) fence = spur_event_new (SPUR_TYPE_WINDOW_FENCE_EVENT);

  g_test_summary ("Getters of an ancestor work on a subclass, and say absent where it omits one.");

  g_assert_true (SPUR_IS_LO_CREATION_PLACEMENT_EVENT (creation));
  g_assert_cmpstr (spur_event_get_string (creation, "type"), ==, "agent");
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (creation, "creator")), ==,
                   "rank 0");
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (creation, "destination")),
                   ==, "host 0");
  g_assert_null (spur_event_get_string (enter, "old_state"));
  g_assert_null (spur_event_get_list (enter, "values"));
  g_assert_cmpuint (spur_event_get_uint (fence, "pattern"), ==, SPUR_PATTERN_BARRIER);
}

/* Every class occurs, and most of its parameters have values. */
static void
test_zoo (void)
{
  g_autoptr (SpurTrace) trace = zoo_trace_new ();

  g_test_summary ("The trace of the other tests has every class.");

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      gboolean is_there = FALSE;

      for (guint k = 0; k < spur_trace_get_n_classes (trace); k++)
        is_there |= strcmp (spur_trace_get_class (trace, k)->name, classes[i].name) == 0;
      g_test_message ("%s", classes[i].name);
      g_assert_true (is_there);
    }
}

/* The same number means something else to a migration, a team, a join, a lock and a window. */
static void
test_edges (void)
{
  g_autoptr (SpurTrace) trace = zoo_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, &error);
  gsize n_edges;
  const SpurEdge *all;

  g_test_summary ("Events are partners of their own kind only.");

  g_assert_no_error (error);
  all = spur_edges_get_all (edges, &n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      g_autoptr (SpurEvent) from =
        spur_trace_get_event (trace, all[i].from_stream, all[i].from_event);
      g_autoptr (SpurEvent) to = spur_trace_get_event (trace, all[i].to_stream, all[i].to_event);
      const char *a = spur_event_get_layout (from)->name, *b = spur_event_get_layout (to)->name;

      g_test_message ("%s - %s", a, b);
      g_assert_true (*a == *b && a[1] == b[1]);
      g_assert_cmpint (spur_event_get_time_ns (from), <, spur_event_get_time_ns (to));
    }
  g_assert_cmpuint (n_edges, ==, ZOO_N_EDGES);
  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, 5);
  /* The first acquisition of a lock and its last release have no partner. */
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_sends, ==, 0);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_receives, ==, 0);
}

static void
assert_same_events (SpurTrace *a, SpurTrace *b)
{
  g_assert_cmpuint (spur_trace_get_n_streams (a), ==, spur_trace_get_n_streams (b));
  for (guint s = 0; s < spur_trace_get_n_streams (a); s++)
    {
      guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (a, s));

      g_assert_cmpuint (n_events, ==, spur_stream_get_n_events (spur_trace_get_stream (b, s)));
      for (guint64 i = 0; i < n_events; i++)
        {
          g_autoptr (SpurEvent) x = spur_trace_get_event (a, s, i);
          g_autoptr (SpurEvent) y = spur_trace_get_event (b, s, i);
          g_autofree char *text = spur_event_to_string (x);
          g_autofree char *again = spur_event_to_string (y);

          g_assert_cmpstr (text, ==, again);
          g_assert_true (G_OBJECT_TYPE (x) == G_OBJECT_TYPE (y));
        }
    }
}

static void
test_round_trip (void)
{
  g_autoptr (SpurTrace) trace = zoo_trace_new ();
  g_autoptr (SpurTrace) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "zoo.spur", NULL);

  g_test_summary ("Every class comes out of a container as it went in.");

  g_assert_no_error (error);
  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  again = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  assert_same_events (trace, again);
  g_clear_object (&again);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-classes/list", test_list);
  g_test_add_func ("/event-classes/nothing-else", test_nothing_else);
  g_test_add_func ("/event-classes/described", test_described);
  g_test_add_func ("/event-classes/small-records", test_small_records);
  g_test_add_func ("/event-classes/getters", test_getters);
  g_test_add_func ("/event-classes/zoo", test_zoo);
  g_test_add_func ("/event-classes/edges", test_edges);
  g_test_add_func ("/event-classes/round-trip", test_round_trip);
  return g_test_run ();
}
