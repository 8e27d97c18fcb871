/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The global controller: rounds that find the global virtual time (by counting messages in two
 * cuts, as Mattern does), and migrations from simulators that are behind to those that are ahead.
 */
#include "plugins/projects/b4/b4-simulation.h"

#define ROUND_NS 1500000
#define RETRY_NS 100000

/* Which difference of smoothed leads calls for a migration, and how many rounds its effect is
 * awaited before the next one. */
#define IMBALANCE_TICKS 4
#define PATIENCE_ROUNDS 4
#define LEAD_UNITS 16

static void
ask_progress (gpointer simulation, guint64 unused_a, guint64 unused_b)
{
  B4Simulation *self = simulation;

  self->n_reports = 0;
  self->n_in_transit = 0;
  self->least = B4_NEVER;
  for (guint i = 0; i < self->n_nodes; i++)
    {
      B4Message *message = b4_message_new (B4_MESSAGE_ASK, B4_THE_CONTROLLER, i);

      message->round = self->round;
      message->virtual_time = self->global_time;
      b4_send (self, message);
    }
}

static void
start_round (gpointer simulation, guint64 unused_a, guint64 unused_b)
{
  B4Simulation *self = simulation;

  self->round++;
  sim_world_set_state (self->world, self->controller_stream, self->controller_object,
                       "controlling");
  ask_progress (self, 0, 0);
}

void
b4_controller_start (B4Simulation *self)
{
  sim_world_after (self->world, ROUND_NS, start_round, self, 0, 0);
}

/* How far simulators are ahead of the global virtual time; rollbacks make it jump, so it is
 * smoothed. */
static void
update_leads (B4Simulation *self)
{
  for (guint i = 0; i < self->n_nodes; i++)
    {
      guint64 ahead = self->local_times[i] - MIN (self->local_times[i], self->global_time);

      self->leads[i] += ((gint64) ahead * LEAD_UNITS - self->leads[i]) / 4;
    }
}

static void
find_extremes (const B4Simulation *self, guint *slow, guint *fast)
{
  *slow = 0;
  *fast = 0;
  for (guint i = 1; i < self->n_nodes; i++)
    {
      if (self->leads[i] < self->leads[*slow])
        *slow = i;
      if (self->leads[i] > self->leads[*fast])
        *fast = i;
    }
}

static void
balance_partitions (B4Simulation *self)
{
  B4Message *order;
  guint slow, fast;

  update_leads (self);
  find_extremes (self, &slow, &fast);
  self->n_rounds_since++;
  if (self->is_migrating || self->n_rounds_since < PATIENCE_ROUNDS ||
      self->n_partitions[slow] < 2 ||
      self->leads[fast] - self->leads[slow] < IMBALANCE_TICKS * LEAD_UNITS)
    return;
  self->n_rounds_since = 0;
  self->is_migrating = TRUE;
  self->n_migrations++;
  order = b4_message_new (B4_MESSAGE_INITIATION, B4_THE_CONTROLLER, slow);
  order->partition = self->candidates[slow];
  order->destination = fast;
  b4_send (self, order);
}

static void
tell_global_time (B4Simulation *self)
{
  gboolean is_last = self->global_time == B4_NEVER;

  sim_world_record (self->world, self->controller_stream, "B4GlobalTimeEvent",
                    self->controller_object, { "state", SIM_TEXT ("waiting") },
                    { "virtual_time", is_last ? self->circuit->end : self->global_time });
  for (guint i = 0; i < self->n_nodes; i++)
    {
      B4Message *message = b4_message_new (B4_MESSAGE_GLOBAL_TIME, B4_THE_CONTROLLER, i);

      message->virtual_time = self->global_time;
      b4_send (self, message);
    }
  if (is_last)
    {
      sim_world_end (self->world, self->controller_stream, self->controller_object);
      self->has_controller = FALSE;
    }
  else
    sim_world_after (self->world, ROUND_NS, start_round, self, 0, 0);
}

static void
take_report (B4Simulation *self, const B4Message *message)
{
  self->n_reports++;
  self->n_in_transit += message->n_in_transit;
  self->least = MIN (self->least, message->virtual_time);
  self->local_times[message->from] = message->local_time;
  self->n_partitions[message->from] = message->n_partitions;
  self->candidates[message->from] = message->candidate;
  if (self->n_reports < self->n_nodes)
    return;

  /* As long as messages of the round before are on their way, they may bring earlier times. */
  if (self->n_in_transit > 0 || (self->least == B4_NEVER && self->is_migrating))
    {
      sim_world_after (self->world, RETRY_NS, ask_progress, self, 0, 0);
      return;
    }
  self->global_time = self->least;
  if (self->global_time != B4_NEVER)
    balance_partitions (self);
  tell_global_time (self);
}

static void
take_completion (B4Simulation *self, const B4Message *completion)
{
  self->is_migrating = FALSE;
  for (guint i = 0; i < self->n_nodes; i++)
    {
      B4Message *message = b4_message_new (B4_MESSAGE_LOCATION, B4_THE_CONTROLLER, i);

      message->partition = completion->partition;
      message->destination = completion->destination;
      message->version = completion->version;
      b4_send (self, message);
    }
}

void
b4_controller_handle (B4Simulation *self, const B4Message *message)
{
  if (message->kind == B4_MESSAGE_REPORT)
    take_report (self, message);
  else if (message->kind == B4_MESSAGE_COMPLETION)
    take_completion (self, message);
}
