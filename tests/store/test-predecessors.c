/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/identifiers/spur-ordered-event-id.h"
#include "core/store/definitions/spur-definitions-internal.h"
#include "core/store/trace/spur-store-internal.h"
#include "core/store/trace/spur-trace.h"
#include "events/spur-events.h"

/* Streams with these numbers of events. */
static SpurTrace *
make_trace (guint n_streams, guint n_events)
{
  SpurTrace *trace = spur_trace_new ();
  SpurClock clock = { "clock", "unknown", 1000000000, 0, 0 };
  guint index = spur_trace_add_event_type (trace, SPUR_TYPE_EVENT);

  spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock);
  for (guint s = 0; s < n_streams; s++)
    {
      g_autofree char *name = g_strdup_printf ("stream %u", s);
      SpurStream *stream = spur_trace_add_stream (trace, name, 0, SPUR_NONE);

      for (guint i = 0; i < n_events; i++)
        spur_stream_append (stream, i, index, "");
    }
  return trace;
}

static void
test_sorted (void)
{
  g_autoptr (SpurTrace) trace = make_trace (3, 5);
  const SpurPredecessor *rows;
  gsize n;

  g_test_summary ("Predecessors come by event, each once, without what a stream says itself.");

  spur_trace_add_predecessor (trace, 2, 4, 1, 3);
  spur_trace_add_predecessor (trace, 0, 1, 2, 2);
  spur_trace_add_predecessor (trace, 2, 4, 0, 4);
  spur_trace_add_predecessor (trace, 2, 4, 1, 3);
  spur_trace_add_predecessor (trace, 1, 3, 1, 2);
  spur_trace_add_predecessor (trace, 2, 4, 1, 0);
  g_assert_true (spur_trace_seal (trace, NULL));

  rows = spur_trace_get_all_predecessors (trace, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (rows[0].stream, ==, 0);
  g_assert_cmpuint (rows[0].event, ==, 1);
  g_assert_cmpuint (rows[0].predecessor_stream, ==, 2);
  g_assert_cmpuint (rows[0].predecessor_event, ==, 2);

  rows = spur_trace_get_predecessors (trace, 2, 4, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (rows[0].predecessor_stream, ==, 0);
  g_assert_cmpuint (rows[1].predecessor_event, ==, 0);
  g_assert_cmpuint (rows[2].predecessor_event, ==, 3);
  g_assert_null (spur_trace_get_predecessors (trace, 1, 3, &n));
  g_assert_cmpuint (n, ==, 0);
  g_assert_null (spur_trace_get_predecessors (trace, 2, 5, &n));
  g_assert_cmpuint (n, ==, 0);
}

static void
test_bad (void)
{
  static const struct
  {
    guint stream;
    guint64 event;
    guint from_stream;
    guint64 from_event;
    const char *message;
  } bad[] = {
    { 2, 0, 0, 0, "predecessor of event 0 of stream 2: there is no stream 2, only 2" },
    { 0, 0, 2, 0, "predecessor of event 0 of stream 0: there is no stream 2, only 2" },
    { 0, 5, 1, 0, "predecessor of event 5 of stream 0: there is no event 5 in stream 0, only 5" },
    { 0, 4, 1, 5, "predecessor of event 4 of stream 0: there is no event 5 in stream 1, only 5" },
    { 1, 3, 1, 3,
      "predecessor of event 3 of stream 1: event 3 of the same stream is not before it" },
    { 1, 3, 1, 4,
      "predecessor of event 3 of stream 1: event 4 of the same stream is not before it" },
  };

  g_test_summary ("A predecessor that cannot be is refused, and said where.");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (SpurTrace) trace = make_trace (2, 5);
      g_autoptr (GError) error = NULL;

      spur_trace_add_predecessor (trace, bad[i].stream, bad[i].event, bad[i].from_stream,
                                  bad[i].from_event);
      g_assert_false (spur_trace_seal (trace, &error));
      g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE);
      g_assert_cmpstr (error->message, ==, bad[i].message);
    }
}

static void
test_many (void)
{
  g_autoptr (SpurTrace) trace = make_trace (4, 500);
  gsize n, n_found = 0;

  g_test_summary ("Every predecessor is found again, in whatever order they came.");

  for (guint k = 0; k < 2000; k++)
    {
      guint at = k * 1237 % 2000;

      spur_trace_add_predecessor (trace, at % 4, at / 4, (at + 1) % 4, (at * 7) % 500);
    }
  g_assert_true (spur_trace_seal (trace, NULL));
  for (guint at = 0; at < 2000; at++)
    {
      const SpurPredecessor *row = spur_trace_get_predecessors (trace, at % 4, at / 4, &n);

      g_assert_cmpuint (n, ==, 1);
      g_assert_cmpuint (row->predecessor_stream, ==, (at + 1) % 4);
      g_assert_cmpuint (row->predecessor_event, ==, (at * 7) % 500);
      n_found += n;
    }
  spur_trace_get_all_predecessors (trace, &n);
  g_assert_cmpuint (n, ==, n_found);
}

static void
test_class (void)
{
  g_autoptr (SpurTrace) trace = make_trace (2, 2);

  g_test_summary ("A trace keeps its class of identifiers, known or not.");

  g_assert_cmpstr (spur_trace_get_identifier_name (trace), ==, "Event_ID");
  g_assert_true (spur_trace_get_identifier_type (trace) == SPUR_TYPE_EVENT_ID);
  spur_trace_set_identifier_type (trace, SPUR_TYPE_ORDERED_EVENT_ID);
  g_assert_cmpstr (spur_trace_get_identifier_name (trace), ==, "Ordered_Event_ID");
  g_assert_true (spur_trace_get_identifier_type (trace) == SPUR_TYPE_ORDERED_EVENT_ID);
  spur_trace_set_identifier_name (trace, "Multi_Ordered_Event_ID");
  g_assert_true (spur_trace_get_identifier_type (trace) == SPUR_TYPE_MULTI_ORDERED_EVENT_ID);

  spur_trace_set_identifier_name (trace, "Identifier");
  g_assert_true (spur_trace_get_identifier_type (trace) == SPUR_TYPE_EVENT_ID);
  spur_trace_set_identifier_name (trace, "Stranger_ID");
  g_assert_cmpstr (spur_trace_get_identifier_name (trace), ==, "Stranger_ID");
  g_assert_true (spur_trace_get_identifier_type (trace) == SPUR_TYPE_EVENT_ID);
  spur_trace_add_predecessor (trace, 0, 0, 1, 1);
  g_assert_true (spur_trace_seal (trace, NULL));
  g_assert_true (spur_trace_get_identifier_type (trace) == SPUR_TYPE_MULTI_ORDERED_EVENT_ID);
}

static void
test_objects (void)
{
  g_autoptr (SpurTrace) trace = make_trace (1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint32 a = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "a", NULL, SPUR_NONE);
  guint32 b = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "b", NULL, SPUR_NONE);
  guint32 c = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "c", NULL, SPUR_NONE);
  guint64 origin, number;

  g_test_summary ("Objects are found by their identifiers.");

  g_assert_cmpuint (spur_definitions_find_object (definitions, 5, 7), ==, SPUR_NONE);
  g_assert_false (spur_definitions_get_object_identifier (definitions, b, &origin, &number));
  spur_definitions_set_object_identifier (definitions, b, 5, 7);
  spur_definitions_set_object_identifier (definitions, c, 5, 8);
  g_assert_cmpuint (spur_definitions_find_object (definitions, 5, 7), ==, b);
  g_assert_cmpuint (spur_definitions_find_object (definitions, 5, 8), ==, c);
  g_assert_cmpuint (spur_definitions_find_object (definitions, 6, 7), ==, SPUR_NONE);
  g_assert_false (spur_definitions_get_object_identifier (definitions, a, &origin, &number));
  g_assert_true (spur_definitions_get_object_identifier (definitions, c, &origin, &number));
  g_assert_cmpuint (origin, ==, 5);
  g_assert_cmpuint (number, ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/predecessors/sorted", test_sorted);
  g_test_add_func ("/store/predecessors/bad", test_bad);
  g_test_add_func ("/store/predecessors/many", test_many);
  g_test_add_func ("/store/predecessors/class", test_class);
  g_test_add_func ("/store/predecessors/objects", test_objects);
  return g_test_run ();
}
