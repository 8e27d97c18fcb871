/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/b3/b3-simulation.h"

#define ROOT_UNKNOWNS 400
#define FIRST_DEPTH 3

static void
add_processes (B3Simulation *self)
{
  self->processes = g_new0 (B3SimProcess, self->n_processes);
  for (guint i = 0; i < self->n_processes; i++)
    {
      B3SimProcess *process = &self->processes[i];
      guint host = sim_world_add_host (self->world, "B3Workstation", "workstation", "ws%u", i + 1);

      process->number = i;
      process->stream = sim_world_add_stream (self->world, host, "process %u", i + 1);
      process->object =
        sim_world_add_object (self->world, "B3Process", "process", "process %u", i + 1);
      process->speed_percent = (guint) sim_random_between (self->random, 90, 115);
      g_queue_init (&process->ready);
    }
  self->balancer_stream = sim_world_add_stream (self->world, 0, "balancer");
  self->balancer_object = sim_world_add_object (self->world, "B3Balancer", "balancer", "balancer");
}

static const SimState states[] = {
  { "computing down", SPUR_STATE_WORK },
  { "computing up", SPUR_STATE_WORK },
  { "waiting", SPUR_STATE_IDLE },
  { "bisecting", SPUR_STATE_OVERHEAD },
};

/* The whole tree is made by one process; the first balancing spreads it. */
static void
start_simulation (gpointer simulation, guint64 unused_a, guint64 unused_b)
{
  B3Simulation *self = simulation;

  for (guint i = 0; i < self->n_processes; i++)
    {
      guint32 target = sim_world_get_target (self->world, i);

      sim_world_record_fields (self->world, self->processes[i].stream, "SpurTargetAdditionEvent",
                               target, NULL);
      sim_world_record (self->world, self->processes[i].stream, "SpurLoCreationPlacementEvent",
                        self->processes[i].object, { "destination", target });
      self->processes[i].is_there = TRUE;
    }
  sim_world_record (self->world, self->balancer_stream, "SpurLoCreationPlacementEvent",
                    self->balancer_object,
                    { "destination", sim_world_get_target (self->world, 0) });
  self->has_balancer = TRUE;
  sim_world_set_state (self->world, self->balancer_stream, self->balancer_object, "waiting");
  b3_add_node (self, 0, 0);
  for (guint32 i = 0; b3_tree_get (&self->tree, i)->depth < FIRST_DEPTH; i++)
    {
      guint32 n_unknowns = b3_tree_get (&self->tree, i)->n_unknowns;
      guint32 first = b3_tree_split (&self->tree, i, n_unknowns * 3 / 4, n_unknowns * 4 / 5);

      b3_add_node (self, first, 0);
      b3_add_node (self, first + 1, 0);
    }
  b3_balancing_begin (self);
}

static void
locate_objects (gpointer simulation, guint32 *places)
{
  const B3Simulation *self = simulation;

  if (self->has_balancer)
    places[self->balancer_object] = sim_world_get_target (self->world, 0);
  for (guint i = 0; i < self->n_processes; i++)
    {
      if (self->processes[i].is_there)
        places[self->processes[i].object] = sim_world_get_target (self->world, i);
    }
  for (guint i = 0; i < self->places->len; i++)
    {
      const B3Place *place = &g_array_index (self->places, B3Place, i);
      const B3SimProcess *process = &self->processes[place->process];

      if (process->is_there && !place->is_moving)
        places[place->object] = process->object;
    }
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  B3Simulation simulation = { .world = world,
                              .random = sim_world_get_random (world),
                              .n_processes = options->n_hosts,
                              .n_rounds = options->size + 1 };

  b3_tree_init (&simulation.tree, ROOT_UNKNOWNS);
  simulation.places = g_array_new (FALSE, FALSE, sizeof (B3Place));
  sim_world_add_states (world, states, G_N_ELEMENTS (states));
  add_processes (&simulation);
  sim_world_set_locate (world, locate_objects, &simulation);
  sim_world_at (world, 100000, start_simulation, &simulation, 0, 0);
  sim_world_run (world);
  for (guint i = 0; i < simulation.n_processes; i++)
    g_queue_clear (&simulation.processes[i].ready);
  g_free (simulation.processes);
  g_free (simulation.new_process);
  g_array_unref (simulation.places);
  b3_tree_clear (&simulation.tree);
}

const SimProgram b3_program = {
  .classes = b3_classes,
  .name = "b3",
  .title = "Adaptive finite elements on a distributed tree (B3)",
  .summary = "Simulates an adaptive finite element computation: a distributed tree of systems of\n"
             "equations that is traversed again and again, grows where the solution is singular,\n"
             "and is balanced by bisection. Writes the trace of all nodes and what they send.",
  .size_help = "How often the tree is modified and balanced",
  .hosts = { 1, 6, 128 },
  .size = { 1, 14, 60 },
  .run = run_simulation,
};
