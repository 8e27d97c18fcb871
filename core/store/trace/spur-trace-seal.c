/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The end of filling a trace: what was added is checked, and is read-only from then on. */
#include "config.h"

#include "core/base/spur-error-internal.h"
#include "core/store/trace/spur-spool-private.h"
#include "core/store/trace/spur-trace-internal.h"

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

  g_return_val_if_fail (SPUR_IS_TRACE (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (!self->is_sealed, FALSE);

  if (!spur_trace_check_classes (self, error))
    return FALSE;
  for (guint i = 0; i < self->streams->len; i++)
    {
      SpurStream *stream = g_ptr_array_index (self->streams, i);
      guint64 event;
      gint64 ticks;

      spur_stream_drop_buffer (stream);
      if (spur_stream_get_out_of_range (stream, &event, &ticks))
        return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                               "stream %s: event %" G_GUINT64_FORMAT ": time %" G_GINT64_FORMAT
                               " ticks is outside of +-2^61 ns",
                               spur_stream_get_name (stream), event, ticks);
    }
  if (self->classes->spool != NULL)
    {
      bytes = spur_spool_finish (self->classes->spool, error);
      if (bytes == NULL)
        return FALSE;
      spur_trace_set_pager (
        self, spur_pager_new (bytes, spur_spool_get_n_mapped_bytes (self->classes->spool)));
    }
  for (guint i = 0; i < self->streams->len; i++)
    spur_stream_begin_reading (g_ptr_array_index (self->streams, i), bytes);
  if (!spur_trace_seal_predecessors (self, error))
    return FALSE;
  g_ptr_array_set_size (self->object_views, (int) self->objects->len);
  self->is_sealed = TRUE;
  return TRUE;
}
