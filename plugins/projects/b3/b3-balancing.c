/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Balancing: after each modification of the tree its nodes are placed anew, and those migrate whose
 * process is another one. */
#include "plugins/projects/b3/b3-simulation.h"

#define BISECT_NS_PER_NODE 1500
#define HEADER_BYTES 32
#define BYTES_PER_PLACE 8
#define BYTES_PER_UNKNOWN 40

static void deliver_phase (gpointer simulation, guint64 what, guint64 phase);

/* From one process to the balancer, or from it to a process. */
static void
send_phase (B3Simulation *self, guint process, B3Phase phase, guint n_nodes)
{
  gboolean from_balancer = phase != B3_PHASE_DONE && phase != B3_PHASE_READY;
  const SimEnd balancer = { self->balancer_stream, self->balancer_object };
  const SimEnd other = { self->processes[process].stream, self->processes[process].object };
  const SimMessage message = { "B3BalancingMessage", from_balancer ? balancer : other,
                               from_balancer ? other : balancer, phase,
                               HEADER_BYTES + (guint64) n_nodes * BYTES_PER_PLACE };

  sim_world_send (self->world, &message, deliver_phase, self, (guint64) n_nodes << 32 | process,
                  { "nodes", n_nodes });
}

/* Parts go where most of them is already. */
static void
assign_parts (B3Simulation *self, const guint32 *part_of_node, guint n_parts)
{
  guint n = self->n_processes;
  g_autofree guint64 *common = g_new0 (guint64, (gsize) n * n);
  g_autofree guint *process_of_part = g_new (guint, n);
  g_autofree guint8 *is_taken = g_new0 (guint8, n);

  for (guint32 i = 0; i < self->tree.nodes->len; i++)
    common[part_of_node[i] * n + b3_place (self, i)->process] +=
      b3_tree_get (&self->tree, i)->n_unknowns + 1;
  for (guint i = 0; i < n; i++)
    process_of_part[i] = G_MAXUINT;
  for (guint k = 0; k < n_parts; k++)
    {
      guint best = G_MAXUINT;

      for (guint i = 0; i < n * n; i++)
        {
          if (i / n < n_parts && process_of_part[i / n] == G_MAXUINT && !is_taken[i % n] &&
              (best == G_MAXUINT || common[i] > common[best]))
            best = i;
        }
      process_of_part[best / n] = best % n;
      is_taken[best % n] = TRUE;
    }
  self->new_process = g_renew (guint, self->new_process, self->tree.nodes->len);
  for (guint32 i = 0; i < self->tree.nodes->len; i++)
    self->new_process[i] = process_of_part[part_of_node[i]];
}

static guint
count_moves (B3Simulation *self, guint to_process)
{
  guint n = 0;

  for (guint32 i = 0; i < self->tree.nodes->len; i++)
    n += self->new_process[i] != b3_place (self, i)->process &&
         (to_process == G_MAXUINT || self->new_process[i] == to_process);
  return n;
}

static void
balance_tree (gpointer simulation, guint64 unused_a, guint64 unused_b)
{
  B3Simulation *self = simulation;
  g_autofree guint32 *part_of_node = g_new0 (guint32, self->tree.nodes->len);
  B3Balance result;

  b3_tree_bisect (&self->tree, self->n_processes, part_of_node, &result);
  assign_parts (self, part_of_node, result.n_parts);
  sim_world_record (
    self->world, self->balancer_stream, "B3BisectionEvent", self->balancer_object,
    { "state", SIM_TEXT ("waiting") }, { "parts", result.n_parts },
    { "unknowns", result.n_unknowns }, { "heaviest", result.heaviest },
    { "alpha", sim_double ((double) result.worst_part / (double) MAX (result.worst_whole, 1)) },
    { "moved", count_moves (self, G_MAXUINT) });
  self->n_ready = 0;
  for (guint i = 0; i < self->n_processes; i++)
    send_phase (self, i, B3_PHASE_PLACEMENT, count_moves (self, i));
}

void
b3_balancing_begin (B3Simulation *self)
{
  send_phase (self, b3_place (self, 0)->process, B3_PHASE_DONE, self->tree.nodes->len);
}

static void
check_ready (B3Simulation *self, B3SimProcess *process)
{
  if (!process->has_placement || process->n_to_come != 0)
    return;
  process->has_placement = FALSE;
  send_phase (self, process->number, B3_PHASE_READY, 0);
}

static void
deliver_node (gpointer simulation, guint64 node, guint64 unused)
{
  B3Simulation *self = simulation;
  B3SimProcess *process = &self->processes[self->new_process[node]];

  b3_place (self, (guint32) node)->process = process->number;
  b3_place (self, (guint32) node)->is_moving = FALSE;
  process->n_to_come--;
  check_ready (self, process);
}

static void
send_nodes (B3Simulation *self, B3SimProcess *process)
{
  for (guint32 i = 0; i < self->tree.nodes->len; i++)
    {
      const B3SimProcess *to = &self->processes[self->new_process[i]];
      guint32 n_unknowns = b3_tree_get (&self->tree, i)->n_unknowns;
      SimMessage migration = { "B3NodeMigration",
                               { process->stream, process->object },
                               { to->stream, to->object },
                               0,
                               (guint64) n_unknowns * BYTES_PER_UNKNOWN };

      if (b3_place (self, i)->process != process->number || to == process)
        continue;
      migration.id = sim_world_next_id (self->world);
      migration.object = b3_place (self, i)->object;
      b3_place (self, i)->is_moving = TRUE;
      sim_world_send (self->world, &migration, deliver_node, self, i, { "unknowns", n_unknowns });
    }
}

static void
end_process (B3Simulation *self, B3SimProcess *process)
{
  for (guint32 i = 0; i < self->tree.nodes->len; i++)
    {
      if (b3_place (self, i)->process == process->number)
        sim_world_end (self->world, process->stream, b3_place (self, i)->object);
    }
  sim_world_end (self->world, process->stream, process->object);
  process->is_there = FALSE;
}

static void
take_ready (B3Simulation *self)
{
  if (++self->n_ready < self->n_processes)
    return;
  if (++self->round < self->n_rounds)
    {
      send_phase (self, b3_place (self, 0)->process, B3_PHASE_START, self->tree.nodes->len);
      return;
    }
  for (guint i = 0; i < self->n_processes; i++)
    send_phase (self, i, B3_PHASE_END, 0);
  sim_world_end (self->world, self->balancer_stream, self->balancer_object);
  self->has_balancer = FALSE;
}

static void
deliver_phase (gpointer simulation, guint64 what, guint64 phase)
{
  B3Simulation *self = simulation;
  B3SimProcess *process = &self->processes[what & G_MAXUINT32];

  switch ((B3Phase) phase)
    {
    case B3_PHASE_DONE:
      sim_world_set_state (self->world, self->balancer_stream, self->balancer_object, "bisecting");
      sim_world_after (self->world, self->tree.nodes->len * BISECT_NS_PER_NODE, balance_tree, self,
                       0, 0);
      break;
    case B3_PHASE_PLACEMENT:
      process->has_placement = TRUE;
      process->n_to_come += (int) (what >> 32);
      send_nodes (self, process);
      check_ready (self, process);
      break;
    case B3_PHASE_READY:
      take_ready (self);
      break;
    case B3_PHASE_START:
      b3_start_traversal (self);
      break;
    case B3_PHASE_END:
      end_process (self, process);
      break;
    }
}
