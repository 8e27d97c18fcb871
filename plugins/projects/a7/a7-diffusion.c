/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* First-order diffusion: in every round a node tells its load to its neighbours, and sends to each
 * that has less a share of the difference, in subproblems that fit. No process is faster than the
 * neighbours; all stop in the same round, when for longer than the hypercube is wide nothing
 * happened anywhere. */
#include "plugins/projects/a7/a7-state.h"

#define ROUND_NS 2000000
#define BALANCING_NS 12000
#define BALANCING_LINK_NS 4000
#define MESSAGE_BYTES 24
#define LOAD_TAG 1

static void measure_load (gpointer data, guint64 node, guint64 unused);

static guint
find_neighbour (const A7NodeInfo *node, guint neighbour)
{
  guint i = 0;

  while (node->neighbours[i] != neighbour)
    i++;
  return i;
}

static void
handle_arrival (gpointer data, guint64 piece, guint64 unused)
{
  A7Simulation *self = data;
  guint node = a7_get_piece (self, (guint) piece)->node;

  self->nodes[node].is_moving = TRUE;

  /* What comes waits before what is there: it is the first to go on. */
  g_queue_push_head (&self->nodes[node].waiting, GUINT_TO_POINTER ((guint) piece));
  a7_work_look (self, node);
}

/* Sends what fits into @flow, what waits longest first. */
static void
send_load (A7Simulation *self, guint node, guint to, guint64 flow)
{
  A7NodeInfo *info = &self->nodes[node];
  GList *link = info->waiting.head;

  while (link != NULL)
    {
      guint piece = GPOINTER_TO_UINT (link->data);
      guint64 weight = a7_get_piece (self, piece)->weight;
      GList *next = link->next;

      if (weight <= flow)
        {
          flow -= weight;
          info->is_moving = TRUE;
          g_queue_delete_link (&info->waiting, link);
          a7_bisection_move (self, piece, to, info->round, handle_arrival);
        }
      link = next;
    }
}

/* For how many rounds nothing happened here and, as far as word has come, elsewhere. */
static guint
count_quiet (const A7NodeInfo *info)
{
  guint quiet = info->quiet;

  if (info->load > 0 || info->is_moving || !info->has_begun)
    return 0;
  for (guint i = 0; i < info->n_neighbours; i++)
    quiet = MIN (quiet, info->heard[info->round % 2][i].quiet);
  return quiet + 1;
}

static void
finish_balancing (gpointer data, guint64 node, guint64 unused)
{
  A7Simulation *self = data;
  A7NodeInfo *info = &self->nodes[node];
  gint64 next_ns = ((gint64) info->round + 2) * ROUND_NS;

  for (guint i = 0; i < info->n_neighbours; i++)
    {
      guint64 other = info->heard[info->round % 2][i].load;

      if (info->load > other)
        send_load (self, (guint) node, info->neighbours[i],
                   (info->load - other) / (self->dimension + 1));
    }
  sim_world_record (self->world, info->stream, "SpurRegionExitEvent", info->balancer,
                    { "state", SIM_TEXT ("balancing") });
  info->is_balancing = FALSE;
  info->quiet = count_quiet (info);
  info->n_heard[info->round % 2] = 0;
  info->is_measured = FALSE;
  info->round++;
  a7_work_look (self, (guint) node);
  if (info->quiet > self->dimension + 2)
    sim_world_end (self->world, info->stream, info->balancer);
  else
    sim_world_at (self->world, next_ns, measure_load, self, node, 0);
}

static void
balance_if_all_heard (A7Simulation *self, guint node)
{
  A7NodeInfo *info = &self->nodes[node];
  gint64 cost_ns = BALANCING_NS + BALANCING_LINK_NS * info->n_neighbours;

  if (!info->is_measured || info->n_heard[info->round % 2] < info->n_neighbours)
    return;
  sim_world_record (self->world, info->stream, "SpurRegionEnterEvent", info->balancer,
                    { "state", SIM_TEXT ("balancing") });
  info->is_balancing = TRUE;
  info->stolen_ns += cost_ns;
  sim_world_after (self->world, cost_ns, finish_balancing, self, node, 0);
}

typedef struct
{
  guint from;
  guint to;
  guint round;
  A7Word word;
} Letter;

static void
hear_load (gpointer data, guint64 address, guint64 unused)
{
  A7Simulation *self = data;
  g_autofree Letter *letter = GSIZE_TO_POINTER (address);
  A7NodeInfo *info = &self->nodes[letter->to];

  info->heard[letter->round % 2][find_neighbour (info, letter->from)] = letter->word;
  info->n_heard[letter->round % 2]++;
  balance_if_all_heard (self, letter->to);
}

static void
measure_load (gpointer data, guint64 node, guint64 unused)
{
  A7Simulation *self = data;
  A7NodeInfo *info = &self->nodes[node];
  guint n_pieces;

  info->load = a7_work_measure (self, (guint) node, &n_pieces);
  info->is_measured = TRUE;
  sim_world_record (self->world, info->stream, "A7DiffusionLoadEvent", info->target,
                    { "load", sim_double ((double) info->load) }, { "round", info->round },
                    { "subproblems", n_pieces });
  for (guint i = 0; i < info->n_neighbours; i++)
    {
      const Letter letter = {
        (guint) node, info->neighbours[i], info->round, { info->load, info->quiet }
      };
      const A7NodeInfo *to = &self->nodes[letter.to];
      const SimMessage message = { "A7DiffusionMessage",
                                   { info->stream, info->balancer },
                                   { to->stream, to->balancer },
                                   LOAD_TAG,
                                   MESSAGE_BYTES };

      sim_world_send (self->world, &message, hear_load, self,
                      GPOINTER_TO_SIZE (g_memdup2 (&letter, sizeof letter)),
                      { "round", info->round }, { "load", sim_double ((double) info->load) },
                      { "quiet", info->quiet });
    }
  info->is_moving = FALSE;
  balance_if_all_heard (self, (guint) node);
}

void
a7_diffusion_start (A7Simulation *self)
{
  for (guint i = 0; i < self->n_nodes; i++)
    sim_world_at (self->world, ROUND_NS, measure_load, self, i, 0);
}
