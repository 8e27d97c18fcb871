/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A virtual process does one thing at a time: it handles a message of ALDY, or one of its agents
 * executes a task. Messages are looked at between tasks, as a library can. */
#include "config.h"

#include "events/spur-lo-events.h"
#include "events/spur-region-events.h"
#include "plugins/projects/b5/b5-state.h"

#define HANDLING_NS 15000
#define DIVIDING_NS 8000

/* A load that differs by so much from the last one that was recorded is recorded. */
#define LOAD_STEP 3

/* Which messages are events of ALDY's, and which fields these have. */
static const struct
{
  const char *send;
  const char *receive;
  gboolean has_load;
  gboolean has_agent;
  gboolean has_task;
  gboolean has_place;
  gboolean has_credit;
} internal[] = {
  [B5_MESSAGE_START] = { "B5ControlSendEvent", "B5ControlReceiveEvent" },
  [B5_MESSAGE_REQUEST] = { "B5RequestSendEvent", "B5RequestReceiveEvent", .has_load = TRUE },
  [B5_MESSAGE_REPLY] = { "B5ReplySendEvent", "B5ReplyReceiveEvent", .has_load = TRUE,
                         .has_agent = TRUE },
  [B5_MESSAGE_FORWARD] = { "B5ForwardSendEvent", "B5ForwardReceiveEvent", .has_agent = TRUE,
                           .has_task = TRUE },
  [B5_MESSAGE_LOCATION] = { "B5LocationSendEvent", "B5LocationReceiveEvent", .has_agent = TRUE,
                            .has_place = TRUE },
  [B5_MESSAGE_CREDIT] = { "B5ControlSendEvent", "B5ControlReceiveEvent", .has_credit = TRUE },
  [B5_MESSAGE_STOP] = { "B5ControlSendEvent", "B5ControlReceiveEvent" },
  [B5_MESSAGE_STOPPED] = { "B5ControlSendEvent", "B5ControlReceiveEvent" },
  [B5_MESSAGE_EXIT] = { "B5ControlSendEvent", "B5ControlReceiveEvent" },
};

static void
record_message (B5Simulation *self, const B5Message *message, gboolean is_send)
{
  const B5ProcessInfo *from = &self->processes[message->from], *to = &self->processes[message->to];
  const B5ProcessInfo *here = is_send ? from : to;
  SimField fields[10] = { { "component", here->component },
                          { "peer", is_send ? to->component : from->component },
                          { "tag", message->kind },
                          { "size", message->n_bytes } };
  guint n = 4;

  if (internal[message->kind].send == NULL)
    return;
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
  sim_world_record_fields (
    self->world, here->stream,
    sim_type (is_send ? internal[message->kind].send : internal[message->kind].receive), fields);
}

static void
deliver_message (gpointer data, guint64 address, guint64 unused)
{
  B5Simulation *self = data;
  B5Message *message = GSIZE_TO_POINTER (address);
  B5ProcessInfo *process = &self->processes[message->to];

  /* Others may know of a process before its first message came. */
  if (message->kind == B5_MESSAGE_START)
    g_queue_push_head (&process->inbox, message);
  else
    g_queue_push_tail (&process->inbox, message);
  if (message->kind == B5_MESSAGE_START)
    b5_beginning_begin (self, message->to);
  b5_process_step (self, message->to);
}

void
b5_process_send (B5Simulation *self, const B5Message *message)
{
  B5Message *copy = g_memdup2 (message, sizeof *message);

  record_message (self, message, TRUE);
  sim_world_at (self->world,
                sim_world_arrival_ns (self->world, self->processes[message->from].stream,
                                      self->processes[message->to].stream, message->n_bytes),
                deliver_message, self, GPOINTER_TO_SIZE (copy), 0);
}

/* The functions of ALDY's library are regions, so that the time in them can be told. */
static void
set_distributing (B5Simulation *self, guint process, gboolean is_distributing)
{
  B5ProcessInfo *info = &self->processes[process];

  if (info->is_distributing == is_distributing)
    return;
  info->is_distributing = is_distributing;
  if (is_distributing)
    sim_world_record (self->world, info->stream, SPUR_TYPE_REGION_ENTER_EVENT,
                      { "object", info->component }, { "state", self->distributing });
  else
    sim_world_record (self->world, info->stream, SPUR_TYPE_REGION_EXIT_EVENT,
                      { "object", info->component }, { "state", self->distributing });
}

void
b5_process_set_agent (B5Simulation *self, guint process, guint agent, B5AgentState state)
{
  B5AgentInfo *info = &self->agents[agent];

  sim_world_record (self->world, self->processes[process].stream,
                    state == B5_AGENT_BLOCKED ? sim_type ("B5AgentBlockingEvent")
                                              : SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                    { "object", info->object }, { "state", self->agent_states[state] });
  info->state = state;
}

void
b5_process_buffer (B5Simulation *self, guint process, guint task)
{
  B5TaskInfo *info = b5_simulation_get_task (self, task);
  B5AgentInfo *agent = &self->agents[info->agent];

  g_queue_push_tail (&agent->buffer, GUINT_TO_POINTER (task));
  info->buffered_ns = sim_world_get_now_ns (self->world);
  sim_world_record (self->world, self->processes[process].stream, sim_type ("B5TaskBufferingEvent"),
                    { "object", info->object }, { "destination", self->processes[process].object },
                    { "agent", agent->object }, { "length", agent->buffer.length });
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
  sim_world_record (self->world, info->stream, sim_type ("B5ProcessLoadEvent"),
                    { "object", info->object }, { "state", self->load_states[class] },
                    { "load", sim_double (load) }, { "agents", n_agents });
  info->load_class = class;
  info->recorded_load = load;
}

static void
rest_process (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];

  info->is_busy = FALSE;
  b5_process_measure (self, process);
  b5_strategy_look (self, process);
  if (g_queue_is_empty (&info->inbox))
    set_distributing (self, process, FALSE);
  b5_process_step (self, process);
}

static void
finish_message (gpointer data, guint64 address, guint64 unused)
{
  B5Simulation *self = data;
  B5Message *message = GSIZE_TO_POINTER (address);
  guint process = message->to;

  if (message->kind == B5_MESSAGE_TASK || message->kind == B5_MESSAGE_FORWARD)
    b5_tasks_receive (self, message);
  else if (message->kind >= B5_MESSAGE_CREDIT)
    b5_ending_handle (self, message);
  else if (message->kind == B5_MESSAGE_START)
    b5_beginning_place (self, process);
  else
    b5_strategy_handle (self, message);
  g_free (message);
  rest_process (self, process);
}

static void
finish_division (gpointer data, guint64 process, guint64 n_children)
{
  B5Simulation *self = data;
  B5ProcessInfo *info = &self->processes[process];
  guint task = info->current_task;
  guint agent = info->running;

  b5_tasks_divide (self, (guint) process, task, (guint) n_children);
  sim_world_record (self->world, info->stream, SPUR_TYPE_LO_TERMINATION_EVENT,
                    { "object", b5_simulation_get_task (self, task)->object });
  info->running = B5_NOBODY;
  b5_process_set_agent (self, (guint) process, agent,
                        g_queue_is_empty (&self->agents[agent].buffer) ? B5_AGENT_BLOCKED
                                                                       : B5_AGENT_READY);
  rest_process (self, (guint) process);
}

static void
finish_task (gpointer data, guint64 process, guint64 task)
{
  B5Simulation *self = data;
  guint n_children = b5_tasks_count_children (self, (guint) task);

  if (n_children > 0)
    set_distributing (self, (guint) process, TRUE);
  sim_world_after (self->world, n_children * DIVIDING_NS, finish_division, self, process,
                   n_children);
}

static void
execute_task (B5Simulation *self, guint process, guint agent)
{
  B5ProcessInfo *info = &self->processes[process];
  guint task = GPOINTER_TO_UINT (g_queue_pop_head (&self->agents[agent].buffer));
  const B5TaskInfo *task_info = b5_simulation_get_task (self, task);
  gint64 cost_ns = b5_tasks_get_cost_ns (self, task) * 1000 / info->speed_per_mille;

  info->is_busy = TRUE;
  info->running = agent;
  info->current_task = task;
  set_distributing (self, process, FALSE);
  sim_world_record (
    self->world, info->stream, sim_type ("B5TaskAssignmentEvent"), { "object", task_info->object },
    { "destination", self->agents[agent].object },
    { "wait", (guint64) (sim_world_get_now_ns (self->world) - task_info->buffered_ns) });
  b5_process_set_agent (self, process, agent, B5_AGENT_RUNNING);
  sim_world_after (self->world, cost_ns, finish_task, self, process, task);
}

/* The agents of a process take turns. */
static guint
find_ready (B5Simulation *self, guint process)
{
  guint *next = &self->processes[process].next_agent;

  for (guint i = 0; i < self->n_agents; i++)
    {
      guint agent = (*next + i) % self->n_agents;

      if (self->agents[agent].process == process && self->agents[agent].state == B5_AGENT_READY)
        {
          *next = agent + 1;
          return agent;
        }
    }
  return B5_NOBODY;
}

void
b5_process_step (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];
  B5Message *message;
  guint agent;

  if (info->is_busy || info->is_over || !info->is_begun)
    return;
  message = g_queue_pop_head (&info->inbox);
  if (message != NULL)
    {
      info->is_busy = TRUE;
      set_distributing (self, process, TRUE);
      record_message (self, message, FALSE);
      sim_world_after (self->world, HANDLING_NS, finish_message, self, GPOINTER_TO_SIZE (message),
                       0);
      return;
    }
  agent = find_ready (self, process);
  if (agent != B5_NOBODY)
    execute_task (self, process, agent);
  else
    b5_ending_give_back (self, process);
}
