/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Hosts, processes, agents with their neighbourhoods, and the first tasks. */
#include "config.h"

#include "core/model/objects/spur-neighborhood.h"
#include "core/model/objects/spur-resource-list.h"
#include "events/spur-lo-events.h"
#include "events/spur-target-events.h"
#include "plugins/projects/b5/b5-state.h"

#define START_BYTES 400
#define LAUNCH_NS 60000

static const guint speeds_per_mille[] = { 1000, 700, 1400, 1000, 1200 };

static void
add_process (B5Simulation *self, guint host)
{
  guint process = self->n_processes++;
  B5ProcessInfo *info = &self->processes[process];
  g_autofree char *name = g_strdup_printf ("process %u", process);
  g_autofree char *component = g_strdup_printf ("ALDY %u", process);

  info->host = host;
  info->stream = sim_world_add_stream (self->world, host, name);
  info->object =
    sim_world_add_object (self->world, sim_type ("B5Process"), name, "virtual process");
  info->component =
    sim_world_add_object (self->world, sim_type ("B5Distributor"), component, "load distribution");
  info->speed_per_mille = speeds_per_mille[host % G_N_ELEMENTS (speeds_per_mille)];
  info->running = B5_NOBODY;
  info->load_class = B5_N_LOADS;
  g_queue_init (&info->inbox);
}

static void
add_agent (B5Simulation *self, guint agent)
{
  B5AgentInfo *info = &self->agents[agent];
  g_autofree char *name = g_strdup_printf ("agent %u", agent);

  info->object = sim_world_add_object (self->world, sim_type ("B5Agent"), name, "virtual agent");
  info->home = info->process = agent / B5_AGENTS_PER_PROCESS;
  info->early = g_array_new (FALSE, FALSE, sizeof (B5Early));
  g_queue_init (&info->buffer);
  for (guint i = 0; i < self->n_processes; i++)
    self->processes[i].known[agent] = (B5Known){ info->home, 0 };
}

static void
add_pair (B5Simulation *self, guint a, guint b)
{
  SpurTrace *trace = sim_world_get_trace (self->world);
  const guint32 members[] = { self->agents[a].object, self->agents[b].object };
  g_autofree char *name = g_strdup_printf ("agent %u - agent %u", a, b);
  B5Pair pair = {
    .object = sim_world_add_object (self->world, SPUR_TYPE_NEIGHBORHOOD, name, "affinity"),
    .group = spur_trace_add_group (trace, name, members, G_N_ELEMENTS (members)),
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
  SpurTrace *trace = sim_world_get_trace (self->world);

  self->agent_states[B5_AGENT_BLOCKED] =
    sim_world_add_state (self->world, "blocked", SPUR_STATE_IDLE);
  self->agent_states[B5_AGENT_READY] = sim_world_add_state (self->world, "ready", SPUR_STATE_IDLE);
  self->agent_states[B5_AGENT_RUNNING] =
    sim_world_add_state (self->world, "executing", SPUR_STATE_WORK);
  self->agent_states[B5_AGENT_MIGRATING] =
    sim_world_add_state (self->world, "migrating", SPUR_STATE_COMMUNICATION);
  self->load_states[B5_LOAD_LOW] =
    sim_world_add_state (self->world, "underloaded", SPUR_STATE_IDLE);
  self->load_states[B5_LOAD_NORMAL] = sim_world_add_state (self->world, "loaded", SPUR_STATE_IDLE);
  self->load_states[B5_LOAD_HIGH] =
    sim_world_add_state (self->world, "overloaded", SPUR_STATE_IDLE);
  self->distributing = sim_world_add_state (self->world, "distributing", SPUR_STATE_OVERHEAD);
  self->agent_type = spur_trace_add_string (trace, "agent");
  self->task_type = spur_trace_add_string (trace, "task");
  self->process_type = spur_trace_add_string (trace, "process");
  self->distributor_type = spur_trace_add_string (trace, "ALDY");
}

void
b5_beginning_prepare (B5Simulation *self, guint n_hosts)
{
  add_words (self);
  for (guint i = 0; i < n_hosts; i++)
    {
      g_autofree char *name = g_strdup_printf ("sun%u", i + 1);

      sim_world_add_host (self->world, sim_type ("B5Workstation"), name, "workstation");
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

  sim_world_record (self->world, process->stream, SPUR_TYPE_TARGET_ADDITION_EVENT,
                    { "target", sim_world_get_target (self->world, process->host) },
                    { "attributes", attributes });
}

void
b5_beginning_begin (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];

  if (process == 0 || self->processes[process - 1].host != info->host)
    record_host (self, info);
  sim_world_record (self->world, info->stream, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                    { "object", info->object }, { "type", self->process_type },
                    { "creator", process == 0 ? SPUR_NONE : self->processes[0].object },
                    { "destination", sim_world_get_target (self->world, info->host) });
  sim_world_record (self->world, info->stream, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
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
      sim_world_record (self->world, self->processes[process].stream, SPUR_TYPE_LO_PLACEMENT_EVENT,
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
    sim_world_record (self->world, first->stream, SPUR_TYPE_LO_CREATION_EVENT,
                      { "object", self->agents[i].object }, { "type", self->agent_type },
                      { "creator", first->object });
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const B5Pair *pair = &g_array_index (self->pairs, B5Pair, i);

      sim_world_record (self->world, first->stream, SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_EVENT,
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
