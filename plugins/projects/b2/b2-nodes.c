/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/b2/b2-state.h"
#include "plugins/projects/kit/sim-program.h"

#define MEASURING_NS 50000000
#define MEASURINGS_PER_S 20
#define MESSAGE_BYTES 80

/* 100 Mbit/s for all together. */
#define NETWORK_NS_PER_BYTE 80
#define NETWORK_BYTES_PER_S 12500000

/* After the end messages are still on their way for so long. */
#define DRAIN_NS 50000000

static const guint megabytes[] = { 64, 48, 96, 64, 32 };

static const SimState states[] = {
  { "queued", SPUR_STATE_IDLE },      { "in execution", SPUR_STATE_IDLE },
  { "opening", SPUR_STATE_OVERHEAD }, { "reading", SPUR_STATE_COMMUNICATION },
  { "scanning", SPUR_STATE_WORK },    { "waiting", SPUR_STATE_IDLE },
  { "joining", SPUR_STATE_WORK },     { "sorting", SPUR_STATE_WORK },
  { "closing", SPUR_STATE_OVERHEAD },
};

static void
add_node (B2Simulation *self, guint node)
{
  B2NodeInfo *info = &self->nodes[node];
  g_autofree char *name = g_strdup_printf ("db%u", node + 1);
  g_autofree char *monitor = g_strdup_printf ("monitor of %s", name);
  guint host = sim_world_add_host (self->world, "B2Node", "database node", "%s", name);

  info->target = sim_world_get_target (self->world, host);
  info->stream = sim_world_add_stream (self->world, host, "%s", name);
  info->monitor = sim_world_add_object (self->world, "B2Monitor", "monitor", "%s", monitor);
  info->memory = megabytes[node % G_N_ELEMENTS (megabytes)] * B2_MEGABYTE;
}

static void
prepare_nodes (B2Simulation *self, guint n_nodes)
{
  sim_world_add_states (self->world, states, G_N_ELEMENTS (states));
  sim_world_add_string (self->world, "query");
  sim_world_add_string (self->world, "interpreter");
  sim_world_add_string (self->world, "load management");
  sim_world_add_string (self->world, "scan");
  sim_world_add_string (self->world, "join");
  self->n_nodes = n_nodes;
  self->nodes = g_new0 (B2NodeInfo, n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    add_node (self, i);
  self->scheduler = sim_world_add_object (self->world, "B2Scheduler", "scheduler", "scheduler");
  self->network = sim_world_add_object (self->world, "SpurNeighborhood", "network", "network");
}

static void
deliver_message (gpointer data, guint64 address, guint64 kind)
{
  g_autofree B2Message *message = GSIZE_TO_POINTER (address);

  if (kind == B2_MESSAGE_ASSIGNMENT)
    b2_interpreters_begin (data, message->interpreter);
  else
    b2_scheduler_handle (data, message);
}

void
b2_nodes_send (B2Simulation *self, const B2Message *message)
{
  static const char *const types[] = { [B2_MESSAGE_REPORT] = "B2Report",
                                       [B2_MESSAGE_ASSIGNMENT] = "B2Assignment",
                                       [B2_MESSAGE_COMPLETION] = "B2Completion" };
  const B2NodeInfo *node = &self->nodes[message->node];
  gboolean is_down = message->kind == B2_MESSAGE_ASSIGNMENT;
  const SimEnd below = { node->stream, node->monitor };
  const SimEnd above = { self->nodes[0].stream, self->scheduler };
  const SimMessage sent = { types[message->kind], is_down ? above : below, is_down ? below : above,
                            message->kind, MESSAGE_BYTES };
  SimField fields[4] = { { NULL, 0 } };
  guint n = 0;

  if (message->kind != B2_MESSAGE_COMPLETION)
    fields[n++] = (SimField){ "memory", message->memory };
  if (message->kind == B2_MESSAGE_REPORT)
    fields[n++] = (SimField){ "load", sim_double (message->load_per_mille / 1000.0) };
  else
    fields[n++] =
      (SimField){ "interpreter", b2_get_interpreter (self, message->interpreter)->object };
  if (is_down)
    fields[n++] = (SimField){ "need", b2_get_interpreter (self, message->interpreter)->need };
  sim_world_send_fields (self->world, &sent, deliver_message, self,
                         GPOINTER_TO_SIZE (g_memdup2 (message, sizeof *message)), fields);
}

static void
count_transfer (gpointer data, guint64 n_bytes, guint64 unused)
{
  ((B2Simulation *) data)->n_network_bytes += n_bytes;
}

gint64
b2_nodes_transfer (B2Simulation *self, guint64 n_bytes)
{
  gint64 now_ns = sim_world_get_now_ns (self->world);

  self->network_free_ns =
    MAX (self->network_free_ns, now_ns) + (gint64) n_bytes * NETWORK_NS_PER_BYTE;
  sim_world_at (self->world, self->network_free_ns, count_transfer, self, n_bytes, 0);
  return self->network_free_ns;
}

static void
measure_network (B2Simulation *self)
{
  /* What has gone is counted at its end; what is too much for the time went before it. */
  guint64 n_bytes = MIN (self->n_network_bytes, NETWORK_BYTES_PER_S / MEASURINGS_PER_S);
  guint64 rate = n_bytes * MEASURINGS_PER_S;

  self->network_per_mille = (guint) (rate * 1000 / NETWORK_BYTES_PER_S);
  self->n_network_bytes -= n_bytes;
  sim_world_record (self->world, self->nodes[0].stream, "B2NetworkLoadEvent", self->network,
                    { "load", sim_double (self->network_per_mille / 1000.0) }, { "rate", rate });
}

static void
remove_node (B2Simulation *self, guint node)
{
  if (node == 0)
    sim_world_end (self->world, self->nodes[0].stream, self->scheduler);
  sim_world_end (self->world, self->nodes[node].stream, self->nodes[node].monitor);
}

static void
measure_node (gpointer data, guint64 node, guint64 is_last)
{
  B2Simulation *self = data;
  B2NodeInfo *info = &self->nodes[node];
  B2Message report = { .kind = B2_MESSAGE_REPORT,
                       .node = (guint) node,
                       .memory = info->memory - info->taken };

  if (is_last)
    {
      remove_node (self, (guint) node);
      return;
    }
  if (self->is_over)
    {
      sim_world_after (self->world, DRAIN_NS, measure_node, self, node, TRUE);
      return;
    }
  if (node == 0)
    measure_network (self);
  report.load_per_mille = self->network_per_mille;
  sim_world_record (self->world, info->stream, "B2NodeLoadEvent", info->target,
                    { "load", sim_double ((double) (info->taken * 1000 / info->memory) / 1000.0) },
                    { "memory", report.memory }, { "interpreters", info->n_interpreters },
                    { "rate", info->n_read_bytes * MEASURINGS_PER_S });
  info->n_read_bytes = 0;
  b2_nodes_send (self, &report);
  sim_world_after (self->world, MEASURING_NS, measure_node, self, node, FALSE);
}

static void
record_network (B2Simulation *self)
{
  g_autofree guint32 *members = g_new (guint32, self->n_nodes);
  guint32 group;

  for (guint i = 0; i < self->n_nodes; i++)
    members[i] = self->nodes[i].target;
  group = sim_world_add_group (self->world, "network", members, self->n_nodes);
  sim_world_record (self->world, self->nodes[0].stream, "SpurTargetCreateNeighborhoodEvent",
                    self->network, { "members", group });
  sim_world_record (self->world, self->nodes[0].stream, "SpurLoCreationPlacementEvent",
                    self->scheduler, { "type", SIM_TEXT ("load management") },
                    { "destination", self->nodes[0].target });
}

static void
begin_node (gpointer data, guint64 node, guint64 unused)
{
  B2Simulation *self = data;
  const B2NodeInfo *info = &self->nodes[node];
  guint32 attributes =
    sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST, { "memory", "bytes", info->memory },
                      { "disk", "bytes/s", 8 * B2_MEGABYTE });

  sim_world_record (self->world, info->stream, "SpurTargetAdditionEvent", info->target,
                    { "attributes", attributes });
  if (node == 0)
    record_network (self);
  sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent", info->monitor,
                    { "type", SIM_TEXT ("load management") }, { "destination", info->target });
  measure_node (self, node, FALSE);
}

static void
start_nodes (B2Simulation *self)
{
  for (guint i = 0; i < self->n_nodes; i++)
    sim_world_at (self->world, 500000 + 9000 * (gint64) i, begin_node, self, i, 0);
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  B2Simulation self = { .world = world,
                        .random = sim_world_get_random (world),
                        .interpreters = g_array_new (FALSE, FALSE, sizeof (B2InterpreterInfo)) };

  prepare_nodes (&self, options->n_hosts);
  b2_scheduler_prepare (&self, options->size);
  start_nodes (&self);
  b2_scheduler_start (&self);
  sim_world_run (world);
  for (guint i = 0; i < self.interpreters->len; i++)
    g_queue_clear (&b2_get_interpreter (&self, i)->waiting);
  g_array_unref (self.interpreters);
  g_free (self.queries);
  g_free (self.nodes);
}

const SimProgram b2_program = {
  .classes = b2_classes,
  .name = "b2",
  .title = "Parallel database queries (B2)",
  .summary = "Simulates a parallel database system: partial queries in interpreters that are\n"
             "assigned once, where memory is free and the network is not too busy.",
  .size_help = "How many queries there are",
  .hosts = { 2, 6, 200 },
  .size = { 1, 24, 5000 },
  .run = run_simulation,
};
