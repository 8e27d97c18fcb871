/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Definitions of a trace that is being filled, and the end of filling: what was added is checked,
 * and is read-only from then on. */
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
  g_return_val_if_fail (layout != NULL && !self->is_sealed, 0);
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
 * spur_trace_add_string:
 * @self: a trace that is not sealed yet
 * @string: any UTF-8 string
 *
 * Adds a string; the same one is added once.
 *
 * Returns: its entry in the string table
 *
 * Since: 1.0
 */
guint32
spur_trace_add_string (SpurTrace *self, const char *string)
{
  gpointer id;
  const char *kept;

  g_return_val_if_fail (SPUR_IS_TRACE (self), SPUR_NONE);
  g_return_val_if_fail (string != NULL && !self->is_sealed, SPUR_NONE);

  if (g_hash_table_lookup_extended (self->string_ids, string, NULL, &id))
    return GPOINTER_TO_UINT (id);
  kept = spur_trace_keep_text (self, string);
  g_hash_table_insert (self->string_ids, (gpointer) kept, GUINT_TO_POINTER (self->strings->len));
  g_ptr_array_add (self->strings, (gpointer) kept);
  return self->strings->len - 1;
}

/**
 * spur_trace_add_state:
 * @self: a trace that is not sealed yet
 * @name: the state's name
 * @kind: what time in it is spent on
 *
 * Adds a state; one of the same name is added once, and keeps its first kind.
 *
 * Returns: its entry in the state table
 *
 * Since: 1.0
 */
guint32
spur_trace_add_state (SpurTrace *self, const char *name, SpurStateKind kind)
{
  SpurState state;
  gpointer id;

  g_return_val_if_fail (SPUR_IS_TRACE (self), SPUR_NONE);
  g_return_val_if_fail (name != NULL && !self->is_sealed, SPUR_NONE);

  if (g_hash_table_lookup_extended (self->state_ids, name, NULL, &id))
    return GPOINTER_TO_UINT (id);
  state = (SpurState){ spur_trace_keep_text (self, name), kind, FALSE };
  g_hash_table_insert (self->state_ids, (gpointer) state.name,
                       GUINT_TO_POINTER (self->states->len));
  g_array_append_val (self->states, state);
  return self->states->len - 1;
}

/**
 * spur_trace_set_state_immediate:
 * @self: a trace that is not sealed yet
 * @state: an entry of its state table
 *
 * Says that the state is a call that returns at once and never waits for another process.
 *
 * Since: 1.0
 */
void
spur_trace_set_state_immediate (SpurTrace *self, guint32 state)
{
  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (state < self->states->len && !self->is_sealed);

  g_array_index (self->states, SpurState, state).is_immediate = TRUE;
}

/**
 * spur_trace_set_state_kind:
 * @self: a trace, sealed or not, that no other thread looks at
 * @state: an entry of its state table
 * @kind: what time in it is spent on
 *
 * Says what time in a state is spent on, where the trace's format cannot say it or says less than
 * is known of it.
 *
 * Since: 1.0
 */
void
spur_trace_set_state_kind (SpurTrace *self, guint32 state, SpurStateKind kind)
{
  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (state < self->states->len && kind <= SPUR_STATE_IDLE);

  g_array_index (self->states, SpurState, state).kind = kind;
}

/**
 * spur_trace_add_object:
 * @self: a trace that is not sealed yet
 * @type: %SPUR_TYPE_LOAD_OBJECT, %SPUR_TYPE_TARGET or a subclass
 * @name: its name
 * @kind: (nullable): what it is in the application's words
 * @parent: what it is part of, or %SPUR_NONE
 *
 * Adds an active object, always a new one.
 *
 * Returns: its entry in the table of active objects
 *
 * Since: 1.0
 */
guint32
spur_trace_add_object (
  SpurTrace *self, GType type, const char *name, const char *kind, guint32 parent)
{
  SpurObject object;

  g_return_val_if_fail (SPUR_IS_TRACE (self), SPUR_NONE);
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_ACTIVE_OBJECT), SPUR_NONE);
  g_return_val_if_fail (name != NULL && !self->is_sealed, SPUR_NONE);

  object = (SpurObject){ type, spur_trace_keep_text (self, name), spur_trace_keep_text (self, kind),
                         parent, SPUR_NONE };
  g_array_append_val (self->objects, object);
  return self->objects->len - 1;
}

/**
 * spur_trace_add_group:
 * @self: a trace that is not sealed yet
 * @name: (nullable): the communicator's name
 * @members: (array length=n_members): entries of the table of active objects
 * @n_members: how many members
 *
 * Adds a communicator, always a new one.
 *
 * Returns: its entry in the table of communicators
 *
 * Since: 1.0
 */
guint32
spur_trace_add_group (SpurTrace *self, const char *name, const guint32 *members, guint n_members)
{
  SpurGroup group;

  g_return_val_if_fail (SPUR_IS_TRACE (self), SPUR_NONE);
  g_return_val_if_fail (members != NULL || n_members == 0, SPUR_NONE);
  g_return_val_if_fail (!self->is_sealed, SPUR_NONE);

  group = (SpurGroup){ spur_trace_keep_text (self, name), n_members,
                       g_memdup2 (members, n_members * sizeof (guint32)) };
  g_array_append_val (self->groups, group);
  return self->groups->len - 1;
}

/**
 * spur_trace_add_clock:
 * @self: a trace that is not sealed yet
 * @clock: what is known of the clock; copied
 *
 * Adds a clock, always a new one.
 *
 * Returns: its entry in the table of clocks
 *
 * Since: 1.0
 */
guint
spur_trace_add_clock (SpurTrace *self, const SpurClock *clock)
{
  SpurClock kept;

  g_return_val_if_fail (SPUR_IS_TRACE (self), 0);
  g_return_val_if_fail (clock != NULL && !self->is_sealed, 0);
  g_return_val_if_fail (clock->resolution_hz > 0 && clock->resolution_hz <= G_MAXINT64, 0);

  kept = *clock;
  kept.name = spur_trace_keep_text (self, clock->name);
  kept.kind = spur_trace_keep_text (self, clock->kind);
  g_array_append_val (self->clocks, kept);
  return self->clocks->len - 1;
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
  SpurStream *stream;

  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (name != NULL && !self->is_sealed, NULL);
  g_return_val_if_fail (clock < self->clocks->len, NULL);

  stream = spur_stream_new (self->classes, self->streams->len, name, clock,
                            g_array_index (self->clocks, SpurClock, clock).resolution_hz, target);
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
  loss = (SpurLoss){ spur_trace_keep_text (self, what), count };
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

  kept = spur_trace_keep_text (self, key);
  if (!g_hash_table_contains (self->facts, kept))
    g_ptr_array_add (self->fact_keys, (gpointer) kept);
  g_hash_table_insert (self->facts, (gpointer) kept, (gpointer) spur_trace_keep_text (self, value));
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
  g_return_val_if_fail (!self->is_sealed, FALSE);

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
  g_ptr_array_set_size (self->object_views, (int) self->objects->len);
  self->is_sealed = TRUE;
  return TRUE;
}
