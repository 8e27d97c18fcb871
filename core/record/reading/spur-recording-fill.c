/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Puts the events of all writers of a stream into their order. */
#include <stdlib.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-heap-private.h"
#include "core/base/spur-integer-private.h"
#include "core/base/spur-order-internal.h"
#include "core/record/reading/spur-recording-private.h"

/* Packets that become chunks of a stream as they are: only their heads are made anew, with the
 * trace's event classes and with times counted from a base. */
typedef struct
{
  SpurRecordingLoad *load;
  gint64 max_ticks;
  SpurPackedReader reader;
  GByteArray *head;
  /* How many entries of each table have the same number in the trace. */
  guint32 n_same[SPUR_N_REFERENCES];
} SpurRecordingAdopter;

/* Wider times may be further apart than a chunk's times. */
#define MAX_TICK_WIDTH 4

/* When all that is defined is in the trace. */
static void
spur_recording_adopter_init (SpurRecordingAdopter *self, SpurRecordingLoad *load)
{
  static const SpurFieldType types[SPUR_N_REFERENCES] = {
    [SPUR_REFERENCE_STRING] = SPUR_FIELD_STRING, [SPUR_REFERENCE_OBJECT] = SPUR_FIELD_OBJECT,
    [SPUR_REFERENCE_STATE] = SPUR_FIELD_STATE,   [SPUR_REFERENCE_GROUP] = SPUR_FIELD_GROUP,
    [SPUR_REFERENCE_LIST] = SPUR_FIELD_LIST,
  };

  *self = (SpurRecordingAdopter){ .load = load, .head = g_byte_array_new () };
  spur_packed_reader_init (&self->reader, spur_trace_get_class_table (load->trace));
  for (guint i = 0; i < SPUR_N_REFERENCES; i++)
    self->n_same[i] = spur_recording_tables_count_same (&load->tables, types[i]);
}

static void
spur_recording_adopter_clear (SpurRecordingAdopter *self)
{
  spur_packed_reader_clear (&self->reader);
  g_byte_array_unref (self->head);
}

/* ---- The head ---- */

static guint64
find_greatest (const SpurPackedColumn *column)
{
  guint64 greatest = 0;

  for (guint32 i = 0; i < column->n_values; i++)
    greatest = MAX (greatest, spur_packed_column_get (column, i) - column->base);
  return greatest;
}

/* Times are counted from the column's base, within 32 bits. */
static gboolean
rebase_ticks (SpurPackedColumn *ticks)
{
  guint64 rise = ticks->step * (ticks->n_values - 1) >> SPUR_PACKED_STEP_BITS;
  guint64 greatest;

  if (ticks->width == 0 || ticks->width > MAX_TICK_WIDTH)
    return FALSE;
  greatest = ticks->width == MAX_TICK_WIDTH
               ? find_greatest (ticks)
               : rise + (G_GUINT64_CONSTANT (1) << ticks->width * 8) - 1;
  ticks->base = 0;
  return greatest <= G_MAXUINT32;
}

static gboolean
put_classes (const SpurRecordingAdopter *self, const SpurPacketEvents *events, guint8 **at)
{
  for (guint i = 0; i < events->n_classes; i++)
    {
      const SpurPacketClass *event_class = &events->classes[i];
      const SpurRecordingClass *known = spur_recording_tables_find_class (
        &self->load->tables, event_class->number, event_class->n_fields);

      if (known == NULL)
        return FALSE;
      *at = spur_packed_put_class (*at, known->index, event_class->n_events);
    }
  return TRUE;
}

static gboolean
make_head (SpurRecordingAdopter *self, const SpurPacketEvents *events)
{
  SpurPackedColumn ticks = events->columns[SPUR_PACKED_TICKS];
  guint8 *at;

  if (!rebase_ticks (&ticks))
    return FALSE;
  g_byte_array_set_size (self->head,
                         (guint) spur_packed_get_head_bytes (events->n_columns, events->n_classes));
  at = spur_packed_put_start (self->head->data, events->n_columns, events->n_classes);
  if (!put_classes (self, events, &at))
    return FALSE;
  at = spur_packed_put_column (at, &ticks);
  for (guint i = 1; i < events->n_columns; i++)
    at = spur_packed_put_column (at, &events->columns[i]);
  return TRUE;
}

/* ---- Checks ---- */

static gboolean
check_events (SpurRecordingAdopter *self, const SpurPackedChunk *chunk, SpurChunkFacts *facts)
{
  guint64 limit = (guint64) MIN (self->max_ticks, SPUR_TIME_LIMIT_NS);
  guint32 event;

  if (spur_packed_reader_open (&self->reader, chunk) != NULL ||
      spur_packed_reader_check_slots (&self->reader, &event) != NULL ||
      chunk->base_ticks < -(gint64) limit || chunk->base_ticks > (gint64) limit)
    return FALSE;
  spur_packed_reader_check_ticks (&self->reader, chunk->base_ticks, facts);
  spur_packed_reader_check_references (&self->reader, facts);
  for (guint i = 0; i < SPUR_N_REFERENCES; i++)
    {
      if (facts->n_referred[i] > self->n_same[i])
        return FALSE;
    }
  return facts->max_ticks <= (gint64) limit;
}

/* Whether a packet can be a chunk as it is. The chunk's head is there until the next call. */
static gboolean
spur_recording_adopter_read (SpurRecordingAdopter *self,
                             const SpurPacket *packet,
                             const SpurPacketEvents *events,
                             SpurPackedChunk *chunk,
                             SpurChunkFacts *facts)
{
  const guint8 *end = packet->body + packet->n_bytes;
  const guint8 *values = events->columns[SPUR_PACKED_TICKS].values;

  /* Some bytes behind values are read, too. */
  if (self->load->bytes + self->load->n_bytes - end < SPUR_PACKED_SLACK_BYTES ||
      !make_head (self, events))
    return FALSE;
  *chunk = (SpurPackedChunk){ .base_ticks = (gint64) (events->columns[SPUR_PACKED_TICKS].base -
                                                      self->load->epoch_ticks),
                              .n_events = events->n_events,
                              .n_bytes = self->head->len + (guint32) (end - values),
                              .bytes = self->head->data,
                              .values = values };
  *facts = (SpurChunkFacts){ 0 };
  return check_events (self, chunk, facts);
}

#define NS_PER_S 1000000000

/* The events of one writer, a packet's at a time: as in a block, each is its class, its ticks and
 * its fields in words of 64 bits. */
typedef struct
{
  guint32 writer;
  /* Of SpurPacketPlace: the steps that its events come in. */
  GPtrArray *steps;
  guint next_step;
  /* The number of the next event that was not seen yet. */
  guint64 expected;

  GArray *words;
  gsize at;
  /* Where its events are only from a time on. */
  gint64 from_ticks;
  gint64 ticks;
  /* What it is put in order by: it never falls, so that the writer's order is kept. */
  gint64 key;
  gboolean has_key;
} Cursor;

typedef struct
{
  SpurRecordingLoad *load;
  guint32 stream_number;
  GPtrArray *cursors;
  SpurStream *stream;
  gint64 max_ticks;
  /* G_MININT64 where all events are read. */
  gint64 from_ticks;
  /* (nullable): of the trace, by name, for events that were kept. */
  GHashTable *classes;

  SpurRecordingAdopter adopter;
  SpurPacketEvents events;
  guint64 n_undefined_classes;
  guint64 n_out_of_range;
} Fill;

static void
free_cursor (gpointer data)
{
  Cursor *cursor = data;

  g_ptr_array_unref (cursor->steps);
  g_array_unref (cursor->words);
  g_free (cursor);
}

/* ---- Unpacking ---- */

/* Row for row what the columns have. */
static void
unpack_events (Fill *self, Cursor *cursor, guint32 n_skipped)
{
  SpurPacketEvents *events = &self->events;
  SpurPacketEvent event;

  while (spur_packet_events_next (events, &event))
    {
      guint n_fields = event.event_class->n_fields;
      guint64 head =
        (guint64) (n_fields + SPUR_PACKET_HEAD_WORDS) << 32 | event.event_class->number;

      if (events->n_taken <= n_skipped)
        continue;
      g_array_append_val (cursor->words, head);
      g_array_append_val (cursor->words, event.ticks);
      for (guint i = 0; i < n_fields; i++)
        {
          guint64 word = spur_packet_events_get_field (events, &event, i);

          g_array_append_val (cursor->words, word);
        }
    }
  self->load->counts.n_lost += events->n_events - events->n_taken;
}

static void
take_packet (Fill *self, Cursor *cursor, const SpurPacketPlace *place)
{
  SpurPacket packet = spur_recording_get_packet (self->load, place);
  guint64 n_skipped = cursor->expected - place->first;

  if (n_skipped >= place->n_events)
    return;
  if (spur_packet_events_read (&self->events, &packet) != NULL)
    {
      self->load->counts.n_bad_bytes += SPUR_PACKET_HEADER_BYTES + packet.n_bytes;
      self->load->counts.n_lost += place->n_events - n_skipped;
    }
  else
    unpack_events (self, cursor, (guint32) n_skipped);
  cursor->expected = place->first + place->n_events;
}

static void
take_block (Fill *self, Cursor *cursor, const SpurPacketPlace *block)
{
  guint64 number = block->first;
  gsize at = 0;

  while (block->n_bytes - at >= 8 * SPUR_PACKET_HEAD_WORDS)
    {
      guint64 head = spur_get_le64 (block->bytes + at);
      guint64 n_words = head >> 32;

      if (n_words < SPUR_PACKET_HEAD_WORDS ||
          n_words > SPUR_PACKET_HEAD_WORDS + SPUR_LAYOUT_MAX_FIELDS ||
          n_words * 8 > block->n_bytes - at)
        {
          self->load->counts.n_bad_bytes += block->n_bytes - at;
          break;
        }
      for (guint i = 0; i < n_words && number >= cursor->expected; i++)
        {
          guint64 word = spur_get_le64 (block->bytes + at + 8 * i);

          g_array_append_val (cursor->words, word);
        }
      self->load->counts.n_from_blocks += number >= cursor->expected;
      number++;
      at += n_words * 8;
    }
  cursor->expected = MAX (cursor->expected, number);
}

/* Events up to number @end that were dropped are an event, which has no number of its own. */
static void
put_missing (Fill *self, Cursor *cursor, guint64 ticks, guint64 end)
{
  guint64 words[] = { (guint64) (SPUR_PACKET_HEAD_WORDS + 1) << 32, ticks, end - cursor->expected };

  if (end <= cursor->expected)
    return;
  self->load->counts.n_dropped += words[2];
  g_array_append_vals (cursor->words, words, G_N_ELEMENTS (words));
  cursor->expected = end;
}

/* At the time of the last one that is missing. */
static void
take_drops (Fill *self, Cursor *cursor, const SpurPacketPlace *place)
{
  SpurPacket packet = spur_recording_get_packet (self->load, place);
  SpurPacketInput input;

  spur_packet_input_init (&input, &packet);
  spur_packet_input_u64 (&input);
  put_missing (self, cursor, spur_packet_input_u64 (&input), place->first + place->n_events);
}

/* ---- One after the other ---- */

static SpurStream *
need_stream (Fill *self)
{
  const SpurRecordingStream *stream =
    g_hash_table_lookup (self->load->streams, GUINT_TO_POINTER (self->stream_number));
  g_autofree char *name = NULL;
  guint64 origin;

  if (self->stream != NULL)
    return self->stream;
  if (stream == NULL)
    name = g_strdup_printf ("stream %u", self->stream_number);
  self->stream = spur_trace_add_stream (self->load->trace, stream != NULL ? stream->name : name, 0,
                                        stream != NULL ? stream->target : SPUR_NONE);
  origin = self->load->preamble.origin +
           G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) * (self->stream_number + G_GUINT64_CONSTANT (1));
  spur_stream_set_origin (self->stream, origin != 0 ? origin : 1);
  g_array_append_val (self->load->numbers, self->stream_number);
  return self->stream;
}

/* Where all of a stream's events come from one writer, their order is known. */
static gboolean
adopt_packet (Fill *self, Cursor *cursor, const SpurPacketPlace *place)
{
  SpurPacket packet = spur_recording_get_packet (self->load, place);
  SpurPackedChunk chunk;
  SpurChunkFacts facts;

  if (self->cursors->len > 1 || cursor->expected > place->first ||
      spur_packet_events_read (&self->events, &packet) != NULL ||
      !spur_recording_adopter_read (&self->adopter, &packet, &self->events, &chunk, &facts) ||
      facts.min_ticks < cursor->from_ticks)
    return FALSE;
  spur_stream_adopt_packed (need_stream (self), &chunk, &facts);
  self->load->counts.n_events += chunk.n_events;
  cursor->expected = place->first + place->n_events;
  cursor->key = cursor->has_key ? MAX (cursor->key, facts.max_ticks) : facts.max_ticks;
  cursor->has_key = TRUE;
  return TRUE;
}

/* Reads on until there is an event; FALSE at the end. */
static gboolean
need_event (Fill *self, Cursor *cursor)
{
  guint64 ticks;

  while (cursor->at >= cursor->words->len)
    {
      const SpurPacketPlace *step;

      if (cursor->next_step >= cursor->steps->len)
        return FALSE;
      step = g_ptr_array_index (cursor->steps, cursor->next_step++);
      g_array_set_size (cursor->words, 0);
      cursor->at = 0;
      cursor->from_ticks = step->was_cut ? self->from_ticks : G_MININT64;
      /* What was dropped at last could not be said in the stream any more. */
      if (step->kind == SPUR_PLACE_TOTAL)
        {
          put_missing (self, cursor, (guint64) cursor->key + self->load->epoch_ticks, step->first);
          continue;
        }
      if (step->first > cursor->expected)
        self->load->counts.n_lost += step->first - cursor->expected;
      cursor->expected = MAX (cursor->expected, step->first);
      if (step->kind == SPUR_PLACE_BLOCK)
        take_block (self, cursor, step);
      else if (step->kind == SPUR_PACKET_DROPS)
        take_drops (self, cursor, step);
      else if (!adopt_packet (self, cursor, step))
        take_packet (self, cursor, step);
    }
  ticks = g_array_index (cursor->words, guint64, cursor->at + 1);
  cursor->ticks = (gint64) (ticks - self->load->epoch_ticks);
  if (!cursor->has_key || cursor->ticks > cursor->key)
    cursor->key = cursor->ticks;
  cursor->has_key = TRUE;
  return TRUE;
}

static void
put_record (Fill *self, const Cursor *cursor, const SpurRecordingClass *event_class)
{
  const guint64 *words = &g_array_index (cursor->words, guint64, cursor->at);
  const SpurEventLayout *layout = event_class->layout;
  guint8 *record =
    spur_stream_append_in_place (need_stream (self), cursor->ticks, event_class->index);

  for (guint i = 0; i < layout->n_fields; i++)
    spur_event_layout_set_uint (
      layout, i, record,
      spur_recording_tables_translate (&self->load->tables, layout->fields[i].type,
                                       words[SPUR_PACKET_HEAD_WORDS + i]));
}

static void
put_drop (Fill *self, const Cursor *cursor)
{
  const SpurEventLayout *layout = self->load->drop_layout;
  int field = spur_event_layout_find_field (layout, "dropped");
  guint8 *record =
    spur_stream_append_in_place (need_stream (self), cursor->ticks, self->load->drop_class);

  memset (record, 0xff, layout->n_bytes);
  if (field >= 0)
    spur_event_layout_set_uint (
      layout, (guint) field, record,
      g_array_index (cursor->words, guint64, cursor->at + SPUR_PACKET_HEAD_WORDS));
}

/* The event that the cursor is at. */
static void
put_event (Fill *self, Cursor *cursor)
{
  guint64 head = g_array_index (cursor->words, guint64, cursor->at);
  guint32 number = (guint32) head;
  guint n_words = (guint) (head >> 32);
  const SpurRecordingClass *event_class = spur_recording_tables_find_class (
    &self->load->tables, number, n_words - SPUR_PACKET_HEAD_WORDS);

  if (cursor->key < cursor->from_ticks)
    ;
  else if (cursor->ticks > self->max_ticks || cursor->ticks < -self->max_ticks)
    self->n_out_of_range++;
  else if (number == 0 && self->load->drop_layout != NULL && n_words == SPUR_PACKET_HEAD_WORDS + 1)
    put_drop (self, cursor);
  else if (event_class == NULL)
    self->n_undefined_classes++;
  else
    {
      put_record (self, cursor, event_class);
      self->load->counts.n_events++;
    }
  cursor->at += n_words;
}

/* ---- Merging ---- */

static gboolean
is_before (gconstpointer a, gconstpointer b)
{
  const Cursor *first = a, *second = b;

  return first->key != second->key ? first->key < second->key : first->writer < second->writer;
}

static GHashTable *
list_classes (SpurTrace *trace)
{
  GHashTable *classes = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    g_hash_table_insert (classes, spur_trace_get_class (trace, i)->name, GUINT_TO_POINTER (i));
  return classes;
}

/* Classes are defined once, and so stay what they are. */
static void
put_kept (Fill *self)
{
  const SpurRecordingPast *past = self->load->past;

  for (guint i = 0; past != NULL && i < past->kept->len; i++)
    {
      const SpurRecordingKept *kept = &g_array_index (past->kept, SpurRecordingKept, i);
      gpointer index;
      guint8 *record;

      if (kept->stream != self->stream_number ||
          !g_hash_table_lookup_extended (self->classes, kept->layout->name, NULL, &index))
        continue;
      record = spur_stream_append_in_place (need_stream (self),
                                            (gint64) (kept->ticks - self->load->epoch_ticks),
                                            GPOINTER_TO_UINT (index));
      memcpy (record, past->records->data + kept->record_at, kept->layout->n_bytes);
    }
}

static void
fill_stream (Fill *self)
{
  g_autoptr (GPtrArray) heap = g_ptr_array_new ();

  put_kept (self);

  for (guint i = 0; i < self->cursors->len; i++)
    {
      Cursor *cursor = g_ptr_array_index (self->cursors, i);

      if (need_event (self, cursor))
        g_ptr_array_add (heap, cursor);
    }
  spur_heap_build (heap->pdata, heap->len, is_before);
  while (heap->len > 0)
    {
      Cursor *cursor = heap->pdata[0];

      put_event (self, cursor);
      if (!need_event (self, cursor))
        g_ptr_array_remove_index_fast (heap, 0);
      if (heap->len > 1)
        spur_heap_sift_down (heap->pdata, heap->len, 0, is_before);
    }
}

/* ---- Which writers there are ---- */

static GPtrArray *
need_cursors (GHashTable *fills, guint32 stream)
{
  GPtrArray *cursors = g_hash_table_lookup (fills, GUINT_TO_POINTER (stream));

  if (cursors == NULL)
    {
      cursors = g_ptr_array_new_with_free_func (free_cursor);
      g_hash_table_insert (fills, GUINT_TO_POINTER (stream), cursors);
    }
  return cursors;
}

static Cursor *
need_cursor (GHashTable *fills,
             GHashTable *cursors,
             const SpurRecordingPast *past,
             guint32 stream,
             guint32 writer)
{
  Cursor *cursor = g_hash_table_lookup (cursors, GUINT_TO_POINTER (writer));
  const guint64 *first;

  if (cursor != NULL)
    return cursor;
  cursor = g_new0 (Cursor, 1);
  cursor->writer = writer;
  cursor->steps = g_ptr_array_new ();
  cursor->words = g_array_new (FALSE, FALSE, sizeof (guint64));
  first = past != NULL ? g_hash_table_lookup (past->firsts, GUINT_TO_POINTER (writer)) : NULL;
  cursor->expected = first != NULL ? *first : 0;
  g_hash_table_insert (cursors, GUINT_TO_POINTER (writer), cursor);
  g_ptr_array_add (need_cursors (fills, stream), cursor);
  return cursor;
}

/* Totals at last, blocks behind packets. */
static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const SpurPacketPlace *first = *(const SpurPacketPlace *const *) a;
  const SpurPacketPlace *second = *(const SpurPacketPlace *const *) b;
  gboolean is_total = first->kind == SPUR_PLACE_TOTAL;

  if (is_total != (second->kind == SPUR_PLACE_TOTAL))
    return is_total ? 1 : -1;
  if (first->first != second->first)
    return first->first < second->first ? -1 : 1;
  return (first->kind == SPUR_PLACE_BLOCK) - (second->kind == SPUR_PLACE_BLOCK);
}

static gboolean
is_step (const SpurPacketPlace *place)
{
  if (place->kind == SPUR_PLACE_BLOCK || place->kind == SPUR_PLACE_TOTAL)
    return TRUE;
  return (place->kind == SPUR_PACKET_EVENTS || place->kind == SPUR_PACKET_DROPS) &&
         place->writer != 0 && place->n_events > 0 && place->first <= G_MAXUINT64 - place->n_events;
}

static void
add_steps (GHashTable *fills,
           GHashTable *cursors,
           const SpurRecordingPast *past,
           const GArray *places)
{
  for (guint i = 0; i < places->len; i++)
    {
      SpurPacketPlace *place = &g_array_index (places, SpurPacketPlace, i);

      if (is_step (place))
        g_ptr_array_add (need_cursor (fills, cursors, past, place->stream, place->writer)->steps,
                         place);
    }
}

/* (element-type guint32 GPtrArray<Cursor>) */
static GHashTable *
list_writers (SpurRecordingLoad *load)
{
  GHashTable *fills = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) cursors = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer cursor;

  add_steps (fills, cursors, load->past, load->places);
  add_steps (fills, cursors, load->past, load->blocks);
  add_steps (fills, cursors, load->past, load->totals);
  for (guint i = 0; load->past != NULL && i < load->past->kept->len; i++)
    need_cursors (fills, g_array_index (load->past->kept, SpurRecordingKept, i).stream);
  g_hash_table_iter_init (&iter, cursors);
  while (g_hash_table_iter_next (&iter, NULL, &cursor))
    g_ptr_array_sort (((Cursor *) cursor)->steps, compare_steps);
  return fills;
}

SPUR_DEFINE_ORDER (compare_numbers,
                   gpointer,
                   SPUR_ORDER (GPOINTER_TO_UINT (*p), GPOINTER_TO_UINT (*q)))

/* That are not in the recording. */
static guint64
count_predecessors (SpurTrace *trace)
{
  const char *text = spur_trace_get_fact (trace, SPUR_RECORDING_PREDECESSORS_FACT);
  guint64 count = 0;

  return text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &count, NULL) ? count
                                                                                             : 0;
}

static void
add_losses (const Fill *self)
{
  SpurTrace *trace = self->load->trace;
  const SpurRecordingCounts *counts = &self->load->counts;

  spur_trace_add_loss (trace, "events that were dropped by the recorder", counts->n_dropped);
  spur_trace_add_loss (trace, "events that were lost on the way", counts->n_lost);
  spur_trace_add_loss (trace, "bytes that are no packet of a recording", counts->n_bad_bytes);
  spur_trace_add_loss (trace, "events of classes that are not defined", self->n_undefined_classes);
  spur_trace_add_loss (trace, "event classes whose definition cannot be read",
                       self->load->tables.n_left_out);
  spur_trace_add_loss (trace, "references to what is not defined", self->load->tables.n_undefined);
  spur_trace_add_loss (trace, "events outside of +-2^61 ns", self->n_out_of_range);
  spur_trace_add_loss (trace, "predecessors that events named", count_predecessors (trace));
}

/* Events that the recorder counted and no packet of their writer tells: dropped ones, and where it
 * has ended those behind the last packet that is whole. */
static void
add_unplaced (SpurRecordingLoad *self, const Fill *fill)
{
  SpurRecordingCounts *counts = &self->counts;
  guint64 n_known;

  counts->n_dropped = MAX (counts->n_dropped, self->n_told_dropped);
  n_known = counts->n_events + counts->n_dropped + counts->n_lost + fill->n_undefined_classes +
            fill->n_out_of_range;
  if (self->past == NULL && counts->is_closed && counts->n_handed_over > n_known)
    counts->n_lost += counts->n_handed_over - n_known;
}

gboolean
spur_recording_fill (SpurRecordingLoad *self, GError **error)
{
  g_autoptr (GHashTable) fills = list_writers (self);
  g_autofree gpointer *numbers = NULL;
  guint n_numbers;
  Fill fill = { .load = self };
  SpurInt128 max_ticks = (SpurInt128) SPUR_TIME_LIMIT_NS * self->hz / NS_PER_S;

  fill.max_ticks = max_ticks > G_MAXINT64 - 1 ? G_MAXINT64 - 1 : (gint64) max_ticks;
  fill.from_ticks =
    self->past != NULL ? (gint64) (self->past->from_ticks - self->epoch_ticks) : G_MININT64;
  fill.classes = self->past != NULL ? list_classes (self->trace) : NULL;
  spur_recording_adopter_init (&fill.adopter, self);
  fill.adopter.max_ticks = fill.max_ticks;
  numbers = g_hash_table_get_keys_as_array (fills, &n_numbers);
  if (n_numbers > 1)
    qsort (numbers, n_numbers, sizeof *numbers, compare_numbers);
  for (guint i = 0; i < n_numbers; i++)
    {
      gpointer number = numbers[i];

      fill.stream_number = GPOINTER_TO_UINT (number);
      fill.cursors = g_hash_table_lookup (fills, number);
      fill.stream = NULL;
      fill_stream (&fill);
      /* The room that its packets took. */
      g_hash_table_remove (fills, number);
    }
  spur_recording_adopter_clear (&fill.adopter);
  spur_packet_events_clear (&fill.events);
  g_clear_pointer (&fill.classes, g_hash_table_unref);
  add_unplaced (self, &fill);
  add_losses (&fill);
  return spur_trace_seal (self->trace, error);
}
