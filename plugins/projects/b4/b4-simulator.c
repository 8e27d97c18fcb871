/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* One simulator: a process that works on the partition that is furthest behind, and takes messages
 * between two steps of work. */
#include "plugins/projects/b4/b4-simulation.h"

#define STEP_NS 12000
#define EVALUATION_NS 5000
#define ROLLBACK_NS 10000
#define UNDO_NS 3000
#define MIGRATION_NS_PER_BYTE 10
#define SIGNAL_BYTES 24

/* How far a simulator may run ahead of the global virtual time. */
#define WINDOW_TICKS 40
#define STEPS_PER_RECORD 4

static void
b4_node_set_state (B4Simulation *self, B4Node *node, const char *state)
{
  if (g_strcmp0 (node->state, state) == 0)
    return;
  node->state = state;
  sim_world_set_state (self->world, node->stream, node->object, state);
}

static void
record_local_time (B4Simulation *self, B4Node *node)
{
  node->state = "simulating";
  sim_world_record (self->world, node->stream, "B4LocalTimeEvent", node->object,
                    { "state", SIM_TEXT (node->state) }, { "virtual_time", node->local_time });
}

static void
record_rollback (B4Simulation *self, B4Node *node, guint32 partition, const B4Rollback *rollback)
{
  node->state = "rolling back";
  node->local_time = MIN (node->local_time, rollback->to);
  node->debt_ns += ROLLBACK_NS + (gint64) rollback->n_undone * UNDO_NS;
  self->n_rollbacks++;
  self->n_undone += rollback->n_undone;
  sim_world_record (self->world, node->stream, "B4RollbackEvent", node->object,
                    { "state", SIM_TEXT (node->state) }, { "virtual_time", rollback->to },
                    { "partition", self->partition_objects[partition] }, { "from", rollback->from },
                    { "undone", rollback->n_undone }, { "anti_signals", rollback->n_anti });
}

static void
send_bundles (B4Simulation *self, B4Node *node)
{
  for (guint to = 0; to < self->n_nodes; to++)
    {
      GArray *signals = node->outgoing[to];
      B4Message *message;

      if (signals->len == 0)
        continue;
      message = b4_message_new (B4_MESSAGE_SIGNALS, node->number, to);
      message->n_bytes += signals->len * SIGNAL_BYTES;
      for (guint i = 0; i < signals->len; i++)
        message->virtual_time =
          MIN (message->virtual_time, g_array_index (signals, B4Signal, i).virtual_time);
      message->signals = signals;
      node->outgoing[to] = g_array_new (FALSE, FALSE, sizeof (B4Signal));
      b4_send (self, message);
    }
}

/* Sends signals on their way: into partitions that are here, and to other simulators. */
static void
b4_node_route (B4Simulation *self, B4Node *node, GArray *signals)
{
  /* Going back makes more signals, at the end of the same array. */
  for (guint i = 0; i < signals->len; i++)
    {
      B4Signal signal = g_array_index (signals, B4Signal, i);
      B4Partition *partition = node->partitions[signal.partition];
      B4Rollback rollback;

      if (partition == NULL)
        g_array_append_val (node->outgoing[node->locations[signal.partition]], signal);
      else if (b4_partition_insert (partition, &signal, signals, &rollback))
        record_rollback (self, node, signal.partition, &rollback);
    }
  g_array_set_size (signals, 0);
  send_bundles (self, node);
}

/* Signals for a partition that went elsewhere follow it, in a message of their own. */
static void
forward_signals (B4Simulation *self, B4Node *node, guint32 partition, GArray *signals)
{
  B4Message *message =
    b4_message_new (B4_MESSAGE_FORWARD, node->number, node->locations[partition]);

  message->partition = partition;
  message->signals = g_array_new (FALSE, FALSE, sizeof (B4Signal));
  for (guint i = 0; i < signals->len; i++)
    {
      B4Signal signal = g_array_index (signals, B4Signal, i);

      if (signal.partition != partition)
        continue;
      g_array_append_val (message->signals, signal);
      message->virtual_time = MIN (message->virtual_time, signal.virtual_time);
    }
  message->n_bytes += message->signals->len * SIGNAL_BYTES;
  b4_send (self, message);
}

static void
take_signals (B4Simulation *self, B4Node *node, const B4Message *message)
{
  g_autofree guint8 *is_forwarded = g_new0 (guint8, self->circuit->n_partitions);

  for (guint i = 0; i < message->signals->len; i++)
    {
      B4Signal signal = g_array_index (message->signals, B4Signal, i);

      if (node->partitions[signal.partition] != NULL)
        {
          g_array_append_val (node->produced, signal);
          continue;
        }
      if (!is_forwarded[signal.partition])
        forward_signals (self, node, signal.partition, message->signals);
      is_forwarded[signal.partition] = TRUE;
    }
  b4_node_route (self, node, node->produced);
}

static void
send_partition (B4Simulation *self, B4Node *node, const B4Message *order)
{
  B4Partition *partition = node->partitions[order->partition];
  B4Message *topology, *state;

  topology = b4_message_new (B4_MESSAGE_TOPOLOGY, node->number, order->destination);
  topology->partition = order->partition;
  topology->migration = sim_world_next_id (self->world);
  topology->n_bytes = b4_partition_get_topology_bytes (partition);
  state = b4_message_new (B4_MESSAGE_STATE, node->number, order->destination);
  state->partition = order->partition;
  state->migration = sim_world_next_id (self->world);
  state->n_bytes = b4_partition_get_state_bytes (partition);
  state->virtual_time = b4_partition_get_least (partition);
  state->local_time = b4_partition_get_done (partition);
  state->version = node->versions[order->partition] + 1;
  state->moved = partition;
  node->partitions[order->partition] = NULL;
  node->locations[order->partition] = order->destination;
  node->versions[order->partition] = state->version;
  node->debt_ns += (gint64) (topology->n_bytes + state->n_bytes) * MIGRATION_NS_PER_BYTE;
  b4_node_set_state (self, node, "migrating");
  b4_send (self, topology);
  b4_send (self, state);
}

static void
take_partition (B4Simulation *self, B4Node *node, B4Message *message)
{
  B4Message *completion;

  node->partitions[message->partition] = g_steal_pointer (&message->moved);
  node->locations[message->partition] = node->number;
  node->versions[message->partition] = message->version;
  node->debt_ns += (gint64) message->n_bytes * MIGRATION_NS_PER_BYTE;
  b4_node_set_state (self, node, "migrating");
  completion = b4_message_new (B4_MESSAGE_COMPLETION, node->number, B4_THE_CONTROLLER);
  completion->partition = message->partition;
  completion->destination = node->number;
  completion->version = message->version;
  b4_send (self, completion);
}

/* The partition with most work, which is what to hand on where this simulator is slow. */
static guint32
find_candidate (B4Simulation *self, B4Node *node, guint *n_partitions)
{
  guint64 most = 0;
  guint32 candidate = SPUR_NONE;

  *n_partitions = 0;
  for (guint32 i = 0; i < self->circuit->n_partitions; i++)
    {
      guint64 n_new;

      if (node->partitions[i] == NULL)
        continue;
      (*n_partitions)++;
      n_new = node->partitions[i]->n_evaluations - node->evaluations[i];
      node->evaluations[i] = node->partitions[i]->n_evaluations;
      if (candidate == SPUR_NONE || n_new > most)
        {
          most = n_new;
          candidate = i;
        }
    }
  return candidate;
}

static void
record_progress (B4Simulation *self, B4Node *node)
{
  gint64 now_ns = sim_world_get_now_ns (self->world);
  gint64 n_ticks = (gint64) (node->local_time - node->last_local_time);
  gint64 span_ns = MAX (now_ns - node->last_report_ns, 1);

  sim_world_record (self->world, node->stream, "B4ProgressEvent", node->object,
                    { "state", SIM_TEXT (node->state) }, { "virtual_time", node->local_time },
                    { "progress", sim_double ((double) n_ticks * 1e9 / (double) span_ns) });
  node->last_local_time = node->local_time;
  node->last_report_ns = now_ns;
}

static void
report_progress (B4Simulation *self, B4Node *node, const B4Message *ask)
{
  B4Message *message = b4_message_new (B4_MESSAGE_REPORT, node->number, B4_THE_CONTROLLER);

  if (ask->round != node->round)
    {
      node->round = ask->round;
      node->least_sent = B4_NEVER;
      record_progress (self, node);
    }
  message->virtual_time = node->least_sent;
  for (guint32 i = 0; i < self->circuit->n_partitions; i++)
    {
      if (node->partitions[i] != NULL)
        message->virtual_time =
          MIN (message->virtual_time, b4_partition_get_least (node->partitions[i]));
    }
  message->n_in_transit = node->n_in_transit[(node->round + 1) % 2];
  message->local_time = node->local_time;
  message->candidate = find_candidate (self, node, &message->n_partitions);
  b4_send (self, message);
}

static void
end_node (B4Simulation *self, B4Node *node)
{
  node->is_done = TRUE;
  for (guint32 i = 0; i < self->circuit->n_partitions; i++)
    {
      if (node->partitions[i] == NULL)
        continue;
      for (guint32 gate = 0; gate < self->circuit->n_gates; gate++)
        {
          if (self->circuit->gates[gate].partition == i)
            self->final_values[gate] = node->partitions[i]->values[gate];
        }
      self->n_committed += node->partitions[i]->n_committed;
      sim_world_end (self->world, node->stream, self->partition_objects[i]);
    }
  sim_world_end (self->world, node->stream, node->object);
}

static void
take_global_time (B4Simulation *self, B4Node *node, const B4Message *message)
{
  node->global_time = message->virtual_time;
  for (guint32 i = 0; i < self->circuit->n_partitions; i++)
    {
      if (node->partitions[i] != NULL)
        b4_partition_collect (node->partitions[i], node->global_time);
    }
  if (node->global_time == B4_NEVER)
    end_node (self, node);
}

static void
take_location (B4Node *node, const B4Message *message)
{
  /* What was said before the partition moved on comes too late to be of use. */
  if (message->version <= node->versions[message->partition])
    return;
  node->locations[message->partition] = message->destination;
  node->versions[message->partition] = message->version;
}

static void
b4_node_handle (B4Simulation *self, B4Node *node, B4Message *message)
{
  b4_record_receive (self, message);
  switch (message->kind)
    {
    case B4_MESSAGE_SIGNALS:
    case B4_MESSAGE_FORWARD:
      node->n_in_transit[message->round % 2]--;
      take_signals (self, node, message);
      break;
    case B4_MESSAGE_STATE:
      node->n_in_transit[message->round % 2]--;
      take_partition (self, node, message);
      break;
    case B4_MESSAGE_INITIATION:
      send_partition (self, node, message);
      break;
    case B4_MESSAGE_LOCATION:
      take_location (node, message);
      break;
    case B4_MESSAGE_ASK:
      report_progress (self, node, message);
      break;
    case B4_MESSAGE_GLOBAL_TIME:
      take_global_time (self, node, message);
      break;
    case B4_MESSAGE_TOPOLOGY:
    case B4_MESSAGE_COMPLETION:
    case B4_MESSAGE_REPORT:
      break;
    }
  b4_message_free (message);
}

static B4Partition *
choose_partition (B4Simulation *self, B4Node *node)
{
  B4Partition *chosen = NULL;

  for (guint32 i = 0; i < self->circuit->n_partitions; i++)
    {
      B4Partition *partition = node->partitions[i];

      if (partition != NULL &&
          (chosen == NULL || b4_partition_get_next (partition) < b4_partition_get_next (chosen)))
        chosen = partition;
    }
  if (chosen == NULL || b4_partition_get_next (chosen) == B4_NEVER ||
      b4_partition_get_next (chosen) > node->global_time + WINDOW_TICKS)
    return NULL;
  return chosen;
}

static void step_node (gpointer simulation, guint64 number, guint64 unused);

static void
finish_step (gpointer simulation, guint64 number, guint64 unused)
{
  B4Simulation *self = simulation;
  B4Node *node = &self->nodes[number];

  if (++node->n_steps % STEPS_PER_RECORD == 0)
    record_local_time (self, node);
  b4_node_route (self, node, node->produced);
  step_node (simulation, number, 0);
}

static void
spend_time (B4Simulation *self, B4Node *node, gint64 work_ns, SimHandler then)
{
  node->is_busy = TRUE;
  sim_world_after (self->world, work_ns * node->slowness / 100, then, self, node->number, 0);
}

static void
step_node (gpointer simulation, guint64 number, guint64 unused)
{
  B4Simulation *self = simulation;
  B4Node *node = &self->nodes[number];
  B4Partition *partition;
  B4Message *message;
  gint64 debt_ns;
  guint n_evaluations;

  node->is_busy = FALSE;
  while ((message = g_queue_pop_head (&node->inbox)) != NULL)
    b4_node_handle (self, node, message);
  debt_ns = node->debt_ns;
  node->debt_ns = 0;
  if (debt_ns > 0)
    {
      spend_time (self, node, debt_ns, step_node);
      return;
    }
  if (node->is_done)
    return;
  partition = choose_partition (self, node);
  if (partition == NULL)
    {
      b4_node_set_state (self, node, "waiting");
      return;
    }
  node->local_time = b4_partition_get_next (partition);
  if (g_strcmp0 (node->state, "simulating") != 0)
    record_local_time (self, node);
  n_evaluations = b4_partition_execute (partition, node->produced);
  self->n_executed++;
  spend_time (self, node, STEP_NS + (gint64) n_evaluations * EVALUATION_NS, finish_step);
}

void
b4_node_wake (B4Simulation *self, B4Node *node)
{
  if (!node->is_busy)
    spend_time (self, node, 1000, step_node);
}
