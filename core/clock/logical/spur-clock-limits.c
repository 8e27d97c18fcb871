/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-clock-follower-private.h"
#include "core/clock/logical/spur-clock-forward-private.h"

/* The limits of backward amortization (clock-correction.md section 3) that collective operations
 * set, from LC' of all nodes. Those of edges are known as soon as their receives are. */

/* So many collective operations are a task. */
#define BLOCK_COLLECTIVES (1u << 8)

static inline void
lower (const SpurClockLimiter *self, guint64 node, gint64 limit_ns)
{
  spur_clock_lower (self->pass->limits_ns, node, limit_ns, self->is_shared);
}

static void
limit_by_pairs (const SpurClockLimiter *self,
                SpurDelays *pairs,
                const SpurCollective *collective,
                gint64 if_absent)
{
  const gint64 *exits_ns = self->room_ns;

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *from = &collective->members[i];
      guint64 node = spur_nodes_find_enter (self->pass->nodes, from);

      for (guint32 k = 0; k < collective->n_members; k++)
        {
          gint64 mu_ns =
            spur_clock_pair_mu (self->parameters, pairs, from, &collective->members[k], if_absent);

          if (spur_collective_depends (collective, i, k))
            lower (self, node, exits_ns[k] - mu_ns);
        }
    }
}

void
spur_clock_limiter_take (SpurClockLimiter *self, gsize index)
{
  const SpurClockPass *pass = self->pass;
  gint64 mu_ns = spur_clock_collective_mu (self->parameters, self->edges, index);
  SpurDelays *pairs = spur_edges_get_pair_delays (self->edges);
  SpurCollective collective;
  gint64 *earliest_ns;

  spur_edges_get_collective (self->edges, index, &collective);
  if (collective.n_members > self->n_room)
    {
      self->n_room = collective.n_members;
      self->room_ns = g_renew (gint64, self->room_ns, 2 * (gsize) self->n_room);
    }
  for (guint32 i = 0; i < collective.n_members; i++)
    self->room_ns[i] = pass->clock_ns[spur_nodes_find_exit (pass->nodes, &collective.members[i])];
  if (pairs != NULL)
    {
      limit_by_pairs (self, pairs, &collective, mu_ns);
      return;
    }
  earliest_ns = self->room_ns + collective.n_members;
  spur_collective_get_earliest (&collective, self->room_ns, earliest_ns);
  for (guint32 i = 0; i < collective.n_members; i++)
    {
      if (earliest_ns[i] != G_MAXINT64)
        lower (self, spur_nodes_find_enter (pass->nodes, &collective.members[i]),
               earliest_ns[i] - mu_ns);
    }
}

void
spur_clock_limiter_clear (SpurClockLimiter *self)
{
  g_clear_pointer (&self->room_ns, g_free);
  self->n_room = 0;
}

static void
limit_members (guint block, gpointer user_data)
{
  SpurClockLimiter limiter = *(const SpurClockLimiter *) user_data;
  gsize begin = block * (gsize) BLOCK_COLLECTIVES;
  gsize end = MIN (begin + BLOCK_COLLECTIVES, spur_edges_get_n_collectives (limiter.edges));

  for (gsize i = begin; i < end; i++)
    {
      if (limiter.pass->follower == NULL ||
          !spur_clock_follower_has_limited (limiter.pass->follower, i))
        spur_clock_limiter_take (&limiter, i);
    }
  spur_clock_limiter_clear (&limiter);
}

void
spur_clock_limit (SpurClockPass *pass,
                  const SpurClockParameters *parameters,
                  SpurEdges *edges,
                  const SpurJob *job)
{
  gsize n_collectives = spur_edges_get_n_collectives (edges);
  SpurClockLimiter limiter = { .pass = pass,
                               .parameters = parameters,
                               .edges = edges,
                               .is_shared = spur_job_get_n_threads (job) > 1 };

  spur_job_run (job, (guint) ((n_collectives + BLOCK_COLLECTIVES - 1) / BLOCK_COLLECTIVES),
                limit_members, &limiter);
}
