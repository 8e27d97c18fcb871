/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/analysis/presence/spur-load.h"
#include "core/analysis/presence/spur-timeline.h"
#include "plugins/projects/b3/b3-simulation.h"
#include "plugins/projects/kit/sim-program.h"
#include "plugins/projects/kit/sim-world.h"
#include "tests/projects/project-run.h"

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&b3_program);
}

static void
make_tree (B3Tree *tree, guint64 seed)
{
  SimRandom random;

  sim_random_init (&random, seed);
  b3_tree_init (tree, 1 + (guint32) sim_random_below (&random, 500));
  for (guint i = 0; i < 5 + seed; i++)
    {
      guint32 leaf = (guint32) sim_random_below (&random, tree->nodes->len);

      while (b3_tree_get (tree, leaf)->children[0] != B3_NO_NODE)
        leaf = b3_tree_get (tree, leaf)->children[sim_random_below (&random, 2)];
      b3_tree_split (tree, leaf, 1 + (guint32) sim_random_below (&random, 300),
                     1 + (guint32) sim_random_below (&random, 300));
    }
}

/* What hangs below an edge and what does not, by brute force. */
static guint64
weigh_below (const B3Tree *tree, guint32 top)
{
  guint64 weight = 0;

  for (guint32 i = 0; i < tree->nodes->len; i++)
    {
      guint32 above = i;

      while (above != top && above != B3_NO_NODE)
        above = b3_tree_get (tree, above)->parent;
      weight += above == top ? b3_tree_get (tree, i)->n_unknowns : 0;
    }
  return weight;
}

static void
test_first_bisection (void)
{
  g_test_summary ("A bisection cuts the edge that makes its halves most alike, of all edges.");

  for (guint64 seed = 1; seed <= 60; seed++)
    {
      g_autofree guint32 *parts = NULL;
      B3Balance balance;
      B3Tree tree;
      guint64 whole, best = G_MAXUINT64;

      make_tree (&tree, seed);
      parts = g_new0 (guint32, tree.nodes->len);
      whole = b3_tree_count_unknowns (&tree);
      for (guint32 i = 1; i < tree.nodes->len; i++)
        {
          guint64 below = weigh_below (&tree, i);

          best = MIN (best, MAX (below, whole - below));
        }
      b3_tree_bisect (&tree, 2, parts, &balance);
      g_assert_cmpuint (balance.n_parts, ==, 2);
      g_assert_cmpuint (balance.heaviest, ==, best);
      g_assert_cmpuint (balance.worst_part, ==, whole - best);
      b3_tree_clear (&tree);
    }
}

static void
check_parts (const B3Tree *tree, const guint32 *parts, const B3Balance *balance)
{
  g_autofree guint64 *weights = g_new0 (guint64, balance->n_parts);
  g_autofree guint *n_tops = g_new0 (guint, balance->n_parts);
  guint64 heaviest = 0;

  for (guint32 i = 0; i < tree->nodes->len; i++)
    {
      guint32 parent = b3_tree_get (tree, i)->parent;

      g_assert_cmpuint (parts[i], <, balance->n_parts);
      weights[parts[i]] += b3_tree_get (tree, i)->n_unknowns;
      n_tops[parts[i]] += parent == B3_NO_NODE || parts[parent] != parts[i];
    }
  for (guint i = 0; i < balance->n_parts; i++)
    {
      g_assert_cmpuint (n_tops[i], ==, 1);
      heaviest = MAX (heaviest, weights[i]);
    }
  g_assert_cmpuint (heaviest, ==, balance->heaviest);
}

/* r (alpha) = floor (1 / alpha) * (1 - alpha) ^ (floor (1 / alpha) - 2), Euro-Par'98, theorem 2. */
static double
get_ratio_bound (double alpha)
{
  guint n = (guint) (1.0 / alpha + 1e-9);
  double ratio = n;

  for (guint i = 2; i < n; i++)
    ratio *= 1.0 - alpha;
  return ratio;
}

static void
test_bisection_bound (void)
{
  guint n_checked = 0;

  g_test_summary (
    "Parts hang together, and the heaviest is no heavier than the theorem on HF allows.");

  for (guint64 seed = 1; seed <= 120; seed++)
    {
      g_autofree guint32 *parts = NULL;
      guint n_parts = 2 + (guint) seed % 15;
      B3Balance balance;
      B3Tree tree;

      make_tree (&tree, seed);
      parts = g_new0 (guint32, tree.nodes->len);
      b3_tree_bisect (&tree, n_parts, parts, &balance);
      check_parts (&tree, parts, &balance);
      if (balance.n_parts == n_parts && balance.worst_part > 0)
        {
          double alpha = (double) balance.worst_part / (double) balance.worst_whole;
          double mean = (double) balance.n_unknowns / n_parts;

          g_assert_cmpfloat ((double) balance.heaviest, <=, mean * get_ratio_bound (alpha) + 1e-6);
          n_checked++;
        }
      b3_tree_clear (&tree);
    }
  g_assert_cmpuint (n_checked, >, 80);
}

static void
test_single_nodes (void)
{
  guint32 parts[3];
  B3Balance balance;
  B3Tree tree;

  g_test_summary ("Where there are fewer nodes than processes each node is a part.");

  b3_tree_init (&tree, 10);
  b3_tree_bisect (&tree, 4, parts, &balance);
  g_assert_cmpuint (balance.n_parts, ==, 1);
  b3_tree_split (&tree, 0, 5, 7);
  b3_tree_bisect (&tree, 4, parts, &balance);
  g_assert_cmpuint (balance.n_parts, ==, 3);
  g_assert_cmpuint (balance.heaviest, ==, 10);
  b3_tree_clear (&tree);
}

typedef struct
{
  SpurTimeline *timeline;
  guint64 n_nodes;
  guint64 n_unknowns;
  guint n_checked;
} Growth;

static void
check_traversal (SpurTrace *trace,
                 const SpurEventLayout *layout,
                 const guint8 *record,
                 gint64 time_ns,
                 gpointer data)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  Growth *growth = data;
  guint64 n_nodes = project_get (layout, record, "nodes");
  guint64 n_existing = 0;

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      SpurSituation situation;

      spur_timeline_get_situation (growth->timeline, i, time_ns, &situation);
      n_existing += situation.exists &&
                    g_str_equal (spur_definitions_get_object (definitions, i)->kind, "node");
    }
  g_assert_cmpuint (n_existing, ==, n_nodes);
  growth->n_nodes = MAX (growth->n_nodes, n_nodes);
  growth->n_unknowns = MAX (growth->n_unknowns, project_get (layout, record, "unknowns"));
  growth->n_checked++;
}

static void
test_growth (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b3_program, 1, 0);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  Growth growth = { timeline, 0, 0, 0 };

  g_test_summary ("At each traversal there are as many nodes as leaves were created before.");

  project_visit (trace, "ARESO_Traversal_Event", check_traversal, &growth);
  g_assert_cmpuint (growth.n_checked, ==, 14 * 3);
  g_assert_cmpuint (growth.n_nodes, >, 2 * 15);

  /* The leaves of the last traversal are traversed no more. */
  g_assert_cmpuint (growth.n_nodes, <=, project_count (trace, "ARESO_Leaf_Creation_Event"));
  g_assert_cmpuint (project_count_all (trace, "LO_Creation_Event"), ==,
                    project_count (trace, "LO_Termination_Event"));
  g_assert_cmpuint (project_count (trace, "ARESO_Node_Enlargement_Event"), >, 20);
}

/* Time in computations and in messages, and how long migrations take. */
typedef struct
{
  gint64 computing_ns;
  gint64 since_ns;
  GHashTable *sent_ns;
  gint64 sending_ns;
  gint64 migrating_ns;
} Shares;

static void
add_computation (SpurTrace *trace,
                 const SpurEventLayout *layout,
                 const guint8 *record,
                 gint64 time_ns,
                 gpointer data)
{
  Shares *shares = data;

  if (layout->effect == SPUR_EFFECT_ENTER)
    shares->since_ns = time_ns;
  else if (layout->effect == SPUR_EFFECT_LEAVE)
    shares->computing_ns += time_ns - shares->since_ns;
}

static void
note_send (SpurTrace *trace,
           const SpurEventLayout *layout,
           const guint8 *record,
           gint64 time_ns,
           gpointer data)
{
  Shares *shares = data;
  guint64 id = spur_event_layout_get_use (layout, SPUR_USE_MESSAGE_ID, record, 0);

  g_hash_table_insert (shares->sent_ns, GSIZE_TO_POINTER (id), GSIZE_TO_POINTER (time_ns));
}

static gint64
get_delay (Shares *shares, const SpurEventLayout *layout, const guint8 *record, gint64 time_ns)
{
  guint64 id = spur_event_layout_get_use (layout, SPUR_USE_MESSAGE_ID, record, 0);
  gpointer sent_ns = g_hash_table_lookup (shares->sent_ns, GSIZE_TO_POINTER (id));

  g_assert_nonnull (sent_ns);
  return time_ns - (gint64) GPOINTER_TO_SIZE (sent_ns);
}

static void
add_message (SpurTrace *trace,
             const SpurEventLayout *layout,
             const guint8 *record,
             gint64 time_ns,
             gpointer data)
{
  Shares *shares = data;

  shares->sending_ns += get_delay (shares, layout, record, time_ns);
}

static void
add_migration (SpurTrace *trace,
               const SpurEventLayout *layout,
               const guint8 *record,
               gint64 time_ns,
               gpointer data)
{
  Shares *shares = data;

  shares->migrating_ns += get_delay (shares, layout, record, time_ns);
}

static void
test_shares (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b3_program, 1, 0);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  g_autoptr (SpurLoad) loads = spur_load_new (timeline);
  g_autoptr (GHashTable) sent_ns = g_hash_table_new (NULL, NULL);
  Shares shares = { .sent_ns = sent_ns };
  gint64 busy_ns = 0;

  g_test_summary ("The trace tells computation, communication and migration apart.");

  project_visit (trace, "LO_State_Change_Event", add_computation, &shares);
  project_visit (trace, "ARESO_Edge_Send_Event", note_send, &shares);
  project_visit (trace, "ARESO_Node_Migration_Send_Event", note_send, &shares);
  project_visit (trace, "ARESO_Edge_Receive_Event", add_message, &shares);
  project_visit (trace, "ARESO_Node_Migration_Receive_Event", add_migration, &shares);
  for (guint32 i = 0; i < spur_definitions_get_n_objects (spur_trace_get_definitions (trace)); i++)
    {
      SpurTargetLoad load;

      spur_load_get (loads, i, G_MININT64, G_MAXINT64, &load);
      busy_ns += load.work_ns + load.overhead_ns;
    }
  g_assert_cmpint (shares.computing_ns, >, 50000000);
  g_assert_cmpint (shares.sending_ns, >, 1000000);
  g_assert_cmpint (shares.migrating_ns, >, 1000000);
  g_assert_cmpint (busy_ns, >=, shares.computing_ns);
  g_assert_cmpint (busy_ns, <, shares.computing_ns + shares.computing_ns / 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/b3/trace", test_trace);
  g_test_add_func ("/b3/bisection/first", test_first_bisection);
  g_test_add_func ("/b3/bisection/bound", test_bisection_bound);
  g_test_add_func ("/b3/bisection/single-nodes", test_single_nodes);
  g_test_add_func ("/b3/growth", test_growth);
  g_test_add_func ("/b3/shares", test_shares);
  return g_test_run ();
}
