/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Traversals: from the root down, at the leaves around, and up again; nodes talk along edges only.
 */
#include "plugins/projects/b3/b3-simulation.h"

#define DOWN_NS_PER_UNKNOWN 200
#define UP_NS_PER_UNKNOWN 600
#define TRAVERSALS_PER_ROUND 3
#define BYTES_PER_UNKNOWN 8
#define MAX_DEPTH 14

B3Place *
b3_place (B3Simulation *self, guint32 node)
{
  return &g_array_index (self->places, B3Place, node);
}

void
b3_add_node (B3Simulation *self, guint32 node, guint process)
{
  const B3Node *it = b3_tree_get (&self->tree, node);
  B3Place place = { .object =
                      sim_world_add_object (self->world, "B3TreeNode", "node", "node %u", node + 1),
                    .process = process };
  guint32 creator = it->parent != B3_NO_NODE ? b3_place (self, it->parent)->object
                                             : self->processes[process].object;

  g_array_append_val (self->places, place);
  sim_world_record (self->world, self->processes[process].stream, "B3LeafCreationEvent",
                    place.object, { "creator", creator },
                    { "destination", self->processes[process].object },
                    { "unknowns", it->n_unknowns }, { "depth", it->depth });
}

static void work_process (B3Simulation *self, B3SimProcess *process);

static void
make_ready (B3Simulation *self, guint32 node, B3Direction direction)
{
  B3SimProcess *process = &self->processes[b3_place (self, node)->process];

  g_queue_push_tail (&process->ready, GUINT_TO_POINTER (2 * node + direction));
  work_process (self, process);
}

static void
enlarge_node (B3Simulation *self, guint32 node, guint32 n_gained)
{
  B3Node *it = b3_tree_get (&self->tree, node);
  const B3Place *place = b3_place (self, node);

  it->n_unknowns += n_gained;
  sim_world_record (self->world, self->processes[place->process].stream, "B3NodeEnlargementEvent",
                    place->object, { "unknowns", it->n_unknowns }, { "gained", n_gained });
}

static void
arrive_up (B3Simulation *self, guint32 node, gboolean has_grown)
{
  B3Place *place = b3_place (self, node);

  /* The interface to a child that grew grows with it, and maybe that to the parent. */
  if (has_grown)
    {
      enlarge_node (self, node, 4 + (guint32) sim_random_below (self->random, 12));
      place->has_grown = sim_random_chance (self->random, 600);
    }
  if (--place->n_awaited == 0)
    make_ready (self, node, B3_UP);
}

static void
arrive_signal (B3Simulation *self, guint32 from, guint32 to, B3Direction direction)
{
  if (direction == B3_UP)
    arrive_up (self, to, b3_place (self, from)->has_grown);
  else
    make_ready (self, to, B3_DOWN);
}

static void
deliver_signal (gpointer simulation, guint64 ends, guint64 direction)
{
  arrive_signal (simulation, (guint32) (ends >> 32), (guint32) ends, (B3Direction) direction);
}

/* Within a process nothing is sent. */
static void
send_signal (B3Simulation *self, guint32 from, guint32 to, B3Direction direction)
{
  const B3Place *here = b3_place (self, from), *there = b3_place (self, to);
  guint32 below = direction == B3_UP ? from : to;
  guint32 n_shared = b3_tree_get (&self->tree, below)->n_unknowns / 4;
  SimMessage message = { "B3Edge",
                         { self->processes[here->process].stream, here->object },
                         { self->processes[there->process].stream, there->object },
                         direction,
                         (guint64) n_shared * BYTES_PER_UNKNOWN };

  if (here->process == there->process)
    {
      arrive_signal (self, from, to, direction);
      return;
    }
  message.id = sim_world_next_id (self->world);
  sim_world_send (self->world, &message, deliver_signal, self, (guint64) from << 32 | to,
                  { "unknowns", n_shared });
}

/* Where the solution is singular, elements become smaller; the singularity wanders through the
 * domain. */
static gboolean
is_to_be_refined (B3Simulation *self, const B3Node *leaf)
{
  guint64 domain = G_GUINT64_CONSTANT (1) << 32;
  guint64 at = domain / 4 + domain / 2 * self->round / MAX (self->n_rounds, 1);

  if (self->n_traversals % TRAVERSALS_PER_ROUND != 0 || leaf->depth >= MAX_DEPTH)
    return FALSE;
  if (leaf->begin <= at && at < leaf->end)
    return TRUE;
  return sim_random_chance (self->random, 90);
}

static void
refine_leaf (B3Simulation *self, guint32 leaf)
{
  guint32 n_unknowns = b3_tree_get (&self->tree, leaf)->n_unknowns;
  guint32 n_left = n_unknowns / 3 + (guint32) sim_random_below (self->random, n_unknowns / 2 + 1);
  guint32 n_right = n_unknowns / 3 + (guint32) sim_random_below (self->random, n_unknowns / 2 + 1);
  guint process = b3_place (self, leaf)->process;
  guint32 first = b3_tree_split (&self->tree, leaf, n_left + 20, n_right + 20);

  b3_add_node (self, first, process);
  b3_add_node (self, first + 1, process);
  b3_place (self, leaf)->n_awaited = 2;
  enlarge_node (self, leaf, 8);
  b3_place (self, leaf)->has_grown = TRUE;
  make_ready (self, first, B3_UP);
  make_ready (self, first + 1, B3_UP);
}

static void
finish_down (B3Simulation *self, guint32 node)
{
  const B3Node *it = b3_tree_get (&self->tree, node);
  guint32 children[2] = { it->children[0], it->children[1] };

  b3_place (self, node)->has_grown = FALSE;
  if (children[0] == B3_NO_NODE)
    {
      if (is_to_be_refined (self, it))
        refine_leaf (self, node);
      else
        make_ready (self, node, B3_UP);
      return;
    }
  b3_place (self, node)->n_awaited = 2;
  send_signal (self, node, children[0], B3_DOWN);
  send_signal (self, node, children[1], B3_DOWN);
}

static void
finish_up (B3Simulation *self, guint32 node)
{
  guint32 parent = b3_tree_get (&self->tree, node)->parent;

  if (parent != B3_NO_NODE)
    send_signal (self, node, parent, B3_UP);
  else if (self->n_traversals % TRAVERSALS_PER_ROUND != 0)
    b3_start_traversal (self);
  else
    b3_balancing_begin (self);
}

static void
finish_work (gpointer simulation, guint64 number, guint64 what)
{
  B3Simulation *self = simulation;
  B3SimProcess *process = &self->processes[number];
  guint32 node = (guint32) what / 2;

  sim_world_record_fields (self->world, process->stream, "B3ComputationEndEvent",
                           b3_place (self, node)->object, NULL);
  process->is_busy = FALSE;
  if (what % 2 == B3_DOWN)
    finish_down (self, node);
  else
    finish_up (self, node);
  work_process (self, process);
}

static void
work_process (B3Simulation *self, B3SimProcess *process)
{
  guint32 what, node;
  gint64 work_ns;

  if (process->is_busy || process->ready.length == 0)
    return;
  process->is_busy = TRUE;
  what = GPOINTER_TO_UINT (g_queue_pop_head (&process->ready));
  node = what / 2;
  sim_world_record (self->world, process->stream, "B3ComputationBeginEvent",
                    b3_place (self, node)->object,
                    { "state", SIM_TEXT (what % 2 == B3_DOWN ? "computing down" : "computing up") },
                    { "unknowns", b3_tree_get (&self->tree, node)->n_unknowns });
  work_ns = b3_tree_get (&self->tree, node)->n_unknowns *
            (what % 2 == B3_DOWN ? DOWN_NS_PER_UNKNOWN : UP_NS_PER_UNKNOWN);
  sim_world_after (self->world, work_ns * process->speed_percent / 100 + 1000, finish_work, self,
                   process->number, what);
}

void
b3_start_traversal (B3Simulation *self)
{
  const B3Place *root = b3_place (self, 0);

  self->n_traversals++;
  sim_world_record (self->world, self->processes[root->process].stream, "B3TraversalEvent",
                    root->object, { "number", self->n_traversals },
                    { "nodes", self->tree.nodes->len },
                    { "unknowns", b3_tree_count_unknowns (&self->tree) });
  make_ready (self, 0, B3_DOWN);
}
