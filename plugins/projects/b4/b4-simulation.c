/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/b4/b4-simulation.h"

#define PARTITIONS_PER_SIMULATOR 4
#define END_TICKS 500

/* Another program uses the second host for a while. */
#define LOAD_FROM_NS 12000000
#define LOAD_TO_NS 60000000
#define LOAD_SLOWNESS 320

static const SimState states[] = {
  { "simulating", SPUR_STATE_WORK },         { "rolling back", SPUR_STATE_OVERHEAD },
  { "migrating", SPUR_STATE_COMMUNICATION }, { "waiting", SPUR_STATE_IDLE },
  { "controlling", SPUR_STATE_OVERHEAD },
};

static void
init_node (B4Simulation *self, guint number)
{
  B4Node *node = &self->nodes[number];
  guint n_partitions = self->circuit->n_partitions;
  guint host = sim_world_add_host (self->world, "B4Machine", "workstation", "sun%u", number + 1);

  node->number = number;
  node->stream = sim_world_add_stream (self->world, host, "simulator %u", number + 1);
  node->object =
    sim_world_add_object (self->world, "B4Simulator", "simulator", "simulator %u", number + 1);
  node->slowness = 100 + (guint) sim_random_below (sim_world_get_random (self->world), 25);
  g_queue_init (&node->inbox);
  node->partitions = g_new0 (B4Partition *, n_partitions);
  node->locations = g_new0 (guint, n_partitions);
  node->versions = g_new0 (guint, n_partitions);
  node->evaluations = g_new0 (guint64, n_partitions);
  node->outgoing = g_new0 (GArray *, self->n_nodes);
  for (guint i = 0; i < self->n_nodes; i++)
    node->outgoing[i] = g_array_new (FALSE, FALSE, sizeof (B4Signal));
  node->produced = g_array_new (FALSE, FALSE, sizeof (B4Signal));
  node->least_sent = B4_NEVER;
}

/* Neighbouring partitions begin on the same simulator. */
static void
place_partitions (B4Simulation *self)
{
  for (guint32 i = 0; i < self->circuit->n_partitions; i++)
    {
      self->partition_objects[i] = sim_world_add_object (self->world, "B4CircuitPartition",
                                                         "partition", "partition %u", i + 1);
      for (guint k = 0; k < self->n_nodes; k++)
        self->nodes[k].locations[i] = i / PARTITIONS_PER_SIMULATOR;
      self->nodes[i / PARTITIONS_PER_SIMULATOR].partitions[i] = b4_partition_new (self->circuit, i);
    }
}

static void
insert_stimuli (B4Simulation *self)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (B4Signal));
  B4Rollback rollback;

  for (guint i = 0; i < self->circuit->stimuli->len; i++)
    {
      const B4Signal *signal = &g_array_index (self->circuit->stimuli, B4Signal, i);

      b4_partition_insert (
        self->nodes[signal->partition / PARTITIONS_PER_SIMULATOR].partitions[signal->partition],
        signal, none, &rollback);
    }
}

B4Simulation *
b4_simulation_new (SimWorld *world, const SimOptions *options)
{
  B4Simulation *self = g_new0 (B4Simulation, 1);

  self->world = world;
  self->n_nodes = options->n_hosts;
  self->circuit = b4_circuit_new (sim_world_get_random (world), options->size,
                                  self->n_nodes * PARTITIONS_PER_SIMULATOR, END_TICKS);
  sim_world_add_states (world, states, G_N_ELEMENTS (states));
  self->nodes = g_new0 (B4Node, self->n_nodes);
  self->partition_objects = g_new0 (guint32, self->circuit->n_partitions);
  self->local_times = g_new0 (guint64, self->n_nodes);
  self->leads = g_new0 (gint64, self->n_nodes);
  self->n_partitions = g_new0 (guint, self->n_nodes);
  self->candidates = g_new0 (guint32, self->n_nodes);
  self->final_values = g_new0 (guint8, self->circuit->n_gates);
  for (guint i = 0; i < self->n_nodes; i++)
    init_node (self, i);
  place_partitions (self);
  insert_stimuli (self);
  self->controller_stream = sim_world_add_stream (world, 0, "controller");
  self->controller_object =
    sim_world_add_object (world, "B4Controller", "controller", "controller");
  return self;
}

static void
clear_node (B4Simulation *self, B4Node *node)
{
  for (guint i = 0; i < self->circuit->n_partitions; i++)
    g_clear_pointer (&node->partitions[i], b4_partition_free);
  for (guint i = 0; i < self->n_nodes; i++)
    g_array_unref (node->outgoing[i]);
  g_queue_clear_full (&node->inbox, (GDestroyNotify) b4_message_free);
  g_free (node->partitions);
  g_free (node->locations);
  g_free (node->versions);
  g_free (node->evaluations);
  g_free (node->outgoing);
  g_array_unref (node->produced);
}

void
b4_simulation_free (B4Simulation *self)
{
  for (guint i = 0; i < self->n_nodes; i++)
    clear_node (self, &self->nodes[i]);
  g_clear_pointer (&self->circuit, b4_circuit_free);
  g_free (self->nodes);
  g_free (self->partition_objects);
  g_free (self->local_times);
  g_free (self->leads);
  g_free (self->n_partitions);
  g_free (self->candidates);
  g_free (self->final_values);
  g_free (self);
}

static void
record_begin (B4Simulation *self)
{
  for (guint i = 0; i < self->n_nodes; i++)
    sim_world_record_fields (self->world, self->controller_stream, "SpurTargetAdditionEvent",
                             sim_world_get_target (self->world, i), NULL);
  sim_world_record (self->world, self->controller_stream, "SpurLoCreationPlacementEvent",
                    self->controller_object,
                    { "destination", sim_world_get_target (self->world, 0) });
  self->has_controller = TRUE;
  sim_world_set_state (self->world, self->controller_stream, self->controller_object, "waiting");
}

static void
start_node (gpointer simulation, guint64 number, guint64 unused)
{
  B4Simulation *self = simulation;
  B4Node *node = &self->nodes[number];

  sim_world_record (self->world, node->stream, "SpurLoCreationPlacementEvent", node->object,
                    { "creator", self->controller_object },
                    { "destination", sim_world_get_target (self->world, node->number) });
  for (guint32 i = 0; i < self->circuit->n_partitions; i++)
    {
      if (node->partitions[i] != NULL)
        sim_world_record (self->world, node->stream, "SpurLoCreationPlacementEvent",
                          self->partition_objects[i], { "creator", node->object },
                          { "destination", node->object });
    }
  node->has_begun = TRUE;
  b4_node_wake (self, node);
}

static void
locate_objects (gpointer simulation, guint32 *places)
{
  const B4Simulation *self = simulation;

  if (self->has_controller)
    places[self->controller_object] = sim_world_get_target (self->world, 0);
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const B4Node *node = &self->nodes[i];

      if (!node->has_begun || node->is_done)
        continue;
      places[node->object] = sim_world_get_target (self->world, i);
      for (guint k = 0; k < self->circuit->n_partitions; k++)
        {
          if (node->partitions[k] != NULL)
            places[self->partition_objects[k]] = node->object;
        }
    }
}

static void
set_slowness (gpointer simulation, guint64 number, guint64 slowness)
{
  B4Simulation *self = simulation;

  self->nodes[number].slowness = (guint) slowness;
}

void
b4_simulation_run (B4Simulation *self)
{
  sim_world_set_locate (self->world, locate_objects, self);
  record_begin (self);
  for (guint i = 0; i < self->n_nodes; i++)
    sim_world_at (self->world, 50000 + i * 1000, start_node, self, i, 0);
  sim_world_at (self->world, LOAD_FROM_NS, set_slowness, self, 1, LOAD_SLOWNESS);
  sim_world_at (self->world, LOAD_TO_NS, set_slowness, self, 1, self->nodes[1].slowness);
  b4_controller_start (self);
  sim_world_run (self->world);
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  g_autoptr (B4Simulation) simulation = b4_simulation_new (world, options);

  b4_simulation_run (simulation);
}

const SimProgram b4_program = {
  .classes = b4_classes,
  .name = "b4",
  .title = "Time-warp simulation of a logic circuit (B4)",
  .summary =
    "Simulates the parallel simulation of a logic circuit by time warp: simulators that run\n"
    "ahead and roll back, a controller that finds the global virtual time and migrates\n"
    "partitions of the circuit. Writes the trace of all events of the protocol.",
  .size_help = "How many gates the circuit has",
  .hosts = { 2, 4, 64 },
  .size = { 64, 320, 30000 },
  .run = run_simulation,
};
