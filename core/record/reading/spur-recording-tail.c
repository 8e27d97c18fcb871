/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/reading/spur-recording-tail-internal.h"

#include <string.h>

#include "core/base/spur-order-internal.h"
#include "core/record/reading/spur-recording-private.h"
#include "core/store/trace/spur-store-internal.h"

/* A cut leaves three quarters, so that one of four traces at most is cut. */
#define LEFT_NUMERATOR 3
#define LEFT_DENOMINATOR 4

/* Events of a stream that are not read again, and the places of those that are kept of them. */
typedef struct
{
  guint64 n_gone;
  GArray *kept;
} TailStream;

static void
free_stream (gpointer data)
{
  g_array_unref (((TailStream *) data)->kept);
  g_free (data);
}

struct _SpurRecordingTail
{
  char *path;
  guint64 max_events;
  SpurRecordingPreamble preamble;
  /* Up to there the packets are known. */
  gsize settled;
  /* Of SpurPacketPlace, in the order of the file. */
  GArray *places;
  SpurRecordingPast past;
  gboolean is_cut;
  /* Offsets of packets that were not settled when it was cut, guint64; and whether it had read what
   * the recorder left in blocks. */
  GArray *unsettled;
  gboolean has_blocks;
  gboolean has_cut_blocks;

  /* The last trace, what its streams are in the recording, and when it begins. */
  SpurTrace *trace;
  GArray *numbers;
  guint64 epoch_ticks;
  /* TailStream by number. */
  GHashTable *streams;
  /* No program records any more. */
  gboolean has_ended;
};

static void
clear_kept (gpointer data)
{
  spur_event_layout_unref (((SpurRecordingKept *) data)->layout);
}

static GArray *
new_kept (void)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (SpurRecordingKept));

  g_array_set_clear_func (kept, clear_kept);
  return kept;
}

/**
 * spur_recording_tail_new: (skip)
 * @path: a recording, which may be growing
 * @max_events: from how many events on the oldest go; about three quarters stay then
 * @error: return location for an error
 *
 * Begins to follow a recording. What it measured of other clocks is left out later on: that is for
 * a merger, which has the file.
 *
 * Returns: (transfer full): a tail, or %NULL with %SPUR_FORMAT_ERROR or %G_FILE_ERROR where @path
 *   is no recording
 *
 * Since: 1.0
 */
SpurRecordingTail *
spur_recording_tail_new (const char *path, guint64 max_events, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, error);
  SpurRecordingPreamble preamble;
  SpurRecordingTail *self;

  if (file == NULL ||
      !spur_recording_preamble_read (&preamble, (const guint8 *) g_mapped_file_get_contents (file),
                                     g_mapped_file_get_length (file), path, error))
    return NULL;
  self = g_new0 (SpurRecordingTail, 1);
  self->path = g_strdup (path);
  self->max_events = max_events;
  self->preamble = preamble;
  self->settled = SPUR_RECORDING_PREAMBLE_BYTES;
  self->places = g_array_new (FALSE, FALSE, sizeof (SpurPacketPlace));
  self->unsettled = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->past.firsts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->past.kept = new_kept ();
  self->past.records = g_byte_array_new ();
  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->streams = g_hash_table_new_full (NULL, NULL, NULL, free_stream);
  return self;
}

/**
 * spur_recording_tail_free: (skip)
 * @self: a tail
 *
 * Frees a tail. Its traces stay.
 *
 * Since: 1.0
 */
void
spur_recording_tail_free (SpurRecordingTail *self)
{
  g_free (self->path);
  g_array_unref (self->places);
  g_array_unref (self->unsettled);
  g_hash_table_unref (self->past.firsts);
  g_array_unref (self->past.kept);
  g_byte_array_unref (self->past.records);
  g_array_unref (self->numbers);
  g_hash_table_unref (self->streams);
  g_clear_object (&self->trace);
  g_free (self);
}

/* ---- Reading ---- */

static guint64
find_last_ticks (SpurPacketEvents *events, const SpurPacket *packet)
{
  const SpurPackedColumn *ticks;
  guint64 last = 0;

  if (spur_packet_events_read (events, packet) != NULL)
    return 0;
  ticks = &events->columns[SPUR_PACKED_TICKS];
  for (guint32 i = 0; i < ticks->n_values; i++)
    last = MAX (last, spur_packet_column_get (ticks, i));
  return last;
}

static gboolean
was_unsettled (const SpurRecordingTail *self, guint64 offset)
{
  for (guint i = 0; i < self->unsettled->len; i++)
    {
      if (g_array_index (self->unsettled, guint64, i) == offset)
        return TRUE;
    }
  return FALSE;
}

/* What may have been filled meanwhile is looked at again. */
static void
scan_places (SpurRecordingTail *self, SpurRecordingLoad *load)
{
  g_auto (SpurPacketEvents) events = { 0 };
  guint n_settled = self->places->len;

  while (n_settled > 0 &&
         g_array_index (self->places, SpurPacketPlace, n_settled - 1).offset >= self->settled)
    n_settled--;
  g_array_set_size (self->places, n_settled);
  if (n_settled > 0)
    g_array_append_vals (load->places, self->places->data, n_settled);
  self->settled = spur_recording_scan_from (load, self->settled);
  for (guint i = n_settled; i < load->places->len; i++)
    {
      SpurPacketPlace *place = &g_array_index (load->places, SpurPacketPlace, i);
      SpurPacket packet = spur_recording_get_packet (load, place);

      if (place->kind == SPUR_PACKET_EVENTS)
        place->last_ticks = find_last_ticks (&events, &packet);
      place->was_cut = was_unsettled (self, place->offset);
      g_array_append_val (self->places, *place);
    }
  spur_recording_order_places (load->places);
}

/**
 * spur_recording_tail_note_end: (skip)
 * @self: a tail
 *
 * Looks whether the program that was recording is gone. What it had not handed over then is read,
 * although its file does not grow.
 *
 * Returns: whether that is new
 *
 * Since: 1.0
 */
gboolean
spur_recording_tail_note_end (SpurRecordingTail *self)
{
  if (self->has_ended || spur_recording_is_locked (self->path))
    return FALSE;
  self->has_ended = TRUE;
  return TRUE;
}

static void
find_blocks (SpurRecordingTail *self, SpurRecordingLoad *load)
{
  spur_recording_tail_note_end (self);
  if (self->has_ended)
    spur_recording_find_blocks (load);
  self->has_blocks = load->blocks->len > 0;
  for (guint i = 0; i < load->blocks->len; i++)
    g_array_index (load->blocks, SpurPacketPlace, i).was_cut = self->has_cut_blocks;
}

/**
 * spur_recording_tail_read: (skip)
 * @self: a tail
 * @error: return location for an error
 *
 * Makes a trace of what the last cut has left and of what has come since then. It takes as long as
 * that is, and not as the recording is.
 *
 * Returns: (transfer full): the trace, sealed; or %NULL with the errors of spur_recording_open()
 *
 * Since: 1.0
 */
SpurTrace *
spur_recording_tail_read (SpurRecordingTail *self, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (self->path, FALSE, error);
  SpurRecordingLoad load;
  SpurTrace *trace;

  if (file == NULL)
    return NULL;
  spur_recording_load_init (&load, self->path);
  load.preamble = self->preamble;
  load.bytes = (const guint8 *) g_mapped_file_get_contents (file);
  load.n_bytes = g_mapped_file_get_length (file);
  load.past = self->is_cut ? &self->past : NULL;
  load.is_growing = TRUE;
  find_blocks (self, &load);
  scan_places (self, &load);
  trace = spur_recording_load_finish (&load, error);
  if (trace != NULL)
    {
      spur_trace_hold (trace, g_mapped_file_ref (file), (GDestroyNotify) g_mapped_file_unref);
      g_set_object (&self->trace, trace);
      g_array_set_size (self->numbers, 0);
      if (load.numbers->len > 0)
        g_array_append_vals (self->numbers, load.numbers->data, load.numbers->len);
      self->epoch_ticks = load.epoch_ticks;
    }
  spur_recording_load_clear (&load);
  return trace;
}

/* ---- Cutting ---- */

SPUR_DEFINE_ORDER (compare_newest, SpurPacketPlace, SPUR_ORDER (q->last_ticks, p->last_ticks))

static void
list_by_time (SpurRecordingTail *self, GArray *places)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const SpurPacketPlace *place = &g_array_index (self->places, SpurPacketPlace, i);

      if (place->kind == SPUR_PACKET_EVENTS)
        g_array_append_val (places, *place);
    }
  g_array_sort (places, compare_newest);
}

/* Whole packets go, as far as their times are in order. */
static guint64
find_from_ticks (SpurRecordingTail *self)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (SpurPacketPlace));
  guint64 n_left = self->max_events / LEFT_DENOMINATOR * LEFT_NUMERATOR;

  list_by_time (self, places);
  for (guint i = 0; i < places->len; i++)
    {
      const SpurPacketPlace *place = &g_array_index (places, SpurPacketPlace, i);

      if (place->n_events > n_left)
        return MAX (place->last_ticks + 1, self->past.from_ticks);
      n_left -= place->n_events;
    }
  return self->past.from_ticks;
}

/* The order of a stream is that of the latest time up to each event. */
static guint64
find_first (SpurStream *stream, gint64 from_ticks)
{
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (stream, SPUR_CHUNK_TICKS);
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
    for (guint32 i = 0; i < chunk->n_events; i++)
      {
        if (spur_chunk_get_ticks (chunk, i) >= from_ticks)
          return chunk->first + i;
      }
  return spur_stream_get_n_events (stream);
}

/* Packets that came after the last cut and are before its time, of a stream that is late. */
static gboolean
has_late (SpurRecordingTail *self)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const SpurPacketPlace *place = &g_array_index (self->places, SpurPacketPlace, i);

      if (place->kind == SPUR_PACKET_EVENTS && !place->was_cut &&
          place->last_ticks < self->past.from_ticks)
        return TRUE;
    }
  return FALSE;
}

/**
 * spur_recording_tail_find_cut: (skip)
 * @self: a tail
 *
 * Finds which events go, where the last trace has too many: all before a time.
 *
 * Returns: (transfer full) (nullable) (array): of each stream of the last trace the first event
 * that stays; %NULL as long as all do
 *
 * Since: 1.0
 */
guint64 *
spur_recording_tail_find_cut (SpurRecordingTail *self)
{
  guint n_streams = self->trace != NULL ? spur_trace_get_n_streams (self->trace) : 0;
  guint64 from_ticks, *first;

  if (self->trace == NULL || spur_trace_get_n_events (self->trace) <= self->max_events)
    return NULL;
  from_ticks = find_from_ticks (self);
  if (self->is_cut && from_ticks == self->past.from_ticks && !has_late (self))
    return NULL;
  first = g_new (guint64, (gsize) n_streams + 1);
  for (guint i = 0; i < n_streams; i++)
    first[i] = find_first (spur_trace_get_stream (self->trace, i),
                           (gint64) (from_ticks - self->epoch_ticks));
  self->past.from_ticks = from_ticks;
  return first;
}

static TailStream *
need_stream (SpurRecordingTail *self, guint stream)
{
  gpointer number = GUINT_TO_POINTER (g_array_index (self->numbers, guint32, stream));
  TailStream *found = g_hash_table_lookup (self->streams, number);

  if (found == NULL)
    {
      found = g_new0 (TailStream, 1);
      found->kept = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_hash_table_insert (self->streams, number, found);
    }
  return found;
}

/**
 * spur_recording_tail_get_past: (skip)
 * @self: a tail
 * @stream: index of a stream of the last trace
 * @kept: (out): places in the stream of the events that were kept, which come first in the trace
 * @n_kept: (out): how many there are
 *
 * Tells what events of the trace are in the whole recording.
 *
 * Returns: how many events of the stream came before the first one in the trace that was not kept
 *
 * Since: 1.0
 */
guint64
spur_recording_tail_get_past (SpurRecordingTail *self,
                              guint stream,
                              const guint64 **kept,
                              guint *n_kept)
{
  const TailStream *own = need_stream (self, stream);

  *kept = (const guint64 *) (gconstpointer) own->kept->data;
  *n_kept = own->kept->len;
  return own->n_gone;
}

/**
 * spur_recording_tail_get_number: (skip)
 * @self: a tail
 * @stream: index of a stream of the last trace
 *
 * Tells which stream of the recording it is: a stream whose first event comes late may be put
 * before others.
 *
 * Returns: a number that no other stream has, and that stays
 *
 * Since: 1.0
 */
guint32
spur_recording_tail_get_number (SpurRecordingTail *self, guint stream)
{
  return g_array_index (self->numbers, guint32, stream);
}

/* The place of an event among all of its stream. */
static guint64
find_place (const TailStream *self, guint64 event)
{
  return event < self->kept->len ? g_array_index (self->kept, guint64, event)
                                 : event - self->kept->len + self->n_gone;
}

static void
keep_event (SpurRecordingTail *self,
            const SpurStreamEvent *event,
            GArray *kept,
            GByteArray *records)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, event->stream);
  guint8 record[SPUR_MAX_RECORD_BYTES];
  const SpurEventLayout *layout;
  SpurRecordingKept one = { .record_at = records->len };

  spur_stream_copy_record (stream, event->event, record, &layout);
  one.layout = spur_event_layout_ref (layout);
  one.ticks = (guint64) spur_stream_get_ticks (stream, event->event) + self->epoch_ticks;
  one.stream = g_array_index (self->numbers, guint32, event->stream);
  g_array_append_val (kept, one);
  g_byte_array_append (records, record, (guint) layout->n_bytes);
}

static void
keep_events (SpurRecordingTail *self, const GArray *events)
{
  GArray *kept = new_kept ();
  GByteArray *records = g_byte_array_new ();

  for (guint i = 0; i < events->len; i++)
    keep_event (self, &g_array_index (events, SpurStreamEvent, i), kept, records);
  g_array_unref (self->past.kept);
  g_byte_array_unref (self->past.records);
  self->past.kept = kept;
  self->past.records = records;
}

/* @at: the first of its events among @events, which moves to the next stream's. */
static void
move_stream (TailStream *self, guint stream, guint64 first, const GArray *events, guint *at)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (; *at < events->len; (*at)++)
    {
      const SpurStreamEvent *event = &g_array_index (events, SpurStreamEvent, *at);
      guint64 place = find_place (self, event->event);

      if (event->stream != stream)
        break;
      g_array_append_val (kept, place);
    }
  self->n_gone = MAX (find_place (self, first), self->n_gone);
  g_array_unref (self->kept);
  self->kept = kept;
}

static void
note_gone (SpurRecordingTail *self, const SpurPacketPlace *place)
{
  guint64 *first = g_hash_table_lookup (self->past.firsts, GUINT_TO_POINTER (place->writer));

  if (first == NULL)
    {
      first = g_new0 (guint64, 1);
      g_hash_table_insert (self->past.firsts, GUINT_TO_POINTER (place->writer), first);
    }
  *first = MAX (*first, place->first + place->n_events);
}

static guint
find_first_reading (const SpurRecordingTail *self)
{
  guint i = 0;

  while (i < self->places->len &&
         g_array_index (self->places, SpurPacketPlace, i).kind != SPUR_PACKET_CLOCK)
    i++;
  return i;
}

/* Definitions stay. What is measured of clocks again and again is for a merger, which has the file;
 * of the counts the newest tell all, and of the clock's readings the first and the newest. */
static gboolean
is_old (const SpurRecordingTail *self, const SpurPacketPlace *place, gboolean has_newer)
{
  const guint64 *first = g_hash_table_lookup (self->past.firsts, GUINT_TO_POINTER (place->writer));

  if (place->offset >= self->settled)
    return FALSE;
  if (place->kind == SPUR_PACKET_EVENTS)
    return place->last_ticks < self->past.from_ticks;
  if (place->kind == SPUR_PACKET_DROPS)
    return first != NULL && place->first + place->n_events <= *first;
  if (place->kind == SPUR_PACKET_STATUS || place->kind == SPUR_PACKET_CLOCK ||
      place->kind == SPUR_PACKET_MARK)
    return has_newer;
  return place->kind == SPUR_PACKET_OFFSETS || place->kind == SPUR_PACKET_PROBES ||
         place->kind == SPUR_PACKET_DELAYS;
}

static void
drop_places (SpurRecordingTail *self)
{
  guint first_reading = find_first_reading (self), at = self->places->len;
  gboolean has_newer[SPUR_PACKET_PROBES + 1] = { FALSE };

  for (guint i = self->places->len; i-- > 0;)
    {
      SpurPacketPlace place = g_array_index (self->places, SpurPacketPlace, i);
      gboolean is_known = place.kind < G_N_ELEMENTS (has_newer);
      gboolean goes =
        i != first_reading && is_old (self, &place, is_known && has_newer[place.kind]);

      if (is_known)
        has_newer[place.kind] = TRUE;
      if (goes && place.kind == SPUR_PACKET_EVENTS)
        note_gone (self, &place);
      if (!goes)
        g_array_index (self->places, SpurPacketPlace, --at) = place;
    }
  g_array_remove_range (self->places, 0, at);
}

/* What comes later may be of earlier times, and is read nonetheless. */
static void
mark_places (SpurRecordingTail *self)
{
  g_array_set_size (self->unsettled, 0);
  for (guint i = 0; i < self->places->len; i++)
    {
      SpurPacketPlace *place = &g_array_index (self->places, SpurPacketPlace, i);

      place->was_cut = TRUE;
      if (place->offset >= self->settled)
        g_array_append_val (self->unsettled, place->offset);
    }
  self->has_cut_blocks = self->has_blocks;
}

/**
 * spur_recording_tail_cut: (skip)
 * @self: a tail
 * @first: (array): what spur_recording_tail_find_cut() has found
 * @kept: (element-type SpurStreamEvent): events before @first that still matter, in the order of
 *   the streams, as spur_pending_list() finds them
 *
 * Lets the events before @first go, but for @kept. There is no last trace then, until the next one
 * is read.
 *
 * Since: 1.0
 */
void
spur_recording_tail_cut (SpurRecordingTail *self, const guint64 *first, const GArray *kept)
{
  keep_events (self, kept);
  for (guint i = 0, at = 0; i < self->numbers->len; i++)
    move_stream (need_stream (self, i), i, first[i], kept, &at);
  drop_places (self);
  mark_places (self);
  self->is_cut = TRUE;
  g_clear_object (&self->trace);
}
