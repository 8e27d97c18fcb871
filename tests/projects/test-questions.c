/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What projects ask, answered by profiles and edges, against what their simulators count
 * themselves. */
#include "config.h"

#include <string.h>

#include "core/analysis/presence/spur-load.h"
#include "core/analysis/profile/spur-edge-profile.h"
#include "core/analysis/profile/spur-profile.h"
#include "tests/projects/project-run.h"

static SpurProfile *
profile_trace (SpurTrace *trace)
{
  SpurProfileSettings settings = { .parts = SPUR_PROFILE_CLASSES | SPUR_PROFILE_OBJECTS |
                                            SPUR_PROFILE_STATES | SPUR_PROFILE_PAIRS,
                                   .raw = TRUE,
                                   .begin_ns = G_MININT64,
                                   .end_ns = G_MAXINT64 };
  g_autoptr (GError) error = NULL;
  SpurProfile *profile = spur_profile_new (trace, &settings, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

/* An object's, or of all where it is SPUR_NONE; @n_times may be NULL. */
static gint64
sum_state (
  SpurTrace *trace, SpurProfile *profile, guint32 object, const char *state, guint64 *n_times)
{
  gsize n_states;
  const SpurStateProfile *states = spur_profile_get_states (profile, &n_states);
  gint64 sum_ns = 0;

  for (gsize i = 0; i < n_states; i++)
    {
      if ((object != SPUR_NONE && states[i].object != object) ||
          strcmp (
            spur_definitions_get_state (spur_trace_get_definitions (trace), states[i].state)->name,
            state) != 0)
        continue;
      sum_ns += states[i].exclusive_ns;
      if (n_times != NULL)
        *n_times += states[i].n_times;
    }
  return sum_ns;
}

static const SpurEdgeProfile *
find_edges (SpurTrace *trace, GArray *rows, const char *name)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const SpurEdgeProfile *row = &g_array_index (rows, SpurEdgeProfile, i);

      if (strcmp (spur_trace_get_class (trace, row->from_class)->name, name) == 0 &&
          row->kind != SPUR_EDGE_CREATION)
        return row;
    }
  g_assert_not_reached ();
}

static GArray *
list_edges (SpurTrace *trace)
{
  const SpurProfileSettings all = { .raw = TRUE, .begin_ns = G_MININT64, .end_ns = G_MAXINT64 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, &error);

  g_assert_no_error (error);
  return spur_edge_profile_list (trace, edges, &all);
}

typedef struct
{
  SpurProfile *profile;
  const SpurObjectProfile *objects;
  guint n_depots;
} Components;

static void
check_component (SpurTrace *trace,
                 const SpurEventLayout *layout,
                 const guint8 *record,
                 gint64 time_ns,
                 gpointer data)
{
  Components *components = data;
  guint32 object = (guint32) project_get (layout, record, "object");
  gint64 busy_ns = (gint64) project_get (layout, record, "busy");

  if (strcmp (spur_definitions_get_object (spur_trace_get_definitions (trace), object)->kind,
              "depot") != 0)
    {
      g_assert_cmpint (sum_state (trace, components->profile, object, "running", NULL), >=,
                       busy_ns);
      return;
    }
  components->n_depots++;
  g_assert_cmpuint (components->objects[object].n_received, ==,
                    project_get (layout, record, "uses"));
  /* Switching to it takes 1 us a use, in which it does not work. */
  g_assert_cmpint (sum_state (trace, components->profile, object, "in use", NULL), ==,
                   busy_ns + 1000 * (gint64) project_get (layout, record, "uses"));
}

static void
test_components (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a8_program, 1, 0);
  g_autoptr (SpurProfile) profile = profile_trace (trace);
  guint n_objects;
  Components components = { profile, spur_profile_get_objects (profile, &n_objects), 0 };

  g_test_summary ("A8: depots are used as often and as long as the system itself counted.");
  project_visit (trace, "Component_Termination_Event", check_component, &components);
  g_assert_cmpuint (components.n_depots, ==, project_count (trace, "Depot_Creation_Event"));
}

typedef struct
{
  guint64 n_traversals;
  guint64 n_visits;
  guint64 n_first_nodes;
  guint64 n_nodes;
} Growth;

static void
take_traversal (SpurTrace *trace,
                const SpurEventLayout *layout,
                const guint8 *record,
                gint64 time_ns,
                gpointer data)
{
  Growth *growth = data;

  growth->n_nodes = project_get (layout, record, "nodes");
  growth->n_visits += growth->n_nodes;
  if (growth->n_traversals++ == 0)
    growth->n_first_nodes = growth->n_nodes;
}

static void
test_tree (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b3_program, 1, 0);
  g_autoptr (SpurProfile) profile = profile_trace (trace);
  g_autoptr (GArray) edges = list_edges (trace);
  guint64 n_created = project_count (trace, "ARESO_Leaf_Creation_Event");
  guint64 n_down = 0, n_up = 0;
  Growth growth = { 0 };
  gint64 computed_ns;

  g_test_summary ("B3: each traversal visits each node, and leaves that are new on the way up.");
  project_visit (trace, "ARESO_Traversal_Event", take_traversal, &growth);
  computed_ns = sum_state (trace, profile, SPUR_NONE, "computing down", &n_down) +
                sum_state (trace, profile, SPUR_NONE, "computing up", &n_up);
  g_assert_cmpuint (n_down, ==, growth.n_visits);
  g_assert_cmpuint (n_up, ==, growth.n_visits + n_created - growth.n_first_nodes);
  /* Each computation takes 1 us and more. */
  g_assert_cmpint (computed_ns, >, (gint64) (n_down + n_up) * 1000);
  g_assert_cmpuint (find_edges (trace, edges, "ARESO_Edge_Send_Event")->n_edges, ==,
                    project_count (trace, "ARESO_Edge_Receive_Event"));
  g_assert_cmpuint (find_edges (trace, edges, "ARESO_Node_Migration_Send_Event")->n_edges, ==,
                    project_count (trace, "ARESO_Node_Migration_Receive_Event"));
}

static guint64
count_sent_by_components (SpurTrace *trace, SpurProfile *profile)
{
  guint n_objects;
  const SpurObjectProfile *objects = spur_profile_get_objects (profile, &n_objects);
  guint64 n_sent = 0;

  for (guint i = 0; i < n_objects; i++)
    {
      if (g_type_is_a (spur_definitions_get_object (spur_trace_get_definitions (trace), i)->type,
                       SPUR_TYPE_LM_COMPONENT))
        n_sent += objects[i].n_sent;
    }
  return n_sent;
}

/* Of load management: each node's balancer tells its neighbours in each round. */
static void
test_diffusion (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a7_program, 1, 0);
  g_autoptr (SpurProfile) profile = profile_trace (trace);
  guint64 n_rounds = project_count (trace, "Diffusion_Load_Event");
  guint64 n_sent = count_sent_by_components (trace, profile);

  g_test_summary ("A7: the strategy's messages and time are those of its rounds.");
  /* Eight nodes, each with three neighbours. */
  g_assert_cmpuint (n_sent, ==, 3 * n_rounds);
  g_assert_cmpuint (n_sent, ==, project_count (trace, "Diffusion_Message_Send_Event"));
  g_assert_cmpint (sum_state (trace, profile, SPUR_NONE, "balancing", NULL) % (gint64) n_rounds, ==,
                   0);
}

static void
test_overhead (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b5_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurProfile) profile = profile_trace (trace);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  g_autoptr (SpurLoad) loads = spur_load_new (timeline);
  gint64 begin_ns, end_ns, management_ns = 0;

  g_test_summary ("B5: ALDY's messages are its components', and so is the time in its functions.");
  g_assert_cmpuint (count_sent_by_components (trace, profile), ==,
                    project_count_all (trace, "LM_Message_Send_Event"));
  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  for (guint i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      SpurTargetLoad load;

      if (!g_type_is_a (spur_definitions_get_object (definitions, i)->type, SPUR_TYPE_TARGET))
        continue;
      spur_load_get (loads, i, begin_ns, end_ns, &load);
      management_ns += load.management_ns;
    }
  /* Two processes on a workstation may be in them at once, which counts once for the target. */
  g_assert_cmpint (management_ns, >, 0);
  g_assert_cmpint (management_ns, <=, sum_state (trace, profile, SPUR_NONE, "distributing", NULL));
}

typedef struct
{
  guint64 n_steps;
  gint64 total_ns;
} Step;

static void
begin_step (SpurTrace *trace,
            const SpurEventLayout *layout,
            const guint8 *record,
            gint64 time_ns,
            gpointer data)
{
  Step *step = data;

  step->n_steps++;
  step->total_ns -= time_ns;
}

static void
end_step (SpurTrace *trace,
          const SpurEventLayout *layout,
          const guint8 *record,
          gint64 time_ns,
          gpointer data)
{
  ((Step *) data)->total_ns += time_ns;
}

static void
test_protocol (void)
{
  static const char *const steps[] = { "Migration_Initiation", "Partition_Topology",
                                       "Partition_State",      "Migration_Completion",
                                       "New_Location",         "Event_Forwarding" };
  g_autoptr (SpurTrace) trace = project_run (&b4_program, 1, 0);
  g_autoptr (GArray) edges = list_edges (trace);

  g_test_summary ("B4: each step of a migration takes from its send to its receive.");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *sent = g_strconcat (steps[i], "_Send_Event", NULL);
      g_autofree char *received = g_strconcat (steps[i], "_Receive_Event", NULL);
      const SpurEdgeProfile *row = find_edges (trace, edges, sent);
      Step step = { 0 };

      project_visit (trace, sent, begin_step, &step);
      project_visit (trace, received, end_step, &step);
      g_assert_cmpuint (row->n_edges, ==, step.n_steps);
      g_assert_cmpint (row->total_ns, ==, step.total_ns);
      g_assert_cmpint (row->n_reversed, ==, 0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/projects/questions/components", test_components);
  g_test_add_func ("/projects/questions/tree", test_tree);
  g_test_add_func ("/projects/questions/diffusion", test_diffusion);
  g_test_add_func ("/projects/questions/overhead", test_overhead);
  g_test_add_func ("/projects/questions/protocol", test_protocol);
  return g_test_run ();
}
