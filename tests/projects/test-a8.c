/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/analysis/presence/spur-load.h"
#include "core/analysis/presence/spur-timeline.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/projects/project-run.h"

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&a8_program);
}

/* What each component did, and was told to have done when it ended. */
typedef struct
{
  guint n_uses;
  guint n_told;
  gint64 used_ns;
  gint64 busy_told_ns;
  gint64 since_ns;
  gint64 end_ns;
  guint32 creator;
} Component;

static void
count_use (SpurTrace *trace,
           const SpurEventLayout *layout,
           const guint8 *record,
           gint64 time_ns,
           gpointer data)
{
  Component *components = data;

  components[project_get (layout, record, "object")].n_uses++;
}

static void
add_used (SpurTrace *trace,
          const SpurEventLayout *layout,
          const guint8 *record,
          gint64 time_ns,
          gpointer data)
{
  Component *component = (Component *) data + project_get (layout, record, "object");
  guint32 state = (guint32) project_get (layout, record, "state");

  if (component->since_ns > 0)
    component->used_ns += time_ns - component->since_ns;
  component->since_ns =
    g_str_equal (spur_definitions_get_state (spur_trace_get_definitions (trace), state)->name,
                 "in use")
      ? time_ns
      : 0;
}

static void
note_end (SpurTrace *trace,
          const SpurEventLayout *layout,
          const guint8 *record,
          gint64 time_ns,
          gpointer data)
{
  Component *component = (Component *) data + project_get (layout, record, "object");

  component->n_told = (guint) project_get (layout, record, "uses");
  component->busy_told_ns = (gint64) project_get (layout, record, "busy");
  component->end_ns = time_ns;
}

static void
note_creator (SpurTrace *trace,
              const SpurEventLayout *layout,
              const guint8 *record,
              gint64 time_ns,
              gpointer data)
{
  Component *component = (Component *) data + project_get (layout, record, "object");

  component->creator = (guint32) project_get (layout, record, "creator");
}

static void
test_profiles (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a8_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree Component *components = g_new0 (Component, n_objects);
  guint n_depots = 0, n_remote = 0;

  g_test_summary (
    "From its uses comes a profile of each component, as the component itself counted.");

  project_visit (trace, "Component_Call_Send_Event", count_use, components);
  project_visit (trace, "Component_Return_Send_Event", count_use, components);
  project_visit (trace, "Component_State_Event", add_used, components);
  project_visit (trace, "Component_Termination_Event", note_end, components);
  for (guint32 i = 0; i < n_objects; i++)
    {
      const char *kind = spur_definitions_get_object (definitions, i)->kind;

      if (!g_str_equal (kind, "actor") && !g_str_equal (kind, "depot"))
        continue;
      g_assert_cmpuint (components[i].n_uses, ==, components[i].n_told);
      if (g_str_equal (kind, "actor"))
        continue;

      /* A job takes a microsecond more than the work in it. */
      g_assert_cmpint (components[i].used_ns, ==,
                       components[i].busy_told_ns + (gint64) components[i].n_uses * 1000);
      n_depots++;
      n_remote += components[i].n_uses > 0;
    }
  g_assert_cmpuint (n_depots, ==, 2 * 48);
  g_assert_cmpuint (n_remote, >, n_depots / 2);
}

static void
test_uses_are_two_messages (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a8_program, 1, 0);
  guint64 n_calls = project_count (trace, "Component_Call_Send_Event");

  g_test_summary ("Every use is a call and a return, each sent and received.");

  g_assert_cmpuint (n_calls, >, 300);
  g_assert_cmpuint (project_count (trace, "Component_Call_Receive_Event"), ==, n_calls);
  g_assert_cmpuint (project_count (trace, "Component_Return_Send_Event"), ==, n_calls);
  g_assert_cmpuint (project_count (trace, "Component_Return_Receive_Event"), ==, n_calls);
}

static void
test_order_of_ends (void)
{
  g_test_summary ("No actor ends before those that it created, as they may use its depots.");

  for (guint64 seed = 1; seed <= 8; seed++)
    {
      g_autoptr (SpurTrace) trace = project_run (&a8_program, seed, 0);
      guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (trace));
      g_autofree Component *components = g_new0 (Component, n_objects);

      project_visit (trace, "Component_Termination_Event", note_end, components);
      project_visit (trace, "Actor_Creation_Event", note_creator, components);
      for (guint32 i = 0; i < n_objects; i++)
        {
          const Component *creator = &components[components[i].creator];

          if (components[i].creator != 0 && creator->end_ns > 0)
            g_assert_cmpint (creator->end_ns, >, components[i].end_ns);
        }
    }
}

/* Location information agrees with where the actor is. */
static void
check_location (SpurTrace *trace,
                const SpurEventLayout *layout,
                const guint8 *record,
                gint64 time_ns,
                gpointer data)
{
  SpurSituation situation;

  spur_timeline_get_situation (data, (guint32) project_get (layout, record, "actor"), time_ns,
                               &situation);
  g_assert_cmpuint (situation.place, ==, project_get (layout, record, "location"));
}

static void
test_placement (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a8_program, 1, 0);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  g_autoptr (SpurLoad) loads = spur_load_new (timeline);
  guint64 n_remote = project_count (trace, "Sphere_Creation_Receive_Event");

  g_test_summary (
    "Spheres are created on other hosts, their location is told, and all hosts work.");

  g_assert_cmpuint (n_remote, >, 10);
  g_assert_cmpuint (project_count (trace, "Sphere_Location_Receive_Event"), ==, n_remote);
  g_assert_cmpuint (project_count (trace, "Sphere_Load_Index_Receive_Event"), >, 200);
  project_visit (trace, "Sphere_Location_Receive_Event", check_location, timeline);
  g_assert_cmpfloat (spur_load_get_imbalance (loads, G_MININT64, G_MAXINT64), <, 2.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/a8/trace", test_trace);
  g_test_add_func ("/a8/profiles", test_profiles);
  g_test_add_func ("/a8/uses", test_uses_are_two_messages);
  g_test_add_func ("/a8/ends", test_order_of_ends);
  g_test_add_func ("/a8/placement", test_placement);
  return g_test_run ();
}
