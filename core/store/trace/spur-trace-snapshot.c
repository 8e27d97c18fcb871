/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A trace as it is while it is being filled. */
#include "core/store/trace/spur-trace-internal.h"

static void
copy_facts (SpurTrace *self, SpurTrace *to)
{
  for (guint i = 0; i < self->fact_keys->len; i++)
    {
      const char *key = g_ptr_array_index (self->fact_keys, i);

      spur_trace_set_fact (to, key, spur_trace_get_fact (self, key));
    }
  g_array_append_vals (to->losses, self->losses->data, self->losses->len);
  g_array_append_vals (to->predecessors, self->predecessors->data, self->predecessors->len);
}

SpurTrace *
spur_trace_snapshot (SpurTrace *self)
{
  SpurTrace *to = spur_trace_new_with_chunks (self->classes->chunk_events);

  for (guint i = 0; i < self->classes->n_classes; i++)
    spur_trace_add_class (to, self->classes->layouts[i]);
  spur_definitions_copy (self->definitions, to->definitions);
  copy_facts (self, to);
  for (guint i = 0; i < self->streams->len; i++)
    {
      SpurStream *stream = g_ptr_array_index (self->streams, i);

      spur_stream_share (stream, spur_trace_add_stream (to, spur_stream_get_name (stream),
                                                        spur_stream_get_clock (stream),
                                                        spur_stream_get_target (stream)));
    }
  spur_trace_hold (to, g_object_ref (self), g_object_unref);
  return to;
}
