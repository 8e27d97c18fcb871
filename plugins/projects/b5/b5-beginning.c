/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Hosts, processes, agents with their neighbourhoods, and the first tasks. */
#include "plugins/projects/b5/b5-state.h"
#include "plugins/projects/kit/sim-program.h"

#define START_BYTES 400
#define LAUNCH_NS 60000

static const guint speeds_per_mille[] = { 1000, 700, 1400, 1000, 1200 };

static void
add_process (B5Simulation *self, guint host)
{
  guint process = self->n_processes++;
  B5ProcessInfo *info = &self->processes[process];
  g_autofree char *component = g_strdup_printf ("ALDY %u", process);

  info->host = host;
  info->stream = sim_world_add_stream (self->world, host, "process %u", process);
  info->object =
    sim_world_add_object (self->world, "B5Process", "virtual process", "process %u", process);
  info->component =
    sim_world_add_object (self->world, "B5Distributor", "load distribution", "%s", component);
  info->speed_per_mille = speeds_per_mille[host % G_N_ELEMENTS (speeds_per_mille)];
  info->running = B5_NOBODY;
  info->load_class = B5_N_LOADS;
  g_queue_init (&info->inbox);
}

static void
add_agent (B5Simulation *self, guint agent)
{
  B5AgentInfo *info = &self->agents[agent];

  info->object = sim_world_add_object (self->world, "B5Agent", "virtual agent", "agent %u", agent);
  info->home = info->process = agent / B5_AGENTS_PER_PROCESS;
  info->early = g_array_new (FALSE, FALSE, sizeof (B5Early));
  g_queue_init (&info->buffer);
  for (guint i = 0; i < self->n_processes; i++)
    self->processes[i].known[agent] = (B5Known){ info->home, 0 };
}

static void
add_pair (B5Simulation *self, guint a, guint b)
{
  const guint32 members[] = { self->agents[a].object, self->agents[b].object };
  g_autofree char *name = g_strdup_printf ("agent %u - agent %u", a, b);
  B5Pair pair = {
    .object = sim_world_add_object (self->world, "SpurNeighborhood", "affinity", "%s", name),
    .group = sim_world_add_group (self->world, name, members, G_N_ELEMENTS (members)),
  };

  g_array_append_val (self->pairs, pair);
  self->agents[a].neighbours[self->agents[a].n_neighbours++] = b;
  self->agents[b].neighbours[self->agents[b].n_neighbours++] = a;
}

/* The agents are the fields of a grid, and talk to those beside them. */
static void
add_pairs (B5Simulation *self)
{
  guint width = 1;

  while (width * width < self->n_agents)
    width++;
  for (guint i = 0; i < self->n_agents; i++)
    {
      if (i % width + 1 < width && i + 1 < self->n_agents)
        add_pair (self, i, i + 1);
      if (i + width < self->n_agents)
        add_pair (self, i, i + width);
    }
}

static void
add_words (B5Simulation *self)
{
  static const SimState distributing = { "distributing", SPUR_STATE_OVERHEAD };

  sim_world_add_states (self->world, b5_agent_states, B5_N_AGENT_STATES);
  sim_world_add_states (self->world, b5_load_states, B5_N_LOADS);
  sim_world_add_states (self->world, &distributing, 1);
  sim_world_add_string (self->world, "agent");
  sim_world_add_string (self->world, "task");
  sim_world_add_string (self->world, "process");
  sim_world_add_string (self->world, "ALDY");
}

static void
prepare_simulation (B5Simulation *self, guint n_hosts)
{
  add_words (self);
  for (guint i = 0; i < n_hosts; i++)
    {
      sim_world_add_host (self->world, "B5Workstation", "workstation", "sun%u", i + 1);
    }
  self->processes = g_new0 (B5ProcessInfo, 2 * n_hosts);
  for (guint i = 0; i < n_hosts; i++)
    {
      add_process (self, i);
      if (i % 2 == 0)
        add_process (self, i);
    }
  self->n_agents = self->n_processes * B5_AGENTS_PER_PROCESS;
  self->agents = g_new0 (B5AgentInfo, self->n_agents);
  for (guint i = 0; i < self->n_processes; i++)
    self->processes[i].known = g_new0 (B5Known, self->n_agents);
  for (guint i = 0; i < self->n_agents; i++)
    add_agent (self, i);
  add_pairs (self);
}

static void
record_host (B5Simulation *self, const B5ProcessInfo *process)
{
  gboolean is_double = process->host % 2 == 0;
  guint32 attributes = sim_world_values (
    self->world, SPUR_TYPE_RESOURCE_LIST, { "processors", NULL, is_double ? 2 : 1 },
    { "speed", "1/s", G_GUINT64_CONSTANT (100000) * process->speed_per_mille },
    { "memory", "bytes", (is_double ? 256u : 128u) << 20 });

  sim_world_record (self->world, process->stream, "SpurTargetAdditionEvent",
                    sim_world_get_target (self->world, process->host),
                    { "attributes", attributes });
}

void
b5_beginning_begin (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];

  if (process == 0 || self->processes[process - 1].host != info->host)
    record_host (self, info);
  sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent", info->object,
                    { "type", SIM_TEXT ("process") },
                    { "creator", process == 0 ? SPUR_NONE : self->processes[0].object },
                    { "destination", sim_world_get_target (self->world, info->host) });
  sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent", info->component,
                    { "type", SIM_TEXT ("ALDY") }, { "creator", info->object },
                    { "destination", info->object });
  info->is_begun = TRUE;
}

void
b5_beginning_place (B5Simulation *self, guint process)
{
  self->processes[process].has_agents = TRUE;
  for (guint i = 0; i < self->n_agents; i++)
    {
      if (self->agents[i].home != process)
        continue;
      sim_world_record (self->world, self->processes[process].stream, "SpurLoPlacementEvent",
                        self->agents[i].object, { "destination", self->processes[process].object });
      b5_process_set_agent (self, process, i, B5_AGENT_BLOCKED);
    }
}

static void
record_agents (B5Simulation *self)
{
  const B5ProcessInfo *first = &self->processes[0];

  for (guint i = 0; i < self->n_agents; i++)
    sim_world_record (self->world, first->stream, "SpurLoCreationEvent", self->agents[i].object,
                      { "type", SIM_TEXT ("agent") }, { "creator", first->object });
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const B5Pair *pair = &g_array_index (self->pairs, B5Pair, i);

      sim_world_record (self->world, first->stream, "SpurLoCreateNeighborhoodEvent", pair->object,
                        { "members", pair->group });
    }
}

/* All the work is at first where a quarter of the agents is. */
static void
add_roots (B5Simulation *self)
{
  guint n_first = MAX (self->n_agents / 4, 1);
  guint32 creator = self->processes[0].object;

  for (guint i = 0; i < self->n_roots; i++)
    b5_tasks_send (self, 0, creator, b5_tasks_add (self, 0, creator, i % n_first, 0, B5_CREDIT));
  b5_process_measure (self, 0);
}

static void
launch_process (gpointer data, guint64 process, guint64 unused)
{
  B5Simulation *self = data;
  const B5Message start = { .kind = B5_MESSAGE_START,
                            .to = (guint) process,
                            .n_bytes = START_BYTES };

  if (process < self->n_processes)
    {
      b5_process_send (self, &start);
      sim_world_after (self->world, LAUNCH_NS, launch_process, self, process + 1, 0);
      return;
    }
  b5_beginning_place (self, 0);
  add_roots (self);
  self->processes[0].is_busy = FALSE;
  b5_execution_step (self, 0);
}

/* Process 0 makes the others, one after the other, and then the first tasks. */
static void
start_program (gpointer data, guint64 unused, guint64 unused_too)
{
  B5Simulation *self = data;

  b5_beginning_begin (self, 0);
  self->processes[0].is_busy = TRUE;
  record_agents (self);
  launch_process (self, 1, 0);
}

static void
start_simulation (B5Simulation *self)
{
  sim_world_after (self->world, LAUNCH_NS, start_program, self, 0, 0);
}

static void
free_message (gpointer data)
{
  B5Message *self = data;

  g_free (self->mail);
  g_free (self->carried);
  g_free (self);
}

static void
clear_simulation (B5Simulation *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    {
      g_queue_clear_full (&self->processes[i].inbox, free_message);
      g_free (self->processes[i].known);
    }
  for (guint i = 0; i < self->n_agents; i++)
    {
      g_queue_clear (&self->agents[i].buffer);
      g_array_unref (self->agents[i].early);
    }
  g_free (self->processes);
  g_free (self->agents);
  g_array_unref (self->tasks);
  g_array_unref (self->pairs);
}

/* Tasks are in the agents that they are assigned to, and go where these go. */
static void
locate_agents (const B5Simulation *self, guint32 *places)
{
  for (guint i = 0; i < self->n_agents; i++)
    {
      const B5AgentInfo *agent = &self->agents[i];

      if (!self->processes[agent->home].has_agents || self->processes[agent->process].is_over)
        continue;
      if (agent->state != B5_AGENT_MIGRATING)
        places[agent->object] = self->processes[agent->process].object;
      for (GList *l = agent->buffer.head; l != NULL; l = l->next)
        places[b5_simulation_get_task (self, GPOINTER_TO_UINT (l->data))->object] = agent->object;
    }
}

static void
locate_objects (gpointer simulation, guint32 *places)
{
  const B5Simulation *self = simulation;

  locate_agents (self, places);
  for (guint i = 0; i < self->n_processes; i++)
    {
      const B5ProcessInfo *process = &self->processes[i];

      if (!process->is_begun || process->is_over)
        continue;
      places[process->object] = sim_world_get_target (self->world, process->host);
      places[process->component] = process->object;
      if (process->running != B5_NOBODY)
        places[b5_simulation_get_task (self, process->current_task)->object] =
          self->agents[process->running].object;
    }
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  B5Simulation self = { .world = world,
                        .random = sim_world_get_random (world),
                        .deliver = b5_execution_deliver,
                        .tasks = g_array_new (FALSE, FALSE, sizeof (B5TaskInfo)),
                        .pairs = g_array_new (FALSE, FALSE, sizeof (B5Pair)),
                        .n_roots = options->size };

  prepare_simulation (&self, options->n_hosts);
  sim_world_set_locate (world, locate_objects, &self);
  start_simulation (&self);
  sim_world_run (world);
  clear_simulation (&self);
}

const SimProgram b5_program = {
  .classes = b5_classes,
  .name = "b5",
  .title = "Adaptive load distribution by ALDY (B5)",
  .summary = "Simulates a parallel program whose load is distributed by ALDY.",
  .size_help = "How many root tasks",
  .hosts = { 1, 6, 100 },
  .size = { 1, 40, 10000 },
  .run = run_simulation,
};
