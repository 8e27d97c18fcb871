/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What is known to have happened directly before an event (TUM-I9909 section 4.2.5). */
#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-trace-internal.h"

/**
 * spur_trace_add_predecessor:
 * @self: a trace that is not sealed yet
 * @stream: position of the event's stream
 * @event: position of the event in its stream
 * @predecessor_stream: position of the predecessor's stream
 * @predecessor_event: position of the predecessor in its stream
 *
 * Says that an event happened directly before another one; it is an edge for check and correction
 * like that of a message, whatever the classes of the two are. The streams and events may come
 * later, at latest when the trace is sealed. The same predecessor is added once.
 *
 * In a stream every event follows the one before it; that needs not be said, and is not stored.
 *
 * Since: 1.0
 */
void
spur_trace_add_predecessor (
  SpurTrace *self, guint stream, guint64 event, guint predecessor_stream, guint64 predecessor_event)
{
  SpurPredecessor row;

  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (!self->definitions->is_sealed);

  row = (SpurPredecessor){ event, predecessor_event, stream, predecessor_stream };
  g_array_append_val (self->predecessors, row);
}

SPUR_DEFINE_ORDER (compare_rows,
                   SpurPredecessor,
                   SPUR_BY_4 (stream, event, predecessor_stream, predecessor_event))

static SpurPredecessor *
get_row (SpurTrace *self, gsize index)
{
  return &g_array_index (self->predecessors, SpurPredecessor, index);
}

/* FALSE where @row does not come after the rows that are there. */
gboolean
spur_trace_append_predecessor (SpurTrace *self, const SpurPredecessor *row)
{
  if (self->predecessors->len > 0 &&
      compare_rows (get_row (self, self->predecessors->len - 1), row) >= 0)
    return FALSE;
  g_array_append_val (self->predecessors, *row);
  return TRUE;
}

static void
sort_rows (SpurTrace *self)
{
  for (gsize i = 1; i < self->predecessors->len; i++)
    {
      if (compare_rows (get_row (self, i - 1), get_row (self, i)) <= 0)
        continue;
      g_array_sort (self->predecessors, compare_rows);
      return;
    }
}

static gboolean
check_event (
  SpurTrace *self, const SpurPredecessor *row, guint stream, guint64 event, GError **error)
{
  guint64 n_events;

  if (stream >= self->streams->len)
    return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                           "predecessor of event %" G_GUINT64_FORMAT
                           " of stream %u: there is no stream %u, only %u",
                           row->event, row->stream, stream, self->streams->len);
  n_events = spur_stream_get_n_events (g_ptr_array_index (self->streams, stream));
  if (event >= n_events)
    return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                           "predecessor of event %" G_GUINT64_FORMAT
                           " of stream %u: there is no event %" G_GUINT64_FORMAT
                           " in stream %u, only %" G_GUINT64_FORMAT,
                           row->event, row->stream, event, stream, n_events);
  return TRUE;
}

static gboolean
check_row (SpurTrace *self, const SpurPredecessor *row, GError **error)
{
  if (!check_event (self, row, row->stream, row->event, error) ||
      !check_event (self, row, row->predecessor_stream, row->predecessor_event, error))
    return FALSE;
  if (row->stream != row->predecessor_stream || row->predecessor_event < row->event)
    return TRUE;
  return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                         "predecessor of event %" G_GUINT64_FORMAT
                         " of stream %u: event %" G_GUINT64_FORMAT
                         " of the same stream is not before it",
                         row->event, row->stream, row->predecessor_event);
}

gboolean
spur_trace_seal_predecessors (SpurTrace *self, GError **error)
{
  guint n_kept = 0;

  sort_rows (self);
  for (gsize i = 0; i < self->predecessors->len; i++)
    {
      const SpurPredecessor *row = get_row (self, i);

      if (!check_row (self, row, error))
        return FALSE;
      if (row->stream != row->predecessor_stream &&
          (n_kept == 0 || compare_rows (get_row (self, n_kept - 1), row) != 0))
        *get_row (self, n_kept++) = *row;
    }
  g_array_set_size (self->predecessors, n_kept);
  return TRUE;
}

/**
 * spur_trace_get_all_predecessors:
 * @self: a sealed trace
 * @n_predecessors: (out): how many there are
 *
 * What happened directly before what in another stream, where the trace says so. In the order of
 * the events' streams and positions, then of the predecessors'.
 *
 * Returns: (transfer none) (array length=n_predecessors) (nullable): the predecessors; they live as
 *   long as @self
 *
 * Since: 1.0
 */
const SpurPredecessor *
spur_trace_get_all_predecessors (SpurTrace *self, gsize *n_predecessors)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (n_predecessors != NULL, NULL);
  g_return_val_if_fail (self->definitions->is_sealed, NULL);

  *n_predecessors = self->predecessors->len;
  return get_row (self, 0);
}

/* The first row that is not before @event. */
static gsize
find_first (SpurTrace *self, guint stream, guint64 event)
{
  SpurPredecessor wanted = { .event = event, .stream = stream };
  gsize low = 0, high = self->predecessors->len, middle;

  SPUR_BISECT (low, high, middle, compare_rows (get_row (self, middle), &wanted) < 0)
  return low;
}

/**
 * spur_trace_get_predecessors:
 * @self: a sealed trace
 * @stream: position of the event's stream
 * @event: position of the event in its stream
 * @n_predecessors: (out): how many there are
 *
 * The events of other streams that are known to have happened directly before an event. That the
 * event before it in its own stream is one more goes without saying. Found in a time that grows
 * with the logarithm of the number of predecessors in the trace.
 *
 * Returns: (transfer none) (array length=n_predecessors) (nullable): the predecessors, in the order
 *   of their streams and positions; they live as long as @self
 *
 * Since: 1.0
 */
const SpurPredecessor *
spur_trace_get_predecessors (SpurTrace *self, guint stream, guint64 event, gsize *n_predecessors)
{
  gsize first, end;

  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (n_predecessors != NULL, NULL);
  g_return_val_if_fail (self->definitions->is_sealed, NULL);

  first = end = find_first (self, stream, event);
  while (end < self->predecessors->len && get_row (self, end)->stream == stream &&
         get_row (self, end)->event == event)
    end++;
  *n_predecessors = end - first;
  return end > first ? get_row (self, first) : NULL;
}
