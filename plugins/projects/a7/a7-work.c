/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A node works depth-first through its tree of subproblems: it expands great ones, solves small
 * ones, and finds that some are harder than they looked. */
#include "plugins/projects/a7/a7-state.h"

#define HOT_CHANCE_PER_MILLE 300
#define COLD_CHANCE_PER_MILLE 20
#define MAX_GROWTHS 2

void
a7_work_add (A7Simulation *self, guint node, guint piece)
{
  g_queue_push_tail (&self->nodes[node].waiting, GUINT_TO_POINTER (piece));
  a7_work_look (self, node);
}

static gboolean
is_growing (A7Simulation *self, const A7Piece *piece)
{
  return piece->n_growths < MAX_GROWTHS &&
         sim_random_chance (self->random,
                            piece->is_hot ? HOT_CHANCE_PER_MILLE : COLD_CHANCE_PER_MILLE);
}

static void
grow_piece (A7Simulation *self, guint piece)
{
  A7Piece *info = a7_get_piece (self, piece);

  info->n_growths++;
  info->weight = (guint64) sim_random_about (self->random, 3 * A7_GRAIN);
  sim_world_record (self->world, self->nodes[info->node].stream, "A7SubproblemGrowthEvent",
                    info->object, { "state", SIM_TEXT ("waiting") }, { "weight", info->weight });
}

static void
finish_work (gpointer data, guint64 node, guint64 unused)
{
  A7Simulation *self = data;
  A7NodeInfo *info = &self->nodes[node];
  guint piece = info->current;
  guint children[2];
  gint64 stolen_ns = info->stolen_ns;

  /* What the balancer took of the processor is still to be done. */
  if (stolen_ns > 0)
    {
      info->stolen_ns = 0;
      sim_world_after (self->world, stolen_ns, finish_work, self, node, 0);
      return;
    }
  info->current = A7_NOTHING;
  if (a7_get_piece (self, piece)->weight > A7_GRAIN)
    {
      a7_bisection_divide (self, piece, a7_get_piece (self, piece)->weight - A7_BISECTION,
                           children);
      g_queue_push_tail (&info->waiting, GUINT_TO_POINTER (children[0]));
      g_queue_push_tail (&info->waiting, GUINT_TO_POINTER (children[1]));
    }
  else if (is_growing (self, a7_get_piece (self, piece)))
    {
      grow_piece (self, piece);
      g_queue_push_tail (&info->waiting, GUINT_TO_POINTER (piece));
    }
  else
    {
      a7_bisection_end (self, piece);
    }
  a7_work_look (self, (guint) node);
}

void
a7_work_look (A7Simulation *self, guint node)
{
  A7NodeInfo *info = &self->nodes[node];
  guint64 weight;

  if (info->current != A7_NOTHING || info->is_balancing || g_queue_is_empty (&info->waiting))
    return;
  info->current = GPOINTER_TO_UINT (g_queue_pop_tail (&info->waiting));
  info->stolen_ns = 0;
  weight = a7_get_piece (self, info->current)->weight;
  a7_bisection_set_state (self, info->current, weight > A7_GRAIN ? "expanding" : "solving");
  sim_world_after (self->world,
                   (gint64) (weight > A7_GRAIN ? A7_BISECTION : MAX (weight, 1)) * A7_UNIT_NS,
                   finish_work, self, node, 0);
}

guint64
a7_work_measure (A7Simulation *self, guint node, guint *n_pieces)
{
  const A7NodeInfo *info = &self->nodes[node];
  guint64 load = 0;

  *n_pieces = info->waiting.length;
  for (GList *link = info->waiting.head; link != NULL; link = link->next)
    load += a7_get_piece (self, GPOINTER_TO_UINT (link->data))->weight;
  if (info->current == A7_NOTHING)
    return load;
  (*n_pieces)++;
  return load + a7_get_piece (self, info->current)->weight;
}
