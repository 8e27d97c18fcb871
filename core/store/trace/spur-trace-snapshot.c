/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A trace as it is while it is being filled. */
#include "core/store/trace/spur-trace-internal.h"

/* Lists before objects, which have some; all of them in their order, so that numbers stay. */
static void
copy_tables (SpurTrace *self, SpurTrace *to)
{
  for (guint i = 0; i < self->classes->n_classes; i++)
    spur_trace_add_class (to, self->classes->layouts[i]);
  for (guint32 i = 0; i < self->strings->len; i++)
    spur_trace_add_string (to, spur_trace_get_string (self, i));
  for (guint32 i = 0; i < self->states->len; i++)
    {
      const SpurState *state = spur_trace_get_state (self, i);

      spur_trace_add_state (to, state->name, state->kind);
      if (state->is_immediate)
        spur_trace_set_state_immediate (to, i);
    }
  for (guint32 i = 0; i < self->lists->len; i++)
    spur_trace_add_list (to, spur_trace_get_list_info (self, i));
  for (guint32 i = 0; i < self->groups->len; i++)
    {
      const SpurGroup *group = spur_trace_get_group (self, i);

      spur_trace_add_group (to, group->name, group->members, group->n_members);
    }
}

/* Texts stay those of @self. */
static void
copy_objects (SpurTrace *self, SpurTrace *to)
{
  g_array_append_vals (to->objects, self->objects->data, self->objects->len);
  for (guint32 i = 0; i < self->objects->len; i++)
    {
      guint64 origin, number;

      if (spur_trace_get_object_identifier (self, i, &origin, &number))
        spur_trace_set_object_identifier (to, i, origin, number);
    }
}

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

  copy_tables (self, to);
  copy_objects (self, to);
  copy_facts (self, to);
  g_array_append_vals (to->clocks, self->clocks->data, self->clocks->len);
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
