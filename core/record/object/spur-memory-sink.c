/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-error-internal.h"
#include "core/record/object/spur-recorder-private.h"
#include "core/record/object/spur-sink-private.h"
#include "core/store/trace/spur-store-internal.h"

/**
 * SpurMemorySink:
 *
 * Keeps all events as a trace in memory, which grows: what a recorder has that was given no sink.
 * spur_sink_snapshot() gives a trace of what is there while others record, without copying the
 * events; after the end it gives the trace itself.
 *
 * Where only the last events are wanted, a #SpurRecordingSink at `memory:16M` keeps 16 MiB of them.
 *
 * Since: 1.0
 */

/* From the event with this number on, events are at this position and behind it. */
typedef struct
{
  guint64 number;
  guint64 position;
} Step;

/* Events that were not for this sink leave no gap in the stream. */
typedef struct
{
  SpurStream *stream;
  guint64 next_number;
  GArray *steps;
} Source;

struct _SpurMemorySink
{
  SpurSink parent_instance;

  SpurTrace *trace;
  gboolean is_sealed;
  GArray *sources;
};

G_DEFINE_TYPE (SpurMemorySink, spur_memory_sink, SPUR_TYPE_SINK)

static void
clear_source (gpointer data)
{
  Source *source = data;

  g_clear_pointer (&source->steps, g_array_unref);
}

static void
spur_memory_sink_finalize (GObject *object)
{
  SpurMemorySink *self = SPUR_MEMORY_SINK (object);

  g_array_unref (self->sources);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (spur_memory_sink_parent_class)->finalize (object);
}

static gboolean
open_trace (SpurSink *sink, const char *clock, GError **error)
{
  SpurMemorySink *self = SPUR_MEMORY_SINK (sink);
  SpurClock row = { clock, clock, 1000000000, 0, 0 };

  spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &row);
  return TRUE;
}

static void
add_source (SpurSink *sink, guint index, SpurActiveObject *object)
{
  SpurMemorySink *self = SPUR_MEMORY_SINK (sink);
  g_autoptr (SpurRecorder) recorder = spur_sink_dup_recorder (sink);
  Source source = { 0 };

  source.stream = spur_trace_add_stream (self->trace, spur_active_object_get_name (object), 0,
                                         spur_trace_add_active_object (self->trace, object));
  spur_stream_set_origin (source.stream, spur_recorder_get_origin (recorder, index));
  g_array_append_val (self->sources, source);
}

static void
add_state (SpurSink *sink, const char *name, SpurStateKind kind)
{
  spur_definitions_add_state (spur_trace_get_definitions (SPUR_MEMORY_SINK (sink)->trace), name,
                              kind);
}

static void
set_fact (SpurSink *sink, const char *key, const char *value)
{
  spur_trace_set_fact (SPUR_MEMORY_SINK (sink)->trace, key, value);
}

static gboolean
has_room_for_class (SpurMemorySink *self, const SpurEventLayout *layout, GError **error)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);

  if (n_classes < SPUR_MAX_CLASSES)
    return TRUE;
  for (guint i = 0; i < n_classes; i++)
    {
      if (spur_trace_get_class (self->trace, i) == layout)
        return TRUE;
    }
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                         "%s: a trace has no more than %d event classes", layout->name,
                         SPUR_MAX_CLASSES);
}

static void
copy_step (Source *source, guint64 number)
{
  Step made = { number, spur_stream_get_n_events (source->stream) };

  if (source->steps == NULL)
    source->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_array_append_val (source->steps, made);
}

static gboolean
write_event (SpurSink *sink,
             guint index,
             guint64 number,
             SpurEvent *event,
             GLogLevelFlags level,
             GError **error)
{
  SpurMemorySink *self = SPUR_MEMORY_SINK (sink);
  Source *source = &g_array_index (self->sources, Source, index);
  const SpurEventLayout *layout = spur_event_get_layout (event);
  guint8 packed[SPUR_MAX_RECORD_BYTES];
  guint event_class;

  if (!has_room_for_class (self, layout, error))
    return FALSE;
  if (G_UNLIKELY (number != source->next_number))
    copy_step (source, number);
  source->next_number = number + 1;
  event_class = spur_trace_add_class (self->trace, layout);
  spur_trace_pack_event (self->trace, event, packed);
  spur_stream_append (source->stream, spur_event_get_time_ns (event), event_class, packed);
  return TRUE;
}

/* Where the event with this number is; FALSE where it was not for this sink. */
static gboolean
find_position (const Source *source, guint64 number, guint64 *position)
{
  Step last = { 0, 0 };
  guint64 end = source->next_number;

  for (guint i = 0; source->steps != NULL && i < source->steps->len; i++)
    {
      const Step *at = &g_array_index (source->steps, Step, i);

      if (at->number > number)
        {
          end = last.number + (at->position - last.position);
          break;
        }
      last = *at;
    }
  *position = last.position + (number - last.number);
  return number < end;
}

static void
add_predecessors (SpurMemorySink *self, SpurTrace *trace, const GArray *predecessors)
{
  for (guint i = 0; i < predecessors->len; i++)
    {
      const SpurPredecessor *row = &g_array_index (predecessors, SpurPredecessor, i);
      const Source *from = &g_array_index (self->sources, Source, row->predecessor_stream);
      const Source *to = &g_array_index (self->sources, Source, row->stream);
      guint64 event, predecessor;

      if (find_position (from, row->predecessor_event, &predecessor) &&
          find_position (to, row->event, &event))
        spur_trace_add_predecessor (trace, row->stream, event, row->predecessor_stream,
                                    predecessor);
    }
}

static gboolean
seal_trace (SpurMemorySink *self, SpurTrace *trace, const SpurMemoryEnd *end, GError **error)
{
  if (end->identifier_type != G_TYPE_INVALID)
    spur_trace_set_identifier_type (trace, end->identifier_type);
  add_predecessors (self, trace, end->predecessors);
  spur_trace_add_loss (trace, "predecessors that were recorded elsewhere", end->n_elsewhere);
  if (!spur_trace_seal (trace, error))
    return FALSE;
  spur_trace_set_factories (trace, end->factories);
  return TRUE;
}

void
spur_memory_sink_end (SpurMemorySink *self, const SpurMemoryEnd *end)
{
  g_autoptr (GError) error = NULL;

  if (self->is_sealed)
    return;
  self->is_sealed = seal_trace (self, self->trace, end, &error);
  if (!self->is_sealed)
    spur_sink_drop (SPUR_SINK (self), 0, error);
}

static SpurTrace *
make_snapshot (SpurSink *sink, GError **error)
{
  SpurMemorySink *self = SPUR_MEMORY_SINK (sink);
  g_autoptr (SpurRecorder) recorder = spur_sink_dup_recorder (sink);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GArray) predecessors = NULL;
  SpurMemoryEnd end;

  if (self->is_sealed)
    return g_object_ref (self->trace);
  /* Without a recorder nothing is recorded any more, and this is what was left. */
  if (recorder == NULL || !spur_sink_check (sink, NULL))
    {
      if (spur_sink_check (sink, error))
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "no recorder has this sink");
      return NULL;
    }
  predecessors = spur_recorder_get_end (recorder, &end);
  trace = spur_trace_snapshot (self->trace);
  return seal_trace (self, trace, &end, error) ? g_steal_pointer (&trace) : NULL;
}

static void
spur_memory_sink_class_init (SpurMemorySinkClass *klass)
{
  SpurSinkClass *sink_class = SPUR_SINK_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_memory_sink_finalize;
  sink_class->open = open_trace;
  sink_class->add_source = add_source;
  sink_class->add_state = add_state;
  sink_class->set_fact = set_fact;
  sink_class->write = write_event;
  sink_class->snapshot = make_snapshot;
}

static void
spur_memory_sink_init (SpurMemorySink *self)
{
  self->trace = spur_trace_new ();
  self->sources = g_array_new (FALSE, TRUE, sizeof (Source));
  g_array_set_clear_func (self->sources, clear_source);
}

/**
 * spur_memory_sink_new:
 *
 * Makes a sink that keeps all events in memory.
 *
 * Returns: (transfer full) (type SpurMemorySink): a sink
 *
 * Since: 1.0
 */
SpurSink *
spur_memory_sink_new (void)
{
  return g_object_new (SPUR_TYPE_MEMORY_SINK, NULL);
}
