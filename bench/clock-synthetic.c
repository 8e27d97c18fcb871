/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Streams that send to each other in rounds: what a stream sends in an even round is received in
 * the next one, by a partner so far away that each has one of them. Every event follows from its
 * stream and position alone, so a trace of any size is written without memory. */
#include "config.h"

#include "bench/clock.h"

#include "core/base/spur-bytes-private.h"
#include "events/spur-events.h"

#define EVENT_NS 1000
#define FIRST_NS G_GINT64_CONSTANT (1000000000)
/* How many rounds a clock is off at most: some edges are reversed, most are not. */
#define OFF_ROUNDS 2

typedef struct
{
  const ClockSynthetic *shape;
  guint64 n_of_stream;
  guint64 period;
  guint32 *members;
  guint32 group;
  guint internal_class;
  guint send_class;
  guint receive_class;
  const SpurEventLayout *send;
  const SpurEventLayout *receive;
} Maker;

static guint64
scramble (guint64 value)
{
  value += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  value = (value ^ value >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value = (value ^ value >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ value >> 31;
}

static void
put (const SpurEventLayout *layout, guint8 *record, SpurUse use, guint32 value)
{
  const SpurField *field;

  if (layout->field_of_use[use] < 0)
    return;
  field = &layout->fields[layout->field_of_use[use]];
  if (spur_field_type_get_n_bytes (field->type) == 4)
    spur_put_le32 (record + field->offset_bytes, value);
  else
    spur_put_le64 (record + field->offset_bytes, value);
}

/* The distance to the partner in a round and the one after it. */
static guint
get_distance (const Maker *self, guint64 round)
{
  guint n_others = self->shape->n_streams - 1;
  guint64 random = scramble (round / 2);

  if (self->shape->n_neighbours > 0)
    random = scramble (random % self->shape->n_neighbours + 1);
  return 1 + (guint) (random % n_others);
}

static void
append_message (const Maker *self, SpurStream *stream, guint s, guint64 round, gint64 time_ns)
{
  guint n_streams = self->shape->n_streams;
  gboolean is_send = round % 2 == 0;
  guint distance = get_distance (self, round);
  guint peer = is_send ? (s + distance) % n_streams : (s + n_streams - distance) % n_streams;
  const SpurEventLayout *layout = is_send ? self->send : self->receive;
  guint8 *record =
    spur_stream_append_in_place (stream, time_ns, is_send ? self->send_class : self->receive_class);

  memset (record, 0, layout->n_bytes);
  put (layout, record, SPUR_USE_SUBJECT, self->members[s]);
  put (layout, record, SPUR_USE_PEER, self->members[peer]);
  put (layout, record, SPUR_USE_COMMUNICATOR, self->group);
  put (layout, record, SPUR_USE_TAG, (guint32) (round / 2 % 16));
}

static void
fill_stream (const Maker *self, SpurStream *stream, guint s)
{
  guint64 n_rounds = self->n_of_stream / self->period / 2 * 2;
  gint64 round_ns = (gint64) self->period * EVENT_NS;
  /* Not a whole number of events off, and drifting by up to 8 ppm. */
  gint64 off_ns = (gint64) (scramble (s) % (guint64) (OFF_ROUNDS * round_ns + 1));
  gint64 drift_events = (gint64) (scramble (s + 77) % 8000) + 125000;
  guint8 nothing[SPUR_LAYOUT_MAX_FIELDS * 8] = { 0 };

  for (guint64 i = 0; i < self->n_of_stream; i++)
    {
      gint64 time_ns = FIRST_NS + (gint64) i * EVENT_NS + off_ns + (gint64) i / drift_events +
                       (gint64) (scramble (i ^ (guint64) s << 40) % (EVENT_NS / 2));
      guint64 round = i / self->period;

      if (i % self->period == self->period / 2 && round < n_rounds)
        append_message (self, stream, s, round, time_ns);
      else
        spur_stream_append (stream, time_ns, self->internal_class, nothing);
    }
}

static void
make_definitions (Maker *self, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_streams = self->shape->n_streams;
  guint32 node =
    spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "node", NULL, SPUR_NONE);

  self->members = g_new (guint32, n_streams);
  self->internal_class = spur_trace_add_event_type (trace, SPUR_TYPE_REGION_ENTER_EVENT);
  self->send_class = spur_trace_add_event_type (trace, SPUR_TYPE_CHANNEL_SEND_EVENT);
  self->receive_class = spur_trace_add_event_type (trace, SPUR_TYPE_CHANNEL_RECEIVE_EVENT);
  self->send = spur_trace_get_class (trace, self->send_class);
  self->receive = spur_trace_get_class (trace, self->receive_class);
  spur_definitions_add_state (definitions, "main", SPUR_STATE_WORK);
  for (guint s = 0; s < n_streams; s++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", s);
      const SpurClock clock = { name, "program", 1000000000, 0, s };

      self->members[s] =
        spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, name, NULL, node);
      spur_trace_add_stream (trace, name, spur_definitions_add_clock (definitions, &clock), node);
    }
  self->group = spur_definitions_add_group (definitions, "world", self->members, n_streams);
}

gboolean
clock_synthetic_fill (const ClockSynthetic *self, SpurTrace *trace, GError **error)
{
  Maker maker = { .shape = self };

  maker.n_of_stream = self->n_events / self->n_streams;
  maker.period = 1000000 / self->share_ppm;
  make_definitions (&maker, trace);
  for (guint s = 0; s < self->n_streams; s++)
    fill_stream (&maker, spur_trace_get_stream (trace, s), s);
  g_free (maker.members);
  return spur_trace_seal (trace, error);
}
