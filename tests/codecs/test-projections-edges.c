/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-check.h"
#include "core/plugin/spur-registry.h"

typedef struct
{
  const char *name;
  guint64 n_between;
  guint64 n_matched;
  guint64 n_reversed;
  gint64 worst_ns;
} Expected;

static const Expected greedy = {
  "projections-charm-lbtest-greedy-4pe", 18933, 46467, 1789, 1038000,
};
static const Expected refine = {
  "projections-charm-lbtest-refine-8pe", 2913, 49168, 219, 5480000,
};

static void
test_edges (gconstpointer data)
{
  const Expected *expected = data;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", expected->name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace =
    spur_registry_open_trace (spur_registry_get_default (), path, NULL, &error);
  g_autoptr (SpurEdges) edges = NULL;
  SpurCheck check;
  gsize n_edges;

  g_test_summary ("The library's matching finds the messages of the trace's README.");
  g_assert_no_error (error);
  edges = spur_edges_new_for_trace (trace, NULL, &error);
  g_assert_no_error (error);
  spur_edges_get_all (edges, &n_edges);
  g_assert_cmpuint (n_edges, ==, expected->n_between);
  g_assert_cmpuint (n_edges + spur_edges_get_counts (edges)->n_local, ==, expected->n_matched);

  spur_check_run (&check, trace, edges, NULL, 0, NULL);
  g_assert_cmpuint (check.n_reversed, ==, expected->n_reversed);
  g_assert_cmpint (check.worst_ns, ==, expected->worst_ns);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/projections/edges/greedy", &greedy, test_edges);
  g_test_add_data_func ("/projections/edges/refine", &refine, test_edges);
  return g_test_run ();
}
