/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tests/analysis/presence-world.h"

#include <string.h>

void
presence_world_init (PresenceWorld *self)
{
  *self = (PresenceWorld){ .trace = spur_trace_new () };
  spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_LOAD_OBJECT,
                               "nothing", NULL, SPUR_NONE);
  spur_definitions_add_state (spur_trace_get_definitions (self->trace), "nothing", SPUR_STATE_IDLE);
}

void
presence_world_clear (PresenceWorld *self)
{
  g_clear_object (&self->trace);
}

guint
presence_world_add_stream (PresenceWorld *self, guint32 target)
{
  SpurClock clock = { "clock", "monotonic", 1000000000, 0, self->n_streams };
  guint index = spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock);

  self->streams[self->n_streams] = spur_trace_add_stream (self->trace, "stream", index, target);
  return self->n_streams++;
}

guint32
presence_world_add_object (PresenceWorld *self, GType type, const char *name)
{
  return spur_definitions_add_object (spur_trace_get_definitions (self->trace), type, name, NULL,
                                      SPUR_NONE);
}

static void
set_use (const SpurEventLayout *layout, guint8 *record, SpurUse use, guint64 value)
{
  int field = layout->field_of_use[use];

  if (field >= 0 && value != 0)
    spur_event_layout_set_uint (layout, (guint) field, record, value);
}

static void
add_event (PresenceWorld *self, const PresenceEvent *event)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (event->type);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes + 1);
  guint64 load;

  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (layout->fields[i].type >= SPUR_FIELD_STRING)
        spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
    }
  memcpy (&load, &event->load, sizeof load);
  set_use (layout, record, SPUR_USE_SUBJECT, event->subject);
  set_use (layout, record, SPUR_USE_SOURCE, event->source);
  set_use (layout, record, SPUR_USE_DESTINATION, event->destination);
  set_use (layout, record, SPUR_USE_PEER, event->peer);
  set_use (layout, record, SPUR_USE_STATE, event->state);
  set_use (layout, record, SPUR_USE_MESSAGE_ID, event->id);
  set_use (layout, record, SPUR_USE_SIZE, event->n_bytes);
  set_use (layout, record, SPUR_USE_LOAD, load);
  spur_stream_append (self->streams[event->stream], event->time_ns,
                      spur_trace_add_event_type (self->trace, event->type), record);
}

void
presence_world_add (PresenceWorld *self, const PresenceEvent *events, guint n_events)
{
  for (guint i = 0; i < n_events; i++)
    add_event (self, &events[i]);
}

SpurTimeline *
presence_world_finish (PresenceWorld *self, gint64 end_ns)
{
  presence_world_record (self, { .time_ns = end_ns, .type = SPUR_TYPE_CUSTOM_EVENT });
  g_assert_true (spur_trace_seal (self->trace, NULL));
  return spur_timeline_new (self->trace, TRUE);
}
