/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/collect/spur-collect-live-private.h"

#include <string.h>

#include "core/model/events/spur-event-type.h"

/* A stream of a recording that is ahead of the collector's clock by more is put back: it would
 * else make all others late. */
#define MAX_AHEAD_NS (100 * G_GINT64_CONSTANT (1000000))

/* Recordings name their streams as they like; names are kept in memory. */
#define MAX_NAME_BYTES 256

/* Definitions of a recording that does not share those of others. */
#define MAX_OWN_BYTES (64 * G_GUINT64_CONSTANT (1048576))

/* A stream of a recording, or what a second writer of it brought that came before its last. */
typedef struct
{
  SpurLiveLabel *label;
  guint32 number; /* of all recordings together, strays have their own */
  guint32 index;  /* in the corrector; SPUR_NONE while it is not there */
  guint32 in_recording;
  guint32 writer;
  guint64 last_ticks;
  guint64 n_events;
} Stream;

/* An event on its way, if a listener wants it. */
typedef struct
{
  SpurLiveRecording *recording;
  SpurLiveLabel *label;
  guint32 writer;
  guint64 position;
  guint64 n_dropped;
  guint class_index;
  guint8 record[];
} Item;

static SpurLiveLabel *
label_new (const SpurLiveRecording *recording, guint32 number, const char *name, guint32 target)
{
  SpurLiveLabel *self = g_new0 (SpurLiveLabel, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->number = number;
  self->target = target;
  self->name = g_strndup (name, MAX_NAME_BYTES);
  self->full_name = recording->is_collected
                      ? g_strdup (self->name)
                      : g_strdup_printf ("%s.%u@%s: %s", recording->program,
                                         recording->preamble.process, recording->host, self->name);
  return self;
}

SpurLiveLabel *
spur_live_label_ref (SpurLiveLabel *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
spur_live_label_unref (SpurLiveLabel *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;
  g_free (self->name);
  g_free (self->full_name);
  g_free (self);
}

static void
stream_free (gpointer data)
{
  Stream *self = data;

  spur_live_label_unref (self->label);
  g_free (self);
}

SpurCollectLive *
spur_collect_live_new (const SpurCollectLiveOptions *options)
{
  SpurCollectLive *self = g_new0 (SpurCollectLive, 1);
  const SpurCollectOptions *limits = options->limits;

  self->options = *options;
  self->trace = spur_trace_new ();
  spur_recording_index_init (&self->index, self->trace, limits->n_definition_bytes);
  spur_collect_clocks_init (&self->clocks);
  self->corrector = spur_live_corrector_new (0);
  spur_live_corrector_get_options (self->corrector)->delay_ns = limits->delay_ns;
  spur_live_corrector_get_options (self->corrector)->mu_ns = limits->mu_ns;
  spur_live_corrector_get_options (self->corrector)->max_held = limits->n_held;
  return self;
}

static void
item_free (SpurCollectLive *self, Item *item)
{
  spur_live_recording_free (item->recording);
  spur_live_label_unref (item->label);
  spur_region_free (&self->items, item);
}

static void
deliver_item (SpurCollectLive *self, const SpurLiveEvent *event)
{
  Item *item = event->data;
  SpurCollectEvent left = { .time_ns = event->time_ns,
                            .raw_ns = event->raw_ns,
                            .is_late = event->late_ns > 0,
                            .n_dropped = item->n_dropped,
                            .recording = item->recording,
                            .label = item->label,
                            .writer = item->writer,
                            .position = item->position,
                            .class_index = item->class_index,
                            .record = item->record };

  if (left.n_dropped == 0)
    left.layout = spur_trace_get_class (self->trace, left.class_index);

  self->options.deliver (&left, self->options.user_data);
  item_free (self, item);
}

static void
take_out (SpurCollectLive *self)
{
  SpurLiveEvent event;

  while (spur_live_corrector_pop (self->corrector, &event))
    {
      if (event.data != NULL)
        deliver_item (self, &event);
    }
}

void
spur_collect_live_finish (SpurCollectLive *self)
{
  for (guint i = 0; i < self->n_streams; i++)
    spur_live_corrector_end_stream (self->corrector, i);
  take_out (self);
}

void
spur_collect_live_free (SpurCollectLive *self)
{
  SpurLiveEvent event;

  for (guint i = 0; i < self->n_streams; i++)
    spur_live_corrector_end_stream (self->corrector, i);
  while (spur_live_corrector_pop (self->corrector, &event))
    {
      if (event.data != NULL)
        item_free (self, event.data);
    }
  g_clear_pointer (&self->classes, spur_live_classes_free);
  g_clear_object (&self->corrector);
  spur_region_clear (&self->items);
  spur_collect_clocks_clear (&self->clocks);
  spur_recording_index_clear (&self->index);
  g_clear_object (&self->trace);
  g_free (self);
}

gboolean
spur_collect_live_is_conflict (const SpurLiveRecording *recording, const GError *error)
{
  return recording->own_index.trace == NULL &&
         (g_error_matches (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT) ||
          g_error_matches (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE));
}

static void
make_own_index (SpurLiveRecording *recording)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();

  spur_recording_index_init (
    &recording->own_index, trace,
    MIN (recording->live->options.limits->n_definition_bytes, MAX_OWN_BYTES));
}

SpurLiveRecording *
spur_collect_live_add (SpurCollectLive *self,
                       const SpurRecordingPreamble *preamble,
                       guint64 ticks,
                       gboolean is_apart)
{
  SpurLiveRecording *recording = g_new0 (SpurLiveRecording, 1);

  g_atomic_ref_count_init (&recording->n_refs);
  recording->live = self;
  recording->preamble = *preamble;
  recording->clock = spur_collect_clocks_find (&self->clocks, preamble, ticks);
  if (is_apart)
    make_own_index (recording);
  spur_recording_tables_init (&recording->tables, is_apart ? &recording->own_index : &self->index);
  recording->streams = g_hash_table_new_full (NULL, NULL, NULL, stream_free);
  recording->strays = g_hash_table_new_full (NULL, NULL, NULL, stream_free);
  recording->host = g_strdup ("-");
  recording->program = g_strdup ("-");
  return recording;
}

void
spur_live_recording_free (SpurLiveRecording *recording)
{
  if (!g_atomic_ref_count_dec (&recording->n_refs))
    return;
  spur_collect_clock_unref (recording->clock);
  spur_recording_tables_clear (&recording->tables);
  if (recording->own_index.trace != NULL)
    spur_recording_index_clear (&recording->own_index);
  g_hash_table_unref (recording->streams);
  g_hash_table_unref (recording->strays);
  g_free (recording->host);
  g_free (recording->program);
  g_free (recording);
}

static void
end_streams (SpurCollectLive *self, GHashTable *streams)
{
  GHashTableIter iter;
  gpointer stream;

  g_hash_table_iter_init (&iter, streams);
  while (g_hash_table_iter_next (&iter, NULL, &stream))
    {
      Stream *at = stream;

      if (at->index != SPUR_NONE)
        spur_live_corrector_end_stream (self->corrector, at->index);
      at->index = SPUR_NONE;
    }
}

/* Should it come back, its streams are new ones to the corrector. */
void
spur_collect_live_pause (SpurLiveRecording *recording)
{
  end_streams (recording->live, recording->streams);
  end_streams (recording->live, recording->strays);
  take_out (recording->live);
}

static void
set_text (char **text, const char *value)
{
  g_free (*text);
  *text = g_strndup (value, MAX_NAME_BYTES);
}

/* The file name in the first word of a command line. */
static void
set_program (SpurLiveRecording *recording, const char *command)
{
  g_autofree char *first = g_strndup (command, strcspn (command, " "));
  g_autofree char *name = *first != '\0' ? g_path_get_basename (first) : g_strdup ("-");

  set_text (&recording->program, name);
}

static gboolean
take_facts (SpurLiveRecording *recording, const SpurPacket *packet, GError **error)
{
  SpurPacketInput body;
  guint32 n_facts;

  spur_packet_input_init (&body, packet);
  n_facts = spur_packet_input_u32 (&body);
  for (guint32 i = 0; i < n_facts && !body.is_bad; i++)
    {
      g_autofree char *key = spur_packet_input_text (&body);
      g_autofree char *value = spur_packet_input_text (&body);

      if (body.is_bad)
        break;
      if (g_str_equal (key, "host"))
        set_text (&recording->host, value);
      else if (g_str_equal (key, "command"))
        set_program (recording, value);
      else if (g_str_equal (key, SPUR_COLLECT_FACT))
        recording->is_collected = TRUE;
    }
  return spur_packet_input_check (&body, packet, error);
}

static gboolean
take_clock (SpurLiveRecording *recording, const SpurPacket *packet, GError **error)
{
  SpurPacketInput body;

  spur_packet_input_init (&body, packet);
  while (body.at < body.end && !body.is_bad)
    {
      guint64 ticks = spur_packet_input_u64 (&body);
      gint64 monotonic_ns = (gint64) spur_packet_input_u64 (&body);

      for (guint i = 0; i < 3; i++)
        spur_packet_input_u64 (&body);
      if (!body.is_bad)
        spur_collect_clock_calibrate (recording->clock, ticks, monotonic_ns);
    }
  return spur_packet_input_check (&body, packet, error);
}

/* The stream of a number, which is known at least by that. */
static Stream *
find_stream (SpurLiveRecording *recording,
             GHashTable *streams,
             guint32 number,
             guint32 in_recording,
             SpurLiveLabel *label)
{
  SpurCollectLive *self = recording->live;
  Stream *stream = g_hash_table_lookup (streams, GUINT_TO_POINTER (number));
  g_autofree char *text = NULL;

  if (stream != NULL)
    return stream;
  if (g_hash_table_size (recording->streams) + g_hash_table_size (recording->strays) >=
      recording->live->options.limits->n_streams)
    return NULL;
  stream = g_new0 (Stream, 1);
  stream->index = SPUR_NONE;
  stream->number = self->n_writers++;
  stream->in_recording = in_recording;
  text = g_strdup_printf ("stream %u", number);
  stream->label = label != NULL ? spur_live_label_ref (label)
                                : label_new (recording, self->n_labels++, text, SPUR_NONE);
  g_hash_table_insert (streams, GUINT_TO_POINTER (number), stream);
  return stream;
}

static gboolean
take_stream (SpurLiveRecording *recording, const SpurPacket *packet, GError **error)
{
  SpurPacketInput body;
  g_autofree char *name = NULL;
  SpurLiveLabel *label;
  guint32 target;
  Stream *stream;

  spur_packet_input_init (&body, packet);
  name = spur_packet_input_text (&body);
  target = spur_packet_input_u32 (&body);
  if (!spur_packet_input_check (&body, packet, error))
    return FALSE;
  stream = find_stream (recording, recording->streams, packet->stream, packet->stream, NULL);
  if (stream == NULL)
    return TRUE;
  target = recording->own_index.trace == NULL
             ? spur_recording_tables_get_object (&recording->tables, target)
             : SPUR_NONE;
  label = label_new (recording, stream->label->number, name, target);
  spur_live_label_unref (stream->label);
  stream->label = label;
  return TRUE;
}

static gboolean
read_events (SpurLiveRecording *recording,
             SpurPacketEvents *events,
             const SpurPacket *packet,
             GError **error)
{
  const char *problem = spur_packet_events_read (events, packet);

  if (problem == NULL)
    problem = spur_packet_events_check (events);
  if (problem == NULL)
    return spur_recording_tables_check_events (&recording->tables, events, error);
  return spur_packet_refuse (packet, error, "found %s", problem);
}

static gboolean
check_events (SpurLiveRecording *recording, const SpurPacket *packet, GError **error)
{
  const SpurCollectLiveOptions *options = &recording->live->options;
  g_auto (SpurPacketEvents) events = { 0 };

  if (!read_events (recording, &events, packet, error))
    return FALSE;
  for (guint32 i = 0; i < events.n_classes; i++)
    options->notice (
      spur_recording_tables_get_class (&recording->tables, events.classes[i].number)->layout,
      events.classes[i].n_events, options->user_data);
  return TRUE;
}

static void
advance_streams (SpurLiveRecording *recording,
                 GHashTable *streams,
                 GHashTable *busy,
                 gint64 time_ns)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, streams);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Stream *stream = value;

      if (stream->index != SPUR_NONE &&
          !g_hash_table_contains (busy, GUINT_TO_POINTER (stream->in_recording)))
        spur_live_corrector_advance_stream (recording->live->corrector, stream->index, time_ns);
    }
}

/* How far all streams are but some. */
static gboolean
take_mark (SpurLiveRecording *recording, const SpurPacket *packet, GError **error)
{
  SpurCollectLive *self = recording->live;
  g_autoptr (GHashTable) busy = g_hash_table_new (NULL, NULL);
  gint64 latest_ns = spur_collect_clocks_get_now_ns (&self->clocks) + MAX_AHEAD_NS;
  gint64 time_ns;
  SpurPacketInput body;
  guint32 n_busy;

  spur_packet_input_init (&body, packet);
  time_ns = spur_collect_clock_get_ns (recording->clock, spur_packet_input_u64 (&body));
  n_busy = spur_packet_input_u32 (&body);
  for (guint32 i = 0; i < n_busy && !body.is_bad; i++)
    g_hash_table_add (busy, GUINT_TO_POINTER (spur_packet_input_u32 (&body)));
  if (!spur_packet_input_check (&body, packet, error))
    return FALSE;
  time_ns = MIN (time_ns, latest_ns);
  advance_streams (recording, recording->streams, busy, time_ns);
  advance_streams (recording, recording->strays, busy, time_ns);
  take_out (self);
  return TRUE;
}

static gboolean
take_definitions (SpurLiveRecording *recording, const SpurPacket *packet, GError **error)
{
  const SpurCollectLiveOptions *options = &recording->live->options;

  if (!spur_recording_tables_put (&recording->tables, packet, error))
    return FALSE;
  if (recording->own_index.trace == NULL)
    options->defined (packet, options->user_data);
  return TRUE;
}

gboolean
spur_collect_live_take (SpurLiveRecording *recording, const SpurPacket *packet, GError **error)
{
  switch (packet->kind)
    {
    case SPUR_PACKET_FACTS:
      return take_facts (recording, packet, error);
    case SPUR_PACKET_CLOCK:
      return take_clock (recording, packet, error);
    case SPUR_PACKET_CLASSES:
    case SPUR_PACKET_DEFINITIONS:
      return take_definitions (recording, packet, error);
    case SPUR_PACKET_STREAM:
      return take_stream (recording, packet, error);
    case SPUR_PACKET_EVENTS:
      return check_events (recording, packet, error);
    case SPUR_PACKET_MARK:
      return take_mark (recording, packet, error);
    default:
      return TRUE;
    }
}

/* Events of a stream come in order, but those of a signal handler, whose writer is handed over
 * when it is full: these have a stream of their own. */
static Stream *
choose_stream (SpurLiveRecording *recording, const SpurPacket *packet, guint64 first_ticks)
{
  Stream *stray = g_hash_table_lookup (recording->strays, GUINT_TO_POINTER (packet->writer));
  Stream *stream;

  if (stray != NULL)
    return stray;
  stream = find_stream (recording, recording->streams, packet->stream, packet->stream, NULL);
  if (stream == NULL)
    return NULL;
  if (stream->n_events == 0)
    stream->writer = packet->writer;
  if (stream->writer == packet->writer || (gint64) (first_ticks - stream->last_ticks) >= 0)
    return stream;
  return find_stream (recording, recording->strays, packet->writer, packet->stream, stream->label);
}

static void
renew_classes (SpurCollectLive *self)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  guint n_groups = spur_definitions_get_n_groups (spur_trace_get_definitions (self->trace));

  if (self->classes != NULL && n_classes == self->n_classes && n_groups == self->n_groups)
    return;
  g_clear_pointer (&self->classes, spur_live_classes_free);
  self->classes = spur_live_classes_new (self->trace, NULL);
  self->n_classes = n_classes;
  self->n_groups = n_groups;
}

static Item *
make_item (SpurLiveRecording *recording, const Stream *stream, gsize n_record_bytes)
{
  Item *item = spur_region_alloc (&recording->live->items, sizeof (Item) + n_record_bytes);

  g_atomic_ref_count_inc (&recording->n_refs);
  *item = (Item){ .recording = recording,
                  .label = spur_live_label_ref (stream->label),
                  .writer = stream->number,
                  .position = stream->n_events };
  return item;
}

static Item *
make_event_item (SpurLiveRecording *recording,
                 const Stream *stream,
                 const SpurRecordingClass *event_class,
                 const guint8 *record)
{
  Item *item = make_item (recording, stream, event_class->layout->n_bytes);

  item->class_index = event_class->index;
  memcpy (item->record, record, event_class->layout->n_bytes);
  return item;
}

static void
push_event (SpurLiveRecording *recording,
            Stream *stream,
            const SpurPacketEvents *events,
            const SpurPacketEvent *event,
            const gboolean *is_wanted,
            gint64 latest_ns)
{
  SpurCollectLive *self = recording->live;
  const SpurRecordingClass *event_class =
    spur_recording_tables_get_class (&recording->tables, event->event_class->number);
  guint8 record[SPUR_MAX_RECORD_BYTES];
  SpurLiveEvent live = { .stream = stream->index };

  spur_recording_tables_make_record (&recording->tables, events, event, record);
  live.raw_ns = MIN (spur_collect_clock_get_ns (recording->clock, event->ticks), latest_ns);
  spur_live_classes_describe (self->classes, event_class->index, record, &live);
  if (is_wanted[event->event_class - events->classes])
    live.data = make_event_item (recording, stream, event_class, record);
  if (!spur_live_corrector_push (self->corrector, &live, NULL) && live.data != NULL)
    item_free (self, live.data);
  stream->last_ticks = event->ticks;
  stream->n_events++;
}

/* Which of the packet's classes a listener wants. */
static gboolean *
list_wanted (SpurLiveRecording *recording, const SpurPacketEvents *events)
{
  const SpurCollectLiveOptions *options = &recording->live->options;
  gboolean *is_wanted = g_new0 (gboolean, events->n_classes);

  for (guint32 i = 0; i < events->n_classes; i++)
    {
      const SpurEventLayout *layout =
        spur_recording_tables_get_class (&recording->tables, events->classes[i].number)->layout;

      is_wanted[i] = options->wants (layout, options->user_data);
    }
  return is_wanted;
}

/* The stream that the packet's events go to; NULL where there are too many. */
static Stream *
need_stream (SpurLiveRecording *recording, const SpurPacket *packet, guint64 first_ticks)
{
  SpurCollectLive *self = recording->live;
  Stream *stream = choose_stream (recording, packet, first_ticks);

  if (stream == NULL ||
      (stream->index == SPUR_NONE && self->n_streams >= self->options.limits->n_streams))
    {
      self->n_passed_over += packet->n_events;
      return NULL;
    }
  if (stream->index == SPUR_NONE)
    {
      stream->index = spur_live_corrector_add_stream (self->corrector);
      self->n_streams++;
    }
  return stream;
}

static gboolean
push_events (SpurLiveRecording *recording,
             const SpurPacket *packet,
             gint64 latest_ns,
             GError **error)
{
  g_auto (SpurPacketEvents) events = { 0 };
  g_autofree gboolean *is_wanted = NULL;
  SpurPacketEvent event;
  Stream *stream;

  if (!read_events (recording, &events, packet, error))
    return FALSE;
  stream = need_stream (recording, packet, spur_packet_column_get (&events.columns[0], 0));
  if (stream == NULL)
    return TRUE;
  renew_classes (recording->live);
  is_wanted = list_wanted (recording, &events);
  while (spur_packet_events_next (&events, &event))
    push_event (recording, stream, &events, &event, is_wanted, latest_ns);
  return TRUE;
}

/* Where events were dropped is an event as well, at the time of the last one. */
static gboolean
push_drops (SpurLiveRecording *recording,
            const SpurPacket *packet,
            gint64 latest_ns,
            GError **error)
{
  SpurPacketInput body;
  SpurLiveEvent live = { .role = SPUR_ROLE_INTERNAL };
  guint64 first_ticks, last_ticks;
  Stream *stream;

  spur_packet_input_init (&body, packet);
  first_ticks = spur_packet_input_u64 (&body);
  last_ticks = spur_packet_input_u64 (&body);
  if (!spur_packet_input_check (&body, packet, error))
    return FALSE;
  stream = need_stream (recording, packet, first_ticks);
  if (stream == NULL || packet->n_events == 0)
    return TRUE;
  live.stream = stream->index;
  live.raw_ns = MIN (spur_collect_clock_get_ns (recording->clock, last_ticks), latest_ns);
  live.data = make_item (recording, stream, 0);
  ((Item *) live.data)->n_dropped = packet->n_events;
  if (!spur_live_corrector_push (recording->live->corrector, &live, NULL))
    item_free (recording->live, live.data);
  stream->last_ticks = last_ticks;
  return TRUE;
}

gboolean
spur_collect_live_push (SpurLiveRecording *recording, const SpurPacket *packet, GError **error)
{
  SpurCollectLive *self = recording->live;
  gint64 latest_ns = spur_collect_clocks_get_now_ns (&self->clocks) + MAX_AHEAD_NS;

  if (recording->own_index.trace != NULL)
    {
      self->n_passed_over += packet->n_events;
      return TRUE;
    }
  if (!(packet->kind == SPUR_PACKET_DROPS ? push_drops : push_events) (recording, packet, latest_ns,
                                                                       error))
    return FALSE;
  take_out (self);
  return TRUE;
}

void
spur_collect_live_tick (SpurCollectLive *self)
{
  spur_live_corrector_advance (self->corrector, spur_collect_clocks_get_now_ns (&self->clocks));
  take_out (self);
}
