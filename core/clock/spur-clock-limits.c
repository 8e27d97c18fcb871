/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-forward-private.h"

/* The limits of backward amortization (clock-correction.md section 3) that collective operations
 * set, from LC' of all nodes. Those of edges are known as soon as their receives are. */

/* So many collective operations are a task. */
#define BLOCK_COLLECTIVES (1u << 8)

typedef struct
{
  const SpurClockPass *pass;
  const SpurClockParameters *parameters;
  SpurEdges *edges;
  SpurDelays *pairs;
  /* Whether several threads lower limits. */
  gboolean is_shared;
} Limiting;

static inline void
lower (const Limiting *limiting, guint64 node, gint64 limit_ns)
{
  spur_clock_lower (limiting->pass->limits_ns, node, limit_ns, limiting->is_shared);
}

static void
limit_by_pairs (const Limiting *limiting,
                const SpurCollective *collective,
                gint64 if_absent,
                const gint64 *exits_ns)
{
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *from = &collective->members[i];
      guint64 node = spur_nodes_find_enter (limiting->pass->nodes, from);

      for (guint32 k = 0; k < collective->n_members; k++)
        {
          gint64 mu_ns = spur_clock_pair_mu (limiting->parameters, limiting->pairs, from,
                                             &collective->members[k], if_absent);

          if (spur_collective_depends (collective, i, k))
            lower (limiting, node, exits_ns[k] - mu_ns);
        }
    }
}

static void
limit_instance (const Limiting *limiting,
                const SpurCollective *collective,
                gint64 mu_ns,
                gint64 *exits_ns)
{
  const SpurClockPass *pass = limiting->pass;
  gint64 *earliest_ns = exits_ns + collective->n_members;

  for (guint32 i = 0; i < collective->n_members; i++)
    exits_ns[i] = pass->clock_ns[spur_nodes_find_exit (pass->nodes, &collective->members[i])];
  if (limiting->pairs != NULL)
    {
      limit_by_pairs (limiting, collective, mu_ns, exits_ns);
      return;
    }
  spur_collective_get_earliest (collective, exits_ns, earliest_ns);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      if (earliest_ns[i] != G_MAXINT64)
        lower (limiting, spur_nodes_find_enter (pass->nodes, &collective->members[i]),
               earliest_ns[i] - mu_ns);
    }
}

static void
limit_members (guint block, gpointer user_data)
{
  const Limiting *limiting = user_data;
  gsize begin = block * (gsize) BLOCK_COLLECTIVES;
  gsize end = MIN (begin + BLOCK_COLLECTIVES, spur_edges_get_n_collectives (limiting->edges));
  g_autofree gint64 *room = NULL;
  guint32 n_room = 0;

  for (gsize i = begin; i < end; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (limiting->edges, i, &collective);
      if (collective.n_members > n_room)
        {
          n_room = collective.n_members;
          room = g_renew (gint64, room, 2 * (gsize) n_room);
        }
      limit_instance (limiting, &collective,
                      spur_clock_collective_mu (limiting->parameters, limiting->edges, i), room);
    }
}

void
spur_clock_limit (SpurClockPass *pass,
                  const SpurClockParameters *parameters,
                  SpurEdges *edges,
                  const SpurJob *job)
{
  gsize n_collectives = spur_edges_get_n_collectives (edges);
  Limiting limiting = { .pass = pass,
                        .parameters = parameters,
                        .edges = edges,
                        .pairs = spur_edges_get_pair_delays (edges),
                        .is_shared = spur_job_get_n_threads (job) > 1 };

  spur_job_run (job, (guint) ((n_collectives + BLOCK_COLLECTIVES - 1) / BLOCK_COLLECTIVES),
                limit_members, &limiting);
}
