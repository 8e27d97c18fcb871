/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a program logs by GLib is what is recorded. */
#define G_LOG_USE_STRUCTURED
#define G_LOG_DOMAIN "bridge-test"

#include <string.h>

#include "core/record/object/spur-log-bridge.h"
#include "events/spur-events.h"

/* ---- A class with fields of its own ---- */

typedef struct
{
  SpurCustomEvent parent_instance;
} LogEvent;

typedef struct
{
  SpurCustomEventClass parent_class;
} LogEventClass;

GType log_event_get_type (void);

G_DEFINE_TYPE (LogEvent, log_event, SPUR_TYPE_CUSTOM_EVENT)

static void
log_event_class_init (LogEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Log_Event");
  spur_event_class_add_field (event_class, "domain", SPUR_FIELD_STRING, SPUR_USE_NONE, "where");
  spur_event_class_add_field (event_class, "level", SPUR_FIELD_STRING, SPUR_USE_NONE, "how bad");
  spur_event_class_add_field (event_class, "message", SPUR_FIELD_STRING, SPUR_USE_NONE, "what");
  spur_event_class_add_field (event_class, "code_line", SPUR_FIELD_UINT16, SPUR_USE_NONE, "line");
  spur_event_class_add_field (event_class, "load", SPUR_FIELD_DOUBLE, SPUR_USE_NONE, "load");
  spur_event_class_add_field (event_class, "drift", SPUR_FIELD_INT64, SPUR_USE_NONE, "drift");
}

/* Called for each event that is made, if set. */
static void (*when_made) (void);

static void
log_event_init (LogEvent *self)
{
  if (when_made != NULL)
    when_made ();
}

/* ---- Help ---- */

typedef struct
{
  SpurRecorder *recorder;
  SpurLogBridge *bridge;
  guint n_passed;
  guint n_destroyed;
} Fixture;

static GLogWriterOutput
count (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_atomic_int_inc (&fixture->n_passed);
  return G_LOG_WRITER_HANDLED;
}

static void
note_destroyed (gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->n_destroyed++;
}

static void
set_up (Fixture *fixture, GType type)
{
  *fixture = (Fixture){ .recorder = spur_recorder_new (), .bridge = spur_log_bridge_new (type) };
  spur_log_bridge_set_recorder (fixture->bridge, fixture->recorder);
  spur_log_bridge_set_next (fixture->bridge, count, fixture, note_destroyed);
}

static SpurTrace *
finish (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  spur_log_bridge_set_recorder (fixture->bridge, NULL);
  g_assert_finalize_object (fixture->bridge);
  g_assert_cmpuint (fixture->n_destroyed, ==, 1);
  trace = spur_recorder_finish (fixture->recorder, &error);
  g_assert_no_error (error);
  g_assert_finalize_object (fixture->recorder);
  return trace;
}

static void
put (Fixture *fixture, GLogLevelFlags level, const char *domain, const char *message)
{
  const GLogField fields[] = { { "MESSAGE", message, -1 }, { "GLIB_DOMAIN", domain, -1 } };

  g_assert_cmpint (spur_log_bridge_writer (level, fields, domain != NULL ? 2 : 1, fixture->bridge),
                   ==, G_LOG_WRITER_HANDLED);
}

static const char *
get_text (SpurEvent *event, const char *name)
{
  SpurEntryList *values = spur_event_get_list (event, "values");
  int index = values != NULL ? spur_entry_list_find (values, name) : -1;

  return index >= 0 ? spur_entry_list_get_entry (values, (guint) index)->text : NULL;
}

/* The messages of all events, in their order, with a blank behind each. */
static char *
get_messages (SpurTrace *trace)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < spur_trace_get_n_events (trace); i++)
    {
      g_autoptr (SpurEvent) event = spur_trace_get_event (trace, 0, i);

      g_string_append_printf (all, "%s ", get_text (event, "MESSAGE"));
    }
  return g_string_free (all, FALSE);
}

/* ---- Tests ---- */

static void
test_values (void)
{
  const GLogField fields[] = {
    { "MESSAGE", "two words", -1 },    { "GLIB_DOMAIN", "lib", -1 }, { "CODE_FILE", "a.c", -1 },
    { "CODE_LINE", "42", -1 },         { "CODE_FUNC", "f", -1 },     { "MY_BYTES", "ab\0c\xff", 5 },
    { "MY_POINTER", (gpointer) 1, 0 }, { "MY_CUT", "abcdef", 3 },
  };
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) event = NULL;

  g_test_summary ("A class that has only a list has all of the message there.");

  set_up (&fixture, SPUR_TYPE_CUSTOM_EVENT);
  spur_log_bridge_writer (G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL, fields, G_N_ELEMENTS (fields),
                          fixture.bridge);
  g_assert_cmpuint (fixture.n_passed, ==, 1);
  trace = finish (&fixture);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
  event = spur_trace_get_event (trace, 0, 0);
  g_assert_cmpstr (spur_event_get_layout (event)->name, ==, "Custom_Event");
  g_assert_cmpuint (spur_entry_list_get_n_entries (spur_event_get_list (event, "values")), ==, 8);
  g_assert_cmpstr (get_text (event, "LVL"), ==, "Critical");
  g_assert_cmpstr (get_text (event, "MESSAGE"), ==, "two words");
  g_assert_cmpstr (get_text (event, "GLIB_DOMAIN"), ==, "lib");
  g_assert_cmpstr (get_text (event, "CODE_FILE"), ==, "a.c");
  g_assert_cmpstr (get_text (event, "CODE_LINE"), ==, "42");
  g_assert_cmpstr (get_text (event, "CODE_FUNC"), ==, "f");
  g_assert_cmpstr (get_text (event, "MY_BYTES"), ==,
                   "ab\xef\xbf\xbd"
                   "c\xef\xbf\xbd");
  g_assert_cmpstr (get_text (event, "MY_CUT"), ==, "abc");
}

static void
test_fields (void)
{
  const GLogField good[] = {
    { "MESSAGE", "hello", -1 }, { "GLIB_DOMAIN", "lib", -1 }, { "CODE_LINE", "65535", -1 },
    { "LOAD", "0.5", -1 },      { "DRIFT", "-7", -1 },
  };
  const GLogField bad[] = {
    { "MESSAGE", "", -1 }, { "CODE_LINE", "65536", -1 }, { "LOAD", "half", -1 },
    { "DRIFT", "7 ", -1 }, { "OBJECT", "thing", -1 },    { "VALUES", "list", -1 },
  };
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) first = NULL;
  g_autoptr (SpurEvent) second = NULL;

  g_test_summary ("Fields that the class has are set, where they take the text; others are kept.");

  set_up (&fixture, log_event_get_type ());
  spur_log_bridge_writer (G_LOG_LEVEL_WARNING, good, G_N_ELEMENTS (good), fixture.bridge);
  spur_log_bridge_writer (G_LOG_LEVEL_DEBUG, bad, G_N_ELEMENTS (bad), fixture.bridge);
  trace = finish (&fixture);
  first = spur_trace_get_event (trace, 0, 0);
  second = spur_trace_get_event (trace, 0, 1);
  g_assert_cmpstr (spur_event_get_layout (first)->name, ==, "Log_Event");
  g_assert_cmpstr (spur_event_get_string (first, "domain"), ==, "lib");
  g_assert_cmpstr (spur_event_get_string (first, "level"), ==, "Warning");
  g_assert_cmpstr (spur_event_get_string (first, "message"), ==, "hello");
  g_assert_cmpuint (spur_event_get_uint (first, "code_line"), ==, 65535);
  g_assert_cmpfloat (spur_event_get_double (first, "load"), ==, 0.5);
  g_assert_cmpint (spur_event_get_int (first, "drift"), ==, -7);
  g_assert_null (spur_event_get_list (first, "values"));

  g_assert_cmpstr (spur_event_get_string (second, "level"), ==, "Debug");
  g_assert_cmpstr (spur_event_get_string (second, "message"), ==, "");
  g_assert_null (spur_event_get_string (second, "domain"));
  g_assert_cmpuint (spur_event_get_uint (second, "code_line"), ==, 0);
  g_assert_null (spur_event_get_object (second, "object"));
  g_assert_cmpuint (spur_entry_list_get_n_entries (spur_event_get_list (second, "values")), ==, 5);
  g_assert_cmpstr (get_text (second, "CODE_LINE"), ==, "65536");
  g_assert_cmpstr (get_text (second, "LOAD"), ==, "half");
  g_assert_cmpstr (get_text (second, "DRIFT"), ==, "7 ");
  g_assert_cmpstr (get_text (second, "OBJECT"), ==, "thing");
  g_assert_cmpstr (get_text (second, "VALUES"), ==, "list");
}

static void
test_no_list (void)
{
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("Of a class without a list, what it has no field for is left out.");

  set_up (&fixture, SPUR_TYPE_RECORDER_DROP_EVENT);
  put (&fixture, G_LOG_LEVEL_INFO, "lib", "x");
  trace = finish (&fixture);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
}

static void
test_filters (void)
{
  static const char *const domains[] = { "lib-*", "app", NULL };
  static const char *const without[] = { "", NULL };
  static const char *const none[] = { NULL };
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;
  g_autofree char *messages = NULL;

  g_test_summary ("Levels and domains say what is recorded; everything is passed on.");

  set_up (&fixture, SPUR_TYPE_CUSTOM_EVENT);
  spur_log_bridge_set_levels (fixture.bridge, G_LOG_LEVEL_WARNING | G_LOG_LEVEL_DEBUG);
  put (&fixture, G_LOG_LEVEL_WARNING, "a", "1");
  put (&fixture, G_LOG_LEVEL_MESSAGE | G_LOG_FLAG_RECURSION, "a", "-");
  put (&fixture, G_LOG_LEVEL_DEBUG, NULL, "2");
  put (&fixture, G_LOG_LEVEL_INFO, "a", "-");
  spur_log_bridge_set_levels (fixture.bridge, G_LOG_LEVEL_MASK);
  spur_log_bridge_set_domains (fixture.bridge, domains);
  put (&fixture, G_LOG_LEVEL_INFO, "lib-one", "3");
  put (&fixture, G_LOG_LEVEL_INFO, "lib", "-");
  put (&fixture, G_LOG_LEVEL_INFO, "app", "4");
  put (&fixture, G_LOG_LEVEL_INFO, "apps", "-");
  put (&fixture, G_LOG_LEVEL_INFO, NULL, "-");
  spur_log_bridge_set_domains (fixture.bridge, without);
  put (&fixture, G_LOG_LEVEL_INFO, NULL, "5");
  put (&fixture, G_LOG_LEVEL_INFO, "app", "-");
  spur_log_bridge_set_domains (fixture.bridge, none);
  put (&fixture, G_LOG_LEVEL_INFO, "app", "-");
  spur_log_bridge_set_domains (fixture.bridge, NULL);
  put (&fixture, G_LOG_LEVEL_INFO, "any", "6");
  spur_log_bridge_set_recorder (fixture.bridge, NULL);
  put (&fixture, G_LOG_LEVEL_INFO, "any", "-");
  spur_log_bridge_set_recorder (fixture.bridge, fixture.recorder);
  put (&fixture, 1 << (G_LOG_LEVEL_USER_SHIFT + 1), "any", "7");
  g_assert_cmpuint (fixture.n_passed, ==, 15);
  g_assert_cmpuint (spur_log_bridge_get_n_lost (fixture.bridge), ==, 0);
  trace = finish (&fixture);
  messages = get_messages (trace);
  g_assert_cmpstr (messages, ==, "1 2 3 4 5 6 7 ");
}

static void
test_lost (void)
{
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("What a finished recorder refuses is counted, and nothing is said of it.");

  set_up (&fixture, SPUR_TYPE_CUSTOM_EVENT);
  put (&fixture, G_LOG_LEVEL_INFO, "a", "1");
  trace = spur_recorder_finish (fixture.recorder, NULL);
  put (&fixture, G_LOG_LEVEL_INFO, "a", "2");
  put (&fixture, G_LOG_LEVEL_INFO, "a", "3");
  g_assert_cmpuint (spur_log_bridge_get_n_lost (fixture.bridge), ==, 2);
  g_assert_cmpuint (fixture.n_passed, ==, 3);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
  spur_log_bridge_set_recorder (fixture.bridge, NULL);
  g_assert_finalize_object (fixture.bridge);
  g_assert_finalize_object (fixture.recorder);
}

/* A clock that tells of what it does, as a library would. */
static gint64
talk (gpointer user_data)
{
  Fixture *fixture = user_data;

  put (fixture, G_LOG_LEVEL_INFO, "clock", "asked");
  return fixture->n_passed;
}

static void
test_recursion (void)
{
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) event = NULL;

  g_test_summary (
    "What the recorder's own clock logs is passed on, no matter what made it record.");

  set_up (&fixture, SPUR_TYPE_CUSTOM_EVENT);
  spur_recorder_set_clock (fixture.recorder, talk, &fixture, NULL);
  put (&fixture, G_LOG_LEVEL_INFO, "a", "1");
  event = spur_recorder_make_event (fixture.recorder, SPUR_TYPE_RECORDER_DROP_EVENT);
  g_assert_true (spur_recorder_record (fixture.recorder, event, NULL));
  put (&fixture, G_LOG_LEVEL_INFO, "a", "2");
  g_assert_cmpuint (fixture.n_passed, ==, 5);
  g_assert_cmpuint (spur_log_bridge_get_n_lost (fixture.bridge), ==, 0);
  trace = finish (&fixture);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 3);
}

static Fixture *talking;

static void
talk_when_made (void)
{
  put (talking, G_LOG_LEVEL_INFO, "events", "made");
}

static void
test_recursion_of_events (void)
{
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("What the making of an event logs does not make another one.");

  set_up (&fixture, log_event_get_type ());
  talking = &fixture;
  when_made = talk_when_made;
  put (&fixture, G_LOG_LEVEL_INFO, "a", "1");
  when_made = NULL;
  g_assert_cmpuint (fixture.n_passed, ==, 2);
  trace = finish (&fixture);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
}

#define N_THREADS 6
#define N_MESSAGES 500

static gpointer
log_many (gpointer data)
{
  Fixture *fixture = data;

  for (guint i = 0; i < N_MESSAGES; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      put (fixture, G_LOG_LEVEL_INFO, "a", text);
    }
  return NULL;
}

static void
test_threads (void)
{
  static const char *const domains[] = { "*", NULL };
  GThread *threads[N_THREADS];
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("Threads log at the same time: each message once, in the order of its thread.");

  set_up (&fixture, SPUR_TYPE_CUSTOM_EVENT);
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("logs", log_many, &fixture);
  for (guint i = 0; i < 200; i++)
    spur_log_bridge_set_domains (fixture.bridge, i % 2 == 0 ? domains : NULL);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  trace = finish (&fixture);
  g_assert_cmpuint (fixture.n_passed, ==, N_THREADS * N_MESSAGES);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, N_THREADS);
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, i)), ==,
                        N_MESSAGES);
      for (guint k = 0; k < N_MESSAGES; k++)
        {
          g_autoptr (SpurEvent) event = spur_trace_get_event (trace, i, k);
          g_autofree char *text = g_strdup_printf ("%u", k);

          g_assert_cmpstr (get_text (event, "MESSAGE"), ==, text);
        }
    }
}

/* The last one, as a program's writer stays. */
static void
test_installed (void)
{
  static const char *const domains[] = { G_LOG_DOMAIN, NULL };
  Fixture fixture;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) event = NULL;
  g_autofree char *line = NULL;

  g_test_summary ("An installed bridge has what g_info() and g_log_structured() say.");

  set_up (&fixture, log_event_get_type ());
  spur_log_bridge_set_domains (fixture.bridge, domains);
  spur_log_bridge_install (fixture.bridge);
  line = g_strdup_printf ("%d", __LINE__ + 1);
  g_info ("%d apples", 3);
  g_log_structured (G_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "LOAD", "1.5", "MY_ID", "x", "MESSAGE", "m%d",
                    1);
  g_log_structured ("other", G_LOG_LEVEL_INFO, "MESSAGE", "not this");
  g_assert_cmpuint (fixture.n_passed, ==, 3);
  spur_log_bridge_set_recorder (fixture.bridge, NULL);
  g_info ("nor this");
  trace = spur_recorder_finish (fixture.recorder, NULL);
  g_object_unref (fixture.recorder);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 2);

  event = spur_trace_get_event (trace, 0, 0);
  g_assert_cmpstr (spur_event_get_string (event, "message"), ==, "3 apples");
  g_assert_cmpstr (spur_event_get_string (event, "level"), ==, "Info");
  g_assert_cmpstr (spur_event_get_string (event, "domain"), ==, G_LOG_DOMAIN);
  g_assert_cmpuint (spur_event_get_uint (event, "code_line"), ==,
                    g_ascii_strtoull (line, NULL, 10));
  g_assert_true (g_str_has_suffix (get_text (event, "CODE_FILE"), "test-log-bridge.c"));
  g_assert_cmpstr (get_text (event, "CODE_FUNC"), ==, G_STRFUNC);
  g_set_object (&event, NULL);

  event = spur_trace_get_event (trace, 0, 1);
  g_assert_cmpstr (spur_event_get_string (event, "message"), ==, "m1");
  g_assert_cmpfloat (spur_event_get_double (event, "load"), ==, 1.5);
  g_assert_cmpstr (get_text (event, "MY_ID"), ==, "x");
  /* The writer stays, what it passes messages on to does not. */
  spur_log_bridge_set_next (fixture.bridge, NULL, NULL, NULL);
  g_assert_cmpuint (fixture.n_destroyed, ==, 1);
  g_object_unref (fixture.bridge);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/log-bridge/values", test_values);
  g_test_add_func ("/record/log-bridge/fields", test_fields);
  g_test_add_func ("/record/log-bridge/no-list", test_no_list);
  g_test_add_func ("/record/log-bridge/filters", test_filters);
  g_test_add_func ("/record/log-bridge/lost", test_lost);
  g_test_add_func ("/record/log-bridge/recursion", test_recursion);
  g_test_add_func ("/record/log-bridge/recursion-of-events", test_recursion_of_events);
  g_test_add_func ("/record/log-bridge/threads", test_threads);
  g_test_add_func ("/record/log-bridge/installed", test_installed);
  return g_test_run ();
}
