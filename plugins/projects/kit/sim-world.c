/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/kit/sim-world.h"

#include <string.h>

#include "plugins/projects/kit/sim-clock-private.h"

/* A cluster of workstations with a switched network. */
#define LATENCY_NS 40000
#define LOCAL_LATENCY_NS 4000
#define NS_PER_BYTE 8
#define LOCAL_NS_PER_BYTE 1

typedef struct
{
  guint32 target;
  guint clock;
  SimClock time;
} Host;

typedef struct
{
  guint host;
  SpurStream *stream;
} Stream;

struct _SimWorld
{
  SpurTrace *trace;
  SimQueue queue;
  SimRandom random;
  SimRandom network;
  SimRandom clocks;
  GArray *hosts;
  GArray *streams;
  GHashTable *arrivals;

  /* By object, one more than its state. */
  GArray *states;
  gint64 skew_ns;
  gint64 now_ns;
  guint64 last_id;
};

SimWorld *
sim_world_new (guint64 seed, gint64 skew_ns)
{
  SimWorld *self = g_new0 (SimWorld, 1);

  self->trace = spur_trace_new ();
  sim_queue_init (&self->queue);
  sim_random_init (&self->random, seed);

  /* The application does the same with any skew, and with any network. */
  sim_random_split (&self->random, "network", &self->network);
  sim_random_split (&self->random, "clocks", &self->clocks);
  self->hosts = g_array_new (FALSE, FALSE, sizeof (Host));
  self->streams = g_array_new (FALSE, FALSE, sizeof (Stream));
  self->arrivals = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->states = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->skew_ns = skew_ns;
  return self;
}

void
sim_world_free (SimWorld *self)
{
  sim_queue_clear (&self->queue);
  g_array_unref (self->hosts);
  g_array_unref (self->streams);
  g_hash_table_unref (self->arrivals);
  g_array_unref (self->states);
  g_clear_object (&self->trace);
  g_free (self);
}

SpurTrace *
sim_world_get_trace (SimWorld *self)
{
  return self->trace;
}

SimRandom *
sim_world_get_random (SimWorld *self)
{
  return &self->random;
}

guint
sim_world_add_host (SimWorld *self, GType type, const char *name, const char *kind)
{
  g_autofree char *clock_name = g_strdup_printf ("clock of %s", name);
  const SpurClock clock = { clock_name, "monotonic", 1000000000, 0, self->hosts->len };
  Host host = { .target = spur_trace_add_object (self->trace, type, name, kind, SPUR_NONE),
                .clock = spur_trace_add_clock (self->trace, &clock) };

  sim_clock_init (&host.time, &self->clocks, self->skew_ns);
  g_array_append_val (self->hosts, host);
  return self->hosts->len - 1;
}

guint32
sim_world_get_target (SimWorld *self, guint host)
{
  return g_array_index (self->hosts, Host, host).target;
}

guint
sim_world_add_stream (SimWorld *self, guint host, const char *name)
{
  const Host *on = &g_array_index (self->hosts, Host, host);
  Stream stream = { host, spur_trace_add_stream (self->trace, name, on->clock, on->target) };

  g_array_append_val (self->streams, stream);
  return self->streams->len - 1;
}

guint
sim_world_get_host (SimWorld *self, guint stream)
{
  return g_array_index (self->streams, Stream, stream).host;
}

guint32
sim_world_add_object (SimWorld *self, GType type, const char *name, const char *kind)
{
  return spur_trace_add_object (self->trace, type, name, kind, SPUR_NONE);
}

guint32
sim_world_add_state (SimWorld *self, const char *name, SpurStateKind kind)
{
  return spur_trace_add_state (self->trace, name, kind);
}

guint32
sim_world_add_values (SimWorld *self, GType type, const SimValue *values)
{
  g_autoptr (SpurEntryList) list = spur_entry_list_new (type);

  for (; values->name != NULL; values++)
    spur_entry_list_add_uint (list, values->name, values->unit, values->value);
  return spur_trace_add_entry_list (self->trace, list);
}

gint64
sim_world_get_now_ns (SimWorld *self)
{
  return self->now_ns;
}

void
sim_world_at (
  SimWorld *self, gint64 time_ns, SimHandler handler, gpointer data, guint64 a, guint64 b)
{
  sim_queue_add (&self->queue, MAX (time_ns, self->now_ns), handler, data, a, b);
}

void
sim_world_after (
  SimWorld *self, gint64 delay_ns, SimHandler handler, gpointer data, guint64 a, guint64 b)
{
  sim_world_at (self, self->now_ns + delay_ns, handler, data, a, b);
}

void
sim_world_run (SimWorld *self)
{
  SimCall call;

  while (sim_queue_take (&self->queue, &call))
    {
      self->now_ns = call.time_ns;
      call.handler (call.self, call.a, call.b);
    }
}

gint64
sim_world_arrival_ns (SimWorld *self, guint from_stream, guint to_stream, guint64 n_bytes)
{
  gint64 key = (gint64) from_stream << 32 | to_stream;
  gboolean is_local =
    sim_world_get_host (self, from_stream) == sim_world_get_host (self, to_stream);
  gint64 *last_ns = g_hash_table_lookup (self->arrivals, &key);
  gint64 delay_ns = is_local ? LOCAL_LATENCY_NS : LATENCY_NS;

  delay_ns += (gint64) n_bytes * (is_local ? LOCAL_NS_PER_BYTE : NS_PER_BYTE);
  delay_ns += sim_random_wait_ns (&self->network, delay_ns / 8);
  if (last_ns == NULL)
    {
      last_ns = g_new0 (gint64, 1);
      g_hash_table_insert (self->arrivals, g_memdup2 (&key, sizeof key), last_ns);
    }
  *last_ns = MAX (*last_ns + 1, self->now_ns + delay_ns);
  return *last_ns;
}

guint64
sim_world_next_id (SimWorld *self)
{
  return ++self->last_id;
}

gint64
sim_world_read_clock_ns (SimWorld *self, guint host)
{
  return sim_clock_read_ns (&g_array_index (self->hosts, Host, host).time, self->now_ns);
}

guint64
sim_double (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static void
clear_references (const SpurEventLayout *layout, guint8 *record)
{
  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (layout->fields[i].type >= SPUR_FIELD_STRING)
        spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
    }
}

static void
remember_state (SimWorld *self, const SpurEventLayout *layout, guint8 *record)
{
  guint32 object =
    (guint32) spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);
  guint32 state = (guint32) spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE);
  int old_field = layout->field_of_use[SPUR_USE_OLD_STATE];
  guint32 *known;

  if (layout->effect != SPUR_EFFECT_SET || object == SPUR_NONE)
    return;
  if (object >= self->states->len)
    g_array_set_size (self->states, object + 1);
  known = &g_array_index (self->states, guint32, object);
  if (old_field >= 0 && spur_event_layout_get_uint (layout, (guint) old_field, record) == SPUR_NONE)
    spur_event_layout_set_uint (layout, (guint) old_field, record, *known - 1);
  *known = state + 1;
}

void
sim_world_record_fields (SimWorld *self, guint stream, GType type, const SimField *fields)
{
  const Stream *to = &g_array_index (self->streams, Stream, stream);
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes + 1);

  clear_references (layout, record);
  for (; fields->name != NULL; fields++)
    {
      int field = spur_event_layout_find_field (layout, fields->name);

      if (field < 0)
        g_error ("%s has no field %s", layout->name, fields->name);
      spur_event_layout_set_uint (layout, (guint) field, record, fields->value);
    }
  remember_state (self, layout, record);
  spur_stream_append (to->stream, sim_world_read_clock_ns (self, to->host),
                      spur_trace_add_class (self->trace, layout), record);
}

/* What a tracer would have measured by exchanging messages with the first host. */
static void
measure_clocks (SimWorld *self, gint64 at_ns)
{
  const SimClock *reference = &g_array_index (self->hosts, Host, 0).time;

  for (guint i = 0; i < self->streams->len; i++)
    {
      const Stream *stream = &g_array_index (self->streams, Stream, i);
      const SimClock *clock = &g_array_index (self->hosts, Host, stream->host).time;
      gint64 ticks = sim_clock_read_ns (clock, at_ns);
      gint64 offset_ticks = sim_clock_read_ns (reference, at_ns) - ticks;
      SpurClockOffset offset = { ticks, offset_ticks, 0 };

      if (stream->host > 0)
        {
          offset.offset_ticks += sim_random_between (&self->clocks, -3000, 3000);
          offset.deviation_ticks = 2000;
        }
      spur_stream_add_clock_offset (stream->stream, &offset);
    }
}

SpurTrace *
sim_world_finish (SimWorld *self, GError **error)
{
  if (self->skew_ns > 0 && self->hosts->len > 0)
    {
      measure_clocks (self, 0);
      measure_clocks (self, self->now_ns);
    }
  if (!spur_trace_seal (self->trace, error))
    return NULL;
  return g_object_ref (self->trace);
}
