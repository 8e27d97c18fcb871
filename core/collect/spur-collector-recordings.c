/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How a collector and its recordings stand, and its end. */
#include <unistd.h>

#include "core/base/spur-object-internal.h"
#include "core/collect/spur-collector-private.h"

/* A listener that takes nothing for so long does not keep the collector. */
#define MAX_FLUSH_US 2000000

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
  spur_live_corrector_get_counts (self->live->corrector, &live);
  counts->n_ordered = live.n_popped;
  counts->n_held = live.n_held;
  counts->n_late = live.n_late;
  counts->worst_late_ns = live.worst_late_ns;
  counts->n_unmatched = live.n_unmatched;
  counts->n_passed_over = self->live->n_passed_over;
  if (self->output != NULL)
    counts->n_unwritten = self->output->n_untaken;
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
SPUR_DEFINE_GETTER (
  guint, spur_collector_get_n_recordings, SpurCollector, SPUR_IS_COLLECTOR, self->recordings->len)

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
  spur_collect_known_update (known);
  *recording = (SpurCollectRecording){ known->origin,
                                       known->host,
                                       known->program,
                                       known->process,
                                       known->client != NULL,
                                       known->counts.has_status,
                                       known->counts.status.has_ended,
                                       known->counts.n_events,
                                       known->counts.n_dropped,
                                       known->counts.n_missing,
                                       known->counts.status.n_events,
                                       known->counts.status.n_dropped };
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
