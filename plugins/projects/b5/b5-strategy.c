/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The receiver-initiated strategy: who has little to do asks others for an agent. */
#include "plugins/projects/b5/b5-state.h"

#define REQUEST_BYTES 32
#define REPLY_BYTES 40
#define AGENT_BYTES 6000
#define TASK_BYTES 480

static void
b5_strategy_know (B5Simulation *self, guint process, guint agent, B5Known known)
{
  B5Known *now = &self->processes[process].known[agent];

  if (known.version >= now->version)
    *now = known;
}

static void
ask_next (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];
  const B5Message message = { .kind = B5_MESSAGE_REQUEST,
                              .from = process,
                              .to = info->probes[info->next_probe++],
                              .load = b5_process_get_load (self, process),
                              .n_bytes = REQUEST_BYTES };

  b5_process_send (self, &message);
}

/* Some of the others, in random order. */
static void
choose_probes (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];
  guint n_others = self->n_processes - 1;
  g_autofree guint *others = g_new (guint, n_others);

  for (guint i = 0; i < n_others; i++)
    others[i] = i + (i >= process ? 1 : 0);
  info->n_probes = MIN (B5_PROBES, n_others);
  info->next_probe = 0;
  for (guint i = 0; i < info->n_probes; i++)
    {
      guint k = i + (guint) sim_random_below (self->random, n_others - i);

      info->probes[i] = others[k];
      others[k] = others[i];
    }
}

void
b5_strategy_look (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];

  if (info->is_over || info->is_asking)
    return;
  if (info->is_stopping)
    {
      b5_ending_stopped (self, process);
      return;
    }
  if (info->is_pausing || info->load_class != B5_LOAD_LOW || self->n_processes == 1)
    return;
  info->is_asking = TRUE;
  choose_probes (self, process);
  ask_next (self, process);
}

static void
resume_asking (gpointer data, guint64 process, guint64 unused)
{
  B5Simulation *self = data;
  B5ProcessInfo *info = &self->processes[process];

  info->is_pausing = FALSE;
  if (!info->is_busy && !info->is_stopping)
    b5_strategy_look (self, (guint) process);
}

static void
take_reply (B5Simulation *self, const B5Message *message)
{
  B5ProcessInfo *info = &self->processes[message->to];

  if (message->agent != B5_NOBODY)
    return;
  if (info->next_probe < info->n_probes && !info->is_stopping &&
      b5_process_get_load (self, message->to) <= B5_LOW_LOAD)
    {
      ask_next (self, message->to);
      return;
    }
  info->is_asking = FALSE;
  info->is_pausing = TRUE;
  sim_world_after (self->world, B5_PAUSE_NS, resume_asking, self, message->to, 0);
}

/* How many neighbours of the agent @process believes to be at @other. */
static guint
count_affinities (B5Simulation *self, guint agent, guint process, guint other)
{
  const B5AgentInfo *info = &self->agents[agent];
  guint n = 0;

  for (guint i = 0; i < info->n_neighbours; i++)
    n += self->processes[process].known[info->neighbours[i]].place == other;
  return n;
}

/* What can go is ready, leaves work behind, and best has its neighbours where it goes. */
static guint
choose_agent (B5Simulation *self, guint process, guint asking)
{
  guint load = b5_process_get_load (self, process);
  guint best = B5_NOBODY, best_value = 0;

  if (load < B5_HIGH_LOAD)
    return B5_NOBODY;
  for (guint i = 0; i < self->n_agents; i++)
    {
      const B5AgentInfo *agent = &self->agents[i];
      guint n_tasks = agent->buffer.length;
      guint value;

      if (agent->process != process || agent->state != B5_AGENT_READY || n_tasks > load * 2 / 3)
        continue;
      value = 1 + 4 * count_affinities (self, i, process, asking) + n_tasks;
      if (value > best_value)
        {
          best = i;
          best_value = value;
        }
    }
  return best;
}

static void
migrate_agent (B5Simulation *self, guint agent, guint from, guint to)
{
  B5AgentInfo *info = &self->agents[agent];
  const B5ProcessInfo *source = &self->processes[from], *destination = &self->processes[to];
  const SimMessage migration = { "B5AgentMigration",
                                 { source->stream, source->object },
                                 { destination->stream, destination->object },
                                 0,
                                 AGENT_BYTES + TASK_BYTES * info->buffer.length,
                                 sim_world_next_id (self->world),
                                 info->object };
  B5Message message = {
    .kind = B5_MESSAGE_AGENT, .from = from, .to = to, .agent = agent, .n_bytes = migration.n_bytes
  };

  b5_process_set_agent (self, from, agent, B5_AGENT_MIGRATING);
  message.carried = sim_world_post (self->world, &migration, { "tasks", info->buffer.length });
  info->version++;
  b5_strategy_know (self, from, agent, (B5Known){ to, info->version });
  b5_process_send (self, &message);
}

static void
answer_request (B5Simulation *self, const B5Message *request)
{
  const B5Message reply = { .kind = B5_MESSAGE_REPLY,
                            .from = request->to,
                            .to = request->from,
                            .agent = choose_agent (self, request->to, request->from),
                            .load = b5_process_get_load (self, request->to),
                            .n_bytes = REPLY_BYTES };

  b5_process_send (self, &reply);
  if (reply.agent != B5_NOBODY)
    migrate_agent (self, reply.agent, reply.from, reply.to);
}

/* The tasks that came with an agent wait in its new process. */
static void
welcome_agent (B5Simulation *self, const B5Message *message)
{
  B5AgentInfo *agent = &self->agents[message->agent];
  GQueue luggage = agent->buffer;

  sim_mail_receive (message->carried, self->processes[message->to].stream);
  g_queue_init (&agent->buffer);
  agent->process = message->to;
  b5_strategy_know (self, message->to, message->agent, (B5Known){ message->to, agent->version });
  b5_process_set_agent (self, message->to, message->agent, B5_AGENT_READY);
  while (!g_queue_is_empty (&luggage))
    b5_process_buffer (self, message->to, GPOINTER_TO_UINT (g_queue_pop_head (&luggage)));
  b5_tasks_welcome (self, message->to, message->agent);
  self->processes[message->to].is_asking = FALSE;
}

void
b5_strategy_handle (B5Simulation *self, const B5Message *message)
{
  if (message->kind == B5_MESSAGE_REQUEST)
    answer_request (self, message);
  else if (message->kind == B5_MESSAGE_REPLY)
    take_reply (self, message);
  else if (message->kind == B5_MESSAGE_AGENT)
    welcome_agent (self, message);
  else
    b5_strategy_know (self, message->to, message->agent,
                      (B5Known){ message->place, message->version });
}
