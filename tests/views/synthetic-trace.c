/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "synthetic-trace.h"

#include "events/spur-events.h"

/* @n_hosts of 0 for targets that are part of nothing. */
static Synthetic *
make_on_hosts (guint n_hosts, guint n_targets, guint n_objects)
{
  SpurDefinitions *definitions;
  Synthetic *self = g_new0 (Synthetic, 1);
  g_autofree guint32 *hosts = g_new0 (guint32, n_hosts + 1);

  g_assert_cmpuint (n_targets, <=, G_N_ELEMENTS (self->targets));
  g_assert_cmpuint (n_objects, <=, G_N_ELEMENTS (self->objects));
  self->trace = spur_trace_new ();
  definitions = spur_trace_get_definitions (self->trace);
  self->edges = spur_edges_new (n_targets);
  self->n_targets = n_targets;
  self->work = spur_definitions_add_state (definitions, "work", SPUR_STATE_WORK);
  self->wait = spur_definitions_add_state (definitions, "wait", SPUR_STATE_COMMUNICATION);
  self->idle = spur_definitions_add_state (definitions, "idle", SPUR_STATE_IDLE);
  for (guint i = 0; i < n_hosts; i++)
    {
      g_autofree char *name = g_strdup_printf ("host %u", i);

      hosts[i] =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "host", SPUR_NONE);
    }
  for (guint i = 0; i < n_targets; i++)
    {
      const SpurClock clock = { "clock", "program", 1000000000, 0, i };
      g_autofree char *name = g_strdup_printf ("PE %u", i);

      self->targets[i] = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "PE",
                                                      n_hosts > 0 ? hosts[i % n_hosts] : SPUR_NONE);
      spur_trace_add_stream (self->trace, name, spur_definitions_add_clock (definitions, &clock),
                             self->targets[i]);
    }
  for (guint i = 0; i < n_objects; i++)
    {
      g_autofree char *name = g_strdup_printf ("object %u", i);

      self->objects[i] =
        spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, name, "array", SPUR_NONE);
    }
  return self;
}

Synthetic *
synthetic_new (guint n_targets, guint n_objects)
{
  return make_on_hosts (0, n_targets, n_objects);
}

Synthetic *
synthetic_new_on_hosts (guint n_hosts, guint n_targets)
{
  return make_on_hosts (n_hosts, n_targets, 0);
}

void
synthetic_free (Synthetic *self)
{
  g_object_unref (self->edges);
  g_object_unref (self->trace);
  g_free (self);
}

guint64
synthetic_append (Synthetic *self, guint stream, gint64 time_ns, GType type, ...)
{
  SpurStream *to = spur_trace_get_stream (self->trace, stream);
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes + 1);
  va_list fields;

  for (guint i = 0; i < layout->n_fields; i++)
    if (layout->fields[i].type >= SPUR_FIELD_STRING)
      spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
  va_start (fields, type);
  for (SpurUse use = va_arg (fields, SpurUse); use != SPUR_USE_NONE; use = va_arg (fields, SpurUse))
    {
      g_assert_cmpint (layout->field_of_use[use], >=, 0);
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[use], record,
                                  va_arg (fields, guint));
    }
  va_end (fields);
  spur_stream_append (to, time_ns, spur_trace_add_event_type (self->trace, type), record);
  return spur_stream_get_n_events (to) - 1;
}

void
synthetic_enter (Synthetic *self, guint stream, gint64 time_ns, guint32 object, guint32 state)
{
  synthetic_append (self, stream, time_ns, SPUR_TYPE_REGION_ENTER_EVENT, SPUR_USE_SUBJECT, object,
                    SPUR_USE_STATE, state, SPUR_USE_NONE);
}

void
synthetic_leave (Synthetic *self, guint stream, gint64 time_ns, guint32 object)
{
  synthetic_append (self, stream, time_ns, SPUR_TYPE_REGION_EXIT_EVENT, SPUR_USE_SUBJECT, object,
                    SPUR_USE_NONE);
}

void
synthetic_message (Synthetic *self, guint from, gint64 sent_ns, guint to, gint64 received_ns)
{
  SpurEdge edge = { .mu_ns = SPUR_MU_DEFAULT, .from_stream = from, .to_stream = to };

  edge.from_event = synthetic_append (self, from, sent_ns, SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                                      SPUR_USE_SUBJECT, self->targets[from], SPUR_USE_NONE);
  edge.to_event = synthetic_append (self, to, received_ns, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                                    SPUR_USE_SUBJECT, self->targets[to], SPUR_USE_NONE);
  spur_edges_add (self->edges, &edge);
}

void
synthetic_seal (Synthetic *self)
{
  g_autoptr (GError) error = NULL;

  spur_trace_seal (self->trace, &error);
  g_assert_no_error (error);
}
