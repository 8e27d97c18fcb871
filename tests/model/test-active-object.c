/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/presence/spur-timeline.h"
#include "core/model/objects/spur-active-object.h"
#include "core/model/objects/spur-neighborhood.h"
#include "core/model/objects/spur-network-address.h"
#include "core/model/objects/spur-object-location.h"
#include "events/spur-events.h"

static void
assert_location (SpurActiveObject *object, const char *text)
{
  g_autofree char *found = spur_location_to_string (spur_active_object_get_location (object));

  g_assert_cmpstr (found, ==, text);
}

/* The object as a trace has it. The trace lives as long as the test. */
static SpurActiveObject *
reread (SpurActiveObject *object)
{
  const SpurClock clock = { "clock", "program", 1000000000, 0, 0 };
  SpurTrace *trace = spur_trace_new ();
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_TARGET_ADDITION_EVENT);

  g_test_queue_unref (trace);
  spur_event_set_object (event, "target", object);
  spur_trace_append_event (
    trace,
    spur_trace_add_stream (trace, "stream",
                           spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
                           SPUR_NONE),
    event);
  g_assert_true (spur_trace_seal (trace, NULL));
  return spur_trace_get_object (trace, 0);
}

/* A place that only the application understands. */
typedef SpurLocation GridLocation;
typedef SpurLocationClass GridLocationClass;

static GType grid_location_get_type (void);

G_DEFINE_TYPE (GridLocation, grid_location, SPUR_TYPE_LOCATION)

static char *
grid_location_to_string (SpurLocation *self)
{
  return g_strdup ("row 3, column 4");
}

static void
grid_location_class_init (GridLocationClass *klass)
{
  klass->to_string = grid_location_to_string;
}

static void
grid_location_init (GridLocation *self)
{
}

static void
test_locations (void)
{
  g_autoptr (SpurActiveObject) task = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "task", NULL);
  g_autoptr (SpurActiveObject) agent =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "agent", NULL);
  g_autoptr (SpurActiveObject) host = spur_active_object_new (SPUR_TYPE_TARGET, "host", NULL);
  g_autoptr (SpurLocation) on_host = spur_object_location_new (host);
  g_autoptr (SpurLocation) in_agent = spur_object_location_new (agent);
  g_autoptr (SpurLocation) grid = g_object_new (grid_location_get_type (), NULL);
  const struct
  {
    const char *host;
    guint16 port;
    const char *text;
  } addresses[] = { { "lrr4", 0, "lrr4" },
                    { "lrr4", 65535, "lrr4:65535" },
                    { "::1", 80, "[::1]:80" },
                    { "::1", 0, "[::1]" } };

  g_test_summary (
    "An active object is on a target, in another object, at an address or elsewhere.");

  g_assert_null (spur_active_object_get_location (task));
  spur_active_object_set_location (task, in_agent);
  spur_active_object_set_location (agent, on_host);
  assert_location (task, "agent");
  assert_location (agent, "host");
  g_assert_true (spur_object_location_get_holder (
                   SPUR_OBJECT_LOCATION (spur_active_object_get_location (task))) == agent);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (SpurLocation) address =
        spur_network_address_new (addresses[i].host, addresses[i].port);

      spur_active_object_set_location (host, address);
      assert_location (host, addresses[i].text);
      assert_location (reread (host), addresses[i].text);
    }
  spur_active_object_set_location (host, grid);
  assert_location (host, "row 3, column 4");
  spur_active_object_set_location (host, NULL);
  g_assert_null (spur_active_object_get_location (host));
}

static void
test_wrong_addresses (void)
{
  const struct
  {
    const char *class_name;
    const char *text;
  } cases[] = {
    { "SpurNetworkAddress", "lrr4:" },
    { "SpurNetworkAddress", "lrr4:0" },
    { "SpurNetworkAddress", "lrr4:65536" },
    { "SpurNetworkAddress", "lrr4:8o" },
    { "SpurNetworkAddress", "lrr4:-1" },
    { "SpurNetworkAddress", "lrr4:80:80" },
    { "SpurNetworkAddress", "[::1" },
    { "SpurNetworkAddress", "[::1]80" },
    { "SpurNetworkAddress", "[::1]:" },
    { "SpurNetworkAddress", "::1" },
    { "SpurLocation", "lrr4" },
    { "SpurObjectLocation", "lrr4" },
    { "GObject", "lrr4" },
    { "", "lrr4" },
    { "NoSuch", "lrr4" },
  };

  g_test_summary ("What is no address is not read as one, nor by a class that reads nothing.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SpurActiveObject) host = spur_active_object_new (SPUR_TYPE_TARGET, "host", NULL);
      g_autoptr (SpurEntryList) resources = spur_resource_list_new ();

      spur_entry_list_add_string (resources, "location", cases[i].class_name, cases[i].text);
      spur_active_object_set_resources (host, SPUR_RESOURCE_LIST (resources));
      g_assert_null (spur_active_object_get_location (reread (host)));
    }
}

static void
append_on (SpurTrace *trace, gint64 time_ns, SpurActiveObject *object, SpurActiveObject *place)
{
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_PLACEMENT_EVENT);

  spur_event_set_time_ns (event, time_ns);
  spur_event_set_object (event, "object", object);
  spur_event_set_object (event, "destination", place);
  spur_trace_append_event (trace, spur_trace_get_stream (trace, 0), event);
}

static void
assert_location_at (SpurTimeline *timeline, guint32 object, gint64 time_ns, const char *text)
{
  g_autoptr (SpurLocation) location = spur_timeline_get_location (timeline, object, time_ns);
  g_autofree char *found = location != NULL ? spur_location_to_string (location) : NULL;

  g_assert_cmpstr (found, ==, text);
}

static void
test_locations_of_trace (void)
{
  const SpurClock clock = { "clock", "program", 1000000000, 0, 0 };
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurActiveObject) task = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "task", NULL);
  g_autoptr (SpurActiveObject) agent =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "agent", NULL);
  g_autoptr (SpurActiveObject) host = spur_active_object_new (SPUR_TYPE_TARGET, "host", NULL);
  g_autoptr (SpurLocation) address = spur_network_address_new ("::1", 80);
  g_autoptr (SpurEntryList) resources = spur_resource_list_new ();

  g_test_summary ("A trace keeps addresses, and tells the locations that events say.");

  spur_entry_list_add_uint (resources, "memory", "bytes", 5);
  spur_active_object_set_resources (host, SPUR_RESOURCE_LIST (resources));
  spur_active_object_set_location (host, address);
  spur_trace_add_stream (trace, "stream",
                         spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
                         SPUR_NONE);
  append_on (trace, 10, agent, host);
  append_on (trace, 20, task, host);
  append_on (trace, 30, task, agent);
  g_assert_true (spur_trace_seal (trace, NULL));
  timeline = spur_timeline_new (trace, TRUE);
  assert_location (spur_trace_get_object (trace, 1), "[::1]:80");
  g_assert_cmpint (spur_entry_list_find (SPUR_ENTRY_LIST (spur_active_object_get_resources (
                                           spur_trace_get_object (trace, 1))),
                                         "memory"),
                   ==, 0);
  g_assert_null (spur_active_object_get_location (spur_trace_get_object (trace, 0)));
  assert_location_at (timeline, 1, 15, "[::1]:80");
  assert_location_at (timeline, 0, 15, "host");
  assert_location_at (timeline, 2, 25, "host");
  assert_location_at (timeline, 2, 35, "agent");
}

static void
test_tree (void)
{
  g_test_summary ("A component of the load management is a load object, a neighborhood is not.");

  g_assert_true (g_type_is_a (SPUR_TYPE_LM_COMPONENT, SPUR_TYPE_LOAD_OBJECT));
  g_assert_true (g_type_is_a (SPUR_TYPE_NEIGHBORHOOD, SPUR_TYPE_ACTIVE_OBJECT));
  g_assert_false (g_type_is_a (SPUR_TYPE_NEIGHBORHOOD, SPUR_TYPE_LOAD_OBJECT));
  g_assert_false (g_type_is_a (SPUR_TYPE_NEIGHBORHOOD, SPUR_TYPE_TARGET));
}

static GPtrArray *
new_members (const char *const *names)
{
  GPtrArray *members = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (members, spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, names[i], NULL));
  return members;
}

static void
append_neighborhood (SpurTrace *trace,
                     SpurStream *stream,
                     SpurActiveObject *link,
                     const char *const *names)
{
  g_autoptr (GPtrArray) members = new_members (names);
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_EVENT);

  spur_neighborhood_set_members (SPUR_NEIGHBORHOOD (link), members);
  spur_event_set_neighborhood (event, SPUR_NEIGHBORHOOD (link));
  spur_trace_append_event (trace, stream, event);
}

static void
assert_members (SpurTrace *trace, guint64 index, const char *first, guint n_members)
{
  g_autoptr (SpurEvent) event = spur_trace_get_event (trace, 0, index);
  SpurLoCreateNeighborhoodEvent *create = SPUR_LO_CREATE_NEIGHBORHOOD_EVENT (event);
  SpurNeighborhood *link = spur_event_get_neighborhood (SPUR_EVENT (create));
  GPtrArray *members = spur_neighborhood_get_members (link);

  g_assert_true (members == spur_event_get_members (SPUR_EVENT (create), "members"));
  g_assert_cmpuint (members->len, ==, n_members);
  g_assert_cmpstr (spur_active_object_get_name (g_ptr_array_index (members, 0)), ==, first);
}

static void
test_neighborhood (void)
{
  const char *const two[] = { "a", "b", NULL };
  const char *const three[] = { "b", "c", "d", NULL };
  const SpurClock clock = { "clock", "program", 1000000000, 0, 0 };
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  SpurStream *stream = spur_trace_add_stream (
    trace, "stream", spur_definitions_add_clock (definitions, &clock), SPUR_NONE);
  g_autoptr (SpurActiveObject) link =
    spur_active_object_new (SPUR_TYPE_NEIGHBORHOOD, "link", "affinity");
  g_autoptr (SpurEvent) load = spur_event_new (SPUR_TYPE_LM_NETWORK_LOAD_EVENT);
  g_autoptr (SpurEvent) again = NULL;

  g_test_summary ("A neighborhood is an object of the trace, with members and with a load.");

  append_neighborhood (trace, stream, link, two);
  append_neighborhood (trace, stream, link, three);
  spur_event_set_object (load, "network", link);
  spur_event_set_double (load, "load", 0.75);
  spur_trace_append_event (trace, stream, load);
  g_assert_true (spur_trace_seal (trace, NULL));
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_NEIGHBORHOOD), ==, 1);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_LOAD_OBJECT), ==, 4);
  assert_members (trace, 0, "a", 2);
  assert_members (trace, 1, "b", 3);
  again = spur_trace_get_event (trace, 0, 2);
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (again, "network")), ==,
                   "link");
  g_assert_cmpfloat (spur_event_get_double (again, "load"), ==, 0.75);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/active-object/locations", test_locations);
  g_test_add_func ("/active-object/wrong-addresses", test_wrong_addresses);
  g_test_add_func ("/active-object/locations-of-trace", test_locations_of_trace);
  g_test_add_func ("/active-object/tree", test_tree);
  g_test_add_func ("/active-object/neighborhood", test_neighborhood);
  return g_test_run ();
}
