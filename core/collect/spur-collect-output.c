/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/collect/spur-collect-output-private.h"

#include <string.h>
#include <unistd.h>

#include "core/base/spur-bytes-private.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Interval at which blocks are written that are not full: twice the time between two looks at the
 * clients. A reader that follows the recording sees no event sooner. */
#define FLUSH_US 40000

#define BLOCK_WORDS 8192
#define MAX_EVENT_WORDS (SPUR_PACKET_HEAD_WORDS + SPUR_LAYOUT_MAX_FIELDS)
#define BODY_BYTES (8 * (BLOCK_WORDS + MAX_EVENT_WORDS) + SPUR_PACKET_PACK_BODY_BYTES)
#define SCRATCH_BYTES (16 * (BLOCK_WORDS + MAX_EVENT_WORDS) + SPUR_PACKET_PACK_SCRATCH_BYTES)
#define STATUS_BODY_BYTES 32
#define MARK_BODY_BYTES 16

/* Less than a file takes. */
#define MAX_WRITERS 65000

/* The number of a class is one more. */
#define MAX_CLASSES (SPUR_MAX_CLASSES - 1)

/* One of the writers of a stream. Its events lie as in a block until they are packed, behind the
 * first @n_packed words. What was dropped is behind them. */
typedef struct
{
  guint32 number;
  SpurLiveLabel *label;
  gboolean is_told;
  GArray *words;
  gsize n_packed;
  guint64 n_put; /* events in packets, of drops too */
  guint64 n_packets;
  guint64 n_dropped;
  guint64 from_ticks;
  guint64 to_ticks;
} Writer;

/* None for streams without events. */
static void
writer_free (gpointer data)
{
  Writer *self = data;

  if (self == NULL)
    return;
  spur_live_label_unref (self->label);
  g_clear_pointer (&self->words, g_array_unref);
  g_free (self);
}

/* Nothing is there from before. */
static gboolean
pass_over (const SpurPacket *packet, gpointer data, GError **error)
{
  return TRUE;
}

static void
make_preamble (SpurRecordingPreamble *preamble, const SpurCollectClocks *clocks)
{
  *preamble =
    (SpurRecordingPreamble){ .origin = (guint64) g_random_int () << 32 | g_random_int () | 1,
                             .process = (guint32) getpid (),
                             .clock = SPUR_RECORDING_MONOTONIC,
                             .hz = NS_PER_S,
                             .begin_ticks = (guint64) clocks->begin_ns,
                             .begin_ns = clocks->begin_ns,
                             .begin_real_ns = clocks->begin_real_ns };
  memcpy (preamble->boot, clocks->boot, sizeof preamble->boot);
}

/* A packet of the recorder itself. */
static gboolean
write_definition (
  SpurCollectOutput *self, SpurPacketKind kind, guint32 stream, GByteArray *body, GError **error)
{
  g_autofree guint8 *bytes = NULL;
  SpurPacket packet = { .kind = kind, .sequence = self->n_packets, .stream = stream };

  spur_collect_define_pad (body);
  bytes = g_malloc (SPUR_PACKET_HEADER_BYTES + (gsize) body->len);
  memcpy (bytes + SPUR_PACKET_HEADER_BYTES, body->data, body->len);
  packet.body = bytes + SPUR_PACKET_HEADER_BYTES;
  packet.n_bytes = body->len;
  spur_packet_put_header (&packet, bytes);
  if (!spur_collect_file_append (self->file, &packet, bytes, error))
    return FALSE;
  self->n_packets++;
  return TRUE;
}

static gboolean
tell_facts (SpurCollectOutput *self, GError **error)
{
  const char *const facts[] = { "host",         g_get_host_name (), "command",
                                "spur collect", SPUR_COLLECT_FACT,  "while the events came" };
  g_autoptr (GByteArray) body = g_byte_array_new ();

  spur_collect_define_put_u32 (body, G_N_ELEMENTS (facts) / 2);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    spur_collect_define_put_text (body, facts[i]);
  return write_definition (self, SPUR_PACKET_FACTS, SPUR_NONE, body, error);
}

SpurCollectOutput *
spur_collect_output_new (const char *path,
                         SpurCollectLive *live,
                         guint64 max_waiting_bytes,
                         GError **error)
{
  const SpurCollectClocks *clocks = &live->clocks;
  guint8 bytes[SPUR_RECORDING_PREAMBLE_BYTES];
  SpurRecordingPreamble preamble;
  SpurCollectFile *file;
  SpurCollectOutput *self;

  make_preamble (&preamble, clocks);
  spur_recording_preamble_put (&preamble, bytes);
  file = spur_collect_file_open (path, bytes, pass_over, NULL, error);
  if (file == NULL)
    return NULL;
  self = g_new0 (SpurCollectOutput, 1);
  self->file = file;
  self->define = spur_collect_define_new (live->trace);
  self->begin_ticks = preamble.begin_ticks;
  self->writers = g_ptr_array_new_with_free_func (writer_free);
  self->max_waiting_words = max_waiting_bytes / 8;
  self->scratch = g_malloc0 (SCRATCH_BYTES);
  self->bytes = g_malloc (SPUR_PACKET_HEADER_BYTES + BODY_BYTES);
  if (tell_facts (self, error))
    return self;
  spur_collect_output_free (self);
  return NULL;
}

void
spur_collect_output_free (SpurCollectOutput *self)
{
  spur_collect_file_free (self->file);
  spur_collect_define_free (self->define);
  g_ptr_array_unref (self->writers);
  g_free (self->scratch);
  g_free (self->bytes);
  g_free (self);
}

void
spur_collect_output_note (SpurCollectOutput *self, const SpurPacket *packet)
{
  spur_collect_define_note (self->define, packet);
}

/* ---- Writing ---- */

static gboolean
tell_label (SpurCollectOutput *self, Writer *writer, GError **error)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  if (writer->is_told)
    return TRUE;
  spur_collect_define_put_text (body, writer->label->full_name);
  spur_collect_define_put_u32 (body, writer->label->target);
  spur_collect_define_put_u32 (body, 0);
  spur_collect_define_put_u64 (body, 0);
  spur_collect_define_put_u64 (body, self->begin_ticks);
  writer->is_told = write_definition (self, SPUR_PACKET_STREAM, writer->label->number, body, error);
  return writer->is_told;
}

static gboolean
write_packet (SpurCollectOutput *self, Writer *writer, SpurPacket *packet, GError **error)
{
  packet->writer = writer->number;
  packet->stream = writer->label->number;
  packet->sequence = writer->n_packets;
  packet->first = writer->n_put;
  packet->body = self->bytes + SPUR_PACKET_HEADER_BYTES;
  spur_packet_put_header (packet, self->bytes);
  if (!spur_collect_file_append (self->file, packet, self->bytes, error))
    return FALSE;
  writer->n_packets++;
  writer->n_put += packet->n_events;
  return TRUE;
}

static gboolean
write_events (SpurCollectOutput *self, Writer *writer, GError **error)
{
  const guint64 *words = (const guint64 *) (gconstpointer) writer->words->data;

  while (writer->n_packed < writer->words->len)
    {
      SpurPacket packet = { .kind = SPUR_PACKET_EVENTS };
      const guint64 *from = words + writer->n_packed, *next;
      const guint64 *to = words + MIN (writer->words->len, writer->n_packed + BLOCK_WORDS);

      /* Whole events only. */
      for (next = from; next < to;)
        next += *next >> 32;
      packet.n_bytes = (guint32) spur_packet_pack (
        from, next, self->bytes + SPUR_PACKET_HEADER_BYTES, self->scratch, &next, &packet.n_events);
      if (!write_packet (self, writer, &packet, error))
        return FALSE;
      writer->n_packed += (gsize) (next - from);
      self->n_waiting_words -= (guint64) (next - from);
      self->n_events += packet.n_events;
    }
  return TRUE;
}

static gboolean
write_drops (SpurCollectOutput *self, Writer *writer, GError **error)
{
  while (writer->n_dropped > 0)
    {
      SpurPacket packet = { .kind = SPUR_PACKET_DROPS, .n_bytes = 16 };

      packet.n_events = (guint32) MIN (writer->n_dropped, G_MAXUINT32);
      spur_put_le64 (self->bytes + SPUR_PACKET_HEADER_BYTES, writer->from_ticks);
      spur_put_le64 (self->bytes + SPUR_PACKET_HEADER_BYTES + 8, writer->to_ticks);
      if (!write_packet (self, writer, &packet, error))
        return FALSE;
      writer->n_dropped -= packet.n_events;
    }
  return TRUE;
}

static gboolean
write_writer (SpurCollectOutput *self, Writer *writer, GError **error)
{
  if (writer->words == NULL && writer->n_dropped == 0)
    return TRUE;
  if (!tell_label (self, writer, error))
    return FALSE;
  if (writer->words != NULL && !write_events (self, writer, error))
    return FALSE;
  /* What a full disk has made large is not kept. */
  if (writer->words != NULL && writer->words->len > 2 * BLOCK_WORDS)
    g_clear_pointer (&writer->words, g_array_unref);
  else if (writer->words != NULL)
    g_array_set_size (writer->words, 0);
  writer->n_packed = 0;
  return write_drops (self, writer, error);
}

static gboolean
write_definitions (SpurCollectOutput *self, GError **error)
{
  SpurPacketKind kind;
  GByteArray *body;

  while ((body = spur_collect_define_make (self->define, &kind)) != NULL)
    {
      gboolean is_told = write_definition (self, kind, SPUR_NONE, body, error);

      g_byte_array_unref (body);
      if (!is_told)
        return FALSE;
      spur_collect_define_told (self->define);
    }
  return TRUE;
}

gsize
spur_collect_output_make_status (SpurCollectOutput *self, guint8 *bytes)
{
  guint8 *body = bytes + SPUR_PACKET_HEADER_BYTES;
  SpurPacket packet = { .kind = SPUR_PACKET_STATUS,
                        .sequence = SPUR_PACKET_FIRST_STATUS + self->n_statuses++,
                        .stream = SPUR_NONE,
                        .n_bytes = STATUS_BODY_BYTES,
                        .body = body };

  spur_put_le64 (body, self->n_events + self->n_dropped);
  spur_put_le64 (body + 8, self->n_dropped);
  spur_put_le64 (body + 16, self->file->n_bytes);
  spur_put_le32 (body + 24, self->has_ended);
  spur_put_le32 (body + 28, 0);
  spur_packet_put_header (&packet, bytes);
  return SPUR_PACKET_HEADER_BYTES + STATUS_BODY_BYTES;
}

static gboolean
write_status (SpurCollectOutput *self, GError **error)
{
  guint8 bytes[SPUR_COLLECT_STATUS_BYTES];
  gsize n_bytes = spur_collect_output_make_status (self, bytes);
  SpurPacket packet;

  return spur_packet_read (&packet, bytes, n_bytes) == SPUR_PACKET_WHOLE &&
         spur_collect_file_append (self->file, &packet, bytes, error);
}

/* All streams are as far as the last event that has left. */
static gboolean
write_mark (SpurCollectOutput *self, GError **error)
{
  guint8 bytes[SPUR_PACKET_HEADER_BYTES + MARK_BODY_BYTES];
  guint8 *body = bytes + SPUR_PACKET_HEADER_BYTES;
  SpurPacket packet = { .kind = SPUR_PACKET_MARK,
                        .sequence = SPUR_PACKET_FIRST_MARK + self->n_marks,
                        .stream = SPUR_NONE,
                        .n_bytes = MARK_BODY_BYTES,
                        .body = body };

  if (self->left_ns == self->marked_ns)
    return TRUE;
  spur_put_le64 (body, self->begin_ticks + (guint64) self->left_ns);
  spur_put_le64 (body + 8, 0);
  spur_packet_put_header (&packet, bytes);
  if (!spur_collect_file_append (self->file, &packet, bytes, error))
    return FALSE;
  self->marked_ns = self->left_ns;
  self->n_marks++;
  return TRUE;
}

gboolean
spur_collect_output_flush (SpurCollectOutput *self, gboolean has_to, GError **error)
{
  gint64 now_us = g_get_monotonic_time ();

  if (!has_to && now_us - self->flushed_us < FLUSH_US)
    return TRUE;
  self->flushed_us = now_us;
  self->is_full = !write_definitions (self, error);
  for (guint i = 0; i < self->writers->len && !self->is_full; i++)
    {
      Writer *writer = g_ptr_array_index (self->writers, i);

      if (writer == NULL)
        continue;
      /* Many streams are silent for long. */
      if (writer->words != NULL && writer->words->len == 0)
        g_clear_pointer (&writer->words, g_array_unref);
      self->is_full = !write_writer (self, writer, error);
    }
  self->is_full = self->is_full || !write_mark (self, error) || !write_status (self, error);
  return !self->is_full;
}

gboolean
spur_collect_output_finish (SpurCollectOutput *self, gboolean has_to_sync, GError **error)
{
  self->has_ended = TRUE;
  self->has_ended = spur_collect_output_flush (self, TRUE, error) &&
                    (!has_to_sync || spur_collect_file_sync (self->file, error));
  return self->has_ended;
}

/* ---- Taking ---- */

static Writer *
need_writer (SpurCollectOutput *self, const SpurCollectEvent *event)
{
  Writer *writer;

  if (event->writer >= MAX_WRITERS || event->class_index >= MAX_CLASSES)
    return NULL;
  if (event->writer >= self->writers->len)
    g_ptr_array_set_size (self->writers, (int) event->writer + 1);
  writer = g_ptr_array_index (self->writers, event->writer);
  if (writer == NULL)
    {
      writer = g_new0 (Writer, 1);
      writer->number = event->writer + 1;
      self->writers->pdata[event->writer] = writer;
    }
  if (writer->label != event->label)
    {
      g_clear_pointer (&writer->label, spur_live_label_unref);
      writer->label = spur_live_label_ref (event->label);
      writer->is_told = FALSE;
    }
  return writer;
}

/* The recorder has dropped them, or there is no room for one. */
static void
drop_event (SpurCollectOutput *self, Writer *writer, guint64 ticks, guint64 n_events)
{
  self->n_dropped += n_events;
  if (writer == NULL)
    return;
  if (writer->n_dropped == 0)
    writer->from_ticks = ticks;
  writer->to_ticks = ticks;
  writer->n_dropped += n_events;
}

static guint64
get_word (const SpurEventLayout *layout, guint field, const guint8 *record)
{
  guint64 bits = spur_event_layout_get_uint (layout, field, record);

  /* Entries are signed, so that none is near to small numbers. */
  return layout->fields[field].type < SPUR_FIELD_STRING ? bits : (guint64) (gint32) (guint32) bits;
}

static void
append_event (Writer *writer, guint64 ticks, const SpurCollectEvent *event)
{
  const SpurEventLayout *layout = event->layout;
  guint64 words[MAX_EVENT_WORDS];
  guint n_words = SPUR_PACKET_HEAD_WORDS + layout->n_fields;

  words[0] = (guint64) n_words << 32 | (event->class_index + 1);
  words[1] = ticks;
  for (guint i = 0; i < layout->n_fields; i++)
    words[SPUR_PACKET_HEAD_WORDS + i] = get_word (layout, i, event->record);
  if (writer->words == NULL)
    writer->words = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_array_append_vals (writer->words, words, n_words);
}

static gboolean
write_now (SpurCollectOutput *self, Writer *writer)
{
  self->is_full = !write_definitions (self, NULL) || !write_writer (self, writer, NULL);
  return !self->is_full;
}

/* What comes behind drops that are not told yet would be before them. */
static gboolean
has_room (SpurCollectOutput *self, Writer *writer, guint n_words)
{
  if (writer == NULL || self->n_waiting_words + n_words > self->max_waiting_words)
    return FALSE;
  return writer->n_dropped == 0 || (!self->is_full && write_now (self, writer));
}

void
spur_collect_output_put (SpurCollectOutput *self, const SpurCollectEvent *event)
{
  Writer *writer = need_writer (self, event);
  guint64 ticks = self->begin_ticks + (guint64) event->time_ns;
  guint n_words;

  self->left_ns = event->time_ns;
  if (event->n_dropped > 0)
    {
      drop_event (self, writer, ticks, event->n_dropped);
      return;
    }
  n_words = SPUR_PACKET_HEAD_WORDS + event->layout->n_fields;
  if (!has_room (self, writer, n_words))
    {
      drop_event (self, writer, ticks, 1);
      self->n_untaken++;
      return;
    }
  append_event (writer, ticks, event);
  self->n_waiting_words += n_words;
  if (!self->is_full && writer->words->len - writer->n_packed >= BLOCK_WORDS)
    write_now (self, writer);
}
