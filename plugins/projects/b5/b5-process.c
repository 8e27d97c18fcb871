/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The state of a virtual process, its agents and its load, and the messages that it sends. */
#include "plugins/projects/b5/b5-state.h"

/* A load that differs by so much from the last one that was recorded is recorded. */
#define LOAD_STEP 3

const SimState b5_agent_states[B5_N_AGENT_STATES] = {
  { "blocked", SPUR_STATE_IDLE },
  { "ready", SPUR_STATE_IDLE },
  { "executing", SPUR_STATE_WORK },
  { "migrating", SPUR_STATE_COMMUNICATION },
};

const SimState b5_load_states[B5_N_LOADS] = {
  { "underloaded", SPUR_STATE_IDLE },
  { "loaded", SPUR_STATE_IDLE },
  { "overloaded", SPUR_STATE_IDLE },
};

/* Which messages are events of ALDY's, and which fields these have. */
static const struct
{
  const char *type;
  gboolean has_load;
  gboolean has_agent;
  gboolean has_task;
  gboolean has_place;
  gboolean has_credit;
} internal[] = {
  [B5_MESSAGE_START] = { "B5Control" },
  [B5_MESSAGE_REQUEST] = { "B5Request", .has_load = TRUE },
  [B5_MESSAGE_REPLY] = { "B5Reply", .has_load = TRUE, .has_agent = TRUE },
  [B5_MESSAGE_FORWARD] = { "B5Forward", .has_agent = TRUE, .has_task = TRUE },
  [B5_MESSAGE_LOCATION] = { "B5Location", .has_agent = TRUE, .has_place = TRUE },
  [B5_MESSAGE_CREDIT] = { "B5Control", .has_credit = TRUE },
  [B5_MESSAGE_STOP] = { "B5Control" },
  [B5_MESSAGE_STOPPED] = { "B5Control" },
  [B5_MESSAGE_EXIT] = { "B5Control" },
};

void
b5_process_send (B5Simulation *self, const B5Message *message)
{
  const B5ProcessInfo *from = &self->processes[message->from], *to = &self->processes[message->to];
  const SimMessage sent = { internal[message->kind].type,
                            { from->stream, from->component },
                            { to->stream, to->component },
                            message->kind,
                            message->n_bytes };
  B5Message *copy = g_memdup2 (message, sizeof *message);
  SimField fields[6] = { { NULL, 0 } };
  guint n = 0;

  if (internal[message->kind].has_load)
    fields[n++] = (SimField){ "load", message->load };
  if (internal[message->kind].has_agent && message->agent != B5_NOBODY)
    fields[n++] = (SimField){ "agent", self->agents[message->agent].object };
  if (internal[message->kind].has_task)
    fields[n++] = (SimField){ "task", b5_simulation_get_task (self, message->task)->object };
  if (internal[message->kind].has_place)
    fields[n++] = (SimField){ "place", self->processes[message->place].object };
  if (internal[message->kind].has_credit)
    fields[n++] = (SimField){ "credit", message->credit };
  copy->mail = sent.type != NULL ? sim_world_post_fields (self->world, &sent, fields) : NULL;
  sim_world_at (self->world,
                sim_world_arrival_ns (self->world, from->stream, to->stream, message->n_bytes),
                self->deliver, self, GPOINTER_TO_SIZE (copy), 0);
}

void
b5_process_set_agent (B5Simulation *self, guint process, guint agent, B5AgentState state)
{
  B5AgentInfo *info = &self->agents[agent];

  sim_world_record (self->world, self->processes[process].stream,
                    state == B5_AGENT_BLOCKED ? "B5AgentBlockingEvent" : "SpurLoStateChangeEvent",
                    info->object, { "state", SIM_TEXT (b5_agent_states[state].name) });
  info->state = state;
}

void
b5_process_buffer (B5Simulation *self, guint process, guint task)
{
  B5TaskInfo *info = b5_simulation_get_task (self, task);
  B5AgentInfo *agent = &self->agents[info->agent];

  g_queue_push_tail (&agent->buffer, GUINT_TO_POINTER (task));
  info->buffered_ns = sim_world_get_now_ns (self->world);
  sim_world_record (self->world, self->processes[process].stream, "B5TaskBufferingEvent",
                    info->object, { "destination", agent->object },
                    { "process", self->processes[process].object },
                    { "length", agent->buffer.length });
  if (agent->state == B5_AGENT_BLOCKED)
    b5_process_set_agent (self, process, info->agent, B5_AGENT_READY);
}

static gboolean
is_here (const B5AgentInfo *agent, guint process)
{
  return agent->process == process && agent->state != B5_AGENT_MIGRATING;
}

guint
b5_process_get_load (B5Simulation *self, guint process)
{
  guint load = 0;

  for (guint i = 0; i < self->n_agents; i++)
    {
      const B5AgentInfo *agent = &self->agents[i];

      if (is_here (agent, process))
        load += agent->buffer.length + (agent->state == B5_AGENT_RUNNING ? 1 : 0);
    }
  return load;
}

void
b5_process_measure (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];
  guint load = b5_process_get_load (self, process);
  B5LoadClass class = load <= B5_LOW_LOAD ? B5_LOAD_LOW : B5_LOAD_NORMAL;
  guint n_agents = 0;

  if (load >= B5_HIGH_LOAD)
    class = B5_LOAD_HIGH;
  if (class == info->load_class && ABS ((int) load - (int) info->recorded_load) < LOAD_STEP)
    return;
  for (guint i = 0; i < self->n_agents; i++)
    n_agents += is_here (&self->agents[i], process);
  sim_world_record (self->world, info->stream, "B5ProcessLoadEvent", info->object,
                    { "state", SIM_TEXT (b5_load_states[class].name) },
                    { "load", sim_double (load) }, { "agents", n_agents });
  info->load_class = class;
  info->recorded_load = load;
}
