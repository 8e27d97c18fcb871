/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-packed-serializer.h"
#include "core/model/identifiers/spur-ordered-event-id.h"
#include "core/record/object/spur-recorder.h"
#include "events/spur-events.h"

/* A clock that goes on by 10 ns with each reading. */
static gint64
tick (gpointer user_data)
{
  gint64 *now_ns = user_data;

  *now_ns += 10;
  return *now_ns;
}

static void
record_send (SpurRecorder *recorder, SpurActiveObject *object, SpurActiveObject *peer, guint tag)
{
  g_autoptr (SpurEvent) event =
    spur_recorder_make_event (recorder, SPUR_TYPE_LO_MESSAGE_SEND_EVENT);
  g_autoptr (GError) error = NULL;

  spur_event_set_object (event, "object", object);
  spur_event_set_object (event, "peer", peer);
  spur_event_set_uint (event, "tag", tag);
  spur_event_set_uint (event, "size", 1000 + tag);
  g_assert_true (spur_recorder_record (recorder, event, &error));
  g_assert_no_error (error);
}

static void
test_memory (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) a = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "worker", "task");
  g_autoptr (SpurActiveObject) b = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "worker", "task");
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) event = NULL;
  g_autoptr (GError) error = NULL;
  SpurActiveObject *peer;
  SpurEventId *id;
  gint64 now_ns = 0;

  g_test_summary ("What is recorded is in the trace, each object once, whatever its name.");

  spur_recorder_set_clock (recorder, tick, &now_ns, NULL);
  spur_recorder_set_source (recorder, a);
  record_send (recorder, a, b, 1);
  spur_recorder_set_source (recorder, b);
  record_send (recorder, b, a, 2);
  spur_recorder_set_source (recorder, a);
  record_send (recorder, a, b, 3);
  trace = spur_recorder_finish (recorder, &error);
  g_assert_no_error (error);

  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 2);
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (trace)), ==, 2);
  g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, 0)), ==, 2);
  g_assert_cmpuint (spur_stream_get_origin (spur_trace_get_stream (trace, 0)), !=,
                    spur_stream_get_origin (spur_trace_get_stream (trace, 1)));
  g_assert_cmpstr (spur_definitions_get_clock (spur_trace_get_definitions (trace), 0)->kind, ==,
                   "program");
  g_assert_cmpstr (spur_trace_get_identifier_name (trace), ==, "Event_ID");

  event = spur_trace_get_event (trace, 0, 1);
  id = spur_event_get_id (event);
  peer = spur_event_get_object (event, "peer");
  g_assert_cmpint (spur_event_get_time_ns (event), ==, 30);
  g_assert_cmpuint (spur_event_get_uint (event, "tag"), ==, 3);
  g_assert_true (spur_identifier_equal (spur_active_object_get_identifier (peer),
                                        spur_active_object_get_identifier (b)));
  g_assert_cmpstr (spur_event_id_get_source (id), ==, "worker");
  g_assert_cmpint (spur_event_id_get_raw_time_ns (id), ==, 30);
  g_assert_cmpuint (spur_identifier_get_origin (SPUR_IDENTIFIER (id)), ==,
                    spur_stream_get_origin (spur_trace_get_stream (trace, 0)));
}

static void
check_id (SpurEventId *id, SpurStream *stream, guint64 number, gint64 time_ns)
{
  g_assert_true (G_OBJECT_TYPE (id) == SPUR_TYPE_EVENT_ID);
  g_assert_cmpuint (spur_event_id_get_stream (id), ==, spur_stream_get_index (stream));
  g_assert_cmpuint (spur_identifier_get_number (SPUR_IDENTIFIER (id)), ==, number);
  g_assert_cmpuint (spur_identifier_get_origin (SPUR_IDENTIFIER (id)), ==,
                    spur_stream_get_origin (stream));
  g_assert_cmpint (spur_event_id_get_raw_time_ns (id), ==, time_ns);
}

static gpointer
ask_for_id (gpointer event)
{
  return spur_event_get_id (event);
}

static void
test_identifiers (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) task = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "a", "task");
  g_autoptr (SpurEventId) own =
    spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, "elsewhere", 7, 0, 8, 9);
  g_autoptr (SpurEvent) event = NULL;
  g_autoptr (SpurEvent) other = NULL;
  g_autoptr (SpurEventId) first = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  GThread *threads[4];
  gint64 now_ns = 0;

  g_test_summary ("An event has the identifier of where it was recorded last, however often and "
                  "whenever it is asked for.");

  spur_recorder_set_clock (recorder, tick, &now_ns, NULL);
  event = spur_recorder_make_event (recorder, SPUR_TYPE_LO_CREATION_EVENT);
  other = spur_recorder_make_event (recorder, SPUR_TYPE_LO_CREATION_EVENT);
  spur_event_set_id (event, own);
  g_assert_true (spur_recorder_record (recorder, event, NULL));
  first = g_object_ref (spur_event_get_id (event));
  g_assert_true (spur_event_get_id (event) == first);
  g_assert_true (spur_recorder_record (recorder, other, NULL));
  g_assert_true (spur_recorder_record (recorder, event, NULL));
  spur_recorder_set_source (recorder, task);
  g_assert_true (spur_recorder_record (recorder, other, NULL));
  spur_event_set_time_ns (event, 1);
  trace = spur_recorder_finish (recorder, NULL);
  g_clear_object (&recorder);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("asks", ask_for_id, event);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) == spur_event_get_id (event));
  check_id (first, spur_trace_get_stream (trace, 0), 0, 10);
  check_id (spur_event_get_id (event), spur_trace_get_stream (trace, 0), 2, 30);
  check_id (spur_event_get_id (other), spur_trace_get_stream (trace, 1), 0, 40);
  g_assert_cmpstr (spur_event_id_get_source (spur_event_get_id (other)), ==, "a");

  spur_event_set_id (event, NULL);
  g_assert_null (spur_event_get_id (event));
  spur_event_set_id (other, own);
  g_assert_true (spur_event_get_id (other) == own);
}

static void
test_finished (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_EVENT);
  g_autoptr (SpurTrace) trace = spur_recorder_finish (recorder, NULL);
  g_autoptr (GError) error = NULL;

  g_test_summary ("A finished recorder takes nothing more.");

  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 0);
  g_assert_false (spur_recorder_record (recorder, event, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
  g_clear_error (&error);
  g_assert_null (spur_recorder_finish (recorder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
}

static void
test_clock (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_EVENT);
  g_autoptr (SpurEventId) mine = spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, "mine", 0, 0, 0, 0);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  gint64 now_ns = SPUR_TIME_LIMIT_NS - 10;

  g_test_summary ("A time that cannot be is refused, and nothing is recorded.");

  spur_event_set_id (event, mine);
  spur_recorder_set_clock (recorder, tick, &now_ns, NULL);
  g_assert_true (spur_recorder_record (recorder, event, &error));
  spur_event_set_id (event, mine);
  g_assert_false (spur_recorder_record (recorder, event, &error));
  g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE);
  g_assert_true (spur_event_get_id (event) == mine);
  trace = spur_recorder_finish (recorder, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
  g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (trace, 0)), ==, "thread 1");
}

#define N_THREADS 4
#define N_EVENTS 2000

typedef struct
{
  SpurRecorder *recorder;
  SpurActiveObject *source;
} Work;

static gpointer
record_many (gpointer data)
{
  Work *work = data;
  g_autoptr (SpurEvent) event =
    spur_recorder_make_event (work->recorder, SPUR_TYPE_LO_TERMINATION_EVENT);

  if (work->source != NULL)
    spur_recorder_set_source (work->recorder, work->source);
  spur_event_set_object (event, "object", work->source);
  for (guint i = 0; i < N_EVENTS; i++)
    g_assert_true (spur_recorder_record (work->recorder, event, NULL));
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) shared = spur_active_object_new (SPUR_TYPE_TARGET, "node", NULL);
  g_autoptr (SpurTrace) trace = NULL;
  GThread *threads[N_THREADS];
  Work works[N_THREADS];

  g_test_summary (
    "Threads record at the same time, into their own stream or that of their source.");

  for (guint i = 0; i < N_THREADS; i++)
    {
      works[i] = (Work){ recorder, i < 2 ? shared : NULL };
      threads[i] = g_thread_new ("recording", record_many, &works[i]);
    }
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  trace = spur_recorder_finish (recorder, NULL);

  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 3);
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (trace)), ==, 3);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, N_THREADS * N_EVENTS);
  for (guint s = 0; s < 3; s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);
      gboolean is_shared = g_str_equal (spur_stream_get_name (stream), "node");

      g_assert_cmpuint (spur_stream_get_n_events (stream), ==, is_shared ? 2 * N_EVENTS : N_EVENTS);
      g_assert_cmpuint (spur_stream_get_n_steps_back (stream), ==, 0);
      g_assert_cmpuint (spur_stream_get_target (stream), <, 3);
    }
}

/* Events of another class, with a parameter more. */

#define TEST_TYPE_SEND (test_send_get_type ())
G_DECLARE_FINAL_TYPE (TestSend, test_send, TEST, SEND, SpurLoMessageSendEvent)

struct _TestSend
{
  SpurLoMessageSendEvent parent_instance;
};

G_DEFINE_TYPE (TestSend, test_send, SPUR_TYPE_LO_MESSAGE_SEND_EVENT)

static void
test_send_constructed (GObject *object)
{
  G_OBJECT_CLASS (test_send_parent_class)->constructed (object);
  spur_event_set_uint (SPUR_EVENT (object), "urgency", 7);
}

static void
test_send_class_init (TestSendClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = test_send_constructed;

  spur_event_class_set_name (event_class, "Test_Send_Event");
  spur_event_class_add_field (event_class, "urgency", SPUR_FIELD_UINT8, SPUR_USE_NONE, NULL);
}

static void
test_send_init (TestSend *self)
{
}

#define TEST_TYPE_TASK (test_task_get_type ())
G_DECLARE_FINAL_TYPE (TestTask, test_task, TEST, TASK, SpurLoadObject)

struct _TestTask
{
  SpurLoadObject parent_instance;
};

G_DEFINE_TYPE (TestTask, test_task, SPUR_TYPE_LOAD_OBJECT)

static void
test_task_class_init (TestTaskClass *klass)
{
}

static void
test_task_init (TestTask *self)
{
}

static void
assert_made (SpurFactories *factories, GType type)
{
  g_autoptr (SpurEvent) event = spur_factories_make_event (factories, SPUR_TYPE_EVENT);

  g_assert_true (G_OBJECT_TYPE (event) == type);
}

static void
test_substitutes (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();
  g_autoptr (SpurFactories) others = spur_factories_new ();
  g_autoptr (SpurActiveObject) object = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) event = NULL;

  g_test_summary ("Factories make events and objects of other classes, without their users.");

  spur_factories_set_substitute (factories, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, TEST_TYPE_SEND);
  spur_factories_set_substitute (factories, SPUR_TYPE_LOAD_OBJECT, TEST_TYPE_TASK);
  object = spur_factories_make_object (factories, SPUR_TYPE_LOAD_OBJECT, "a", NULL);
  g_assert_true (G_OBJECT_TYPE (object) == TEST_TYPE_TASK);
  spur_recorder_set_factories (recorder, factories);
  record_send (recorder, object, NULL, 5);
  trace = spur_recorder_finish (recorder, NULL);

  event = spur_trace_get_event (trace, 0, 0);
  g_assert_true (G_OBJECT_TYPE (event) == TEST_TYPE_SEND);
  g_assert_cmpuint (spur_event_get_uint (event, "urgency"), ==, 7);
  g_assert_cmpuint (
    spur_definitions_count_objects (spur_trace_get_definitions (trace), TEST_TYPE_TASK), ==, 2);

  /* A substitute may be substituted itself, until that is taken back. */
  spur_factories_set_substitute (others, SPUR_TYPE_EVENT, SPUR_TYPE_LO_EVENT);
  spur_factories_set_substitute (others, SPUR_TYPE_LO_EVENT, SPUR_TYPE_LO_TERMINATION_EVENT);
  assert_made (others, SPUR_TYPE_LO_TERMINATION_EVENT);
  spur_factories_set_substitute (others, SPUR_TYPE_LO_EVENT, SPUR_TYPE_LO_EVENT);
  assert_made (others, SPUR_TYPE_LO_EVENT);
}

static void
test_reader (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();
  g_autoptr (SpurActiveObject) object = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "a", NULL);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) event = NULL;

  g_test_summary ("The factories of a trace that is read make its objects.");

  record_send (recorder, object, NULL, 5);
  trace = spur_recorder_finish (recorder, NULL);
  spur_factories_set_substitute (factories, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, TEST_TYPE_SEND);
  spur_factories_set_substitute (factories, SPUR_TYPE_LOAD_OBJECT, TEST_TYPE_TASK);
  spur_factories_set_identifier_type (factories, SPUR_TYPE_ORDERED_EVENT_ID);
  spur_trace_set_factories (trace, factories);

  event = spur_trace_get_event (trace, 0, 0);
  g_assert_true (G_OBJECT_TYPE (event) == TEST_TYPE_SEND);
  g_assert_true (SPUR_IS_ORDERED_EVENT_ID (spur_event_get_id (event)));
  /* The record has no such field. */
  g_assert_cmpuint (spur_event_get_uint (event, "urgency"), ==, 0);
  g_assert_true (G_OBJECT_TYPE (spur_event_get_object (event, "object")) == TEST_TYPE_TASK);
}

/* A serializer that leaves out the size of messages. */

#define TEST_TYPE_SERIALIZER (test_serializer_get_type ())
G_DECLARE_FINAL_TYPE (TestSerializer, test_serializer, TEST, SERIALIZER, SpurSerializer)

struct _TestSerializer
{
  SpurSerializer parent_instance;
  SpurSerializer *packed;
  gboolean is_broken;
};

G_DEFINE_TYPE (TestSerializer, test_serializer, SPUR_TYPE_SERIALIZER)

static GBytes *
test_serializer_write (SpurSerializer *serializer, SpurEvent *event)
{
  guint64 size = spur_event_get_uint (event, "size");
  GBytes *bytes;

  spur_event_set_uint (event, "size", 0);
  bytes = spur_serializer_write (TEST_SERIALIZER (serializer)->packed, event);
  spur_event_set_uint (event, "size", size);
  return bytes;
}

static SpurEvent *
test_serializer_read (SpurSerializer *serializer,
                      GBytes *bytes,
                      SpurFactories *factories,
                      GError **error)
{
  g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, g_bytes_get_size (bytes) / 2);

  return spur_serializer_read (TEST_SERIALIZER (serializer)->packed,
                               TEST_SERIALIZER (serializer)->is_broken ? part : bytes, factories,
                               error);
}

static void
test_serializer_finalize (GObject *object)
{
  g_clear_object (&TEST_SERIALIZER (object)->packed);
  G_OBJECT_CLASS (test_serializer_parent_class)->finalize (object);
}

static void
test_serializer_class_init (TestSerializerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_serializer_finalize;
  SPUR_SERIALIZER_CLASS (klass)->write = test_serializer_write;
  SPUR_SERIALIZER_CLASS (klass)->read = test_serializer_read;
}

static void
test_serializer_init (TestSerializer *self)
{
  self->packed = spur_packed_serializer_new ();
}

static void
test_serialized (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();
  g_autoptr (TestSerializer) serializer = g_object_new (TEST_TYPE_SERIALIZER, NULL);
  g_autoptr (SpurActiveObject) object = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "a", NULL);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) copy = spur_trace_new ();
  g_autoptr (SpurEvent) send = NULL;
  g_autoptr (SpurEvent) event = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  SpurStream *stream;

  g_test_summary ("A recorder records what its serializer keeps.");

  spur_factories_set_serializer (factories, SPUR_SERIALIZER (serializer));
  spur_recorder_set_factories (recorder, factories);
  record_send (recorder, object, NULL, 5);
  record_send (recorder, object, NULL, 6);
  serializer->is_broken = TRUE;
  send = spur_event_new (SPUR_TYPE_LO_MESSAGE_SEND_EVENT);
  g_assert_false (spur_recorder_record (recorder, send, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_clear_error (&error);
  serializer->is_broken = FALSE;
  trace = spur_recorder_finish (recorder, NULL);

  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 2);
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (trace)), ==, 2);
  event = spur_trace_get_event (trace, 0, 1);
  g_assert_cmpuint (spur_event_get_uint (event, "tag"), ==, 6);
  g_assert_cmpuint (spur_event_get_uint (event, "size"), ==, 0);

  bytes = spur_trace_get_event_bytes (trace, 0, 1);
  spur_definitions_add_clock (spur_trace_get_definitions (copy),
                              spur_definitions_get_clock (spur_trace_get_definitions (trace), 0));
  stream = spur_trace_add_stream (copy, "copy", 0, SPUR_NONE);
  g_assert_true (spur_trace_append_bytes (copy, stream, bytes, &error));
  g_assert_no_error (error);
  g_assert_true (spur_trace_seal (copy, NULL));
  g_clear_object (&event);
  event = spur_trace_get_event (copy, 0, 0);
  g_assert_cmpuint (spur_event_get_uint (event, "tag"), ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/recorder/memory", test_memory);
  g_test_add_func ("/record/recorder/identifiers", test_identifiers);
  g_test_add_func ("/record/recorder/finished", test_finished);
  g_test_add_func ("/record/recorder/clock", test_clock);
  g_test_add_func ("/record/recorder/threads", test_threads);
  g_test_add_func ("/record/recorder/substitutes", test_substitutes);
  g_test_add_func ("/record/recorder/reader", test_reader);
  g_test_add_func ("/record/recorder/serialized", test_serialized);
  return g_test_run ();
}
