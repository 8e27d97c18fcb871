/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/kit/sim-world.h"

#include <string.h>

#include "core/base/spur-error-internal.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define MAX_DRIFT_PPB 20000

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

  /* Who is asked where objects are, and when; both may be absent. */
  SimLocate locate;
  gpointer located;
  const SimProbe *probe;
  guint n_probed;

  /* States by their names. */
  GHashTable *numbers;

  /* By object, one more than its state. */
  GArray *states;
  gint64 skew_ns;
  gint64 now_ns;
  guint64 last_id;
};

void
sim_clock_init (SimClock *self, SimRandom *random, gint64 skew_ns)
{
  /* Drawn in any case, so that all else is the same with any skew. */
  gint64 share = sim_random_between (random, 0, 1000000);
  gint64 drift_ppb = sim_random_between (random, -MAX_DRIFT_PPB, MAX_DRIFT_PPB);

  self->offset_ns = skew_ns / 1000000 * share + skew_ns % 1000000 * share / 1000000;
  self->drift_ppb = skew_ns > 0 ? drift_ppb : 0;
}

gint64
sim_clock_read_ns (const SimClock *self, gint64 time_ns)
{
  gint64 gained_ns =
    time_ns / NS_PER_S * self->drift_ppb + time_ns % NS_PER_S * self->drift_ppb / NS_PER_S;

  return time_ns + self->offset_ns + gained_ns;
}

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
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
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
  g_hash_table_unref (self->numbers);
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
sim_world_add_host (SimWorld *self, const char *type, const char *kind, const char *format, ...)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  g_autofree char *clock_name = NULL;
  SpurClock clock = { NULL, "monotonic", 1000000000, 0, self->hosts->len };
  Host host;
  SPUR_FORMAT_MESSAGE (name, format);

  clock.name = clock_name = g_strdup_printf ("clock of %s", name);
  host.target = spur_definitions_add_object (definitions, sim_type (type), name, kind, SPUR_NONE);
  host.clock = spur_definitions_add_clock (definitions, &clock);
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
sim_world_add_stream (SimWorld *self, guint host, const char *format, ...)
{
  const Host *on = &g_array_index (self->hosts, Host, host);
  Stream stream = { .host = host };
  SPUR_FORMAT_MESSAGE (name, format);

  stream.stream = spur_trace_add_stream (self->trace, name, on->clock, on->target);
  g_array_append_val (self->streams, stream);
  return self->streams->len - 1;
}

guint32
sim_world_add_object (SimWorld *self, const char *type, const char *kind, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (name, format);

  return spur_definitions_add_object (spur_trace_get_definitions (self->trace), sim_type (type),
                                      name, kind, SPUR_NONE);
}

void
sim_world_add_states (SimWorld *self, const SimState *states, guint n_states)
{
  for (guint i = 0; i < n_states; i++)
    {
      guint32 state = spur_definitions_add_state (spur_trace_get_definitions (self->trace),
                                                  states[i].name, states[i].kind);

      g_hash_table_insert (self->numbers, (gpointer) states[i].name, GUINT_TO_POINTER (state));
    }
}

guint32
sim_world_add_string (SimWorld *self, const char *text)
{
  return spur_definitions_add_string (spur_trace_get_definitions (self->trace), text);
}

guint32
sim_world_add_group (SimWorld *self, const char *name, const guint32 *members, guint n_members)
{
  return spur_definitions_add_group (spur_trace_get_definitions (self->trace), name, members,
                                     n_members);
}

guint32
sim_world_add_values (SimWorld *self, GType type, const SimValue *values)
{
  g_autoptr (SpurEntryList) list = spur_entry_list_new (type);

  for (; values->name != NULL; values++)
    spur_entry_list_add_uint (list, values->name, values->unit, values->value);
  return spur_definitions_add_entry_list (spur_trace_get_definitions (self->trace), list);
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
sim_world_set_locate (SimWorld *self, SimLocate locate, gpointer simulation)
{
  self->locate = locate;
  self->located = simulation;
}

void
sim_world_set_probe (SimWorld *self, const SimProbe *probe)
{
  self->probe = probe;
}

/* Nothing changes until the next call is made. */
static void
probe_before (SimWorld *self, gint64 next_ns)
{
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
  g_autofree guint32 *places = NULL;

  if (self->probe == NULL || self->locate == NULL || self->n_probed == self->probe->n_times ||
      self->probe->times_ns[self->n_probed] >= next_ns)
    return;
  places = g_new (guint32, n_objects + 1);
  for (guint i = 0; i < n_objects; i++)
    places[i] = SPUR_NONE;
  self->locate (self->located, places);
  for (; self->n_probed < self->probe->n_times && self->probe->times_ns[self->n_probed] < next_ns;
       self->n_probed++)
    self->probe->take (self->probe->data, self->n_probed, places, n_objects);
}

void
sim_world_run (SimWorld *self)
{
  SimCall call;

  while (sim_queue_take (&self->queue, &call))
    {
      probe_before (self, call.time_ns);
      self->now_ns = call.time_ns;
      call.handler (call.self, call.a, call.b);
    }
  probe_before (self, G_MAXINT64);
}

gint64
sim_world_arrival_ns (SimWorld *self, guint from_stream, guint to_stream, guint64 n_bytes)
{
  gint64 key = (gint64) from_stream << 32 | to_stream;
  gboolean is_local = g_array_index (self->streams, Stream, from_stream).host ==
                      g_array_index (self->streams, Stream, to_stream).host;
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

guint64
sim_double (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static guint64
find_text (SimWorld *self, SpurFieldType type, const char *text)
{
  gpointer state;

  if (type != SPUR_FIELD_STATE)
    return sim_world_add_string (self, text);
  if (!g_hash_table_lookup_extended (self->numbers, text, NULL, &state))
    g_error ("there is no state %s", text);
  return GPOINTER_TO_UINT (state);
}

/* References that are not given are absent, all else is 0. */
static guint8 *
make_record (SimWorld *self, const SpurEventLayout *layout, const SimField *fields)
{
  guint8 *record = g_malloc0 (layout->n_bytes + 1);

  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (layout->fields[i].type >= SPUR_FIELD_STRING)
        spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
    }
  for (; fields != NULL && fields->name != NULL; fields++)
    {
      int field = spur_event_layout_find_field (layout, fields->name);

      if (field < 0)
        g_error ("%s has no field %s", layout->name, fields->name);
      spur_event_layout_set_uint (layout, (guint) field, record,
                                  fields->text == NULL
                                    ? fields->value
                                    : find_text (self, layout->fields[field].type, fields->text));
    }
  return record;
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

static void
set_use (const SpurEventLayout *layout, guint8 *record, SpurUse use, guint64 value)
{
  int field = layout->field_of_use[use];

  if (field >= 0)
    spur_event_layout_set_uint (layout, (guint) field, record, value);
}

static void
append_record (SimWorld *self, guint stream, const SpurEventLayout *layout, const guint8 *record)
{
  const Stream *to = &g_array_index (self->streams, Stream, stream);
  const SimClock *clock = &g_array_index (self->hosts, Host, to->host).time;

  spur_stream_append (to->stream, sim_clock_read_ns (clock, self->now_ns),
                      spur_trace_add_class (self->trace, layout), record);
}

void
sim_world_record_fields (
  SimWorld *self, guint stream, const char *type, guint32 subject, const SimField *fields)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (sim_type (type));
  g_autofree guint8 *record = make_record (self, layout, fields);

  set_use (layout, record, SPUR_USE_SUBJECT, subject);
  remember_state (self, layout, record);
  append_record (self, stream, layout, record);
}

void
sim_world_set_state (SimWorld *self, guint stream, guint32 object, const char *state)
{
  sim_world_record (self, stream, "SpurLoStateChangeEvent", object, { "state", SIM_TEXT (state) });
}

void
sim_world_end (SimWorld *self, guint stream, guint32 object)
{
  sim_world_record_fields (self, stream, "SpurLoTerminationEvent", object, NULL);
}

/* Messages */

struct _SimMail
{
  SimMessage message;
  SimWorld *world;
  SimHandler arrive;
  gpointer self;
  guint64 a;
  SimField fields[];
};

/* Classes of migrations have a source, those of messages a peer. */
static void
record_message (const SimMail *mail, guint stream, gboolean is_send)
{
  const SimMessage *message = &mail->message;
  const SimEnd *here = is_send ? &message->from : &message->to;
  const SimEnd *there = is_send ? &message->to : &message->from;
  g_autofree char *type = g_strconcat (message->type, is_send ? "SendEvent" : "ReceiveEvent", NULL);
  const SpurEventLayout *layout = spur_event_type_get_layout (sim_type (type));
  gboolean is_migration = layout->field_of_use[SPUR_USE_SOURCE] >= 0;
  g_autofree guint8 *record = make_record (mail->world, layout, mail->fields);

  set_use (layout, record, SPUR_USE_SUBJECT, is_migration ? message->object : here->object);
  set_use (layout, record, SPUR_USE_PEER, there->object);
  set_use (layout, record, SPUR_USE_SOURCE, message->from.object);
  set_use (layout, record, SPUR_USE_DESTINATION, message->to.object);
  set_use (layout, record, SPUR_USE_TAG, message->tag);
  set_use (layout, record, SPUR_USE_SIZE, message->n_bytes);
  set_use (layout, record, SPUR_USE_MESSAGE_ID, message->id);
  append_record (mail->world, stream, layout, record);
}

SimMail *
sim_world_post_fields (SimWorld *self, const SimMessage *message, const SimField *fields)
{
  guint n_fields = 0;
  SimMail *mail;

  while (fields != NULL && fields[n_fields].name != NULL)
    n_fields++;
  mail = g_malloc0 (sizeof *mail + (n_fields + 1) * sizeof *fields);
  mail->message = *message;
  mail->world = self;
  for (guint i = 0; i < n_fields; i++)
    mail->fields[i] = fields[i];
  record_message (mail, message->from.stream, TRUE);
  return mail;
}

void
sim_mail_receive (SimMail *self, guint stream)
{
  record_message (self, stream, FALSE);
  g_free (self);
}

static void
deliver_mail (gpointer data, guint64 unused_a, guint64 unused_b)
{
  SimMail *self = data;
  SimHandler arrive = self->arrive;
  gpointer receiver = self->self;
  guint64 a = self->a, tag = self->message.tag;

  sim_mail_receive (self, self->message.to.stream);
  if (arrive != NULL)
    arrive (receiver, a, tag);
}

void
sim_world_send_fields (SimWorld *self,
                       const SimMessage *message,
                       SimHandler arrive,
                       gpointer data,
                       guint64 a,
                       const SimField *fields)
{
  SimMail *mail = sim_world_post_fields (self, message, fields);

  mail->arrive = arrive;
  mail->self = data;
  mail->a = a;
  sim_world_at (
    self, sim_world_arrival_ns (self, message->from.stream, message->to.stream, message->n_bytes),
    deliver_mail, mail, 0, 0);
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
