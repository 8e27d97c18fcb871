/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Subproblems are divided by bisectors that are at least a quarter good. At first they are
 * distributed by the algorithm "best approximation of ideal weight": each part of a bisection
 * gets nodes in proportion to its weight. */
#include "plugins/projects/a7/a7-state.h"

#define DESCRIPTION_BYTES 200
#define BYTES_PER_UNIT 4

static guint
add_piece (A7Simulation *self, const A7Piece *model, guint32 creator)
{
  const A7NodeInfo *node = &self->nodes[model->node];
  A7Piece piece = *model;

  piece.object = sim_world_add_object (self->world, "A7Subproblem", "subproblem", "subproblem %u",
                                       self->pieces->len);
  sim_world_record (self->world, node->stream, "A7SubproblemCreationEvent", piece.object,
                    { "type", SIM_TEXT ("subproblem") }, { "creator", creator },
                    { "destination", node->target }, { "weight", piece.weight });
  g_array_append_val (self->pieces, piece);
  return self->pieces->len - 1;
}

guint
a7_bisection_add_root (A7Simulation *self)
{
  const A7Piece root = { .weight = self->weight, .end_node = self->n_nodes };

  return add_piece (self, &root, SPUR_NONE);
}

void
a7_bisection_set_state (A7Simulation *self, guint piece, const char *state)
{
  const A7Piece *info = a7_get_piece (self, piece);

  sim_world_set_state (self->world, self->nodes[info->node].stream, info->object, state);
}

void
a7_bisection_end (A7Simulation *self, guint piece)
{
  const A7Piece *info = a7_get_piece (self, piece);

  sim_world_end (self->world, self->nodes[info->node].stream, info->object);
}

/* The heavier child comes first; together they weigh @weight. */
void
a7_bisection_divide (A7Simulation *self, guint piece, guint64 weight, guint children[2])
{
  const A7Piece parent = *a7_get_piece (self, piece);
  A7Piece child = parent;
  guint64 per_mille = (guint64) sim_random_between (self->random, 250, 500);

  child.weight = weight - weight * per_mille / 1000;
  children[0] = add_piece (self, &child, parent.object);
  child.weight = weight * per_mille / 1000;
  children[1] = add_piece (self, &child, parent.object);
  a7_bisection_end (self, piece);
}

void
a7_bisection_move (A7Simulation *self, guint piece, guint to, guint32 round, SimHandler arrived)
{
  A7Piece *info = a7_get_piece (self, piece);
  const A7NodeInfo *source = &self->nodes[info->node], *destination = &self->nodes[to];
  const SimMessage trip = { "A7SubproblemMigration",
                            { source->stream, source->target },
                            { destination->stream, destination->target },
                            0,
                            DESCRIPTION_BYTES + BYTES_PER_UNIT * info->weight,
                            sim_world_next_id (self->world),
                            info->object };

  info->node = to;
  sim_world_send (self->world, &trip, arrived, self, piece, { "weight", info->weight },
                  { "round", round });
}

static void
handle_arrival (gpointer data, guint64 piece, guint64 unused)
{
  a7_bisection_distribute (data, (guint) piece);
}

/* How many of @n_nodes the first part gets: the nearest to its share, at least one each. */
static guint
share_nodes (guint64 part, guint64 whole, guint n_nodes)
{
  guint64 n = (part * n_nodes + whole / 2) / whole;

  return (guint) CLAMP (n, 1, n_nodes - 1);
}

static void
finish_bisection (gpointer data, guint64 piece, guint64 unused)
{
  A7Simulation *self = data;
  const A7Piece parent = *a7_get_piece (self, (guint) piece);
  guint children[2], n_first;

  a7_bisection_divide (self, (guint) piece, parent.weight, children);
  n_first = share_nodes (a7_get_piece (self, children[0])->weight, parent.weight,
                         parent.end_node - parent.first_node);
  a7_get_piece (self, children[0])->end_node = parent.first_node + n_first;
  a7_get_piece (self, children[1])->first_node = parent.first_node + n_first;
  a7_bisection_move (self, children[1], parent.first_node + n_first, A7_NO_ROUND, handle_arrival);
  a7_bisection_distribute (self, children[0]);
}

/* Divides a piece among its nodes, of which the first has it. */
void
a7_bisection_distribute (A7Simulation *self, guint piece)
{
  A7Piece *info = a7_get_piece (self, piece);

  if (info->end_node - info->first_node > 1)
    {
      a7_bisection_set_state (self, piece, "bisecting");
      sim_world_after (self->world, A7_BISECTION * A7_UNIT_NS, finish_bisection, self, piece, 0);
      return;
    }
  info->is_hot = info->first_node < (self->n_nodes + 3) / 4;
  self->nodes[info->node].has_begun = TRUE;
  a7_work_add (self, info->node, piece);
}
