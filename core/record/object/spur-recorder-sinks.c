/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a recorder does with its sinks. */
#include "core/base/spur-error-internal.h"
#include "core/record/object/spur-recorder-private.h"
#include "core/record/object/spur-sink-private.h"
#include "core/record/reading/spur-recording-private.h"

gboolean
spur_recorder_check_open (SpurRecorder *self, GError **error)
{
  if (!self->is_finished)
    return TRUE;
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "%s", "the recorder is finished");
}

/* One that comes late is told what the others know. */
static gboolean
add_sink (SpurRecorder *self, SpurSink *sink, GError **error)
{
  const char *clock = self->clock_function == NULL ? "monotonic" : "program";
  GHashTableIter iter;
  gpointer key, value;

  if (!spur_sink_open (sink, self, clock, error))
    return FALSE;
  g_hash_table_iter_init (&iter, self->facts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    spur_sink_set_fact (sink, key, value);
  g_hash_table_iter_init (&iter, self->state_kinds);
  while (g_hash_table_iter_next (&iter, &key, &value))
    spur_sink_add_state (sink, key, (SpurStateKind) GPOINTER_TO_INT (value));
  for (guint i = 0; i < self->open_sources->len; i++)
    {
      const SpurRecorderSource *source = g_ptr_array_index (self->open_sources, i);

      spur_sink_add_source (sink, i, source->object);
    }
  g_ptr_array_add (self->sinks, g_object_ref (sink));
  return TRUE;
}

/**
 * spur_recorder_add_sink:
 * @self: a recorder whose clock was chosen
 * @sink: a sink that no recorder had yet
 * @error: return location for an error
 *
 * Says where events go from now on, beside what was said before. To be called before the first
 * event where all are wanted.
 *
 * Returns: whether the sink could be opened; else @error says why not, or is %G_IO_ERROR_CLOSED
 *   after spur_recorder_close() or %G_IO_ERROR_EXISTS where the sink had a recorder
 *
 * Since: 1.0
 */
gboolean
spur_recorder_add_sink (SpurRecorder *self, SpurSink *sink, GError **error)
{
  gboolean is_added;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (SPUR_IS_SINK (sink), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  spur_recorder_lock (self);
  is_added = spur_recorder_check_open (self, error) && add_sink (self, sink, error);
  spur_recorder_unlock (self);
  return is_added;
}

void
spur_recorder_need_sink (SpurRecorder *self)
{
  g_autoptr (SpurSink) sink = NULL;

  if (self->sinks->len > 0)
    return;
  sink = spur_memory_sink_new ();
  add_sink (self, sink, NULL);
}

void
spur_recorder_tell_source (SpurRecorder *self, SpurRecorderSource *source)
{
  for (guint i = 0; i < self->sinks->len; i++)
    spur_sink_add_source (self->sinks->pdata[i], source->index, source->object);
}

gboolean
spur_recorder_hand_over (SpurRecorder *self,
                         const SpurRecorderSource *source,
                         SpurEvent *event,
                         GLogLevelFlags level,
                         GError **error)
{
  gboolean is_kept = FALSE;

  for (guint i = 0; i < self->sinks->len; i++)
    is_kept |=
      spur_sink_write (self->sinks->pdata[i], source->index, source->n_events, event, level);
  return is_kept || spur_sink_check (self->sinks->pdata[self->sinks->len - 1], error);
}

guint64
spur_recorder_get_origin (SpurRecorder *self, guint source)
{
  return ((const SpurRecorderSource *) g_ptr_array_index (self->open_sources, source))->origin;
}

GArray *
spur_recorder_get_end (SpurRecorder *self, SpurMemoryEnd *end)
{
  GArray *predecessors = g_array_new (FALSE, FALSE, sizeof (SpurPredecessor));

  g_array_append_vals (predecessors, self->predecessors->data, self->predecessors->len);
  spur_messages_add_predecessors (self->messages, predecessors);
  *end =
    (SpurMemoryEnd){ .predecessors = predecessors,
                     .n_elsewhere = self->n_elsewhere,
                     .identifier_type = self->n_recorded > 0
                                          ? self->identifier_type
                                          : spur_factories_get_identifier_type (self->factories),
                     .factories = self->factories };
  return predecessors;
}

/* ---- What is said beside the events ---- */

/**
 * spur_recorder_set_fact:
 * @self: a recorder
 * @key: what is said, as in "experiment"
 * @value: what it is
 *
 * Notes something about the recording as a whole, in all of its sinks that keep such. A second one
 * with the same key replaces the first.
 *
 * Since: 1.0
 */
void
spur_recorder_set_fact (SpurRecorder *self, const char *key, const char *value)
{
  g_return_if_fail (SPUR_IS_RECORDER (self));
  g_return_if_fail (key != NULL && value != NULL);

  spur_recorder_lock (self);
  g_hash_table_insert (self->facts, g_strdup (key), g_strdup (value));
  for (guint i = 0; i < self->sinks->len && !self->is_finished; i++)
    spur_sink_set_fact (self->sinks->pdata[i], key, value);
  spur_recorder_unlock (self);
}

/**
 * spur_recorder_add_state:
 * @self: a recorder
 * @name: a state's name
 * @kind: what time in it is spent on
 *
 * Says what a state means, before the first event that names it; without this it is work.
 *
 * Since: 1.0
 */
void
spur_recorder_add_state (SpurRecorder *self, const char *name, SpurStateKind kind)
{
  g_return_if_fail (SPUR_IS_RECORDER (self));
  g_return_if_fail (name != NULL);

  spur_recorder_lock (self);
  g_hash_table_insert (self->state_kinds, g_strdup (name), GINT_TO_POINTER (kind));
  for (guint i = 0; i < self->sinks->len && !self->is_finished; i++)
    spur_sink_add_state (self->sinks->pdata[i], name, kind);
  spur_recorder_unlock (self);
}

/* ---- Switches ---- */

static void
switch_sources (SpurRecorder *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->sources);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      SpurRecorderSource *source = value;

      source->is_off =
        self->switches != NULL &&
        !spur_switches_have_source (self->switches, spur_active_object_get_name (source->object));
    }
}

/**
 * spur_recorder_set_rules:
 * @self: a recorder
 * @rules: (nullable): rules with commas between, of which the last that fits counts; %NULL for all
 * @error: return location for an error
 *
 * Says which events are recorded from now on; others are left out at little cost. Rules are those
 * of the recorder in C (spur_record_switch()):
 *
 * - `LM_*`: event classes whose name fits, or that of a class that they are derived from;
 * `LO_Event`: a class and all that are derived from it;
 * - `@LM`: a category: the first word of the name of the class's family, as LO, Target, LM, Custom;
 * - `source:rank*`: sources whose name fits;
 * - `level:warning`: of events that have a level those of this one and graver ones;
 * - a "-" before it switches off, a level with those that are less grave.
 *
 * Where the first rule for classes, for sources, or for levels switches something on, all else of
 * that is off.
 *
 * Returns: whether these are rules; else @error is %G_IO_ERROR_INVALID_ARGUMENT, and all is as
 * before
 *
 * Since: 1.0
 */
gboolean
spur_recorder_set_rules (SpurRecorder *self, const char *rules, GError **error)
{
  gboolean is_replaced;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  spur_recorder_lock (self);
  is_replaced = spur_switches_replace (&self->switches, rules, error);
  switch_sources (self);
  spur_recorder_unlock (self);
  return is_replaced;
}

/**
 * spur_recorder_wants:
 * @self: a recorder
 * @type: an event class
 *
 * Asks whether events of a class are recorded now, for programs that would have to work for them.
 *
 * Returns: %FALSE where the class is switched off, or the recorder is closed
 *
 * Since: 1.0
 */
gboolean
spur_recorder_wants (SpurRecorder *self, GType type)
{
  gboolean is_on;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), FALSE);

  spur_recorder_lock (self);
  is_on = !self->is_finished &&
          (self->switches == NULL ||
           spur_switches_have_class (self->switches, spur_event_type_get_layout (type)));
  spur_recorder_unlock (self);
  return is_on;
}

/* ---- The end ---- */

static gboolean
check_sinks (SpurRecorder *self, GError **error)
{
  for (guint i = 0; i < self->sinks->len; i++)
    {
      if (!spur_sink_check (self->sinks->pdata[i], error))
        return FALSE;
    }
  return TRUE;
}

/**
 * spur_recorder_flush:
 * @self: a recorder
 * @error: return location for an error
 *
 * Has all sinks hand over what was recorded.
 *
 * Returns: whether all went well so far; else @error is what went wrong first in a sink, or
 *   %G_IO_ERROR_CLOSED after spur_recorder_close()
 *
 * Since: 1.0
 */
gboolean
spur_recorder_flush (SpurRecorder *self, GError **error)
{
  gboolean is_well;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  spur_recorder_lock (self);
  is_well = spur_recorder_check_open (self, error);
  for (guint i = 0; i < self->sinks->len && is_well; i++)
    spur_sink_flush (self->sinks->pdata[i]);
  is_well = is_well && check_sinks (self, error);
  spur_recorder_unlock (self);
  return is_well;
}

/* Those that are found by matching, as of messages, a reader finds again. */
static void
tell_predecessors (SpurRecorder *self, SpurSink *sink)
{
  guint64 n_named = self->predecessors->len + self->n_elsewhere;
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, n_named);

  if (n_named > 0)
    spur_sink_set_fact (sink, SPUR_RECORDING_PREDECESSORS_FACT, text);
}

void
spur_recorder_close_sinks (SpurRecorder *self)
{
  g_autoptr (GArray) predecessors = NULL;
  SpurMemoryEnd end;

  if (self->is_finished)
    return;
  self->is_finished = TRUE;
  predecessors = spur_recorder_get_end (self, &end);
  for (guint i = 0; i < self->sinks->len; i++)
    {
      SpurSink *sink = self->sinks->pdata[i];

      if (SPUR_IS_MEMORY_SINK (sink))
        spur_memory_sink_end (SPUR_MEMORY_SINK (sink), &end);
      else
        tell_predecessors (self, sink);
      spur_sink_close (sink);
    }
}

/**
 * spur_recorder_close:
 * @self: a recorder
 * @error: return location for an error
 *
 * Ends the recording: sinks get what they do not have yet, and are closed. A recorder without
 * references is closed in any case.
 *
 * Returns: whether all sinks kept all events; else @error is what went wrong first in one, or
 *   %G_IO_ERROR_CLOSED where the recorder was closed already
 *
 * Since: 1.0
 */
gboolean
spur_recorder_close (SpurRecorder *self, GError **error)
{
  gboolean is_well;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  spur_recorder_lock (self);
  is_well = spur_recorder_check_open (self, error);
  if (is_well)
    {
      spur_recorder_close_sinks (self);
      is_well = check_sinks (self, error);
    }
  spur_recorder_unlock (self);
  return is_well;
}

static SpurSink *
find_memory (SpurRecorder *self, GError **error)
{
  for (guint i = 0; i < self->sinks->len; i++)
    {
      if (SPUR_IS_MEMORY_SINK (self->sinks->pdata[i]))
        return self->sinks->pdata[i];
    }
  return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s",
                              "the recorder has no sink that keeps a trace in memory");
}

static SpurTrace *
finish_sinks (SpurRecorder *self, GError **error)
{
  SpurSink *memory;

  spur_recorder_need_sink (self);
  memory = find_memory (self, error);
  if (memory == NULL)
    return NULL;
  spur_recorder_close_sinks (self);
  return spur_sink_check (memory, error) ? SPUR_SINK_GET_CLASS (memory)->snapshot (memory, error)
                                         : NULL;
}

/**
 * spur_recorder_finish:
 * @self: a recorder without sinks, or with one in memory
 * @error: return location for an error
 *
 * Ends the recording as spur_recorder_close() does, and gives what is in memory. Where receives end
 * in another order than they were posted, which send each of them has is only known now; the trace
 * has it right, whatever the identifiers said that the events got when they were recorded.
 *
 * Returns: (transfer full): the sealed trace; or %NULL with %G_IO_ERROR_CLOSED where the recorder
 *   was closed already, %G_IO_ERROR_NOT_FOUND where it has no #SpurMemorySink, or what went wrong
 *   there
 *
 * Since: 1.0
 */
SpurTrace *
spur_recorder_finish (SpurRecorder *self, GError **error)
{
  SpurTrace *trace = NULL;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  spur_recorder_lock (self);
  if (spur_recorder_check_open (self, error))
    trace = finish_sinks (self, error);
  spur_recorder_unlock (self);
  return trace;
}
