/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/analysis/presence/spur-timeline.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/projects/project-run.h"

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&b1_program);
}

static void
test_states_at_every_time (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b1_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  gint64 begin_ns, end_ns;
  guint n_working = 0, n_seen = 0;

  g_test_summary ("From the first task to the last result every client and server is in a state.");

  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  for (gint64 time_ns = 100000; time_ns < end_ns - 200000; time_ns += 499979)
    {
      for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
        {
          const char *kind = spur_definitions_get_object (definitions, i)->kind;
          SpurSituation situation;

          if (!g_str_equal (kind, "client") && !g_str_equal (kind, "server"))
            continue;
          spur_timeline_get_situation (timeline, i, time_ns, &situation);
          n_seen += situation.exists;
          if (situation.exists)
            g_assert_cmpuint (situation.state, !=, SPUR_NONE);
          n_working +=
            situation.exists &&
            spur_definitions_get_state (definitions, situation.state)->kind == SPUR_STATE_WORK;
        }
    }
  g_assert_cmpuint (n_seen, >, 1000);
  g_assert_cmpuint (n_working, >, n_seen / 2);
}

typedef struct
{
  guint64 n_faults;
  guint64 n_results;
} Sums;

static void
add_faults (SpurTrace *trace,
            const SpurEventLayout *layout,
            const guint8 *record,
            gint64 time_ns,
            gpointer data)
{
  Sums *sums = data;

  if (strstr (layout->name, "Task") != NULL)
    sums->n_faults += project_get (layout, record, "faults");
  else
    {
      sums->n_results += project_get (layout, record, "faults");
      g_assert_cmpuint (project_get (layout, record, "patterns") +
                          project_get (layout, record, "redundant") +
                          project_get (layout, record, "aborted"),
                        <=, project_get (layout, record, "faults"));
    }
}

static void
test_no_fault_is_lost (void)
{
  g_test_summary (
    "However blocks are split and stolen, each fault that was sent out has a result.");

  for (guint64 seed = 1; seed <= 10; seed++)
    {
      g_autoptr (SpurTrace) trace = project_run (&b1_program, seed, 0);
      Sums sums = { 0, 0 };

      project_visit (trace, "ATPG_Task_Send_Event", add_faults, &sums);
      project_visit (trace, "ATPG_Result_Receive_Event", add_faults, &sums);
      g_assert_cmpuint (sums.n_faults, >, 1000);
      g_assert_cmpuint (sums.n_faults, ==, sums.n_results);
    }
}

/* When the first block is stolen, and when the last one is sent by a client. */
typedef struct
{
  gint64 first_split_ns;
  gint64 last_task_ns;
} Stealing;

static void
see_split (SpurTrace *trace,
           const SpurEventLayout *layout,
           const guint8 *record,
           gint64 time_ns,
           gpointer data)
{
  Stealing *stealing = data;

  stealing->first_split_ns = MIN (stealing->first_split_ns, time_ns);
}

static void
see_task (SpurTrace *trace,
          const SpurEventLayout *layout,
          const guint8 *record,
          gint64 time_ns,
          gpointer data)
{
  Stealing *stealing = data;

  if (project_get (layout, record, "block") != SPUR_NONE)
    stealing->last_task_ns = MAX (stealing->last_task_ns, time_ns);
}

static void
test_stealing (void)
{
  SimOptions options = { 4, 5, 40, 0 };
  g_autoptr (SpurTrace) trace = sim_program_simulate (&b1_program, &options, NULL);
  Stealing stealing = { G_MAXINT64, 0 };
  guint64 n_splits = project_count (trace, "ATPG_Block_Split_Event");

  g_test_summary ("With one client, stealing begins when there are no more blocks to send.");

  project_visit (trace, "ATPG_Block_Split_Event", see_split, &stealing);
  project_visit (trace, "ATPG_Task_Send_Event", see_task, &stealing);
  g_assert_cmpuint (n_splits, >, 0);
  g_assert_cmpuint (project_count (trace, "ATPG_Block_Migration_Receive_Event"), ==, n_splits);
  g_assert_cmpuint (project_count (trace, "ATPG_Steal_Receive_Event"), >=, n_splits);
  g_assert_cmpint (stealing.first_split_ns, >, stealing.last_task_ns);
}

static void
test_everything_ends (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b1_program, 2, 0);

  g_test_summary ("Each block, client and server is created once and ends once.");

  g_assert_cmpuint (project_count_all (trace, "LO_Creation_Event"), ==,
                    project_count (trace, "LO_Termination_Event"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/b1/trace", test_trace);
  g_test_add_func ("/b1/states", test_states_at_every_time);
  g_test_add_func ("/b1/faults", test_no_fault_is_lost);
  g_test_add_func ("/b1/stealing", test_stealing);
  g_test_add_func ("/b1/ends", test_everything_ends);
  return g_test_run ();
}
