/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

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
