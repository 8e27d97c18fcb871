/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/b4/b4-simulation.h"

#define HEADER_BYTES 32

B4Message *
b4_message_new (B4MessageKind kind, guint from, guint to)
{
  B4Message *self = g_new0 (B4Message, 1);

  self->kind = kind;
  self->from = from;
  self->to = to;
  self->n_bytes = HEADER_BYTES;
  self->virtual_time = B4_NEVER;
  self->partition = SPUR_NONE;
  return self;
}

void
b4_message_free (B4Message *self)
{
  g_clear_pointer (&self->signals, g_array_unref);
  g_clear_pointer (&self->moved, b4_partition_free);
  g_free (self->mail);
  g_free (self);
}

static SimEnd
end_of (const B4Simulation *self, guint process)
{
  if (process == B4_THE_CONTROLLER)
    return (SimEnd){ self->controller_stream, self->controller_object };
  return (SimEnd){ self->nodes[process].stream, self->nodes[process].object };
}

static guint32
partition_of (const B4Simulation *self, const B4Message *message)
{
  return message->partition == SPUR_NONE ? SPUR_NONE : self->partition_objects[message->partition];
}

/* Nothing more to do is as good as the end. */
static guint64
shown_time (const B4Simulation *self, guint64 virtual_time)
{
  return MIN (virtual_time, self->circuit->end);
}

static guint
count_anti_signals (const GArray *signals)
{
  guint n = 0;

  for (guint i = 0; i < signals->len; i++)
    n += g_array_index (signals, B4Signal, i).is_anti;
  return n;
}

/* What the events of each kind of message have besides. */
static void
fill_fields (const B4Simulation *self, const B4Message *message, SimField *fields)
{
  const SimField partition = { "partition", partition_of (self, message) };
  const SimField time = { "virtual_time", shown_time (self, message->virtual_time) };
  guint n_anti;

  switch (message->kind)
    {
    case B4_MESSAGE_SIGNALS:
      n_anti = count_anti_signals (message->signals);
      fields[0] = time;
      fields[1] = (SimField){ "signals", message->signals->len - n_anti };
      fields[2] = (SimField){ "anti_signals", n_anti };
      break;
    case B4_MESSAGE_FORWARD:
      fields[0] = time;
      fields[1] = partition;
      fields[2] = (SimField){ "signals", message->signals->len };
      break;
    case B4_MESSAGE_INITIATION:
    case B4_MESSAGE_COMPLETION:
    case B4_MESSAGE_LOCATION:
      fields[0] = partition;
      fields[1] = (SimField){ "destination", end_of (self, message->destination).object };
      break;
    case B4_MESSAGE_TOPOLOGY:
      fields[0] = (SimField){ "gates", message->n_bytes / sizeof (B4Gate) };
      break;
    case B4_MESSAGE_STATE:
      fields[0] = (SimField){ "virtual_time", message->local_time };
      break;
    case B4_MESSAGE_ASK:
    case B4_MESSAGE_REPORT:
    case B4_MESSAGE_GLOBAL_TIME:
      fields[0] = time;
      break;
    }
}

void
b4_record_receive (B4Simulation *self, B4Message *message)
{
  sim_mail_receive (g_steal_pointer (&message->mail), end_of (self, message->to).stream);
}

/* Only what brings virtual times into another simulator counts for the global virtual time. */
static gboolean
is_counted (const B4Message *message)
{
  return message->kind == B4_MESSAGE_SIGNALS || message->kind == B4_MESSAGE_FORWARD ||
         message->kind == B4_MESSAGE_STATE;
}

static void
deliver_message (gpointer simulation, guint64 data, guint64 unused)
{
  B4Simulation *self = simulation;
  B4Message *message = GSIZE_TO_POINTER (data);

  if (message->to == B4_THE_CONTROLLER)
    {
      b4_record_receive (self, message);
      b4_controller_handle (self, message);
      b4_message_free (message);
      return;
    }
  g_queue_push_tail (&self->nodes[message->to].inbox, message);
  b4_node_wake (self, &self->nodes[message->to]);
}

void
b4_send (B4Simulation *self, B4Message *message)
{
  static const char *const types[] = {
    [B4_MESSAGE_SIGNALS] = "B4Signal",
    [B4_MESSAGE_FORWARD] = "B4EventForwarding",
    [B4_MESSAGE_INITIATION] = "B4MigrationInitiation",
    [B4_MESSAGE_TOPOLOGY] = "B4Topology",
    [B4_MESSAGE_STATE] = "B4State",
    [B4_MESSAGE_COMPLETION] = "B4MigrationCompletion",
    [B4_MESSAGE_LOCATION] = "B4NewLocation",
    [B4_MESSAGE_ASK] = "B4ProgressMessage",
    [B4_MESSAGE_REPORT] = "B4ProgressMessage",
    [B4_MESSAGE_GLOBAL_TIME] = "B4ProgressMessage",
  };
  const SimMessage sent = {
    types[message->kind], end_of (self, message->from), end_of (self, message->to),  message->kind,
    message->n_bytes,     message->migration,           partition_of (self, message)
  };
  SimField fields[4] = { { NULL, 0 } };
  gint64 arrival_ns;

  if (is_counted (message))
    {
      B4Node *node = &self->nodes[message->from];

      message->round = node->round;
      node->n_in_transit[node->round % 2]++;
      node->least_sent = MIN (node->least_sent, message->virtual_time);
    }
  fill_fields (self, message, fields);
  message->mail = sim_world_post_fields (self->world, &sent, fields);
  arrival_ns =
    sim_world_arrival_ns (self->world, sent.from.stream, sent.to.stream, message->n_bytes);
  sim_world_at (self->world, arrival_ns, deliver_message, self, GPOINTER_TO_SIZE (message), 0);
}
