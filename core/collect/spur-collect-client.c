/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The connection of a recorder. */
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-error-internal.h"
#include "core/base/spur-hash-private.h"
#include "core/collect/spur-collector-private.h"
#include "core/format/spur-codec.h"

#define FIRST_BUFFER_BYTES 65536
#define SERVING_READ_BYTES 8192
#define MAX_BUFFER_BYTES (SPUR_PACKET_HEADER_BYTES + SPUR_PACKET_MAX_BODY_BYTES)
#define MAX_IDLE_BYTES 1048576
#define MAX_OUT_BYTES 262144

/* Of a packet that has begun so much comes within the patience, or it ends. */
#define PROGRESS_BYTES 65536

static void read_more (SpurCollectClient *self);

/* A read that is still under way may write into it. */
static void
forget_buffer (SpurCollectClient *self)
{
  self->collector->n_unparsed_bytes -= self->n_allocated;
  self->n_allocated = self->n_bytes = 0;
  if (!self->link.is_reading)
    g_clear_pointer (&self->bytes, g_free);
}

static void
resize_buffer (SpurCollectClient *self, gsize n_bytes)
{
  self->collector->n_unparsed_bytes += n_bytes;
  self->collector->n_unparsed_bytes -= self->n_allocated;
  self->bytes = g_realloc (self->bytes, n_bytes);
  self->n_allocated = n_bytes;
}

static gboolean
close_now (gpointer data)
{
  SpurCollectClient *self = data;

  self->close_source = 0;
  spur_collect_client_close (self);
  return G_SOURCE_REMOVE;
}

/* Not here, since the caller still works with it. */
static void
close_soon (SpurCollectClient *self)
{
  if (self->close_source == 0)
    self->close_source = g_timeout_add (0, close_now, self);
}

void
spur_collect_client_close (SpurCollectClient *self)
{
  SpurCollector *collector = self->collector;
  SpurCollectKnown *known = self->known;

  if (self->link.is_closed)
    return;
  spur_collect_link_close (&self->link);
  g_clear_handle_id (&self->close_source, g_source_remove);
  forget_buffer (self);
  self->known = NULL;
  if (known != NULL)
    spur_collector_leave (collector, known);
  g_ptr_array_remove_fast (collector->clients, self);
  if (self->source != NULL)
    spur_collect_source_lost (self->source, known);
  spur_collect_link_unref (&self->link);
}

gboolean
spur_collect_client_is_stalled (const SpurCollectClient *self)
{
  return self->is_stalled || self->is_unsynced;
}

static void
put_message (SpurCollectClient *self, SpurAnswerKind kind, const guint8 *body, gsize n_bytes)
{
  static const guint8 zeros[8];
  gsize n_padding = (8 - n_bytes % 8) % 8;
  guint8 header[SPUR_ANSWER_HEADER_BYTES];

  /* Who was asked for its recording has asked for nothing. */
  if (self->link.is_closed || self->source != NULL)
    return;

  /* It does not take what it is told; without a limit answers would pile up. */
  if (self->link.out->len > MAX_OUT_BYTES)
    {
      self->collector->counts.n_cut++;
      close_soon (self);
      return;
    }
  spur_put_le32 (header, kind);
  spur_put_le32 (header + 4, (guint32) (n_bytes + n_padding));
  g_byte_array_append (self->link.out, header, sizeof header);
  g_byte_array_append (self->link.out, body, (guint) n_bytes);
  spur_collect_link_put (&self->link, zeros, n_padding);
}

static void
put_text_message (SpurCollectClient *self,
                  SpurAnswerKind kind,
                  const guint32 *code,
                  const char *text)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  if (code != NULL)
    spur_collect_define_put_u32 (body, *code);
  spur_collect_define_put_text (body, text);
  put_message (self, kind, body->data, body->len);
}

static void
put_number_message (SpurCollectClient *self, SpurAnswerKind kind, guint64 number)
{
  guint8 body[8];

  spur_put_le64 (body, number);
  put_message (self, kind, body, sizeof body);
}

/* Where the collector does not know its own boot, that is all 0, and no recorder sends probes. */
static void
put_welcome (SpurCollectClient *self)
{
  const SpurCollectClocks *clocks = &self->collector->live->clocks;
  guint8 body[SPUR_WELCOME_BYTES];

  spur_put_le64 (body, self->known->file->counts.n_packets);
  memcpy (body + SPUR_WELCOME_AT_BOOT, clocks->boot, sizeof clocks->boot);
  put_message (self, SPUR_ANSWER_WELCOME, body, sizeof body);
}

/* With the number of the probe, by which the recorder knows how long the answer took. */
static void
answer_probe (SpurCollectClient *self, const SpurPacket *probe)
{
  const SpurCollectClocks *clocks = &self->collector->live->clocks;
  guint8 body[SPUR_PROBED_BYTES];

  memcpy (body, probe->body, sizeof (guint64));
  spur_put_le64 (body + sizeof (guint64),
                 (guint64) (clocks->begin_ns + spur_collect_clocks_get_now_ns (clocks)));
  put_message (self, SPUR_ANSWER_PROBED, body, sizeof body);
}

void
spur_collect_client_switch (SpurCollectClient *self, const char *rules)
{
  if (self->known != NULL && !self->is_ending && *rules != '\0')
    put_text_message (self, SPUR_ANSWER_SWITCH, NULL, rules);
}

/* Says why, and closes when that is written. */
static void
refuse_client (SpurCollectClient *self, SpurRefusal refusal, const GError *error)
{
  guint32 code = refusal;

  if (self->known != NULL)
    spur_collector_leave (self->collector, self->known);
  self->known = NULL;
  forget_buffer (self);
  self->is_ending = TRUE;
  self->deadline_us = spur_collector_get_deadline_us (self->collector);
  if (self->source != NULL)
    close_soon (self);
  put_text_message (self, SPUR_ANSWER_REFUSED, &code, error->message);
}

/* TRUE but for another collector of which the same was said before. */
static gboolean
has_news (SpurCollectClient *self)
{
  return self->source == NULL || spur_collect_source_note_problem (self->source);
}

static void
cut_off (SpurCollectClient *self, SpurRefusal refusal, const GError *error)
{
  self->collector->counts.n_cut++;
  if (self->known != NULL && has_news (self))
    spur_collector_tell_problem (self->collector,
                                 "recording %016" G_GINT64_MODIFIER "x was cut off: %s",
                                 self->known->origin, error->message);
  refuse_client (self, refusal, error);
}

/* ---- Patience ---- */

void
spur_collect_client_check_patience (SpurCollectClient *self)
{
  g_autoptr (GError) error = NULL;

  if (self->link.is_closed || self->deadline_us == 0 ||
      self->deadline_us > self->collector->patience_us)
    return;
  if (self->is_ending)
    {
      spur_collect_client_close (self);
      return;
    }
  error =
    g_error_new (G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "nothing came for %u ms in the middle of %s",
                 self->collector->options.patience_ms,
                 self->known == NULL  ? "the greeting"
                 : self->n_taken == 0 ? "the first packet"
                                      : "a packet");
  cut_off (self, SPUR_REFUSAL_LATER, error);
}

/* Between packets a recorder may be silent for as long as it likes. */
static void
watch_progress (SpurCollectClient *self)
{
  gboolean is_between = self->known != NULL && self->n_taken > 0 && self->n_bytes == 0;

  if (self->is_stalled || self->is_unsynced || is_between)
    self->deadline_us = 0;
  else if (self->deadline_us == 0 || self->n_taken != self->n_watched_packets ||
           self->n_bytes >= self->n_watched_bytes + PROGRESS_BYTES)
    {
      self->deadline_us = spur_collector_get_deadline_us (self->collector);
      self->n_watched_packets = self->n_taken;
      self->n_watched_bytes = self->n_bytes;
    }
}

/* Asks whether the other end is still there: where it is not, the connection breaks. */
static void
spur_collect_client_probe (SpurCollectClient *self)
{
  if (spur_collect_link_get_n_waiting (&self->link) == 0)
    put_message (self, SPUR_ANSWER_ALIVE, NULL, 0);
}

/* TRUE only where the bytes are those of a recorder that may send. */
static gboolean
check_hello (SpurCollectClient *self, const guint8 *bytes, GError **error)
{
  const SpurCollector *collector = self->collector;
  guint8 difference = 0;

  if (memcmp (bytes, SPUR_HELLO_MAGIC, 8) != 0 ||
      spur_get_le64 (bytes + SPUR_HELLO_HASHED_BYTES) !=
        spur_hash_bytes (bytes, SPUR_HELLO_HASHED_BYTES))
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "this is no recorder's hello");
  if (spur_get_le16 (bytes + 8) != SPUR_HELLO_MAJOR)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_VERSION,
                           "the recorder speaks version %u, this collector version %u",
                           spur_get_le16 (bytes + 8), SPUR_HELLO_MAJOR);

  /* In the same time wherever it is wrong. */
  for (guint i = 0; collector->has_token && i < SPUR_HELLO_TOKEN_BYTES; i++)
    difference |= bytes[SPUR_HELLO_AT_TOKEN + i] ^ collector->token[i];
  if (difference == 0)
    return TRUE;
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                         "the token is not the collector's");
}

/* What comes before the packets: who was asked says no hello. */
static gsize
get_n_greeting_bytes (const SpurCollectClient *self)
{
  return SPUR_RECORDING_PREAMBLE_BYTES + (self->source != NULL ? 0 : SPUR_HELLO_BYTES);
}

/* What two recorders of one recording send would be mixed. The one before may be a connection whose
 * other end has gone without a word, which is found out now; the recorder comes again in a moment.
 */
static gboolean
take_over (SpurCollectClient *self, SpurCollectKnown *known, SpurRefusal *refusal, GError **error)
{
  if (known->client == NULL)
    {
      self->known = known;
      known->client = self;
      return TRUE;
    }
  *refusal = SPUR_REFUSAL_LATER;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
               "recording %016" G_GINT64_MODIFIER "x has a recorder that is connected",
               known->origin);
  spur_collect_client_probe (known->client);
  return FALSE;
}

static void
take_greeting (SpurCollectClient *self)
{
  gsize n_greeting_bytes = get_n_greeting_bytes (self);
  const guint8 *preamble = self->bytes + n_greeting_bytes - SPUR_RECORDING_PREAMBLE_BYTES;
  g_autoptr (GError) error = NULL;
  g_autofree char *rules = NULL;
  SpurRefusal refusal = SPUR_REFUSAL_NEVER;
  SpurCollectKnown *known = NULL;
  guint64 ticks = self->source != NULL ? 0 : spur_get_le64 (self->bytes + SPUR_HELLO_AT_TICKS);

  if (self->source != NULL || check_hello (self, self->bytes, &error))
    known = spur_collector_admit (self->collector, preamble, ticks, &refusal, &error);
  if (known == NULL || !take_over (self, known, &refusal, &error))
    {
      self->collector->counts.n_refused++;
      if (has_news (self))
        spur_collector_tell_problem (self->collector, "a recorder was refused: %s", error->message);
      refuse_client (self, refusal, error);
      return;
    }
  self->n_bytes -= n_greeting_bytes;
  memmove (self->bytes, self->bytes + n_greeting_bytes, self->n_bytes);
  self->n_taken_bytes = self->n_acknowledged_bytes = SPUR_RECORDING_PREAMBLE_BYTES;
  self->deadline_us = spur_collector_get_deadline_us (self->collector);
  put_welcome (self);
  if (self->link.is_closed)
    return;
  rules = spur_collector_make_rules (self->collector);
  spur_collect_client_switch (self, rules);
}

/* Lines do not tell of what recorders dropped. */
static gboolean
is_ordered (const SpurCollector *collector, const SpurPacket *packet)
{
  return (packet->kind == SPUR_PACKET_EVENTS && collector->is_serving) ||
         (packet->kind == SPUR_PACKET_DROPS && collector->output != NULL);
}

/* Puts a packet where it is safe. FALSE with an error: of #GIOErrorEnum where that may be tried
 * again. */
static gboolean
keep_packet (SpurCollectClient *self, const SpurPacket *packet, const guint8 *bytes, GError **error)
{
  SpurCollectKnown *known = self->known;
  SpurCollectCounts *counts = &self->collector->counts;

  if (packet->kind == SPUR_PACKET_MARK)
    return spur_collect_live_take (known->live, packet, error);
  if (spur_collect_file_has (known->file, packet))
    {
      counts->n_repeated++;
      return TRUE;
    }
  if (!self->is_pushed && !spur_collect_live_take (known->live, packet, error))
    return FALSE;
  if (!self->is_pushed && is_ordered (self->collector, packet) &&
      !spur_collect_live_push (known->live, packet, error))
    return FALSE;
  self->is_pushed = TRUE;
  if (!spur_collect_file_append (known->file, packet, bytes, error))
    return FALSE;
  counts->n_packets++;
  counts->n_bytes += SPUR_PACKET_HEADER_BYTES + (guint64) packet->n_bytes;
  return TRUE;
}

static void
stall_reading (SpurCollectClient *self, const GError *error)
{
  if (!self->is_stalled)
    spur_collector_tell_problem (self->collector, "%s; recorders wait until it goes on",
                                 error->message);
  self->is_stalled = TRUE;
}

static void
set_packet_error (const SpurCollectClient *self,
                  SpurPacketState state,
                  const SpurPacket *packet,
                  GError **error)
{
  if (state == SPUR_PACKET_DAMAGED)
    g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                 "the checksum of packet %" G_GUINT64_FORMAT " of writer %u is wrong",
                 packet->sequence, packet->writer);
  else
    g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                 "found bytes that are no packet's after %" G_GUINT64_FORMAT " packets",
                 self->n_taken);
}

/* Whether a whole packet is there that may be kept; what is none cuts off who sent it. */
static gboolean
has_packet (SpurCollectClient *self, SpurPacket *packet, const guint8 *bytes, gsize n_bytes)
{
  SpurPacketState state = spur_packet_read (packet, bytes, n_bytes);
  g_autoptr (GError) error = NULL;

  if (state == SPUR_PACKET_SHORT || state == SPUR_PACKET_CUT)
    return FALSE;
  if (state == SPUR_PACKET_WHOLE && spur_packet_check (packet, &error))
    return TRUE;
  if (error == NULL)
    set_packet_error (self, state, packet, &error);
  cut_off (self, SPUR_REFUSAL_NEVER, error);
  return FALSE;
}

/* The bytes of the packet at @bytes, or 0 where it is not whole or nothing can be done with it. */
static gsize
take_packet (SpurCollectClient *self, const guint8 *bytes, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  SpurPacket packet;

  if (!has_packet (self, &packet, bytes, n_bytes))
    return 0;

  /* A probe is no part of the recording, and is not acknowledged. */
  if (packet.kind == SPUR_PACKET_PROBE)
    {
      answer_probe (self, &packet);
      return SPUR_PACKET_HEADER_BYTES + (gsize) packet.n_bytes;
    }
  if (keep_packet (self, &packet, bytes, &error))
    {
      self->is_pushed = self->is_stalled = FALSE;
      self->n_taken++;
      self->n_taken_bytes += SPUR_PACKET_HEADER_BYTES + (guint64) packet.n_bytes;
      return SPUR_PACKET_HEADER_BYTES + (gsize) packet.n_bytes;
    }
  if (error->domain == G_IO_ERROR)
    stall_reading (self, error);
  else if (spur_collector_keep_apart (self->collector, self->known, error))
    refuse_client (self, SPUR_REFUSAL_LATER, error);
  else
    cut_off (self, SPUR_REFUSAL_NEVER, error);
  return 0;
}

/* ---- Acknowledging ---- */

static void sync_file (SpurCollectClient *self);

static void
put_acknowledged (SpurCollectClient *self, guint64 n_bytes)
{
  if (n_bytes <= self->n_acknowledged_bytes)
    return;
  self->n_acknowledged_bytes = n_bytes;
  put_number_message (self, SPUR_ANSWER_ACKNOWLEDGED, n_bytes);
}

static void
sync_done (SpurCollectSync *sync, int number, gpointer data)
{
  SpurCollectClient *self = data;
  gboolean was_unsynced = self->is_unsynced;
  g_autoptr (GError) error = NULL;

  self->is_syncing = FALSE;
  if (!self->link.is_closed && self->known != NULL)
    {
      self->is_unsynced = !spur_collect_file_synced (self->known->file, sync, number, &error);
      if (self->is_unsynced && !was_unsynced)
        spur_collector_tell_problem (self->collector, "%s; recorders wait until it goes on",
                                     error->message);
      if (!self->is_unsynced)
        {
          put_acknowledged (self, self->n_syncing_bytes);
          sync_file (self);
        }
      if (was_unsynced && !self->is_unsynced && !self->link.is_closed)
        read_more (self);
    }
  spur_collect_link_unref (&self->link);
}

/* What comes meanwhile gets to the disk together, with the next one. */
static void
sync_file (SpurCollectClient *self)
{
  g_autoptr (GError) error = NULL;
  SpurCollectSync *sync;

  if (self->is_syncing || self->link.is_closed || self->n_taken_bytes <= self->n_acknowledged_bytes)
    return;
  sync = spur_collect_sync_new (self->known->file, &error);
  if (sync == NULL)
    {
      if (!self->is_unsynced)
        spur_collector_tell_problem (self->collector, "%s; recorders wait until it goes on",
                                     error->message);
      self->is_unsynced = TRUE;
      return;
    }
  self->is_syncing = TRUE;
  self->n_syncing_bytes = self->n_taken_bytes;
  spur_collect_link_ref (&self->link);
  spur_collect_syncer_run (self->collector->syncer, sync, sync_done, self);
}

static void
acknowledge_taken (SpurCollectClient *self)
{
  /* Who was asked for its recording wants no answer. */
  if (self->collector->syncer != NULL && self->source == NULL)
    sync_file (self);
  else
    put_acknowledged (self, self->n_taken_bytes);
}

static void
take_packets (SpurCollectClient *self)
{
  gsize offset = 0;
  gsize n_whole;

  while (!self->is_ending && !self->link.is_closed &&
         (n_whole = take_packet (self, self->bytes + offset, self->n_bytes - offset)) > 0)
    offset += n_whole;
  if (self->link.is_closed || self->is_ending)
    return;
  self->n_bytes -= offset;
  if (offset > 0)
    memmove (self->bytes, self->bytes + offset, self->n_bytes);
  if (self->n_allocated > MAX_IDLE_BYTES && self->n_bytes < FIRST_BUFFER_BYTES)
    resize_buffer (self, FIRST_BUFFER_BYTES);
  acknowledge_taken (self);
}

static void
parse_bytes (SpurCollectClient *self)
{
  if (self->known == NULL && self->n_bytes >= get_n_greeting_bytes (self))
    take_greeting (self);
  if (!self->link.is_closed && self->known != NULL)
    take_packets (self);
  if (self->link.is_closed || self->is_ending)
    return;
  watch_progress (self);
  read_more (self);
}

void
spur_collect_client_retry (SpurCollectClient *self)
{
  spur_collect_link_ref (&self->link);
  if (self->is_unsynced && !self->link.is_closed)
    sync_file (self);
  else if (self->is_stalled && !self->link.is_closed)
    parse_bytes (self);
  spur_collect_link_unref (&self->link);
}

static void
take_bytes (SpurCollectLink *link, gsize n_bytes)
{
  SpurCollectClient *self = (SpurCollectClient *) link;

  if (self->is_ending)
    return;
  self->n_bytes += n_bytes;
  if (n_bytes == 0)
    spur_collect_client_close (self);
  else
    parse_bytes (self);
}

/* Room for more: twice as much as has come, never what a header claims. */
static gboolean
make_room (SpurCollectClient *self)
{
  SpurCollector *collector = self->collector;
  gsize n_wanted = self->n_allocated;

  if (self->n_allocated == 0)
    n_wanted = self->known == NULL ? get_n_greeting_bytes (self) : FIRST_BUFFER_BYTES;
  else if (self->known != NULL && self->n_allocated < FIRST_BUFFER_BYTES)
    n_wanted = FIRST_BUFFER_BYTES;
  else if (self->n_bytes == self->n_allocated)
    n_wanted = MIN (self->n_allocated * 2, (gsize) MAX_BUFFER_BYTES);
  if (n_wanted == self->n_allocated)
    return TRUE;
  if (collector->n_unparsed_bytes + (n_wanted - self->n_allocated) >
      collector->options.n_unparsed_bytes)
    return FALSE;
  resize_buffer (self, n_wanted);
  return TRUE;
}

static void
read_more (SpurCollectClient *self)
{
  gsize n_bytes;

  if (self->link.is_reading || self->is_stalled || self->is_unsynced)
    return;
  if (!make_room (self))
    {
      g_autoptr (GError) error =
        g_error_new (G_IO_ERROR, G_IO_ERROR_BUSY, "too many recorders send at the same time");

      self->collector->counts.n_refused++;
      refuse_client (self, SPUR_REFUSAL_LATER, error);
      return;
    }

  /* Putting events in order takes long; others are to have their turn soon. */
  n_bytes = self->n_allocated - self->n_bytes;
  if (self->collector->is_serving)
    n_bytes = MIN (n_bytes, SERVING_READ_BYTES);
  spur_collect_link_read (&self->link, self->bytes + self->n_bytes, n_bytes);
}

static void
write_done (SpurCollectLink *link, gboolean is_written)
{
  SpurCollectClient *self = (SpurCollectClient *) link;

  if (!is_written || self->is_ending)
    spur_collect_client_close (self);
}

static void
free_client (SpurCollectLink *link)
{
  SpurCollectClient *self = (SpurCollectClient *) link;

  g_free (self->bytes);
  g_free (self);
}

static const SpurCollectLinkClass client_class = { take_bytes, write_done, free_client };

void
spur_collect_client_new (SpurCollector *collector, GIOStream *stream, SpurCollectSource *source)
{
  SpurCollectClient *self = g_new0 (SpurCollectClient, 1);

  spur_collect_link_init (&self->link, &client_class, stream);
  self->collector = collector;
  self->source = source;
  self->number = collector->n_arrived++;
  self->deadline_us = spur_collector_get_deadline_us (collector);
  g_ptr_array_add (collector->clients, self);
  read_more (self);
}
