/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A virtual process does one thing at a time: it handles a message of ALDY, or one of its agents
 * executes a task. Messages are looked at between tasks, as a library can. */
#include "plugins/projects/b5/b5-state.h"

#define HANDLING_NS 15000
#define DIVIDING_NS 8000

void
b5_execution_deliver (gpointer data, guint64 address, guint64 unused)
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
  b5_execution_step (self, message->to);
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
    sim_world_record (self->world, info->stream, "SpurRegionEnterEvent", info->component,
                      { "state", SIM_TEXT ("distributing") });
  else
    sim_world_record (self->world, info->stream, "SpurRegionExitEvent", info->component,
                      { "state", SIM_TEXT ("distributing") });
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
  b5_execution_step (self, process);
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
  sim_world_end (self->world, info->stream, b5_simulation_get_task (self, task)->object);
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
    self->world, info->stream, "B5TaskAssignmentEvent", task_info->object,
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
b5_execution_step (B5Simulation *self, guint process)
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
      if (message->mail != NULL)
        sim_mail_receive (g_steal_pointer (&message->mail), info->stream);
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
