/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

/* No node: the parent of the root, the child of a leaf. */
#define B3_NO_NODE G_MAXUINT32

typedef struct
{
  guint32 parent;
  guint32 children[2];
  guint32 n_unknowns;
  guint16 depth;

  /* The part of the domain that it covers, out of 2^32. */
  guint64 begin;
  guint64 end;
} B3Node;

/* An unbalanced binary tree; node 0 is the root, and parents come before their children. */
typedef struct
{
  GArray *nodes;
} B3Tree;

/* Only a root. */
void b3_tree_init (B3Tree *self, guint32 n_unknowns);

void b3_tree_clear (B3Tree *self);

B3Node *b3_tree_get (const B3Tree *self, guint32 node);

/* Makes two leaves below a leaf; the number of the first one, the other one follows. */
guint32 b3_tree_split (B3Tree *self, guint32 leaf, guint32 n_left, guint32 n_right);

guint64 b3_tree_count_unknowns (const B3Tree *self);

/* What came out of balancing. */
typedef struct
{
  guint n_parts;
  guint64 n_unknowns;
  guint64 heaviest;

  /* The worst bisection: the lighter part of it, and both. */
  guint64 worst_part;
  guint64 worst_whole;
} B3Balance;

/* Algorithm HF (Bischof, Ebner and Erlebach, Euro-Par'98): bisects the heaviest part until there
 * are
 * @n_parts, and writes the part of each node. A part is a piece of the tree that hangs together; it
 * is bisected at the edge that makes its halves most alike. There are fewer parts where nothing is
 * left to bisect. */
void b3_tree_bisect (const B3Tree *self, guint n_parts, guint32 *part_of_node, B3Balance *balance);

typedef enum
{
  B3_DOWN,
  B3_UP,
} B3Direction;

/* What a node of the tree is to its process. */
typedef struct
{
  guint32 object;
  guint process;
  guint n_awaited;
  gboolean has_grown;

  /* On its way to another process. */
  gboolean is_moving;
} B3Place;

typedef struct
{
  guint number;
  guint stream;
  guint32 object;
  guint speed_percent;

  /* Nodes that may be computed: twice the node, plus the direction. */
  GQueue ready;
  gboolean is_busy;
  gboolean is_there;

  /* In a phase of balancing: nodes that are still to come; may be below 0 before it is known how
   * many there are. */
  gboolean has_placement;
  int n_to_come;
} B3SimProcess;

/* The tags of the messages of balancing. */
typedef enum
{
  B3_PHASE_DONE = 2,
  B3_PHASE_PLACEMENT,
  B3_PHASE_READY,
  B3_PHASE_START,
  B3_PHASE_END,
} B3Phase;

typedef struct
{
  SimWorld *world;
  SimRandom *random;
  B3Tree tree;
  GArray *places;
  guint n_processes;
  B3SimProcess *processes;
  guint n_rounds;
  guint round;
  guint n_traversals;

  guint balancer_stream;
  guint32 balancer_object;
  gboolean has_balancer;
  guint n_ready;
  guint *new_process;
} B3Simulation;

B3Place *b3_place (B3Simulation *self, guint32 node);

/* The traversal, as processes see it. */

void b3_start_traversal (B3Simulation *self);

/* Makes a node known, and records that a process has it. */
void b3_add_node (B3Simulation *self, guint32 node, guint process);

/* Balancing. */

void b3_balancing_begin (B3Simulation *self);
