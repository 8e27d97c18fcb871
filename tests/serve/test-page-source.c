/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "core/analysis/profile/spur-profile.h"
#include "served-trace.h"
#include "visualizers/serve/spur-page-source-private.h"

#define SLOTS 3
#define N_COLUMNS 97

static GBytes *
ask (ServedTrace *served, const char *what, const char *text, GError **error)
{
  g_autoptr (GHashTable) query = served_query (text);

  return spur_page_source_answer (served->source, what, query, error);
}

/* The shares of each state in a column, by looking at all calls. */
static void
scan_column (guint stream, gint64 shift_ns, double from_ns, double to_ns, double *shares)
{
  gint64 begin_ns = shift_ns;

  memset (shares, 0, SERVED_STATES * sizeof *shares);
  for (guint i = 0; i < 30000; i++)
    {
      double a = fmax ((double) begin_ns, from_ns);
      double b = fmin ((double) (begin_ns + served_trace_get_call_ns (i) * 3 / 4), to_ns);

      if (b > a)
        shares[served_trace_get_state (stream, i)] += (b - a) / (to_ns - from_ns);
      begin_ns += served_trace_get_call_ns (i);
    }
}

/* Those that have a slot are right, the others are less and together the rest. */
static void
assert_column (
  ServedTrace *served, const guint8 *swatches, const guint8 *found, guint8 rest, double *shares)
{
  const SpurPalette *palette = served->source->report.raw.picture->palette;
  double least = 1.0, others = 0.0;

  for (guint slot = 0; slot < SLOTS; slot++)
    for (guint state = 0; state < SERVED_STATES; state++)
      if (found[slot] > 0 && spur_palette_find (palette, state) == swatches[slot])
        {
          g_assert_cmpfloat (fabs (found[slot] - 255.0 * shares[state]), <=, 1.0);
          least = fmin (least, shares[state]);
          shares[state] = 0.0;
        }
  for (guint state = 0; state < SERVED_STATES; state++)
    {
      g_assert_cmpfloat (shares[state], <=, least + 0.004);
      others += shares[state];
    }
  g_assert_cmpfloat (fabs (rest - 255.0 * others), <=, 1.0);
}

static void
assert_tile (ServedTrace *served, gboolean raw, guint stream, gint64 from_ns, gint64 to_ns)
{
  g_autofree char *text = g_strdup_printf (
    "mode=%s&from=%" G_GINT64_FORMAT "&to=%" G_GINT64_FORMAT "&columns=%d&tracks=0,%u",
    raw ? "raw" : "corrected", from_ns, to_ns, N_COLUMNS, stream);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) tile = ask (served, "tile", text, &error);
  gsize n_bytes;
  const guint8 *bytes;
  double length_ns = (double) (to_ns - from_ns), shares[SERVED_STATES];

  g_assert_no_error (error);
  bytes = g_bytes_get_data (tile, &n_bytes);
  g_assert_cmpuint (n_bytes, ==, 16 + 2 * N_COLUMNS * 7);
  bytes += 16 + N_COLUMNS * 7;
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      scan_column (stream, !raw && stream == 1 ? SERVED_SHIFT_NS : 0,
                   (double) from_ns + floor (length_ns * c / N_COLUMNS),
                   (double) from_ns + floor (length_ns * (c + 1) / N_COLUMNS), shares);
      assert_column (served, bytes + c * SLOTS, bytes + (N_COLUMNS + c) * SLOTS,
                     bytes[2 * N_COLUMNS * SLOTS + c], shares);
    }
}

static void
test_tiles (void)
{
  g_auto (ServedTrace) served = { 0 };

  g_test_summary ("Shares of a tile are those of a scan of all calls, at both sets of times.");

  served_trace_init (&served, 3, TRUE);
  for (guint stream = 0; stream < 3; stream++)
    {
      assert_tile (&served, TRUE, stream, 0, served.end_ns);
      assert_tile (&served, FALSE, stream, 0, served.end_ns + SERVED_SHIFT_NS);
      assert_tile (&served, FALSE, stream, 1234567, 1299999);
      assert_tile (&served, TRUE, stream, -5000000, served.end_ns * 2);
    }
}

static void
test_count (void)
{
  g_auto (ServedTrace) served = { 0 };
  g_autoptr (GBytes) tile = NULL;
  const guint8 *bytes;

  g_test_summary ("A tile says how many events its window has; hidden colours are in no column.");

  /* Both streams have 60,000 events, and end where the window does. */
  served_trace_init (&served, 2, FALSE);
  tile = ask (&served, "tile", "mode=raw&from=0&to=2000000000&columns=1&tracks=1&hidden=0-3", NULL);
  bytes = g_bytes_get_data (tile, NULL);
  g_assert_cmpuint (bytes[8] | bytes[9] << 8 | bytes[10] << 16, ==, 120000);
  for (guint slot = 0; slot < SLOTS; slot++)
    g_assert_true (bytes[16 + SLOTS + slot] == 0 || bytes[16 + slot] > 3);
}

/* The events that a column of a part has: each stream's first one and number. */
static GBytes *
unpack_column (JsonObject *part, const char *name)
{
  JsonObject *columns = json_object_get_object_member (part, "columns");
  gsize n_bytes;
  g_autofree guchar *packed =
    g_base64_decode (json_object_get_string_member (columns, name), &n_bytes);
  g_autoptr (GInputStream) memory =
    g_memory_input_stream_new_from_data (packed, (gssize) n_bytes, NULL);
  g_autoptr (GZlibDecompressor) unpacker = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (memory, G_CONVERTER (unpacker));
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  g_assert_cmpint (
    g_output_stream_splice (out, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL), >=, 0);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

static guint64
read_varint (const guint8 **at)
{
  guint64 value = 0;
  guint shift = 0;

  do
    {
      value |= (guint64) (**at & 0x7f) << shift;
      shift += 7;
    }
  while (*(*at)++ & 0x80);
  return value;
}

static void
skip_events (const guint8 **at, guint64 n_events)
{
  for (guint64 i = 0; i < 3 * n_events; i++)
    read_varint (at);
}

/* Events of the streams from the times of calls, as the part says they are. */
static void
assert_part (ServedTrace *served, const char *text, gint64 stream, guint64 event)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ask (served, "part", text, &error);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GBytes) events = NULL;
  JsonObject *part;
  const guint8 *at;
  guint64 n_all = 0;

  g_assert_no_error (error);
  json_parser_load_from_data (parser, g_bytes_get_data (bytes, NULL),
                              (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  part = json_node_get_object (json_parser_get_root (parser));
  events = unpack_column (part, "events");
  at = g_bytes_get_data (events, NULL);
  for (gint64 i = 0; i < 2; i++)
    {
      guint64 first = read_varint (&at), n_events = read_varint (&at);

      if (i == stream)
        g_assert_true (event >= first && event < first + n_events);
      skip_events (&at, n_events);
      n_all += n_events;
    }
  g_assert_true (at ==
                 (const guint8 *) g_bytes_get_data (events, NULL) + g_bytes_get_size (events));
  /* As many as a part may have, but for those of the last ns. */
  g_assert_cmpuint (n_all, <=, SPUR_REPORT_PART_EVENTS);
  g_assert_cmpuint (n_all, >=, SPUR_REPORT_PART_EVENTS / 2);
}

static void
test_parts (void)
{
  g_auto (ServedTrace) served = { 0 };

  g_test_summary ("A part has the events that are asked for, and those around, up to its limit.");

  served_trace_init (&served, 2, TRUE);
  assert_part (&served, "mode=raw&from=3000000&to=3001000", 0, 4000);
  assert_part (&served, "mode=corrected&from=3000000&to=3001000", 0, 4000);
  assert_part (&served, "mode=raw&stream=0&event=0", 0, 0);
  assert_part (&served, "mode=corrected&stream=1&event=59999", 1, 59999);
  assert_part (&served, "mode=raw&stream=1&event=30000", 1, 30000);
}

/* The mean load of the cores in a column, and the largest one, by the history of all events. */
static void
assert_load (ServedTrace *served, SpurHistory *history, const guint8 *bytes, const gint64 edges[2])
{
  double sum = 0.0, most = 0.0;
  guint n_streams = spur_trace_get_n_streams (served->trace);

  for (guint i = 0; i < n_streams; i++)
    {
      SpurTargetLoad load;
      double share;

      spur_load_get (spur_history_get_target_loads (history), SERVED_CORE (i), edges[0], edges[1],
                     &load);
      share = (double) (load.work_ns + load.overhead_ns) / (double) (edges[1] - edges[0]);
      sum += share;
      most = fmax (most, share);
    }
  g_assert_cmpfloat (fabs ((bytes[0] | bytes[1] << 8) / 65535.0 - sum / n_streams), <, 1e-4);
  g_assert_cmpfloat (fabs ((bytes[2] | bytes[3] << 8) / 65535.0 - most), <, 1e-4);
}

static void
test_loads (void)
{
  const gint64 windows[][2] = { { 0, 40000000 }, { 1000000, 1030000 }, { 30000000, 70000000 } };
  g_auto (ServedTrace) served = { 0 };

  g_test_summary ("Loads are those of the history of all events, in each column.");

  served_trace_init (&served, 3, TRUE);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (windows); i++)
    {
      const gint64 *window = windows[i / 2];
      g_autoptr (SpurHistory) history = spur_history_new (served.trace, i % 2 == 0);
      g_autofree char *text =
        g_strdup_printf ("mode=%s&from=%" G_GINT64_FORMAT "&to=%" G_GINT64_FORMAT "&columns=10",
                         i % 2 == 0 ? "raw" : "corrected", window[0], window[1]);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) load = ask (&served, "load", text, &error);
      gint64 width_ns = (window[1] - window[0]) / 10;

      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (load), ==, 40);
      for (guint c = 0; c < 10; c++)
        {
          const gint64 edges[] = { window[0] + c * width_ns, window[0] + (c + 1) * width_ns };

          assert_load (&served, history, (const guint8 *) g_bytes_get_data (load, NULL) + 4 * c,
                       edges);
        }
    }
}

static JsonNode *
ask_json (ServedTrace *served, const char *what, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ask (served, what, text, &error);
  JsonNode *node;

  g_assert_no_error (error);
  node = json_from_string (g_bytes_get_data (bytes, NULL), &error);
  g_assert_no_error (error);
  return node;
}

static gint64
find_time (JsonObject *profile, const char *key, guint entry)
{
  JsonArray *rows = json_object_get_array_member (profile, key);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonArray *row = json_array_get_array_element (rows, i);

      if (json_array_get_int_element (row, 0) == entry)
        return json_array_get_int_element (row, 1);
    }
  return 0;
}

static void
test_profile (void)
{
  g_auto (ServedTrace) served = { 0 };
  const SpurProfileSettings settings = {
    .parts = SPUR_PROFILE_STATES, .raw = TRUE, .begin_ns = 1234567, .end_ns = 30000000
  };
  g_autoptr (SpurProfile) profile = NULL;
  g_autoptr (JsonNode) node = NULL;
  const SpurStateProfile *rows;
  gint64 states_ns[SERVED_STATES] = { 0 }, processes_ns[2] = { 0 }, work_ns[2] = { 0 };
  gsize n_rows;

  g_test_summary ("A profile has the times of the profile of all events.");

  served_trace_init (&served, 2, FALSE);
  profile = spur_profile_new (served.trace, &settings, NULL, NULL);
  rows = spur_profile_get_states (profile, &n_rows);
  for (gsize i = 0; i < n_rows; i++)
    {
      guint stream = rows[i].object / 2;

      states_ns[rows[i].state] += rows[i].exclusive_ns;
      processes_ns[stream] += rows[i].exclusive_ns;
      if (rows[i].state + 1 < SERVED_STATES)
        work_ns[stream] += rows[i].exclusive_ns;
    }
  node = ask_json (&served, "profile", "mode=raw&from=1234567&to=30000000");
  for (guint i = 0; i < SERVED_STATES; i++)
    g_assert_cmpint (find_time (json_node_get_object (node), "states", i), ==, states_ns[i]);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (find_time (json_node_get_object (node), "objects", SERVED_PROCESS (i)), ==,
                       processes_ns[i]);
      g_assert_cmpint (find_time (json_node_get_object (node), "targets", i), ==, work_ns[i]);
    }
}

static void
assert_system (ServedTrace *served, SpurTimeline *timeline, gint64 time_ns)
{
  g_autofree char *text =
    g_strdup_printf ("mode=%s&time=%" G_GINT64_FORMAT,
                     spur_timeline_is_raw (timeline) ? "raw" : "corrected", time_ns);
  g_autoptr (JsonNode) node = ask_json (served, "system", text);
  JsonArray *rows = json_node_get_array (node);

  for (guint i = 0, k = 0; i < spur_trace_get_n_streams (served->trace); i++)
    {
      SpurSituation situation;
      JsonArray *row;

      spur_timeline_get_situation (timeline, SERVED_PROCESS (i), time_ns, &situation);
      if (situation.place == SPUR_NONE)
        continue;
      row = json_array_get_array_element (rows, k++);
      g_assert_cmpint (json_array_get_int_element (row, 0), ==, SERVED_PROCESS (i));
      g_assert_cmpint (json_array_get_int_element (row, 1), ==, (gint32) situation.place);
      g_assert_cmpint (json_array_get_int_element (row, 2), ==, (gint32) situation.state);
    }
}

static void
test_system (void)
{
  g_auto (ServedTrace) served = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  g_test_summary ("At any time objects are where, and in the state that, the timeline says.");

  served_trace_init (&served, 3, TRUE);
  for (guint raw = 0; raw < 2; raw++)
    {
      g_autoptr (SpurTimeline) timeline = spur_timeline_new (served.trace, raw != 0);

      for (guint i = 0; i < 100; i++)
        assert_system (&served, timeline,
                       g_rand_int_range (rand, 0, (gint32) (served.end_ns + SERVED_SHIFT_NS)));
      assert_system (&served, timeline, -5);
      assert_system (&served, timeline, 0);
      assert_system (&served, timeline, served.end_ns);
    }
}

static void
test_wrong_queries (void)
{
  static const char *const wrong[][2] = {
    { "tile", "" },
    { "tile", "mode=raw&from=0&to=5" },
    { "tile", "mode=raw&from=0&to=5&columns=0" },
    { "tile", "mode=raw&from=0&to=5&columns=8193" },
    { "tile", "mode=raw&from=5&to=5&columns=5" },
    { "tile", "mode=raw&from=0&to=2305843009213693953&columns=5" },
    { "tile", "mode=raw&from=-2305843009213693953&to=5&columns=5" },
    { "tile", "mode=raw&from=0&to=99999999999999999999&columns=5" },
    { "tile", "mode=corrected&from=0&to=5&columns=5" },
    { "tile", "mode=&from=0&to=5&columns=5" },
    { "tile", "mode=raw&from=0&to=5&columns=5&tracks=2" },
    { "tile", "mode=raw&from=0&to=5&columns=5&tracks=1-0" },
    { "tile", "mode=raw&from=0&to=5&columns=5&tracks=0-" },
    { "tile", "mode=raw&from=0&to=5&columns=5&tracks=-1" },
    { "tile", "mode=raw&from=0&to=5&columns=5&tracks=0;1" },
    { "tile", "mode=raw&from=0&to=5&columns=5&tracks=0-18446744073709551616" },
    { "tile", "mode=raw&from=0&to=5&columns=5&hidden=4294967296" },
    { "load", "mode=raw&from=0&to=5" },
    { "load", "mode=raw&from=0&to=5&columns=4097" },
    { "load", "mode=raw&from=5&to=0&columns=5" },
    { "profile", "mode=raw&from=0" },
    { "profile", "mode=other&from=0&to=5" },
    { "system", "mode=raw" },
    { "system", "time=0" },
    { "system", "mode=raw&time=2305843009213693952" },
    { "part", "mode=raw&from=0&to=2000000000" },
    { "part", "mode=raw&stream=2&event=0" },
    { "part", "mode=raw&stream=-1&event=0" },
    { "part", "mode=raw&stream=0&event=-1" },
    { "part", "mode=raw&event=1" },
    { "part", "stream=0&event=1" },
  };
  g_auto (ServedTrace) served = { 0 };

  g_test_summary ("What is wrong with a query is said.");

  served_trace_init (&served, 2, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ask (&served, wrong[i][0], wrong[i][1], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

static void
test_not_there (void)
{
  g_auto (ServedTrace) served = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new ("mode=raw&from=0&to=5&columns=8192&tracks=0");

  g_test_summary ("The event behind the last one is not there, and tiles have a largest size.");

  served_trace_init (&served, 2, FALSE);
  g_assert_null (ask (&served, "part", "mode=raw&stream=0&event=60000", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (ask (&served, "page", "", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  /* 17 rows of 8192 columns of 7 bytes are less than 1,000,000, 18 are more. */
  for (guint i = 1; i < 18; i++)
    {
      g_autoptr (GBytes) tile = ask (&served, "tile", text->str, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (tile), <=, 1000000);
      g_string_append (text, ",1");
    }
  g_assert_null (ask (&served, "tile", text->str, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

static void
test_page (void)
{
  g_auto (ServedTrace) served = { 0 };
  const SpurPageSourceOptions options = { .input = "run.spur" };
  g_autoptr (SpurPageSource) whole = NULL;
  const char *large, *small;

  g_test_summary ("A page with an index may ask its server and has no events; others have all.");

  served_trace_init (&served, 2, FALSE);
  whole = spur_page_source_new (served.trace, served.edges, &options, NULL, NULL);
  large = g_bytes_get_data (spur_page_source_get_page (served.source), NULL);
  small = g_bytes_get_data (spur_page_source_get_page (whole), NULL);
  g_assert_nonnull (strstr (large, "connect-src 'self'"));
  g_assert_nonnull (strstr (large, "\"partEvents\":100000"));
  g_assert_null (strstr (small, "connect-src 'self'"));
  g_assert_nonnull (strstr (small, "\"partEvents\":0"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page-source/tiles", test_tiles);
  g_test_add_func ("/page-source/count", test_count);
  g_test_add_func ("/page-source/parts", test_parts);
  g_test_add_func ("/page-source/loads", test_loads);
  g_test_add_func ("/page-source/profile", test_profile);
  g_test_add_func ("/page-source/system", test_system);
  g_test_add_func ("/page-source/wrong-queries", test_wrong_queries);
  g_test_add_func ("/page-source/not-there", test_not_there);
  g_test_add_func ("/page-source/page", test_page);
  return g_test_run ();
}
