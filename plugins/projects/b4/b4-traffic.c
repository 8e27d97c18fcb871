/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

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
  g_free (self);
}

static guint
stream_of (const B4Simulation *self, guint process)
{
  return process == B4_THE_CONTROLLER ? self->controller_stream : self->nodes[process].stream;
}

static guint32
object_of (const B4Simulation *self, guint process)
{
  return process == B4_THE_CONTROLLER ? self->controller_object : self->nodes[process].object;
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

static void
record_signals (B4Simulation *self, const B4Message *message, guint here, guint there, GType type)
{
  guint n_anti = count_anti_signals (message->signals);

  sim_world_record (self->world, stream_of (self, here), type, { "object", object_of (self, here) },
                    { "peer", object_of (self, there) }, { "tag", message->kind },
                    { "size", message->n_bytes },
                    { "virtual_time", shown_time (self, message->virtual_time) },
                    { "signals", message->signals->len - n_anti }, { "anti_signals", n_anti });
}

static void
record_forward (B4Simulation *self, const B4Message *message, guint here, guint there, GType type)
{
  sim_world_record (self->world, stream_of (self, here), type,
                    { "component", object_of (self, here) }, { "peer", object_of (self, there) },
                    { "tag", message->kind }, { "size", message->n_bytes },
                    { "partition", partition_of (self, message) },
                    { "virtual_time", shown_time (self, message->virtual_time) },
                    { "signals", message->signals->len });
}

static void
record_control (B4Simulation *self, const B4Message *message, guint here, guint there, GType type)
{
  sim_world_record (self->world, stream_of (self, here), type,
                    { "component", object_of (self, here) }, { "peer", object_of (self, there) },
                    { "tag", message->kind }, { "size", message->n_bytes },
                    { "partition", partition_of (self, message) },
                    { "destination", object_of (self, message->destination) });
}

static void
record_progress (B4Simulation *self, const B4Message *message, guint here, guint there, GType type)
{
  sim_world_record (self->world, stream_of (self, here), type,
                    { "component", object_of (self, here) }, { "peer", object_of (self, there) },
                    { "tag", message->kind }, { "size", message->n_bytes },
                    { "virtual_time", shown_time (self, message->virtual_time) });
}

static void
record_topology (B4Simulation *self, const B4Message *message, guint here, guint there, GType type)
{
  sim_world_record (
    self->world, stream_of (self, here), type, { "object", partition_of (self, message) },
    { "source", object_of (self, message->from) }, { "destination", object_of (self, message->to) },
    { "migration", message->migration }, { "size", message->n_bytes },
    { "gates", message->n_bytes / sizeof (B4Gate) });
}

static void
record_state (B4Simulation *self, const B4Message *message, guint here, guint there, GType type)
{
  sim_world_record (
    self->world, stream_of (self, here), type, { "object", partition_of (self, message) },
    { "source", object_of (self, message->from) }, { "destination", object_of (self, message->to) },
    { "migration", message->migration }, { "size", message->n_bytes },
    { "virtual_time", message->local_time });
}

/* How each kind of message is recorded. */
static void
record_message (
  B4Simulation *self, const B4Message *message, guint here, guint there, gboolean is_send)
{
  switch (message->kind)
    {
    case B4_MESSAGE_SIGNALS:
      record_signals (self, message, here, there,
                      is_send ? sim_type ("B4SignalSendEvent") : sim_type ("B4SignalReceiveEvent"));
      break;
    case B4_MESSAGE_FORWARD:
      record_forward (self, message, here, there,
                      is_send ? sim_type ("B4EventForwardingSendEvent")
                              : sim_type ("B4EventForwardingReceiveEvent"));
      break;
    case B4_MESSAGE_INITIATION:
      record_control (self, message, here, there,
                      is_send ? sim_type ("B4MigrationInitiationSendEvent")
                              : sim_type ("B4MigrationInitiationReceiveEvent"));
      break;
    case B4_MESSAGE_COMPLETION:
      record_control (self, message, here, there,
                      is_send ? sim_type ("B4MigrationCompletionSendEvent")
                              : sim_type ("B4MigrationCompletionReceiveEvent"));
      break;
    case B4_MESSAGE_LOCATION:
      record_control (self, message, here, there,
                      is_send ? sim_type ("B4NewLocationSendEvent")
                              : sim_type ("B4NewLocationReceiveEvent"));
      break;
    case B4_MESSAGE_TOPOLOGY:
      record_topology (self, message, here, there,
                       is_send ? sim_type ("B4TopologySendEvent")
                               : sim_type ("B4TopologyReceiveEvent"));
      break;
    case B4_MESSAGE_STATE:
      record_state (self, message, here, there,
                    is_send ? sim_type ("B4StateSendEvent") : sim_type ("B4StateReceiveEvent"));
      break;
    case B4_MESSAGE_ASK:
    case B4_MESSAGE_REPORT:
    case B4_MESSAGE_GLOBAL_TIME:
      record_progress (self, message, here, there,
                       is_send ? sim_type ("B4ProgressMessageSendEvent")
                               : sim_type ("B4ProgressMessageReceiveEvent"));
      break;
    }
}

void
b4_record_receive (B4Simulation *self, const B4Message *message)
{
  record_message (self, message, message->to, message->from, FALSE);
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
  gint64 arrival_ns;

  if (is_counted (message))
    {
      B4Node *node = &self->nodes[message->from];

      message->round = node->round;
      node->n_in_transit[node->round % 2]++;
      node->least_sent = MIN (node->least_sent, message->virtual_time);
    }
  record_message (self, message, message->from, message->to, TRUE);
  arrival_ns = sim_world_arrival_ns (self->world, stream_of (self, message->from),
                                     stream_of (self, message->to), message->n_bytes);
  sim_world_at (self->world, arrival_ns, deliver_message, self, GPOINTER_TO_SIZE (message), 0);
}
