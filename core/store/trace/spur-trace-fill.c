/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Classes, streams and facts of a trace that is being filled, and the end of filling: what was
 * added is checked, and is read-only from then on. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/store/trace/spur-spool-private.h"
#include "core/store/trace/spur-stream-private.h"
#include "core/store/trace/spur-trace-internal.h"

/**
 * spur_trace_add_class:
 * @self: a trace that is not sealed yet
 * @layout: what the class says of its events
 *
 * Adds an event class; one of the same layout is added once.
 *
 * Returns: the class's index in the trace, below 4096
 *
 * Since: 1.0
 */
guint
spur_trace_add_class (SpurTrace *self, const SpurEventLayout *layout)
{
  SpurClassTable *classes;

  g_return_val_if_fail (SPUR_IS_TRACE (self), 0);
  g_return_val_if_fail (layout != NULL && !self->definitions->is_sealed, 0);
  g_return_val_if_fail (self->classes->n_classes < SPUR_MAX_CLASSES, 0);

  classes = self->classes;
  /* Most that ask have the layout that is there, which takes no look into it. */
  for (guint i = 0; i < classes->n_classes; i++)
    {
      if (classes->layouts[i] == layout)
        return i;
    }
  for (guint i = 0; i < classes->n_classes; i++)
    {
      if (spur_event_layout_equal (classes->layouts[i], layout))
        return i;
    }
  classes->layouts[classes->n_classes] = spur_event_layout_ref (layout);
  classes->record_bytes[classes->n_classes] = (guint32) layout->n_bytes;
  return classes->n_classes++;
}

/**
 * spur_trace_add_event_type:
 * @self: a trace that is not sealed yet
 * @type: a subclass of #SpurEvent
 *
 * Adds the class of a type of events; the same one is added once.
 *
 * Returns: the class's index in the trace
 *
 * Since: 1.0
 */
guint
spur_trace_add_event_type (SpurTrace *self, GType type)
{
  return spur_trace_add_class (self, spur_event_type_get_layout (type));
}

/**
 * spur_trace_add_stream:
 * @self: a trace that is not sealed yet
 * @name: the stream's name
 * @clock: what stamps its events, an entry of the table of clocks
 * @target: what its events happen on, an entry of the table of active objects, or %SPUR_NONE
 *
 * Adds a stream, always a new one.
 *
 * Returns: (transfer none): the stream, to be filled with spur_stream_append()
 *
 * Since: 1.0
 */
SpurStream *
spur_trace_add_stream (SpurTrace *self, const char *name, guint clock, guint32 target)
{
  const SpurClock *info;
  SpurStream *stream;

  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (name != NULL && !self->definitions->is_sealed, NULL);
  info = spur_definitions_get_clock (self->definitions, clock);
  g_return_val_if_fail (info != NULL, NULL);

  stream =
    spur_stream_new (self->classes, self->streams->len, name, clock, info->resolution_hz, target);
  g_ptr_array_add (self->streams, stream);
  return stream;
}

/**
 * spur_trace_add_loss:
 * @self: a trace
 * @what: what was left out, as in "metric records"
 * @count: how often
 *
 * Counts what a reader had to leave out; losses of the same kind add up.
 *
 * Since: 1.0
 */
void
spur_trace_add_loss (SpurTrace *self, const char *what, guint64 count)
{
  SpurLoss loss;

  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (what != NULL);

  if (count == 0)
    return;
  for (guint i = 0; i < self->losses->len; i++)
    {
      SpurLoss *known = &g_array_index (self->losses, SpurLoss, i);

      if (strcmp (known->what, what) == 0)
        {
          known->count += count;
          return;
        }
    }
  loss = (SpurLoss){ spur_definitions_keep_text (self->definitions, what), count };
  g_array_append_val (self->losses, loss);
}

/**
 * spur_trace_set_fact:
 * @self: a trace
 * @key: what is said, as in "format" or "path"
 * @value: what it is
 *
 * Notes something about the trace as a whole.
 *
 * Since: 1.0
 */
void
spur_trace_set_fact (SpurTrace *self, const char *key, const char *value)
{
  const char *kept;

  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (key != NULL && value != NULL);

  kept = spur_definitions_keep_text (self->definitions, key);
  if (!g_hash_table_contains (self->facts, kept))
    g_ptr_array_add (self->fact_keys, (gpointer) kept);
  g_hash_table_insert (self->facts, (gpointer) kept,
                       (gpointer) spur_definitions_keep_text (self->definitions, value));
}

/**
 * spur_trace_seal:
 * @self: a trace that is not sealed yet
 * @error: return location for an error
 *
 * Ends the filling. The trace is read-only from now on.
 *
 * Returns: %FALSE with %SPUR_STORE_ERROR_RANGE where an event's time is outside of what it may be,
 *   or a predecessor is no event of the trace or not before its event in one stream, with
 *   %SPUR_MODEL_ERROR_CONFLICT where two definitions of an event class contradict each other, or
 *   with an error of #GIOErrorEnum where chunks could not be written (spur_container_begin())
 *
 * Since: 1.0
 */
gboolean
spur_trace_seal (SpurTrace *self, GError **error)
{
  const guint8 *bytes = NULL;
  gsize n_bytes = 0;

  g_return_val_if_fail (SPUR_IS_TRACE (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (!self->definitions->is_sealed, FALSE);

  if (!spur_trace_check_classes (self, error))
    return FALSE;
  for (guint i = 0; i < self->streams->len; i++)
    {
      SpurStream *stream = g_ptr_array_index (self->streams, i);

      spur_stream_drop_buffer (stream);
      if (stream->out_of_range != G_MAXUINT64)
        return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                               "stream %s: event %" G_GUINT64_FORMAT ": time %" G_GINT64_FORMAT
                               " ticks is outside of +-2^61 ns",
                               stream->name, stream->out_of_range, stream->out_of_range_ticks);
    }
  if (self->classes->spool != NULL)
    {
      bytes = spur_spool_finish (self->classes->spool, &n_bytes, error);
      if (bytes == NULL)
        return FALSE;
      spur_trace_set_pager (self, spur_pager_new (bytes, n_bytes));
    }
  for (guint i = 0; i < self->streams->len; i++)
    spur_stream_begin_reading (g_ptr_array_index (self->streams, i), bytes);
  if (!spur_trace_seal_predecessors (self, error))
    return FALSE;
  g_ptr_array_set_size (self->object_views,
                        (int) spur_definitions_get_n_objects (self->definitions));
  self->definitions->is_sealed = TRUE;
  return TRUE;
}
