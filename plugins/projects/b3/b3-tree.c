/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/b3/b3-simulation.h"

void
b3_tree_init (B3Tree *self, guint32 n_unknowns)
{
  B3Node root = { .parent = B3_NO_NODE,
                  .children = { B3_NO_NODE, B3_NO_NODE },
                  .n_unknowns = n_unknowns,
                  .end = G_GUINT64_CONSTANT (1) << 32 };

  self->nodes = g_array_new (FALSE, FALSE, sizeof (B3Node));
  g_array_append_val (self->nodes, root);
}

void
b3_tree_clear (B3Tree *self)
{
  g_clear_pointer (&self->nodes, g_array_unref);
}

B3Node *
b3_tree_get (const B3Tree *self, guint32 node)
{
  return &g_array_index (self->nodes, B3Node, node);
}

guint32
b3_tree_split (B3Tree *self, guint32 leaf, guint32 n_left, guint32 n_right)
{
  B3Node above = *b3_tree_get (self, leaf);
  guint64 middle = (above.begin + above.end) / 2;
  guint32 first = self->nodes->len;
  B3Node left = { leaf,        { B3_NO_NODE, B3_NO_NODE },
                  n_left,      (guint16) (above.depth + 1),
                  above.begin, middle };
  B3Node right = { leaf,    { B3_NO_NODE, B3_NO_NODE },
                   n_right, (guint16) (above.depth + 1),
                   middle,  above.end };

  g_array_append_val (self->nodes, left);
  g_array_append_val (self->nodes, right);
  b3_tree_get (self, leaf)->children[0] = first;
  b3_tree_get (self, leaf)->children[1] = first + 1;
  return first;
}

guint64
b3_tree_count_unknowns (const B3Tree *self)
{
  guint64 n_unknowns = 0;

  for (guint32 i = 0; i < self->nodes->len; i++)
    n_unknowns += b3_tree_get (self, i)->n_unknowns;
  return n_unknowns;
}

/* Weights of what hangs below each node without leaving its part. */
static void
weigh_parts (const B3Tree *self, const guint32 *part_of_node, guint64 *weights)
{
  for (guint32 i = 0; i < self->nodes->len; i++)
    weights[i] = b3_tree_get (self, i)->n_unknowns;
  for (guint32 i = self->nodes->len - 1; i > 0; i--)
    {
      guint32 parent = b3_tree_get (self, i)->parent;

      if (part_of_node[parent] == part_of_node[i])
        weights[parent] += weights[i];
    }
}

/* The node above which a part is cut best; none where the part is a single node. */
static guint32
find_cut (const B3Tree *self,
          const guint32 *part_of_node,
          const guint64 *weights,
          guint32 part,
          guint64 whole)
{
  guint32 best = B3_NO_NODE;
  guint64 best_heavier = G_MAXUINT64;

  for (guint32 i = 1; i < self->nodes->len; i++)
    {
      guint64 heavier = MAX (weights[i], whole - weights[i]);

      if (part_of_node[i] != part || part_of_node[b3_tree_get (self, i)->parent] != part ||
          heavier >= best_heavier)
        continue;
      best = i;
      best_heavier = heavier;
    }
  return best;
}

static void
move_below (
  const B3Tree *self, guint32 top, guint32 from_part, guint32 to_part, guint32 *part_of_node)
{
  part_of_node[top] = to_part;
  for (guint32 i = top + 1; i < self->nodes->len; i++)
    {
      if (part_of_node[i] == from_part && part_of_node[b3_tree_get (self, i)->parent] == to_part)
        part_of_node[i] = to_part;
    }
}

static void
note_bisection (B3Balance *balance, guint64 part, guint64 whole)
{
  guint64 lighter = MIN (part, whole - part);

  /* Compared as fractions, without rounding. */
  if (balance->worst_whole == 0 || lighter * balance->worst_whole < balance->worst_part * whole)
    {
      balance->worst_part = lighter;
      balance->worst_whole = whole;
    }
}

/* The heaviest part that can be bisected still. */
static guint32
find_heaviest (const guint64 *part_weights, const guint8 *is_single, guint n_parts)
{
  guint32 heaviest = B3_NO_NODE;

  for (guint32 i = 0; i < n_parts; i++)
    {
      if (!is_single[i] && (heaviest == B3_NO_NODE || part_weights[i] > part_weights[heaviest]))
        heaviest = i;
    }
  return heaviest;
}

void
b3_tree_bisect (const B3Tree *self, guint n_parts, guint32 *part_of_node, B3Balance *balance)
{
  g_autofree guint64 *weights = g_new0 (guint64, self->nodes->len);
  g_autofree guint64 *part_weights = g_new0 (guint64, n_parts);
  g_autofree guint8 *is_single = g_new0 (guint8, n_parts);
  guint32 heaviest = 0;

  *balance = (B3Balance){ .n_parts = 1, .n_unknowns = b3_tree_count_unknowns (self) };
  memset (part_of_node, 0, self->nodes->len * sizeof *part_of_node);
  part_weights[0] = balance->n_unknowns;
  while (balance->n_parts < n_parts && heaviest != B3_NO_NODE)
    {
      guint32 cut;

      weigh_parts (self, part_of_node, weights);
      cut = find_cut (self, part_of_node, weights, heaviest, part_weights[heaviest]);
      if (cut == B3_NO_NODE)
        is_single[heaviest] = TRUE;
      else
        {
          note_bisection (balance, weights[cut], part_weights[heaviest]);
          part_weights[balance->n_parts] = weights[cut];
          part_weights[heaviest] -= weights[cut];
          move_below (self, cut, heaviest, balance->n_parts++, part_of_node);
        }
      heaviest = find_heaviest (part_weights, is_single, balance->n_parts);
    }
  for (guint i = 0; i < balance->n_parts; i++)
    balance->heaviest = MAX (balance->heaviest, part_weights[i]);
}
