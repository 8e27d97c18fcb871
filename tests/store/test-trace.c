/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/analysis/presence/spur-history.h"
#include "core/store/trace/spur-cursor-field.h"
#include "core/store/trace/spur-cursor.h"
#include "core/store/trace/spur-store-internal.h"
#include "events/spur-events.h"

static SpurStream *
add_stream (SpurTrace *trace, guint64 resolution_hz, guint32 *target)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  SpurClock clock = { "clock", "program", resolution_hz, 0,
                      spur_definitions_get_n_clocks (definitions) };
  g_autofree char *name = g_strdup_printf ("PE %u", spur_trace_get_n_streams (trace));

  *target = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "PE", SPUR_NONE);
  return spur_trace_add_stream (trace, name, spur_definitions_add_clock (definitions, &clock),
                                *target);
}

static void
append_region (
  SpurTrace *trace, SpurStream *stream, GType type, gint64 ticks, guint32 object, guint32 state)
{
  guint8 record[8];
  const SpurEventLayout *layout = spur_event_type_get_layout (type);

  spur_event_layout_set_uint (layout, 0, record, object);
  spur_event_layout_set_uint (layout, 1, record, state);
  spur_stream_append (stream, ticks, spur_trace_add_event_type (trace, type), record);
}

static void
test_chunks (void)
{
  g_test_summary ("Every event is found again, whatever the chunk size.");

  for (guint chunk_events = 1; chunk_events <= 4096; chunk_events *= 8)
    {
      g_autoptr (SpurTrace) trace = spur_trace_new_with_chunks (chunk_events);
      guint32 target;
      SpurStream *stream = add_stream (trace, 1000000000, &target);
      guint64 n_seen = 0;

      for (guint i = 0; i < 5000; i++)
        append_region (trace, stream,
                       i % 3 == 0 ? SPUR_TYPE_REGION_ENTER_EVENT : SPUR_TYPE_REGION_EXIT_EVENT,
                       i * 7, i, SPUR_NONE);
      g_assert_true (spur_trace_seal (trace, NULL));
      g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 5000);
      for (guint c = 0; c < spur_stream_get_n_chunks (stream); c++)
        {
          g_assert_cmpuint (spur_stream_get_chunk (stream, c)->first, ==, n_seen);
          g_assert_cmpuint (spur_stream_get_chunk (stream, c)->n_events, <=, chunk_events);
          n_seen += spur_stream_get_chunk (stream, c)->n_events;
        }
      g_assert_cmpuint (n_seen, ==, 5000);
      for (guint64 i = 0; i < 5000; i += 13)
        {
          const SpurEventLayout *layout;
          const guint8 *record = spur_stream_get_record (stream, i, &layout);

          g_assert_cmpuint (spur_event_layout_get_uint (layout, 0, record), ==, i);
          g_assert_cmpint (layout->effect, ==, i % 3 == 0 ? SPUR_EFFECT_ENTER : SPUR_EFFECT_LEAVE);
          g_assert_cmpint (spur_stream_get_ticks (stream, i), ==, (gint64) i * 7);
        }
    }
}

static void
test_ticks (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  guint32 target;
  SpurStream *micro = add_stream (trace, 1000000, &target);
  SpurStream *odd = add_stream (trace, 3, &target);

  g_test_summary ("Ticks become nanoseconds, rounded down.");

  g_assert_cmpint (spur_stream_ticks_to_ns (micro, -7), ==, -7000);
  g_assert_cmpint (spur_stream_ticks_to_ns (odd, 1), ==, 333333333);
  g_assert_cmpint (spur_stream_ticks_to_ns (odd, -1), ==, -333333334);
}

static void
test_range (void)
{
  const gint64 limit = SPUR_TIME_LIMIT_NS;

  g_test_summary ("A time one past the limit is refused and named, the limit itself is not.");

  for (guint bad = 0; bad < 2; bad++)
    {
      g_autoptr (SpurTrace) trace = spur_trace_new ();
      g_autoptr (GError) error = NULL;
      guint32 target;
      SpurStream *stream = add_stream (trace, 1000000000, &target);

      append_region (trace, stream, SPUR_TYPE_REGION_ENTER_EVENT, -limit, target, SPUR_NONE);
      append_region (trace, stream, SPUR_TYPE_REGION_ENTER_EVENT, limit + bad, target, SPUR_NONE);
      if (bad == 0)
        {
          g_assert_true (spur_trace_seal (trace, &error));
          g_assert_no_error (error);
          continue;
        }
      g_assert_false (spur_trace_seal (trace, &error));
      g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE);
      g_assert_nonnull (strstr (error->message, "PE 0: event 1:"));
    }
}

static void
test_time_map (void)
{
  const SpurKnot knots[] = { { 2, 100, 110 }, { 4, 200, 310 }, { 5, 200, 320 }, { 9, 300, 400 } };
  const SpurKnot backward[] = { { 2, 100, 110 }, { 4, 200, 109 } };
  g_autoptr (SpurTimeMap) map = spur_time_map_new (knots, G_N_ELEMENTS (knots), NULL);
  g_autoptr (SpurTimeMap) offset = spur_time_map_new_offset (-40);
  g_autoptr (GError) error = NULL;
  gsize hint = 0;

  g_test_summary ("Lines between knots, shifts outside; equal times are told apart by position.");

  g_assert_cmpint (spur_time_map_apply (map, 0, 0), ==, 10);
  g_assert_cmpint (spur_time_map_apply (map, 2, 100), ==, 110);
  g_assert_cmpint (spur_time_map_apply (map, 3, 151), ==, 212);
  g_assert_cmpint (spur_time_map_apply (map, 4, 200), ==, 310);
  g_assert_cmpint (spur_time_map_apply (map, 5, 200), ==, 320);
  g_assert_cmpint (spur_time_map_apply (map, 7, 201), ==, 320);
  g_assert_cmpint (spur_time_map_apply (map, 9, 300), ==, 400);
  g_assert_cmpint (spur_time_map_apply (map, 100, 1000), ==, 1100);
  g_assert_cmpint (spur_time_map_apply (offset, 0, -1), ==, -41);
  g_assert_cmpint (spur_time_map_apply (offset, 77, -1), ==, -41);
  for (guint64 event = 0; event < 20; event++)
    g_assert_cmpint (spur_time_map_apply_near (map, &hint, event, 40 * (gint64) event), ==,
                     spur_time_map_apply (map, event, 40 * (gint64) event));
  g_assert_null (spur_time_map_new (backward, G_N_ELEMENTS (backward), &error));
  g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT);
}

static void
test_cursor (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new_with_chunks (7);
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (-55);
  g_autoptr (SpurCursor) cursor = NULL;
  gint64 last_ns = G_MININT64;
  guint n_events = 0;

  g_test_summary ("All streams in one order, by raw or by corrected time.");

  for (guint s = 0; s < 5; s++)
    {
      guint32 target;
      SpurStream *stream = add_stream (trace, 1000000000, &target);

      for (gint64 i = 0; i < 100; i++)
        append_region (trace, stream, SPUR_TYPE_REGION_ENTER_EVENT, i * (gint64) (s + 3), target,
                       SPUR_NONE);
    }
  g_assert_true (spur_trace_seal (trace, NULL));
  correction = spur_correction_new (5);
  spur_correction_append_map (correction, 1, map);
  spur_correction_append_map (correction, 1, map);
  spur_trace_set_correction (trace, correction);
  for (guint raw = 0; raw < 2; raw++)
    {
      g_clear_object (&cursor);
      cursor = spur_cursor_new (trace, (gboolean) raw);
      last_ns = G_MININT64;
      for (n_events = 0; spur_cursor_next (cursor); n_events++)
        {
          gint64 shift_ns = spur_cursor_get_stream (cursor) == 1 ? -110 : 0;

          g_assert_cmpint (spur_cursor_get_time_ns (cursor), >=, last_ns);
          g_assert_cmpint (spur_cursor_get_time_ns (cursor), ==,
                           spur_cursor_get_raw_ns (cursor) + (raw ? 0 : shift_ns));
          last_ns = spur_cursor_get_time_ns (cursor);
        }
      g_assert_cmpuint (n_events, ==, 500);
      g_assert_false (spur_cursor_next (cursor));
    }
}

static void
test_history (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurHistory) history = NULL;
  guint32 pe[2], task, work, idle;
  SpurStream *streams[2];
  const SpurMove *moves;
  gsize n_moves, n_spans;
  SpurLoad *loads;
  SpurTargetLoad load;

  g_test_summary ("Spans, moves, busy time and imbalance of a task that runs on two targets.");

  for (guint i = 0; i < 2; i++)
    streams[i] = add_stream (trace, 1000000000, &pe[i]);
  task = spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "task", NULL, SPUR_NONE);
  work = spur_definitions_add_state (definitions, "work", SPUR_STATE_WORK);
  idle = spur_definitions_add_state (definitions, "idle", SPUR_STATE_IDLE);
  append_region (trace, streams[0], SPUR_TYPE_REGION_ENTER_EVENT, 0, pe[0], idle);
  append_region (trace, streams[0], SPUR_TYPE_REGION_ENTER_EVENT, 100, task, work);
  append_region (trace, streams[0], SPUR_TYPE_REGION_EXIT_EVENT, 400, task, work);
  append_region (trace, streams[0], SPUR_TYPE_REGION_EXIT_EVENT, 800, pe[0], idle);
  append_region (trace, streams[1], SPUR_TYPE_REGION_ENTER_EVENT, 500, task, work);
  append_region (trace, streams[1], SPUR_TYPE_REGION_EXIT_EVENT, 600, task, work);
  append_region (trace, streams[1], SPUR_TYPE_REGION_EXIT_EVENT, 700, task, work);
  g_assert_true (spur_trace_seal (trace, NULL));

  history = spur_history_new (trace, FALSE);
  moves = spur_timeline_get_moves (spur_history_get_timeline (history), &n_moves);
  g_assert_cmpuint (n_moves, ==, 1);
  g_assert_cmpuint (moves[0].from, ==, pe[0]);
  g_assert_cmpuint (moves[0].to, ==, pe[1]);
  g_assert_cmpint (moves[0].left_ns, ==, 400);
  g_assert_cmpint (moves[0].came_ns, ==, 500);
  spur_history_get_spans (history, &n_spans);
  g_assert_cmpuint (n_spans, ==, 3);
  loads = spur_history_get_target_loads (history);
  for (guint i = 0; i < 2; i++)
    {
      spur_load_get (loads, pe[i], 0, 800, &load);
      g_assert_cmpint (load.present_ns, ==, 800);
      g_assert_cmpint (load.work_ns, ==, i == 0 ? 300 : 100);
      g_assert_cmpint (load.idle_ns, ==, i == 0 ? 500 : 700);
    }
  g_assert_cmpfloat (spur_load_get_imbalance (loads, 0, 800), ==, 1.5);
  for (guint bin = 0; bin < 4; bin++)
    {
      spur_load_get (loads, pe[0], 200 * bin, 200 * (bin + 1), &load);
      g_assert_cmpint (load.work_ns, ==, ((const gint64[]){ 100, 200, 0, 0 })[bin]);
    }
}

static void
test_objects (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_MIGRATION_EVENT);
  g_autoptr (SpurActiveObject) task = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "t", "task");
  g_autoptr (SpurActiveObject) host = spur_active_object_new (SPUR_TYPE_TARGET, "h", NULL);
  g_autoptr (SpurEvent) back = NULL;
  g_autofree char *id = NULL;
  SpurStream *stream;
  guint32 target;

  g_test_summary ("An event object goes into a trace and comes back.");

  stream = add_stream (trace, 1000000000, &target);
  spur_event_set_time_ns (event, 77);
  spur_event_set_object (event, "object", task);
  spur_event_set_object (event, "destination", host);
  spur_trace_append_event (trace, stream, event);
  spur_trace_append_event (trace, stream, event);
  g_assert_true (spur_trace_seal (trace, NULL));
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (trace)), ==, 3);

  back = spur_trace_get_event (trace, 0, 1);
  g_assert_true (SPUR_IS_LO_MIGRATION_EVENT (back));
  g_assert_cmpint (spur_event_get_time_ns (back), ==, 77);
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (back, "destination")), ==,
                   "h");
  g_assert_null (spur_event_get_object (back, "source"));
  g_assert_true (SPUR_IS_LOAD_OBJECT (spur_event_get_object (back, "object")));
  id = spur_identifier_to_string (SPUR_IDENTIFIER (spur_event_get_id (back)));
  g_assert_cmpstr (id, ==, "PE 0:1");
}

/* A class with a field of each kind, and one that has some of them with other types. */
static SpurTrace *
make_trace_with_fields (void)
{
  g_autoptr (SpurEventLayout) all = spur_event_layout_new (
    "All_Event", spur_event_type_get_layout (SPUR_TYPE_CUSTOM_EVENT), SPUR_TYPE_CUSTOM_EVENT);
  g_autoptr (SpurEventLayout) other = spur_event_layout_new (
    "Other_Event", spur_event_type_get_layout (SPUR_TYPE_CUSTOM_EVENT), SPUR_TYPE_CUSTOM_EVENT);
  SpurTrace *trace = spur_trace_new ();
  guint8 record[64] = { 0 };
  const double share = 0.25;
  guint64 share_bits;
  guint32 target;
  SpurStream *stream = add_stream (trace, 1000000000, &target);
  guint first = all->n_fields, classes[2];

  memcpy (&share_bits, &share, sizeof share_bits);
  spur_event_layout_add_field (all, "size", SPUR_FIELD_UINT16, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (all, "share", SPUR_FIELD_DOUBLE, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (all, "text", SPUR_FIELD_STRING, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (all, "whom", SPUR_FIELD_OBJECT, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (other, "share", SPUR_FIELD_STRING, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (other, "size", SPUR_FIELD_UINT64, SPUR_USE_NONE, NULL);
  classes[0] = spur_trace_add_class (trace, all);
  classes[1] = spur_trace_add_class (trace, other);
  spur_event_layout_set_uint (all, first, record, 65535);
  spur_event_layout_set_uint (all, first + 1, record, share_bits);
  spur_event_layout_set_uint (
    all, first + 2, record,
    spur_definitions_add_string (spur_trace_get_definitions (trace), "said"));
  spur_event_layout_set_uint (all, first + 3, record, target);
  spur_stream_append (stream, 1, classes[0], record);
  spur_event_layout_set_uint (all, first + 2, record, SPUR_NONE);
  spur_event_layout_set_uint (all, first + 3, record, SPUR_NONE);
  spur_stream_append (stream, 2, classes[0], record);
  spur_event_layout_set_uint (other, first, record, SPUR_NONE);
  spur_event_layout_set_uint (other, first + 1, record, G_MAXUINT64);
  spur_stream_append (stream, 3, classes[1], record);
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

static void
test_cursor_fields (void)
{
  g_autoptr (SpurTrace) trace = make_trace_with_fields ();
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, 0);
  const SpurCursorField *size, *share, *text, *whom;

  g_test_summary ("A field is found by name and type, in each class that has it.");

  size = spur_cursor_find_field (cursor, "size", SPUR_FIELD_UINT64);
  share = spur_cursor_find_field (cursor, "share", SPUR_FIELD_DOUBLE);
  text = spur_cursor_find_field (cursor, "text", SPUR_FIELD_STRING);
  whom = spur_cursor_find_field (cursor, "whom", SPUR_FIELD_OBJECT);
  g_assert_null (spur_cursor_find_field (cursor, "weight", SPUR_FIELD_UINT64));
  g_assert_null (spur_cursor_find_field (cursor, "size", SPUR_FIELD_DOUBLE));

  g_assert_true (spur_cursor_next (cursor));
  g_assert_true (spur_cursor_has_field (cursor, size));
  g_assert_cmpuint (spur_cursor_get_uint (cursor, size), ==, 65535);
  g_assert_cmpfloat (spur_cursor_get_double (cursor, share), ==, 0.25);
  g_assert_cmpstr (spur_cursor_get_string (cursor, text), ==, "said");
  g_assert_cmpstr (spur_active_object_get_name (spur_cursor_get_object (cursor, whom)), ==, "PE 0");

  g_assert_true (spur_cursor_next (cursor));
  g_assert_true (spur_cursor_has_field (cursor, text));
  g_assert_null (spur_cursor_get_string (cursor, text));
  g_assert_null (spur_cursor_get_object (cursor, whom));

  g_assert_true (spur_cursor_next (cursor));
  g_assert_cmpuint (spur_cursor_get_uint (cursor, size), ==, G_MAXUINT64);
  g_assert_false (spur_cursor_has_field (cursor, share));
  g_assert_cmpfloat (spur_cursor_get_double (cursor, share), ==, 0.0);
  g_assert_false (spur_cursor_has_field (cursor, text));
  g_assert_null (spur_cursor_get_string (cursor, text));
  g_assert_null (spur_cursor_get_object (cursor, whom));
  g_assert_false (spur_cursor_next (cursor));
}

/* Which of three classes @pattern means, in the order of the trace: "xx-" for the first two; NULL
 * where the pattern is not known. */
static void
assert_classes (SpurTrace *trace, const char *pattern, const char *wanted)
{
  g_autoptr (GArray) classes = spur_trace_list_classes (trace, pattern);
  char found[] = "---";

  for (guint i = 0; classes != NULL && i < classes->len; i++)
    found[g_array_index (classes, guint32, i)] = 'x';
  g_test_message ("%s", pattern);
  g_assert_cmpstr (classes != NULL ? found : NULL, ==, wanted);
}

static void
test_classes (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();

  g_test_summary (
    "A class is found by its name, that of an ancestor without events, or a pattern.");

  spur_trace_add_event_type (trace, SPUR_TYPE_LO_MIGRATION_SEND_EVENT);
  spur_trace_add_event_type (trace, SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT);
  spur_trace_add_event_type (trace, SPUR_TYPE_REGION_ENTER_EVENT);
  assert_classes (trace, "LO_Migration_Send_Event", "x--");
  assert_classes (trace, "lo_migration_event", "xx-");
  assert_classes (trace, "LO_Event", "xxx");
  assert_classes (trace, "LO_*", "xx-");
  assert_classes (trace, "LO_*+", "xxx");
  assert_classes (trace, "*_Receive_Event", "-x-");
  assert_classes (trace, "LO_State_Change_Event", "--x");
  assert_classes (trace, "LM_Phase_Event", "---");
  assert_classes (trace, "LO_Migration", NULL);
  assert_classes (trace, "XY_*+", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/trace/chunks", test_chunks);
  g_test_add_func ("/store/trace/ticks", test_ticks);
  g_test_add_func ("/store/trace/range", test_range);
  g_test_add_func ("/store/trace/time-map", test_time_map);
  g_test_add_func ("/store/trace/cursor", test_cursor);
  g_test_add_func ("/store/trace/cursor-fields", test_cursor_fields);
  g_test_add_func ("/store/trace/history", test_history);
  g_test_add_func ("/store/trace/objects", test_objects);
  g_test_add_func ("/store/trace/classes", test_classes);
  return g_test_run ();
}
