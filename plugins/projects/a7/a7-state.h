/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-world.h"

/* Up to 1024 nodes. */
#define A7_MAX_DIMENSION 10

#define A7_NOTHING G_MAXUINT

/* The round of what moves before there are rounds. */
#define A7_NO_ROUND G_MAXUINT32

/* How long a unit of work takes. */
#define A7_UNIT_NS 10000

/* A subproblem of at most this many units is solved, a greater one bisected. */
#define A7_GRAIN 64

/* What it costs to bisect one, in units. */
#define A7_BISECTION 4

typedef struct
{
  guint32 object;
  guint node;
  guint64 weight;

  /* Nodes among which it is to be divided, the end excluded. */
  guint first_node;
  guint end_node;

  /* Whether it lies where the problem turns out to be hard, and how often it has. */
  gboolean is_hot;
  guint n_growths;
} A7Piece;

/* What a neighbour said at the begin of a round. */
typedef struct
{
  guint64 load;
  guint quiet;
} A7Word;

typedef struct
{
  guint32 target;
  guint32 balancer;
  guint stream;
  guint n_neighbours;
  guint neighbours[A7_MAX_DIMENSION];

  /* Pieces that wait, those that came first at the head, and the one that is worked on. */
  GQueue waiting;
  guint current;
  gboolean has_begun;
  gboolean is_balancing;
  gint64 stolen_ns;

  /* A neighbour may be one round ahead, never two. */
  guint round;
  gboolean is_measured;
  guint64 load;
  guint quiet;
  gboolean is_moving;
  guint n_heard[2];
  A7Word heard[2][A7_MAX_DIMENSION];
} A7NodeInfo;

typedef struct
{
  SimWorld *world;
  SimRandom *random;
  guint dimension;
  guint n_nodes;
  A7NodeInfo *nodes;
  GArray *pieces;
  guint64 weight;
} A7Simulation;

static inline A7Piece *
a7_get_piece (A7Simulation *self, guint piece)
{
  return &g_array_index (self->pieces, A7Piece, piece);
}

/* a7-bisection.c: the tree of subproblems, and its distribution at first */

guint a7_bisection_add_root (A7Simulation *self);
void a7_bisection_distribute (A7Simulation *self, guint piece);
void a7_bisection_divide (A7Simulation *self, guint piece, guint64 weight, guint children[2]);
void a7_bisection_set_state (A7Simulation *self, guint piece, const char *state);
void a7_bisection_end (A7Simulation *self, guint piece);
void
a7_bisection_move (A7Simulation *self, guint piece, guint to, guint32 round, SimHandler arrived);

/* a7-work.c: what a node does with its subproblems */

void a7_work_add (A7Simulation *self, guint node, guint piece);
void a7_work_look (A7Simulation *self, guint node);
guint64 a7_work_measure (A7Simulation *self, guint node, guint *n_pieces);

/* a7-diffusion.c: rounds of balancing between neighbours */

void a7_diffusion_start (A7Simulation *self);
