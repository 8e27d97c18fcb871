/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The end is found by recovery of credits: every task carries a share of what the roots are worth,
 * and process 0 knows that all is done when all of it came back. */
#include "plugins/projects/b5/b5-state.h"

#define CONTROL_BYTES 24

/* Nothing is on its way to a process that was told to exit for so long. */
#define DRAIN_NS 2000000

static void
send_control (B5Simulation *self, B5MessageKind kind, guint from, guint to, guint64 credit)
{
  const B5Message message = {
    .kind = kind, .from = from, .to = to, .credit = credit, .n_bytes = CONTROL_BYTES
  };

  b5_process_send (self, &message);
}

static void
leave_process (gpointer data, guint64 process, guint64 unused)
{
  B5Simulation *self = data;
  B5ProcessInfo *info = &self->processes[process];

  for (guint i = 0; i < self->n_agents; i++)
    {
      if (self->agents[i].process == process)
        sim_world_end (self->world, info->stream, self->agents[i].object);
    }
  sim_world_end (self->world, info->stream, info->component);
  sim_world_end (self->world, info->stream, info->object);
  info->is_over = TRUE;
}

static void
exit_all (B5Simulation *self)
{
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const B5Pair *pair = &g_array_index (self->pairs, B5Pair, i);

      sim_world_record (self->world, self->processes[0].stream, "SpurLoDestroyNeighborhoodEvent",
                        pair->object, { "members", pair->group });
    }
  for (guint i = 1; i < self->n_processes; i++)
    send_control (self, B5_MESSAGE_EXIT, 0, i, 0);
  sim_world_after (self->world, DRAIN_NS, leave_process, self, 0, 0);
}

static void
count_stopped (B5Simulation *self)
{
  if (++self->n_stopped == self->n_processes)
    exit_all (self);
}

void
b5_ending_stopped (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];

  if (info->has_stopped)
    return;
  info->has_stopped = TRUE;
  if (process == 0)
    count_stopped (self);
  else
    send_control (self, B5_MESSAGE_STOPPED, process, 0, 0);
}

static void
recover_credit (B5Simulation *self, guint64 credit)
{
  self->recovered += credit;
  if (self->recovered < self->n_roots * B5_CREDIT)
    return;
  for (guint i = 1; i < self->n_processes; i++)
    send_control (self, B5_MESSAGE_STOP, 0, i, 0);
  self->processes[0].is_stopping = TRUE;
  b5_strategy_look (self, 0);
}

void
b5_ending_give_back (B5Simulation *self, guint process)
{
  B5ProcessInfo *info = &self->processes[process];
  guint64 credit = info->credit;

  if (credit == 0)
    return;
  info->credit = 0;
  if (process == 0)
    recover_credit (self, credit);
  else
    send_control (self, B5_MESSAGE_CREDIT, process, 0, credit);
}

void
b5_ending_handle (B5Simulation *self, const B5Message *message)
{
  if (message->kind == B5_MESSAGE_CREDIT)
    recover_credit (self, message->credit);
  else if (message->kind == B5_MESSAGE_STOP)
    self->processes[message->to].is_stopping = TRUE;
  else if (message->kind == B5_MESSAGE_STOPPED)
    count_stopped (self);
  else
    sim_world_after (self->world, DRAIN_NS, leave_process, self, message->to, 0);
}
