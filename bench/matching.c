/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What it costs to find the edges of a trace, for each kind of edge, and how that grows with their
 * number:
 *
 *   matching [-n EDGES] [KIND...]
 *
 * Each kind is measured with EDGES (100,000), twice and four times as many, on one thread and in
 * its CPU time, the least of three runs. Fails where four times as many edges cost more than eight
 * times as much. The checksum is of all edges of the largest trace, and of what met no partner. */
#include "config.h"

#include <time.h>

#include "bench/matching.h"
#include "core/causality/spur-edges.h"

#define N_RUNS 3
#define N_SIZES 3
/* Of four times as many edges; that of a quadratic search is 16. */
#define MAX_RATIO 8.0

typedef struct
{
  double cpu_ns;
  gsize n_edges;
  gsize n_collectives;
  char *checksum;
} Cost;

static double
get_cpu_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e9 + (double) now.tv_nsec;
}

static void
add_number (GChecksum *checksum, guint64 number)
{
  g_checksum_update (checksum, (const guchar *) &number, sizeof number);
}

static char *
check_edges (SpurEdges *edges, Cost *cost)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const SpurEdge *all = spur_edges_get_all (edges, &cost->n_edges);

  for (gsize i = 0; i < cost->n_edges; i++)
    {
      add_number (checksum, all[i].from_stream);
      add_number (checksum, all[i].from_event);
      add_number (checksum, all[i].to_stream);
      add_number (checksum, all[i].to_event);
    }
  cost->n_collectives = spur_edges_get_n_collectives (edges);
  for (gsize i = 0; i < cost->n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      add_number (checksum, collective.pattern);
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          add_number (checksum, collective.members[k].stream);
          add_number (checksum, collective.members[k].enter_event);
          add_number (checksum, collective.members[k].exit_event);
        }
    }
  add_number (checksum, spur_edges_get_counts (edges)->n_local);
  add_number (checksum, spur_edges_get_counts (edges)->n_unmatched_sends);
  add_number (checksum, spur_edges_get_counts (edges)->n_unmatched_receives);
  add_number (checksum, spur_edges_get_counts (edges)->n_incomplete_collectives);
  return g_strndup (g_checksum_get_string (checksum), 12);
}

static void
measure (const MatchingKind *kind, guint n, Cost *cost)
{
  const SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (GError) error = NULL;

  kind->make (trace, n);
  if (!spur_trace_seal (trace, &error))
    g_error ("%s: %s", kind->name, error->message);
  *cost = (Cost){ .cpu_ns = G_MAXDOUBLE };
  for (guint i = 0; i < N_RUNS; i++)
    {
      double begin_ns = get_cpu_ns ();
      g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, &job, &error);

      if (edges == NULL)
        g_error ("%s: %s", kind->name, error->message);
      cost->cpu_ns = MIN (cost->cpu_ns, get_cpu_ns () - begin_ns);
      if (i == 0)
        cost->checksum = check_edges (edges, cost);
    }
}

/* Whether the cost grows as it should. */
static gboolean
measure_kind (const MatchingKind *kind, guint n)
{
  Cost costs[N_SIZES];
  double ratio;

  for (guint i = 0; i < N_SIZES; i++)
    measure (kind, n << i, &costs[i]);
  ratio = costs[N_SIZES - 1].cpu_ns / costs[0].cpu_ns;
  g_print ("%-15s %8zu %8zu %8.1f %8.1f %8.1f %7.1f  %s  %s%s\n", kind->name,
           costs[N_SIZES - 1].n_edges, costs[N_SIZES - 1].n_collectives, costs[0].cpu_ns / n,
           costs[1].cpu_ns / n / 2, costs[2].cpu_ns / n / 4, ratio, costs[N_SIZES - 1].checksum,
           kind->what, ratio > MAX_RATIO ? ": grows too fast" : "");
  for (guint i = 0; i < N_SIZES; i++)
    g_free (costs[i].checksum);
  return ratio <= MAX_RATIO;
}

static gboolean
is_wanted (const char *name, char **names)
{
  return names == NULL || names[0] == NULL || g_strv_contains ((const char *const *) names, name);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) names = NULL;
  int n = 100000;
  const GOptionEntry entries[] = {
    { "edges", 'n', 0, G_OPTION_ARG_INT, &n, "the least number of edges", "EDGES" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &names, NULL, "KIND..." },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean is_linear = TRUE;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n < 1000 || n > 1 << 24)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "from 1,000 to 2^24 edges");
      return 2;
    }
  g_print ("%-15s %8s %8s %8s %8s %8s %7s  %-12s\n", "kind", "edges", "coll.", "ns at n", "at 2n",
           "at 4n", "4n/n", "checksum");
  for (guint i = 0; i < n_matching_kinds; i++)
    {
      if (is_wanted (matching_kinds[i].name, names))
        is_linear &= measure_kind (&matching_kinds[i], (guint) n);
    }
  return is_linear ? 0 : 1;
}
