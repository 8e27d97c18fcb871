/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/spur-recorder.h"

#include <gio/gio.h>
#include <time.h>

#include "core/base/spur-unique-private.h"
#include "core/model/spur-event-private.h"
#include "core/model/spur-factories-private.h"
#include "core/record/spur-recorder-messages-private.h"
#include "core/record/spur-recorder-private.h"
#include "core/store/spur-store-private.h"

/**
 * SpurRecorder:
 *
 * Records events of any class as objects into a trace in memory (TUM-I9909 sections 4.2.1 to
 * 4.2.3). Any thread may record.
 *
 * Every event gets the time of the recorder's clock, and an identifier by the recorder's factories:
 * the source and the time are in it, and if its class can name predecessors, so are they: for a
 * receive the send, where that was recorded here before, and the event before it in its stream.
 *
 * There is one stream for every source. A thread records on behalf of the source that it set last
 * with spur_recorder_set_source(); one that set none is itself a source, a load object of kind
 * "thread". Threads that record for one source share its stream.
 *
 * |[<!-- language="C" -->
 * SpurRecorder *recorder = spur_recorder_new ();
 * SpurEvent *event = spur_recorder_make_event (recorder, SPUR_TYPE_LO_CREATION_EVENT);
 *
 * spur_event_set_object (event, "object", object);
 * spur_recorder_record (recorder, event, NULL);
 * trace = spur_recorder_finish (recorder, NULL);
 * ]|
 *
 * This is the way for programs that want objects; it takes some hundreds of nanoseconds an event,
 * and in the order of a microsecond more where identifiers name predecessors.
 *
 * Since: 1.0
 */

/* @stream and @stem are %NULL as long as nothing was recorded. */
typedef struct
{
  SpurActiveObject *object;
  SpurStream *stream;
  SpurEventIdStem *stem;
  guint index;
  gint64 last_ns;
} Source;

struct _SpurRecorder
{
  GObject parent_instance;

  GMutex mutex;
  /* The number of the thread that has it locked, or 0. */
  gint64 busy_thread;
  SpurTrace *trace;
  gboolean is_finished;
  SpurFactories *factories;
  SpurClockFunc clock_function;
  gpointer clock_data;
  GDestroyNotify clock_destroy;

  GHashTable *sources;
  GHashTable *source_of_thread;
  GHashTable *source_of_origin;

  /* The thread that recorded last, which is often the next one, and its source. */
  gint64 last_thread;
  Source *last_source;
  guint n_threads;
  guint64 n_recorded;

  /* The class of the identifiers, known with the first one, and whether it was not even made: then
   * none names predecessors, and there is no need to know which send a receive has. */
  GType identifier_type;
  gboolean is_plain;
  SpurMessages *messages;
  guint64 n_elsewhere;
};

G_DEFINE_TYPE (SpurRecorder, spur_recorder, G_TYPE_OBJECT)

static gint64
get_monotonic_ns (gpointer user_data)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64) now.tv_sec * 1000000000 + (gint64) now.tv_nsec;
}

static void
source_free (gpointer data)
{
  Source *source = data;

  g_object_unref (source->object);
  g_clear_pointer (&source->stem, g_atomic_rc_box_release);
  g_free (source);
}

static void
clear_clock (SpurRecorder *self)
{
  if (self->clock_destroy != NULL)
    self->clock_destroy (self->clock_data);
  self->clock_function = get_monotonic_ns;
  self->clock_data = NULL;
  self->clock_destroy = NULL;
}

static void
spur_recorder_finalize (GObject *object)
{
  SpurRecorder *self = SPUR_RECORDER (object);

  clear_clock (self);
  g_hash_table_unref (self->source_of_origin);
  g_hash_table_unref (self->source_of_thread);
  g_hash_table_unref (self->sources);
  spur_messages_free (self->messages);
  g_clear_object (&self->factories);
  g_clear_object (&self->trace);
  g_mutex_clear (&self->mutex);
  G_OBJECT_CLASS (spur_recorder_parent_class)->finalize (object);
}

static void
spur_recorder_class_init (SpurRecorderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_recorder_finalize;
}

static void
spur_recorder_init (SpurRecorder *self)
{
  g_mutex_init (&self->mutex);
  self->trace = spur_trace_new ();
  self->factories = spur_factories_new ();
  self->clock_function = get_monotonic_ns;
  self->sources =
    g_hash_table_new_full (spur_identifier_hash, spur_identifier_equal, NULL, source_free);
  self->source_of_thread = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->source_of_origin = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->messages = spur_messages_new ();
}

/**
 * spur_recorder_new:
 *
 * Makes a recorder with a trace in memory, its clock is CLOCK_MONOTONIC.
 *
 * Returns: (transfer full): a recorder with a trace in memory, its clock is CLOCK_MONOTONIC
 *
 * Since: 1.0
 */
SpurRecorder *
spur_recorder_new (void)
{
  return g_object_new (SPUR_TYPE_RECORDER, NULL);
}

/**
 * spur_recorder_set_factories:
 * @self: a recorder that has not recorded anything
 * @factories: what makes its identifiers, events, active objects and their serial form
 *
 * With `spur_factories_set_identifier_type (factories, SPUR_TYPE_ORDERED_EVENT_ID)` all events have
 * identifiers that name their predecessor, and the trace keeps it.
 *
 * Where the factories have a serializer, every event is written and read back by it before it is
 * recorded, so that the trace has what the serializer keeps of it. The trace gets the factories,
 * too.
 *
 * Since: 1.0
 */
void
spur_recorder_set_factories (SpurRecorder *self, SpurFactories *factories)
{
  g_return_if_fail (SPUR_IS_RECORDER (self));
  g_return_if_fail (SPUR_IS_FACTORIES (factories));
  g_return_if_fail (self->n_recorded == 0);

  g_set_object (&self->factories, factories);
}

/**
 * spur_recorder_set_clock:
 * @self: a recorder that has not recorded anything
 * @function: (nullable) (scope notified) (closure user_data) (destroy destroy): the clock, or %NULL
 *   for CLOCK_MONOTONIC
 * @user_data: for @function
 * @destroy: (nullable): what to do with @user_data at last
 *
 * For a time that is not that of this computer, as in a simulation.
 *
 * Since: 1.0
 */
void
spur_recorder_set_clock (SpurRecorder *self,
                         SpurClockFunc function,
                         gpointer user_data,
                         GDestroyNotify destroy)
{
  g_return_if_fail (SPUR_IS_RECORDER (self));
  g_return_if_fail (self->n_recorded == 0);

  clear_clock (self);
  if (function == NULL)
    return;
  self->clock_function = function;
  self->clock_data = user_data;
  self->clock_destroy = destroy;
}

/* A number for the calling thread that no other thread has, not even after it. */
static gint64
get_thread_number (void)
{
  static gint64 n_threads;
  static _Thread_local gint64 number;

  if (number == 0)
    number = __atomic_add_fetch (&n_threads, 1, __ATOMIC_SEQ_CST);
  return number;
}

static void
lock (SpurRecorder *self)
{
  g_mutex_lock (&self->mutex);
  __atomic_store_n (&self->busy_thread, get_thread_number (), __ATOMIC_RELAXED);
}

static void
unlock (SpurRecorder *self)
{
  __atomic_store_n (&self->busy_thread, 0, __ATOMIC_RELAXED);
  g_mutex_unlock (&self->mutex);
}

gboolean
spur_recorder_is_busy_here (SpurRecorder *self)
{
  return __atomic_load_n (&self->busy_thread, __ATOMIC_RELAXED) == get_thread_number ();
}

static Source *
find_source (SpurRecorder *self, SpurActiveObject *object)
{
  SpurIdentifier *identifier = spur_active_object_get_identifier (object);
  Source *source = g_hash_table_lookup (self->sources, identifier);

  if (source != NULL)
    return source;
  source = g_new0 (Source, 1);
  source->object = g_object_ref (object);
  g_hash_table_insert (self->sources, identifier, source);
  return source;
}

static void
set_source_of_thread (SpurRecorder *self, Source *source)
{
  gint64 number = get_thread_number ();

  g_hash_table_insert (self->source_of_thread, g_memdup2 (&number, sizeof number), source);
  self->last_thread = number;
  self->last_source = source;
}

static void
forget_source_of_thread (SpurRecorder *self)
{
  gint64 number = get_thread_number ();

  g_hash_table_remove (self->source_of_thread, &number);
  if (self->last_thread == number)
    self->last_source = NULL;
}

static Source *
make_source_of_thread (SpurRecorder *self)
{
  g_autofree char *name = g_strdup_printf ("thread %u", ++self->n_threads);
  g_autoptr (SpurActiveObject) object =
    spur_factories_make_object (self->factories, SPUR_TYPE_LOAD_OBJECT, name, "thread");
  Source *source = find_source (self, object);

  set_source_of_thread (self, source);
  return source;
}

static Source *
get_source_of_thread (SpurRecorder *self)
{
  gint64 number = get_thread_number ();

  if (number != self->last_thread)
    {
      self->last_source = g_hash_table_lookup (self->source_of_thread, &number);
      self->last_thread = number;
    }
  return self->last_source != NULL ? self->last_source : make_source_of_thread (self);
}

/**
 * spur_recorder_set_source:
 * @self: a recorder
 * @source: (nullable): the active object on whose behalf the calling thread records from now on, or
 *   %NULL for the thread itself
 *
 * Active objects are the same where their identifiers are.
 *
 * Since: 1.0
 */
void
spur_recorder_set_source (SpurRecorder *self, SpurActiveObject *source)
{
  g_return_if_fail (SPUR_IS_RECORDER (self));
  g_return_if_fail (source == NULL || SPUR_IS_ACTIVE_OBJECT (source));

  lock (self);
  if (source != NULL)
    set_source_of_thread (self, find_source (self, source));
  else
    forget_source_of_thread (self);
  unlock (self);
}

/**
 * spur_recorder_dup_source:
 * @self: a recorder
 *
 * Gets on whose behalf the calling thread records, for who wants to record on behalf of something
 * else for a while.
 *
 * Returns: (transfer full) (nullable): what it set last with spur_recorder_set_source(), or %NULL
 *   for the thread itself, where it has not recorded yet
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_recorder_dup_source (SpurRecorder *self)
{
  gint64 number = get_thread_number ();
  SpurActiveObject *object = NULL;
  Source *source;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), NULL);

  lock (self);
  source = g_hash_table_lookup (self->source_of_thread, &number);
  if (source != NULL)
    object = g_object_ref (source->object);
  unlock (self);
  return object;
}

/**
 * spur_recorder_make_event:
 * @self: a recorder
 * @type: the event class that is asked for
 *
 * Gets an event as the recorder's factories make it, to be filled and recorded.
 *
 * Returns: (transfer full): an event as the recorder's factories make it, to be filled and recorded
 *
 * Since: 1.0
 */
SpurEvent *
spur_recorder_make_event (SpurRecorder *self, GType type)
{
  g_return_val_if_fail (SPUR_IS_RECORDER (self), NULL);

  return spur_factories_make_event (self->factories, type);
}

static void
open_stream (SpurRecorder *self, Source *source)
{
  SpurClock clock = { "monotonic", "monotonic", 1000000000, 0, 0 };
  guint64 origin = spur_unique_new_origin ();

  if (self->clock_function != get_monotonic_ns)
    clock.name = clock.kind = "program";
  if (spur_trace_get_n_clocks (self->trace) == 0)
    spur_trace_add_clock (self->trace, &clock);
  source->stream =
    spur_trace_add_stream (self->trace, spur_active_object_get_name (source->object), 0,
                           spur_trace_add_active_object (self->trace, source->object));
  source->index = spur_stream_get_index (source->stream);
  spur_stream_set_origin (source->stream, origin);
  source->stem =
    spur_event_id_stem_new (spur_stream_get_name (source->stream), source->index, origin);
  g_hash_table_insert (self->source_of_origin, g_memdup2 (&origin, sizeof origin), source);
}

/* What of the event goes into the trace. */
static SpurEvent *
serialize (SpurRecorder *self, SpurEvent *event, GError **error)
{
  SpurSerializer *serializer = spur_factories_get_serializer (self->factories);
  g_autoptr (GBytes) bytes = NULL;

  if (serializer == NULL)
    return g_object_ref (event);
  bytes = spur_serializer_write (serializer, event);
  return spur_serializer_read (serializer, bytes, self->factories, error);
}

static gboolean
check_time (const Source *source, gint64 time_ns, GError **error)
{
  if (time_ns >= -SPUR_TIME_LIMIT_NS && time_ns <= SPUR_TIME_LIMIT_NS)
    return TRUE;
  g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
               "stream %s: event %" G_GUINT64_FORMAT ": the clock says %" G_GINT64_FORMAT
               " ns, which is outside of +-2^61 ns",
               spur_stream_get_name (source->stream), spur_stream_get_n_events (source->stream),
               time_ns);
  return FALSE;
}

static gboolean
check_class (SpurRecorder *self, SpurEvent *event, GError **error)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  const SpurEventLayout *layout = spur_event_get_layout (event);

  if (n_classes < SPUR_MAX_CLASSES)
    return TRUE;
  for (guint i = 0; i < n_classes; i++)
    {
      if (spur_trace_get_class (self->trace, i) == layout)
        return TRUE;
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
               "%s: a trace has no more than %d event classes", layout->name, SPUR_MAX_CLASSES);
  return FALSE;
}

/* Predecessors that whoever made the event named in an identifier that no recorder gave. */
static void
add_given (
  SpurRecorder *self, Source *source, SpurEventId *given, guint max, GPtrArray *predecessors)
{
  guint n = 0;

  if (given != NULL && spur_identifier_get_origin (SPUR_IDENTIFIER (given)) == 0)
    n = MIN (spur_event_id_get_n_predecessors (given), max);
  for (guint i = 0; i < n; i++)
    {
      SpurIdentifier *id = SPUR_IDENTIFIER (spur_event_id_get_predecessor (given, i));
      guint64 origin = spur_identifier_get_origin (id);
      guint64 number = spur_identifier_get_number (id);
      const Source *from = g_hash_table_lookup (self->source_of_origin, &origin);

      g_ptr_array_add (predecessors, g_object_ref (id));
      if (from == NULL || number >= spur_stream_get_n_events (from->stream))
        self->n_elsewhere++;
      else if (from != source)
        spur_trace_add_predecessor (self->trace, source->index,
                                    spur_stream_get_n_events (source->stream), from->index, number);
    }
}

static SpurEventId *
make_plain_id (SpurStream *stream, guint64 event, gint64 time_ns)
{
  return spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, spur_stream_get_name (stream),
                                    spur_stream_get_index (stream), spur_stream_get_origin (stream),
                                    event, time_ns);
}

static void
order (SpurRecorder *self,
       Source *source,
       SpurEventId *id,
       SpurEventId *given,
       gint64 time_ns,
       const SpurEventLayout *layout,
       const guint8 *record)
{
  guint64 event = spur_stream_get_n_events (source->stream);
  guint max = SPUR_EVENT_ID_GET_CLASS (id)->max_predecessors;
  g_autoptr (GPtrArray) predecessors = g_ptr_array_new_with_free_func (g_object_unref);
  SpurMessageEnd end = { .stream = source->index, .event = event };
  const SpurMessageEnd *send;

  add_given (self, source, given, max, predecessors);
  end.time_ns = time_ns;
  end.is_wanted = predecessors->len < max;
  send = spur_messages_take (self->messages, layout, record, &end);
  if (send != NULL)
    g_ptr_array_add (predecessors, make_plain_id (spur_trace_get_stream (self->trace, send->stream),
                                                  send->event, send->time_ns));
  if (event > 0)
    g_ptr_array_add (predecessors, make_plain_id (source->stream, event - 1, source->last_ns));
  spur_event_id_set_predecessors (id, (SpurEventId *const *) predecessors->pdata,
                                  predecessors->len);
}

/* Appends the event, and names in its identifier, where it has one by now, what was before it. */
static void
append (SpurRecorder *self,
        Source *source,
        SpurEvent *event,
        SpurEventId *id,
        SpurEventId *given,
        gint64 time_ns)
{
  guint8 packed[SPUR_MAX_RECORD_BYTES];
  guint class_index = spur_trace_add_class (self->trace, spur_event_get_layout (event));

  spur_trace_pack_event (self->trace, event, packed);
  if (id != NULL)
    order (self, source, id, given, time_ns, spur_trace_get_class (self->trace, class_index),
           packed);
  spur_stream_append (source->stream, time_ns, class_index, packed);
  source->last_ns = time_ns;
  self->n_recorded++;
}

static gboolean
record_plain (SpurRecorder *self, Source *source, SpurEvent *event, gint64 time_ns, GError **error)
{
  spur_event_set_time_ns (event, time_ns);
  if (!check_class (self, event, error))
    return FALSE;
  spur_event_promise_id (event, source->stem, spur_stream_get_n_events (source->stream), time_ns);
  append (self, source, event, NULL, NULL, time_ns);
  return TRUE;
}

static gboolean
record_identified (
  SpurRecorder *self, Source *source, SpurEvent *event, gint64 time_ns, GError **error)
{
  guint64 number = spur_stream_get_n_events (source->stream);
  g_autoptr (SpurEventId) given = NULL;
  g_autoptr (SpurEventId) id = NULL;
  g_autoptr (SpurEvent) kept = NULL;

  id = spur_factories_make_identifier (self->factories, SPUR_TYPE_EVENT_ID,
                                       spur_stream_get_name (source->stream), source->index,
                                       spur_stream_get_origin (source->stream), number, time_ns);
  given = spur_event_get_id (event) != NULL ? g_object_ref (spur_event_get_id (event)) : NULL;
  spur_event_set_time_ns (event, time_ns);
  spur_event_set_id (event, id);
  kept = serialize (self, event, error);
  if (kept == NULL || !check_class (self, kept, error))
    {
      spur_event_set_id (event, given);
      return FALSE;
    }
  if (self->n_recorded == 0)
    self->identifier_type = G_OBJECT_TYPE (id);
  append (self, source, kept, id, given, time_ns);
  return TRUE;
}

static gboolean
record (SpurRecorder *self, SpurEvent *event, GError **error)
{
  Source *source = get_source_of_thread (self);
  gint64 time_ns;

  if (source->stream == NULL)
    open_stream (self, source);
  time_ns = self->clock_function (self->clock_data);
  if (!check_time (source, time_ns, error))
    return FALSE;
  if (self->n_recorded == 0)
    {
      self->is_plain = spur_factories_make_plain_identifiers (self->factories) &&
                       spur_factories_get_serializer (self->factories) == NULL;
      self->identifier_type = SPUR_TYPE_EVENT_ID;
    }
  if (self->is_plain)
    return record_plain (self, source, event, time_ns, error);
  return record_identified (self, source, event, time_ns, error);
}

static gboolean
check_open (SpurRecorder *self, GError **error)
{
  if (!self->is_finished)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "the recorder is finished");
  return FALSE;
}

/**
 * spur_recorder_record:
 * @self: a recorder
 * @event: an event of any class
 * @error: return location for an error
 *
 * Records an event as it is now; later changes of the object change nothing. The event gets the
 * time of the recorder's clock and an identifier of the recorder's class. An identifier that it had
 * before is replaced; but where no recorder gave that one (its origin is 0) its predecessors are
 * taken over, before those that the recorder knows. Of predecessors that were not recorded here the
 * trace counts how many were lost.
 *
 * An event object may be recorded again. Any thread may call this, with an event that no other
 * thread uses.
 *
 * Returns: whether it was recorded; else @error is %G_IO_ERROR_CLOSED after
 *   spur_recorder_finish(), %SPUR_STORE_ERROR_RANGE where the clock is outside of what a time may
 *   be, %G_IO_ERROR_NO_SPACE where there are too many event classes, or the serializer's
 *
 * Since: 1.0
 */
gboolean
spur_recorder_record (SpurRecorder *self, SpurEvent *event, GError **error)
{
  gboolean is_recorded;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (SPUR_IS_EVENT (event), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  lock (self);
  is_recorded = check_open (self, error) && record (self, event, error);
  unlock (self);
  return is_recorded;
}

static SpurTrace *
finish (SpurRecorder *self, GError **error)
{
  GType type = spur_factories_get_identifier_type (self->factories);

  self->is_finished = TRUE;
  if (self->n_recorded > 0)
    type = self->identifier_type;
  if (type != G_TYPE_INVALID)
    spur_trace_set_identifier_type (self->trace, type);
  spur_messages_add_predecessors (self->messages, self->trace);
  spur_trace_add_loss (self->trace, "predecessors that were recorded elsewhere", self->n_elsewhere);
  if (!spur_trace_seal (self->trace, error))
    return NULL;
  spur_trace_set_factories (self->trace, self->factories);
  return g_steal_pointer (&self->trace);
}

/**
 * spur_recorder_finish:
 * @self: a recorder
 * @error: return location for an error
 *
 * Ends the recording. Where receives end in another order than they were posted, which send each of
 * them has is only known now; the trace has it right, whatever the identifiers said that the events
 * got when they were recorded.
 *
 * Returns: (transfer full): the sealed trace, or %NULL with %G_IO_ERROR_CLOSED where the recorder
 *   was finished already
 *
 * Since: 1.0
 */
SpurTrace *
spur_recorder_finish (SpurRecorder *self, GError **error)
{
  SpurTrace *trace = NULL;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  lock (self);
  if (check_open (self, error))
    trace = finish (self, error);
  unlock (self);
  return trace;
}
