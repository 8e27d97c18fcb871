/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-error-internal.h"
#include "core/base/spur-unique-private.h"
#include "core/model/identifiers/spur-identifier-internal.h"
#include "core/record/object/spur-recorder-private.h"
#include "core/record/object/spur-sink-private.h"
#include "core/store/trace/spur-store-internal.h"

/**
 * SpurRecorder:
 *
 * Records events of any class as objects (TUM-I9909 sections 4.2.1 to 4.2.3). Any thread may
 * record.
 *
 * Where they go is said by its sinks (#SpurSink): memory, files, collectors, the system's logs, as
 * many as are wanted at the same time. A recorder without one keeps all events in memory, and
 * spur_recorder_finish() gives them as a trace. Which events are recorded at all is said by rules,
 * spur_recorder_set_rules().
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

G_DEFINE_TYPE (SpurRecorder, spur_recorder, G_TYPE_OBJECT)

enum
{
  PROBLEM,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
source_free (gpointer data)
{
  SpurRecorderSource *source = data;

  g_object_unref (source->object);
  g_clear_pointer (&source->stem, g_atomic_rc_box_release);
  g_free (source);
}

static void
clear_clock (SpurRecorder *self)
{
  if (self->clock_destroy != NULL)
    self->clock_destroy (self->clock_data);
  self->clock_function = NULL;
  self->clock_data = NULL;
  self->clock_destroy = NULL;
}

static void
spur_recorder_finalize (GObject *object)
{
  SpurRecorder *self = SPUR_RECORDER (object);

  spur_recorder_close_sinks (self);
  clear_clock (self);
  g_ptr_array_unref (self->sinks);
  g_ptr_array_unref (self->open_sources);
  g_hash_table_unref (self->facts);
  g_hash_table_unref (self->state_kinds);
  g_clear_pointer (&self->switches, spur_switches_free);
  g_hash_table_unref (self->source_of_origin);
  g_hash_table_unref (self->source_of_thread);
  g_hash_table_unref (self->sources);
  spur_messages_free (self->messages);
  g_clear_object (&self->factories);
  g_clear_object (&self->tables);
  g_array_unref (self->predecessors);
  g_mutex_clear (&self->mutex);
  G_OBJECT_CLASS (spur_recorder_parent_class)->finalize (object);
}

static void
spur_recorder_class_init (SpurRecorderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_recorder_finalize;

  /**
   * SpurRecorder::problem:
   * @self: a recorder
   * @sink: one of its sinks
   * @text: what went wrong there, in English
   *
   * A sink fails. It is said once for each sink, by the thread that records, flushes or closes when
   * it becomes known; what the sink drops from then on is only counted. Others go on.
   * Where no handler is connected, a line on the standard error says it.
   *
   * Since: 1.0
   */
  signals[PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, SPUR_TYPE_SINK, G_TYPE_STRING);
}

static void
spur_recorder_init (SpurRecorder *self)
{
  g_mutex_init (&self->mutex);
  self->sinks = g_ptr_array_new_with_free_func (g_object_unref);
  self->open_sources = g_ptr_array_new ();
  self->facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->state_kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->predecessors = g_array_new (FALSE, FALSE, sizeof (SpurPredecessor));
  self->factories = spur_factories_new ();
  self->sources =
    g_hash_table_new_full (spur_identifier_hash, spur_identifier_equal, NULL, source_free);
  self->source_of_thread = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->source_of_origin = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->messages = spur_messages_new ();
  /* Random, so that recorders do not give the same. */
  self->next_number = (spur_unique_new_origin () >> 32 | 1) << 32;
}

/**
 * spur_recorder_new:
 *
 * Makes a recorder whose clock is CLOCK_MONOTONIC. Where it is given no sink before the first
 * event, by spur_recorder_add_sink(), it keeps all events in memory.
 *
 * Returns: (transfer full): a recorder
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

void
spur_recorder_lock (SpurRecorder *self)
{
  g_mutex_lock (&self->mutex);
  __atomic_store_n (&self->busy_thread, get_thread_number (), __ATOMIC_RELAXED);
}

/* A problem and whose it is. */
typedef struct
{
  SpurSink *sink;
  GError *error;
} Problem;

static GArray *
take_problems (SpurRecorder *self)
{
  GArray *problems = NULL;

  for (guint i = 0; i < self->sinks->len; i++)
    {
      Problem problem = { self->sinks->pdata[i], NULL };

      problem.error = spur_sink_take_problem (problem.sink);
      if (problem.error == NULL)
        continue;
      if (problems == NULL)
        problems = g_array_new (FALSE, FALSE, sizeof problem);
      g_object_ref (problem.sink);
      g_array_append_val (problems, problem);
    }
  return problems;
}

/* Where the program does not ask, its user is told. */
static void
tell_user (SpurRecorder *self, const Problem *problem)
{
  if (!spur_sink_tells_user (problem->sink) &&
      !g_signal_has_handler_pending (self, signals[PROBLEM], 0, TRUE))
    g_printerr ("spur: %s\n", problem->error->message);
}

/* Who is told may ask the recorder, so this is done when it is unlocked. */
static void
tell_problems (SpurRecorder *self, GArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    {
      const Problem *problem = &g_array_index (problems, Problem, i);

      tell_user (self, problem);
      g_signal_emit (self, signals[PROBLEM], 0, problem->sink, problem->error->message);
      g_object_unref (problem->sink);
      g_error_free (problem->error);
    }
  g_array_unref (problems);
}

void
spur_recorder_unlock (SpurRecorder *self)
{
  GArray *problems = take_problems (self);

  __atomic_store_n (&self->busy_thread, 0, __ATOMIC_RELAXED);
  g_mutex_unlock (&self->mutex);
  if (G_UNLIKELY (problems != NULL))
    tell_problems (self, problems);
}

gboolean
spur_recorder_is_busy_here (SpurRecorder *self)
{
  return __atomic_load_n (&self->busy_thread, __ATOMIC_RELAXED) == get_thread_number ();
}

static SpurRecorderSource *
find_source (SpurRecorder *self, SpurActiveObject *object)
{
  SpurIdentifier *identifier = spur_active_object_get_identifier (object);
  SpurRecorderSource *source = g_hash_table_lookup (self->sources, identifier);

  if (source != NULL)
    return source;
  source = g_new0 (SpurRecorderSource, 1);
  source->object = g_object_ref (object);
  source->is_off =
    self->switches != NULL &&
    !spur_switches_have_source (self->switches, spur_active_object_get_name (object));
  g_hash_table_insert (self->sources, identifier, source);
  return source;
}

static void
set_source_of_thread (SpurRecorder *self, SpurRecorderSource *source)
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

static SpurRecorderSource *
make_source_of_thread (SpurRecorder *self)
{
  g_autofree char *name = g_strdup_printf ("thread %u", ++self->n_threads);
  g_autoptr (SpurActiveObject) object =
    spur_factories_make_object (self->factories, SPUR_TYPE_LOAD_OBJECT, name, "thread");
  SpurRecorderSource *source = find_source (self, object);

  set_source_of_thread (self, source);
  return source;
}

static SpurRecorderSource *
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

  spur_recorder_lock (self);
  if (source != NULL)
    set_source_of_thread (self, find_source (self, source));
  else
    forget_source_of_thread (self);
  spur_recorder_unlock (self);
}

SpurActiveObject *
spur_recorder_dup_source (SpurRecorder *self)
{
  gint64 number = get_thread_number ();
  SpurActiveObject *object = NULL;
  SpurRecorderSource *source;

  spur_recorder_lock (self);
  source = g_hash_table_lookup (self->source_of_thread, &number);
  if (source != NULL)
    object = g_object_ref (source->object);
  spur_recorder_unlock (self);
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

/**
 * spur_recorder_next_number:
 * @self: a recorder
 *
 * Gets a number for a message that is about to be sent. It goes into the event of the send and into
 * the message itself, as its #SpurMessage:number or in any other way, and from there into the event
 * of the receive; so both are known to belong together, whatever the message overtakes. From any
 * thread.
 *
 * Returns: a number that no other message has, of this recorder or of another; never 0
 *
 * Since: 1.0
 */
guint64
spur_recorder_next_number (SpurRecorder *self)
{
  g_return_val_if_fail (SPUR_IS_RECORDER (self), 0);

  return __atomic_fetch_add (&self->next_number, 1, __ATOMIC_RELAXED);
}

static void
open_source (SpurRecorder *self, SpurRecorderSource *source)
{
  spur_recorder_need_sink (self);
  source->origin = spur_unique_new_origin ();
  source->index = self->open_sources->len;
  source->stem = spur_event_id_stem_new (spur_active_object_get_name (source->object),
                                         source->index, source->origin);
  g_ptr_array_add (self->open_sources, source);
  g_hash_table_insert (self->source_of_origin, g_memdup2 (&source->origin, sizeof source->origin),
                       source);
  spur_recorder_tell_source (self, source);
}

/* What of the event goes into the sinks. */
static SpurEvent *
serialize_event (SpurRecorder *self, SpurEvent *event, GError **error)
{
  SpurSerializer *serializer = spur_factories_get_serializer (self->factories);
  g_autoptr (GBytes) bytes = NULL;

  if (serializer == NULL)
    return g_object_ref (event);
  bytes = spur_serializer_write (serializer, event);
  return spur_serializer_read (serializer, bytes, self->factories, error);
}

static gboolean
check_time (const SpurRecorderSource *source, gint64 time_ns, GError **error)
{
  if (time_ns >= -SPUR_TIME_LIMIT_NS && time_ns <= SPUR_TIME_LIMIT_NS)
    return TRUE;
  return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                         "stream %s: event %" G_GUINT64_FORMAT ": the clock says %" G_GINT64_FORMAT
                         " ns, which is outside of +-2^61 ns",
                         spur_active_object_get_name (source->object), source->n_events, time_ns);
}

/* Predecessors that the program named in an identifier that no recorder gave. */
static void
add_given (SpurRecorder *self,
           SpurRecorderSource *source,
           SpurEventId *given,
           guint max,
           GPtrArray *predecessors)
{
  guint n = 0;

  if (given != NULL && spur_identifier_get_origin (SPUR_IDENTIFIER (given)) == 0)
    n = MIN (spur_event_id_get_n_predecessors (given), max);
  for (guint i = 0; i < n; i++)
    {
      SpurIdentifier *id = SPUR_IDENTIFIER (spur_event_id_get_predecessor (given, i));
      guint64 origin = spur_identifier_get_origin (id);
      guint64 number = spur_identifier_get_number (id);
      const SpurRecorderSource *from = g_hash_table_lookup (self->source_of_origin, &origin);

      g_ptr_array_add (predecessors, g_object_ref (id));
      if (from == NULL || number >= from->n_events)
        self->n_elsewhere++;
      else if (from != source)
        {
          SpurPredecessor row = { source->n_events, number, source->index, from->index };

          g_array_append_val (self->predecessors, row);
        }
    }
}

static SpurEventId *
make_plain_id (const SpurRecorderSource *source, guint64 event, gint64 time_ns)
{
  return spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID,
                                    spur_active_object_get_name (source->object), source->index,
                                    source->origin, event, time_ns);
}

static void
set_predecessors (SpurRecorder *self,
                  SpurRecorderSource *source,
                  SpurEventId *id,
                  SpurEventId *given,
                  gint64 time_ns,
                  const SpurEventLayout *layout,
                  const guint8 *record)
{
  guint64 event = source->n_events;
  guint max = SPUR_EVENT_ID_GET_CLASS (id)->max_predecessors;
  g_autoptr (GPtrArray) predecessors = g_ptr_array_new_with_free_func (g_object_unref);
  SpurMessageEnd end = { .stream = source->index, .event = event };
  const SpurMessageEnd *send;

  add_given (self, source, given, max, predecessors);
  end.time_ns = time_ns;
  end.is_wanted = predecessors->len < max;
  send = spur_messages_take (self->messages, layout, record, &end);
  if (send != NULL)
    g_ptr_array_add (predecessors,
                     make_plain_id (g_ptr_array_index (self->open_sources, send->stream),
                                    send->event, send->time_ns));
  if (event > 0)
    g_ptr_array_add (predecessors, make_plain_id (source, event - 1, source->last_ns));
  spur_event_id_set_predecessors (id, (SpurEventId *const *) predecessors->pdata,
                                  predecessors->len);
}

/* Names in the event's identifier, where it has one by now, what was before it. */
static void
name_predecessors (SpurRecorder *self,
                   SpurRecorderSource *source,
                   SpurEvent *event,
                   SpurEventId *id,
                   SpurEventId *given)
{
  guint8 packed[SPUR_MAX_RECORD_BYTES];
  guint event_class;

  if (self->tables == NULL)
    self->tables = spur_trace_new ();
  if (spur_trace_get_n_classes (self->tables) == SPUR_MAX_CLASSES)
    return;
  event_class = spur_trace_add_class (self->tables, spur_event_get_layout (event));
  spur_trace_pack_event (self->tables, event, packed);
  set_predecessors (self, source, id, given, spur_event_get_time_ns (event),
                    spur_trace_get_class (self->tables, event_class), packed);
}

/* The next number is another event's, also where no sink could keep this one. */
static gboolean
hand_over (SpurRecorder *self,
           SpurRecorderSource *source,
           SpurEvent *event,
           GLogLevelFlags level,
           GError **error)
{
  gboolean is_kept = spur_recorder_hand_over (self, source, event, level, error);

  source->n_events++;
  source->last_ns = spur_event_get_time_ns (event);
  self->n_recorded++;
  return is_kept;
}

static gboolean
record_plain (SpurRecorder *self,
              SpurRecorderSource *source,
              SpurEvent *event,
              GLogLevelFlags level,
              GError **error)
{
  spur_event_promise_id (event, source->stem, source->n_events, spur_event_get_time_ns (event));
  return hand_over (self, source, event, level, error);
}

static gboolean
record_identified (SpurRecorder *self,
                   SpurRecorderSource *source,
                   SpurEvent *event,
                   GLogLevelFlags level,
                   GError **error)
{
  gint64 time_ns = spur_event_get_time_ns (event);
  g_autoptr (SpurEventId) given = NULL;
  g_autoptr (SpurEventId) id = NULL;
  g_autoptr (SpurEvent) kept = NULL;

  id = spur_factories_make_identifier (self->factories, SPUR_TYPE_EVENT_ID,
                                       spur_active_object_get_name (source->object), source->index,
                                       source->origin, source->n_events, time_ns);
  given = spur_event_get_id (event) != NULL ? g_object_ref (spur_event_get_id (event)) : NULL;
  spur_event_set_id (event, id);
  kept = serialize_event (self, event, error);
  if (kept == NULL)
    {
      spur_event_set_id (event, given);
      return FALSE;
    }
  if (self->n_recorded == 0)
    self->identifier_type = G_OBJECT_TYPE (id);
  name_predecessors (self, source, kept, id, given);
  if (hand_over (self, source, kept, level, error))
    return TRUE;
  spur_event_set_id (event, given);
  return FALSE;
}

static gboolean
is_wanted (SpurRecorder *self,
           const SpurRecorderSource *source,
           SpurEvent *event,
           GLogLevelFlags level)
{
  return self->switches == NULL ||
         (!source->is_off && spur_switches_have_level (self->switches, level) &&
          spur_switches_have_class (self->switches, spur_event_get_layout (event)));
}

static gboolean
record_event (SpurRecorder *self, SpurEvent *event, GLogLevelFlags level, GError **error)
{
  SpurRecorderSource *source = get_source_of_thread (self);
  gint64 time_ns;

  if (!is_wanted (self, source, event, level))
    return TRUE;
  if (source->stem == NULL)
    open_source (self, source);
  time_ns = self->clock_function != NULL ? self->clock_function (self->clock_data)
                                         : (gint64) spur_record_read_monotonic_ ();
  if (!check_time (source, time_ns, error))
    return FALSE;
  spur_event_set_time_ns (event, time_ns);
  if (self->n_recorded == 0)
    {
      self->is_plain = spur_factories_make_plain_identifiers (self->factories) &&
                       spur_factories_get_serializer (self->factories) == NULL;
      self->identifier_type = SPUR_TYPE_EVENT_ID;
    }
  if (self->is_plain)
    return record_plain (self, source, event, level, error);
  return record_identified (self, source, event, level, error);
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
 * An event that is switched off (spur_recorder_set_rules()) is left out, which is no error.
 *
 * Returns: whether one of the sinks took it; else @error is %G_IO_ERROR_CLOSED after
 *   spur_recorder_close(), %SPUR_STORE_ERROR_RANGE where the clock is outside of what a time may
 *   be, the serializer's, or that of a sink, as %G_IO_ERROR_NO_SPACE where there are too many event
 *   classes
 *
 * Since: 1.0
 */
gboolean
spur_recorder_record (SpurRecorder *self, SpurEvent *event, GError **error)
{
  return spur_recorder_record_at_level (self, event, 0, error);
}

/**
 * spur_recorder_record_at_level:
 * @self: a recorder
 * @event: an event of any class
 * @level: how grave it is: one of GLib's levels
 * @error: return location for an error
 *
 * Records as spur_recorder_record() does an event that has a level, by which it can be switched off
 * (`-level:debug`), and which the system's logs show. NetLogger's Emergency and Alert are GLib's
 * error, its Usage is GLib's message.
 *
 * Returns: as spur_recorder_record()
 *
 * Since: 1.0
 */
gboolean
spur_recorder_record_at_level (SpurRecorder *self,
                               SpurEvent *event,
                               GLogLevelFlags level,
                               GError **error)
{
  gboolean is_recorded;

  g_return_val_if_fail (SPUR_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (SPUR_IS_EVENT (event), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  spur_recorder_lock (self);
  is_recorded = spur_recorder_check_open (self, error) &&
                record_event (self, event, level & G_LOG_LEVEL_MASK, error);
  spur_recorder_unlock (self);
  return is_recorded;
}
