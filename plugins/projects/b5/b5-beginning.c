/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Hosts, processes, agents with their neighbourhoods, and the first tasks. */
#include "config.h"

#include "plugins/projects/b5/b5-state.h"

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

  static const SimState agent_states[B5_N_AGENT_STATES] = { { "blocked", SPUR_STATE_IDLE },
                                                            { "ready", SPUR_STATE_IDLE },
                                                            { "executing", SPUR_STATE_WORK },
                                                            { "migrating",
                                                              SPUR_STATE_COMMUNICATION } };
  static const SimState load_states[B5_N_LOADS] = { { "underloaded", SPUR_STATE_IDLE },
                                                    { "loaded", SPUR_STATE_IDLE },
                                                    { "overloaded", SPUR_STATE_IDLE } };

  sim_world_add_states (self->world, agent_states, B5_N_AGENT_STATES, self->agent_states);
  sim_world_add_states (self->world, load_states, B5_N_LOADS, self->load_states);
  self->distributing = sim_world_add_state (self->world, "distributing", SPUR_STATE_OVERHEAD);
  self->agent_type = sim_world_add_string (self->world, "agent");
  self->task_type = sim_world_add_string (self->world, "task");
  self->process_type = sim_world_add_string (self->world, "process");
  self->distributor_type = sim_world_add_string (self->world, "ALDY");
}

void
b5_beginning_prepare (B5Simulation *self, guint n_hosts)
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
                    { "target", sim_world_get_target (self->world, process->host) },
                    { "attributes", attributes });
}

void
b5_beginning_begin (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];

  if (process == 0 || self->processes[process - 1].host != info->host)
    record_host (self, info);
  sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent",
                    { "object", info->object }, { "type", self->process_type },
                    { "creator", process == 0 ? SPUR_NONE : self->processes[0].object },
                    { "destination", sim_world_get_target (self->world, info->host) });
  sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent",
                    { "object", info->component }, { "type", self->distributor_type },
                    { "creator", info->object }, { "destination", info->object });
  info->is_begun = TRUE;
}

void
b5_beginning_place (B5Simulation *self, guint process)
{
  for (guint i = 0; i < self->n_agents; i++)
    {
      if (self->agents[i].home != process)
        continue;
      sim_world_record (self->world, self->processes[process].stream, "SpurLoPlacementEvent",
                        { "object", self->agents[i].object },
                        { "destination", self->processes[process].object });
      b5_process_set_agent (self, process, i, B5_AGENT_BLOCKED);
    }
}

static void
record_agents (B5Simulation *self)
{
  const B5ProcessInfo *first = &self->processes[0];

  for (guint i = 0; i < self->n_agents; i++)
    sim_world_record (self->world, first->stream, "SpurLoCreationEvent",
                      { "object", self->agents[i].object }, { "type", self->agent_type },
                      { "creator", first->object });
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const B5Pair *pair = &g_array_index (self->pairs, B5Pair, i);

      sim_world_record (self->world, first->stream, "SpurLoCreateNeighborhoodEvent",
                        { "object", pair->object }, { "members", pair->group });
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

void
b5_beginning_start (B5Simulation *self)
{
  sim_world_after (self->world, LAUNCH_NS, start_program, self, 0, 0);
}
