/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Recordings that come, go and come back. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-integer-private.h"
#include "core/collect/spur-collector-private.h"
#include "core/format/spur-codec.h"

/* A listener that takes nothing for so long does not keep the collector. */
#define MAX_FLUSH_US 2000000

/* Together no more than 2^61 ns. */
#define MAX_AHEAD_NS (G_GINT64_CONSTANT (1) << 58)
#define MAX_BEHIND_NS ((G_GINT64_CONSTANT (1) << 61) - MAX_AHEAD_NS)

/* What is there from before was ordered when it came; the definitions are needed again. */
static gboolean
take_definition (const SpurPacket *packet, gpointer data, GError **error)
{
  SpurLiveRecording *live = data;

  return packet->kind == SPUR_PACKET_EVENTS || spur_collect_live_take (live, packet, error);
}

static void
note_names (SpurCollectKnown *known)
{
  g_free (known->host);
  g_free (known->program);
  known->host = g_strdup (spur_live_recording_get_host (known->live));
  known->program = g_strdup (spur_live_recording_get_program (known->live));
}

static void
note_counts (SpurCollectKnown *known)
{
  const SpurCollectFile *file = known->file;

  known->has_status = file->has_status;
  known->status = file->status;
  known->n_packets = file->n_packets;
  known->n_events = file->n_events;
  known->n_dropped = file->n_dropped;
  known->n_missing = file->n_missing;
}

static gboolean
open_recording (SpurCollector *self,
                SpurCollectKnown *known,
                const SpurRecordingPreamble *preamble,
                const guint8 *bytes,
                guint64 ticks,
                GError **error)
{
  g_autofree char *path = NULL;

  if (known->file != NULL)
    {
      if (memcmp (known->file->preamble, bytes, SPUR_RECORDING_PREAMBLE_BYTES) == 0)
        return TRUE;
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                   "another recording has the same origin");
      return FALSE;
    }
  known->live = spur_collect_live_add (self->live, preamble, ticks, known->is_apart);
  path = g_strdup_printf ("%s/%016" G_GINT64_MODIFIER "x.spurrec", self->folder, known->origin);
  known->file = spur_collect_file_open (path, bytes, take_definition, known->live, error);
  if (known->file != NULL)
    return TRUE;
  known->is_apart |= spur_collect_live_is_conflict (known->live, *error);
  g_clear_pointer (&known->live, spur_live_recording_free);
  return FALSE;
}

/* What is there from before may contradict what others said meanwhile. */
static gboolean
need_recording (SpurCollector *self,
                SpurCollectKnown *known,
                const SpurRecordingPreamble *preamble,
                const guint8 *bytes,
                guint64 ticks,
                GError **error)
{
  gboolean was_apart = known->is_apart;
  g_autoptr (GError) problem = NULL;

  if (open_recording (self, known, preamble, bytes, ticks, &problem))
    return TRUE;
  if (known->is_apart && !was_apart)
    return open_recording (self, known, preamble, bytes, ticks, error);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
spur_collector_keep_apart (SpurCollector *self, SpurCollectKnown *known, const GError *error)
{
  if (!spur_collect_live_is_conflict (known->live, error))
    return FALSE;
  spur_collector_tell_problem (
    self, "recording %016" G_GINT64_MODIFIER "x is kept, but not put in order: %s", known->origin,
    error->message);
  known->is_apart = TRUE;
  return TRUE;
}

static SpurCollectKnown *
find_or_add (SpurCollector *self, const SpurRecordingPreamble *preamble)
{
  SpurCollectKnown *known = g_hash_table_lookup (self->by_origin, &preamble->origin);

  if (known != NULL || self->recordings->len >= self->limits.n_recordings)
    return known;
  known = g_new0 (SpurCollectKnown, 1);
  known->origin = preamble->origin;
  known->process = preamble->process;
  known->host = g_strdup ("-");
  known->program = g_strdup ("-");
  g_ptr_array_add (self->recordings, known);
  g_hash_table_insert (self->by_origin, &known->origin, known);
  return known;
}

/* All recordings become one trace, in which times lie within 2^61 ns of each other: 73 years. A
 * computer without a battery begins in 1970. */
static gboolean
check_epoch (SpurCollector *self, const SpurRecordingPreamble *preamble, GError **error)
{
  const SpurCollectClocks *clocks = spur_collect_live_get_clocks (self->live);
  SpurInt128 ahead_ns = (SpurInt128) preamble->begin_real_ns - preamble->begin_ns -
                        ((SpurInt128) clocks->begin_real_ns - clocks->begin_ns);

  if (ahead_ns <= MAX_AHEAD_NS && ahead_ns >= -MAX_BEHIND_NS)
    return TRUE;
  g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
               "the clock of the recorder's computer says that it was started %s",
               ahead_ns > 0 ? "more than 9 years from now" : "more than 64 years ago");
  return FALSE;
}

SpurCollectKnown *
spur_collector_admit (SpurCollector *self,
                      SpurCollectClient *client,
                      const guint8 *preamble,
                      guint64 ticks,
                      SpurRefusal *refusal,
                      GError **error)
{
  SpurRecordingPreamble parsed;
  SpurCollectKnown *known;

  *refusal = SPUR_REFUSAL_NEVER;
  if (!spur_recording_preamble_read (&parsed, preamble, SPUR_RECORDING_PREAMBLE_BYTES, "a recorder",
                                     error) ||
      !check_epoch (self, &parsed, error))
    return NULL;
  known = find_or_add (self, &parsed);
  if (known == NULL)
    {
      *refusal = SPUR_REFUSAL_LATER;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, "there are %u recordings already",
                   self->recordings->len);
      return NULL;
    }
  if (!need_recording (self, known, &parsed, preamble, ticks, error))
    {
      if (error != NULL && *error != NULL && (*error)->domain == G_IO_ERROR)
        *refusal = SPUR_REFUSAL_LATER;
      return NULL;
    }

  /* What both send would be mixed. The one before may be a connection whose other end has gone
   * without a word, which is found out now; the recorder comes again in a moment. */
  if (known->client != NULL)
    {
      *refusal = SPUR_REFUSAL_LATER;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                   "recording %016" G_GINT64_MODIFIER "x has a recorder that is connected",
                   known->origin);
      spur_collect_client_probe (known->client);
      return NULL;
    }
  known->client = client;
  return known;
}

void
spur_collector_leave (SpurCollector *self, SpurCollectKnown *known)
{
  gboolean has_ended;

  known->client = NULL;
  note_names (known);
  note_counts (known);
  spur_collect_live_pause (known->live);
  spur_collect_file_close (known->file);
  has_ended = known->has_status && known->status.has_ended;
  if (!has_ended && !known->is_apart)
    return;

  /* One that is apart is read again, when it comes back, with definitions of its own. */
  g_clear_pointer (&known->file, spur_collect_file_free);
  g_clear_pointer (&known->live, spur_live_recording_free);
}

/**
 * spur_collector_get_counts:
 * @self: a collector
 * @counts: (out caller-allocates): what it has so far
 *
 * Gets how things stand.
 *
 * Since: 1.0
 */
void
spur_collector_get_counts (SpurCollector *self, SpurCollectCounts *counts)
{
  SpurLiveCounts live = { 0 };
  SpurCollectRecording recording;

  g_return_if_fail (SPUR_IS_COLLECTOR (self));
  g_return_if_fail (counts != NULL);

  *counts = self->counts;
  counts->n_recordings = self->recordings->len;
  counts->n_listeners = self->listeners->len;
  for (guint i = 0; i < self->clients->len; i++)
    counts->n_stalled += spur_collect_client_is_stalled (g_ptr_array_index (self->clients, i));
  for (guint i = 0; i < self->recordings->len; i++)
    {
      spur_collector_get_recording (self, i, &recording);
      counts->n_connected += recording.is_connected;
      counts->n_events = spur_collect_add_counts (counts->n_events, recording.n_events);
      counts->n_dropped = spur_collect_add_counts (counts->n_dropped, recording.n_dropped);
      counts->n_missing = spur_collect_add_counts (counts->n_missing, recording.n_missing);
    }
  if (self->live == NULL)
    return;
  spur_collect_live_get_counts (self->live, &live);
  counts->n_ordered = live.n_popped;
  counts->n_held = live.n_held;
  counts->n_late = live.n_late;
  counts->worst_late_ns = live.worst_late_ns;
  counts->n_unmatched = live.n_unmatched;
  counts->n_passed_over = spur_collect_live_get_n_passed_over (self->live);
  if (self->output != NULL)
    counts->n_unwritten = spur_collect_output_get_n_untaken (self->output);
}

/**
 * spur_collector_get_n_recordings:
 * @self: a collector
 *
 * Gets how many recordings came so far.
 *
 * Returns: the number of recordings
 *
 * Since: 1.0
 */
guint
spur_collector_get_n_recordings (SpurCollector *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), 0);

  return self->recordings->len;
}

/**
 * spur_collector_get_recording:
 * @self: a collector
 * @index: position of the recording, in the order in which they came
 * @recording: (out caller-allocates): how it stands; its texts live until the next call
 *
 * Gets how a recording stands.
 *
 * Since: 1.0
 */
void
spur_collector_get_recording (SpurCollector *self, guint index, SpurCollectRecording *recording)
{
  SpurCollectKnown *known;

  g_return_if_fail (SPUR_IS_COLLECTOR (self));
  g_return_if_fail (index < self->recordings->len && recording != NULL);

  known = g_ptr_array_index (self->recordings, index);
  if (known->file != NULL)
    {
      note_names (known);
      note_counts (known);
    }
  *recording = (SpurCollectRecording){
    known->origin,         known->host,       known->program,          known->process,
    known->client != NULL, known->has_status, known->status.has_ended, known->n_events,
    known->n_dropped,      known->n_missing,  known->status.n_events,  known->status.n_dropped
  };
}

static guint64
count_waiting (SpurCollector *self)
{
  guint64 n_waiting = 0;

  for (guint i = 0; i < self->listeners->len; i++)
    n_waiting += spur_collect_listener_get_n_waiting (g_ptr_array_index (self->listeners, i));
  return n_waiting;
}

static gboolean
wake_up (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* What has left is to arrive, as long as listeners take it. */
static void
flush_listeners (SpurCollector *self)
{
  gint64 end_us = g_get_monotonic_time () + MAX_FLUSH_US;
  guint alarm = g_timeout_add (100, wake_up, NULL);
  guint64 n_waiting, n_before = G_MAXUINT64;

  while ((n_waiting = count_waiting (self)) > 0 && g_get_monotonic_time () < end_us)
    {
      if (n_waiting < n_before)
        end_us = g_get_monotonic_time () + MAX_FLUSH_US;
      n_before = n_waiting;
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (alarm);
}

/**
 * spur_collector_stop:
 * @self: a collector
 *
 * Ends everything: no peer can connect any more, recorders are disconnected, and all that waited to
 * be ordered leaves, and is given to the listeners, but to one that takes nothing for 2 s. What
 * recorders have that was not acknowledged stays with them. The recordings are in the folder.
 *
 * Since: 1.0
 */
void
spur_collector_stop (SpurCollector *self)
{
  g_return_if_fail (SPUR_IS_COLLECTOR (self));

  if (self->is_stopped)
    return;
  self->is_stopped = TRUE;
  for (guint i = 0; i < self->sockets->len; i++)
    {
      g_socket_service_stop (g_ptr_array_index (self->sockets, i));
      g_socket_listener_close (g_ptr_array_index (self->sockets, i));
    }
  for (guint i = 0; i < self->paths->len; i++)
    unlink (g_ptr_array_index (self->paths, i));
  while (self->arrivals->len > 0)
    spur_collect_arrival_close (g_ptr_array_index (self->arrivals, self->arrivals->len - 1));
  while (self->clients->len > 0)
    spur_collect_client_close (g_ptr_array_index (self->clients, self->clients->len - 1));
  g_ptr_array_set_size (self->sources, 0);
  g_clear_pointer (&self->syncer, spur_collect_syncer_free);
  if (self->live != NULL)
    spur_collect_live_finish (self->live);
  if (self->output != NULL)
    spur_collector_end_output (self);
  flush_listeners (self);
  while (self->listeners->len > 0)
    spur_collect_listener_close (g_ptr_array_index (self->listeners, self->listeners->len - 1));
  g_clear_handle_id (&self->tick, g_source_remove);
}
