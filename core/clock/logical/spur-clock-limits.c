/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The limits of backward amortization (clock-correction.md section 3) that collective operations
 * set, from LC' of all nodes. Those of edges are known as soon as their receives are. */
#include "config.h"

#include "core/clock/logical/spur-clock-forward-private.h"

/* Collective operations of a task. */
#define BLOCK_COLLECTIVES (1u << 8)

typedef struct
{
  const SpurClockPass *pass;
  SpurEdges *edges;
  SpurMu mu;
} Limiting;

/* An enter may be in several operations, whose tasks run at the same time. */
static void
lower_shared (gint64 *place, gint64 limit_ns)
{
  gint64 before_ns = __atomic_load_n (place, __ATOMIC_RELAXED);

  while (limit_ns < before_ns && !__atomic_compare_exchange_n (place, &before_ns, limit_ns, TRUE,
                                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

static void
limit_members (const Limiting *self, gsize index, GArray *room)
{
  const SpurClockPass *pass = self->pass;
  const SpurCollective collective = spur_edges_read_collective (self->edges, index);
  gint64 *exits_ns, *limits_ns;

  g_array_set_size (room, MAX (room->len, 2 * collective.n_members));
  exits_ns = (gint64 *) (gpointer) room->data;
  limits_ns = exits_ns + collective.n_members;
  for (guint32 i = 0; i < collective.n_members; i++)
    exits_ns[i] = pass->clock_ns[spur_nodes_find_exit (pass->nodes, &collective.members[i])];
  spur_mu_get_limits (&self->mu, index, exits_ns, limits_ns);
  for (guint32 i = 0; i < collective.n_members; i++)
    {
      if (limits_ns[i] != SPUR_NO_LIMIT)
        lower_shared (&pass->limits_ns[spur_nodes_find_enter (pass->nodes, &collective.members[i])],
                      limits_ns[i]);
    }
}

static void
limit_block (guint block, gpointer user_data)
{
  const Limiting *self = user_data;
  g_autoptr (GArray) room = g_array_new (FALSE, FALSE, sizeof (gint64));
  gsize begin = block * (gsize) BLOCK_COLLECTIVES;
  gsize end = MIN (begin + BLOCK_COLLECTIVES, spur_edges_get_n_collectives (self->edges));

  for (gsize i = begin; i < end; i++)
    limit_members (self, i, room);
}

void
spur_clock_limit (SpurClockPass *pass,
                  const SpurClockParameters *parameters,
                  const SpurClockWork *work)
{
  gsize n_collectives = spur_edges_get_n_collectives (work->edges);
  Limiting limiting = { pass, work->edges, spur_clock_get_mu_of (parameters, work->edges) };

  spur_job_run (work->job, (guint) ((n_collectives + BLOCK_COLLECTIVES - 1) / BLOCK_COLLECTIVES),
                limit_block, &limiting);
}
