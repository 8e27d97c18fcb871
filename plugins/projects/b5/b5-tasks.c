/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Tasks divide into tasks, which are sent to agents wherever these are. */
#include "plugins/projects/b5/b5-state.h"

#define MAX_LEVEL 5
#define COST_NS 2500000
#define TASK_BYTES 480
#define LOCATION_BYTES 40

guint
b5_tasks_add (
  B5Simulation *self, guint process, guint32 creator, guint agent, guint level, guint64 credit)
{
  B5TaskInfo task = { .object = sim_world_add_object (self->world, "B5Task", "task", "task %u",
                                                      self->tasks->len),
                      .agent = agent,
                      .level = level,
                      .credit = credit };

  sim_world_record (self->world, self->processes[process].stream, "SpurLoCreationEvent",
                    task.object, { "type", SIM_TEXT ("task") }, { "creator", creator });
  g_array_append_val (self->tasks, task);
  return self->tasks->len - 1;
}

/* Subproblems are easier than what they are part of. */
gint64
b5_tasks_get_cost_ns (B5Simulation *self, guint task)
{
  guint level = b5_simulation_get_task (self, task)->level;

  return sim_random_about (self->random, COST_NS) / (1 + level / 2) +
         sim_random_wait_ns (self->random, COST_NS / 8);
}

guint
b5_tasks_count_children (B5Simulation *self, guint task)
{
  guint64 chance = sim_random_below (self->random, 100);

  if (b5_simulation_get_task (self, task)->level == MAX_LEVEL)
    return 0;
  if (chance < 25)
    return 0;
  return chance < 55 ? 1 : chance < 85 ? 2 : 3;
}

static void
accept_task (B5Simulation *self, guint process, guint task, SimMail *mail)
{
  sim_mail_receive (mail, self->processes[process].stream);
  b5_process_buffer (self, process, task);
}

/* Keeps a task whose agent is on its way to this process. */
static void
await_agent (B5Simulation *self, guint agent, const B5Early *early)
{
  g_array_append_val (self->agents[agent].early, *early);
}

void
b5_tasks_send (B5Simulation *self, guint process, guint32 sender, guint task)
{
  const B5TaskInfo *info = b5_simulation_get_task (self, task);
  const B5AgentInfo *agent = &self->agents[info->agent];
  const SimMessage sent = { "B5Task",
                            { self->processes[process].stream, sender },
                            { 0, agent->object },
                            B5_MESSAGE_TASK,
                            TASK_BYTES,
                            sim_world_next_id (self->world) };
  const B5Early letter = { task, sim_world_post (self->world, &sent, { "task", info->object }) };
  const B5Message message = { .kind = B5_MESSAGE_TASK,
                              .from = process,
                              .to = self->processes[process].known[info->agent].place,
                              .agent = info->agent,
                              .task = task,
                              .n_bytes = TASK_BYTES,
                              .carried = letter.mail,
                              .origin = process };

  if (agent->process == process && agent->state != B5_AGENT_MIGRATING)
    accept_task (self, process, task, letter.mail);
  else if (message.to == process)
    await_agent (self, info->agent, &letter);
  else
    b5_process_send (self, &message);
}

static void
forward_task (B5Simulation *self, const B5Message *message)
{
  const B5Known *known = &self->processes[message->to].known[message->agent];
  B5Message onward = *message;
  B5Message location = { .kind = B5_MESSAGE_LOCATION,
                         .from = message->to,
                         .to = message->origin,
                         .agent = message->agent,
                         .place = known->place,
                         .version = known->version,
                         .n_bytes = LOCATION_BYTES };

  onward.kind = B5_MESSAGE_FORWARD;
  onward.from = message->to;
  onward.to = known->place;
  b5_process_send (self, &onward);
  if (message->kind == B5_MESSAGE_TASK && location.to != location.place)
    b5_process_send (self, &location);
}

void
b5_tasks_receive (B5Simulation *self, const B5Message *message)
{
  const B5AgentInfo *agent = &self->agents[message->agent];
  const B5Early letter = { message->task, message->carried };

  if (agent->process == message->to && agent->state != B5_AGENT_MIGRATING)
    accept_task (self, message->to, message->task, message->carried);
  else if (self->processes[message->to].known[message->agent].place == message->to)
    await_agent (self, message->agent, &letter);
  else
    forward_task (self, message);
}

void
b5_tasks_welcome (B5Simulation *self, guint process, guint agent)
{
  GArray *early = self->agents[agent].early;

  for (guint i = 0; i < early->len; i++)
    {
      const B5Early *letter = &g_array_index (early, B5Early, i);

      accept_task (self, process, letter->task, letter->mail);
    }
  g_array_set_size (early, 0);
}

/* About half of the children is for the agent itself, the others for its neighbours. */
static guint
choose_agent (B5Simulation *self, guint agent)
{
  const B5AgentInfo *info = &self->agents[agent];

  if (info->n_neighbours == 0 || sim_random_chance (self->random, 450))
    return agent;
  return info->neighbours[sim_random_below (self->random, info->n_neighbours)];
}

void
b5_tasks_divide (B5Simulation *self, guint process, guint task, guint n_children)
{
  const B5TaskInfo parent = *b5_simulation_get_task (self, task);
  guint64 share = parent.credit / (n_children + 1);
  guint32 sender = self->agents[parent.agent].object;

  for (guint i = 0; i < n_children; i++)
    {
      guint child = b5_tasks_add (self, process, sender, choose_agent (self, parent.agent),
                                  parent.level + 1, share);

      b5_tasks_send (self, process, sender, child);
    }
  self->processes[process].credit += parent.credit - share * n_children;
}
