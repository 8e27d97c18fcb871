/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/analysis/balance/spur-balance.h"
#include "core/analysis/presence/spur-load.h"
#include "core/analysis/presence/spur-timeline.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/projects/project-cursor.h"
#include "tests/projects/project-run.h"

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&a1_program);
}

typedef struct
{
  SpurTimeline *timeline;
  guint64 n_checked;
  gint64 time_ns;
  guint64 n_users;
  double least;
  double most;
} Look;

/* What a resource list says under a name. */
static guint64
get_resource (SpurTrace *trace, guint32 list, const char *name)
{
  return project_find_entry (trace, list, name)->bits;
}

static void
check_requirements (SpurTrace *trace,
                    const SpurEventLayout *layout,
                    const guint8 *record,
                    gint64 time_ns,
                    gpointer data)
{
  Look *look = data;
  guint32 requirements = (guint32) project_get (layout, record, "requirements");
  SpurSituation situation;

  spur_timeline_get_situation (look->timeline, (guint32) project_get (layout, record, "object"),
                               time_ns, &situation);
  g_assert_cmpuint (situation.resources, ==, requirements);
  g_assert_cmpuint (get_resource (trace, requirements, "memory"), >=, 1 << 20);
  look->n_checked++;
}

static void
test_requirements (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a1_program, 1, 0);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  Look look = { .timeline = timeline };

  g_test_summary ("What a process needs is known at every time, from its creation on.");

  project_visit (trace, "OMIS_Requirements_Event", check_requirements, &look);
  project_visit (trace, "OMIS_Process_Creation_Event", check_requirements, &look);
  g_assert_cmpuint (look.n_checked, >, 100);
}

static void
check_load (SpurTrace *trace,
            const SpurEventLayout *layout,
            const guint8 *record,
            gint64 time_ns,
            gpointer data)
{
  Look *look = data;
  guint64 bits = project_get (layout, record, "load");
  SpurSituation situation;
  double load;

  memcpy (&load, &bits, sizeof load);
  spur_timeline_get_situation (look->timeline, (guint32) project_get (layout, record, "target"),
                               time_ns, &situation);
  g_assert_cmpfloat (situation.load, ==, load);
  look->least = MIN (look->least, load);
  look->most = MAX (look->most, load);
  look->n_checked++;
}

static void
test_loads (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a1_program, 1, 0);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  Look look = { .timeline = timeline, .least = G_MAXDOUBLE };

  g_test_summary ("Loads of computers are measured regularly, and those of the network.");

  project_visit (trace, "OMIS_Node_Load_Event", check_load, &look);
  g_assert_cmpuint (look.n_checked, >, 200);
  g_assert_cmpfloat (look.least, <, 1.0);
  g_assert_cmpfloat (look.most, >, 2.0);
  g_assert_cmpuint (project_count (trace, "OMIS_Network_Load_Event"), >, 20);
}

static void
count_user (SpurTrace *trace,
            const SpurEventLayout *layout,
            const guint8 *record,
            gint64 time_ns,
            gpointer data)
{
  guint64 *n_users = (guint64 *) data + project_get (layout, record, "target");
  guint64 n_now = project_get (layout, record, "users");

  g_assert_cmpuint (n_now, ==,
                    strstr (layout->name, "Login") != NULL ? *n_users + 1 : *n_users - 1);
  *n_users = n_now;
}

static void
test_users (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a1_program, 1, 0);
  g_autofree guint64 *n_users =
    g_new0 (guint64, spur_definitions_get_n_objects (spur_trace_get_definitions (trace)));
  guint64 n_logins = project_count (trace, "OMIS_Login_Event");

  g_test_summary ("Each login adds a user and each logout takes one off; all are state changes.");

  project_visit (trace, "Target_State_Change_Event", count_user, n_users);
  g_assert_cmpuint (n_logins, >, 10);
  g_assert_cmpuint (project_count (trace, "OMIS_Logout_Event"), ==, n_logins);
}

static void
note_time (SpurTrace *trace,
           const SpurEventLayout *layout,
           const guint8 *record,
           gint64 time_ns,
           gpointer data)
{
  Look *look = data;

  look->time_ns = MAX (look->time_ns, time_ns);
  look->n_checked++;
}

static void
test_computers (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a1_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  guint32 leaving = project_find_object (trace, "node2");
  guint32 joining = project_find_object (trace, "node6");
  g_autofree guint32 *residents = NULL;
  Look removal = { 0 }, addition = { 0 };
  SpurSituation situation;
  guint n_residents;

  g_test_summary ("A computer joins late; one leaves, and its processes have left it or are about "
                  "to arrive elsewhere.");

  project_visit (trace, "OMIS_Computer_Addition_Event", note_time, &addition);
  g_assert_cmpuint (addition.n_checked, ==, 6);
  spur_timeline_get_situation (timeline, joining, addition.time_ns - 1, &situation);
  g_assert_false (situation.exists);
  spur_timeline_get_situation (timeline, joining, addition.time_ns, &situation);
  g_assert_true (situation.exists);

  project_visit (trace, "OMIS_Computer_Removal_Event", note_time, &removal);
  g_assert_cmpuint (removal.n_checked, ==, 1);
  spur_timeline_get_situation (timeline, leaving, removal.time_ns, &situation);
  g_assert_false (situation.exists);
  residents = spur_timeline_get_residents (timeline, leaving, removal.time_ns, &n_residents);
  for (guint i = 0; i < n_residents; i++)
    {
      if (!g_str_equal (spur_definitions_get_object (definitions, residents[i])->kind, "process"))
        continue;

      /* Where a checkpoint comes from is its place until it is received. */
      spur_timeline_get_situation (timeline, residents[i], removal.time_ns, &situation);
      g_assert_cmpstr (spur_definitions_get_state (definitions, situation.state)->name, ==,
                       "migrating");
    }
}

static void
test_balance_targets (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a1_program, 1, 0);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  g_autoptr (SpurLoad) loads = spur_load_new (timeline);
  g_autoptr (GArray) expected = spur_load_list_targets (loads, G_MININT64, G_MAXINT64);
  const SpurBalanceOptions options = { .raw = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurBalance) balance = spur_balance_new (trace, &options, NULL, &error);
  guint n_targets;
  const guint32 *targets;

  g_test_summary ("Load is balanced among computers, not among their processors, which are added "
                  "but have nothing on them.");

  g_assert_no_error (error);
  targets = spur_balance_get_targets (balance, &n_targets);
  g_assert_cmpmem (targets, n_targets * sizeof *targets, expected->data,
                   expected->len * sizeof *targets);
  for (guint i = 0; i < n_targets; i++)
    g_assert_cmpstr (
      spur_definitions_get_object (spur_trace_get_definitions (trace), targets[i])->kind, ==,
      "computer");
}

static void
test_everything_ends (void)
{
  g_test_summary ("Processes, threads, objects and monitors are created once and end once.");

  for (guint64 seed = 1; seed <= 6; seed++)
    {
      g_autoptr (SpurTrace) trace = project_run (&a1_program, seed, 0);

      g_assert_cmpuint (project_count_all (trace, "LO_Creation_Event"), ==,
                        project_count_all (trace, "LO_Termination_Event"));
      g_assert_cmpuint (project_count (trace, "OMIS_Process_Creation_Event"), ==, 48);
      g_assert_cmpuint (project_count (trace, "OMIS_Thread_Creation_Event"), >, 48);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/a1/trace", test_trace);
  g_test_add_func ("/a1/requirements", test_requirements);
  g_test_add_func ("/a1/loads", test_loads);
  g_test_add_func ("/a1/users", test_users);
  g_test_add_func ("/a1/computers", test_computers);
  g_test_add_func ("/a1/balance-targets", test_balance_targets);
  g_test_add_func ("/a1/ends", test_everything_ends);
  return g_test_run ();
}
