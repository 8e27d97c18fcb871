/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/index/spur-index-values-internal.h"
#include "events/spur-events.h"
#include "tests/index/index-world.h"

static const IndexRecipe recipes[] = {
  { 5000, 12, 1000000000, 2000, 0, 0 }, { 3000, 3, 1000000000, 100000, 0, 2 },
  { 4000, 40, 1000000, 50, 0, 0 },      { 1000, 5, 3579545, 3000, 30, 1 },
  { 2500, 700, 1000000000, 900, 0, 0 }, { 20000, 90, 1000000000, 40, 5, 0 },
  { 129, 4, 1000000000, 0, 0, 0 },      { 0, 1, 1000000000, 1, 0, 0 },
  { 1, 1, 1000000000, 1, 0, 0 },        { 300, 250, 1000000000, 100, 0, 0 },
};

static void
fill_world (IndexWorld *world, guint32 seed)
{
  index_world_init (world, seed);
  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    index_world_add_stream (world, &recipes[i]);
}

static SpurIndex *
build_index (IndexWorld *world)
{
  g_autoptr (GError) error = NULL;
  SpurIndex *index = spur_index_new (world->trace, NULL, &error);

  g_assert_no_error (error);
  return index;
}

static void
test_raw_cells (void)
{
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;

  g_test_summary ("Each share of a cell is within 1/255 of the sums of all events at raw times.");

  fill_world (&world, 1);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  index_world_assert_windows (&world, index, 400, TRUE);
  index_world_clear (&world);
}

static void
test_corrected_cells (void)
{
  static const guint distances[] = { 2, 60, 500, 100000 };

  g_test_summary ("So it is at corrected times, however often the maps bend, by the same index.");

  for (guint i = 0; i < G_N_ELEMENTS (distances); i++)
    {
      IndexWorld world;
      g_autoptr (SpurIndex) index = NULL;

      fill_world (&world, 2 + i);
      g_assert_true (spur_trace_seal (world.trace, NULL));
      index = build_index (&world);
      index_world_correct (&world, distances[i]);
      index_world_assert_windows (&world, index, 150, FALSE);
      index_world_assert_windows (&world, index, 50, TRUE);
      index_world_clear (&world);
    }
}

#define N_TOGETHER 300u
#define N_COLUMNS 97u
#define MAX_GROUPS 8u

/* Shares of streams that are asked for together, beside the sum of those of each. */
static void
assert_together (IndexWorld *world, SpurIndex *index, const SpurIndexWindow *window, guint n_groups)
{
  guint32 n_states = spur_definitions_get_n_states (spur_trace_get_definitions (world->trace));
  g_autofree guint32 *groups = g_new (guint32, n_states + 1);
  float together[N_COLUMNS * MAX_GROUPS] = { 0.0f }, alone[N_COLUMNS * MAX_GROUPS] = { 0.0f };
  const SpurIndexShares to_together = { groups, n_groups, together };
  const SpurIndexShares to_alone = { groups, n_groups, alone };
  guint streams[N_TOGETHER];

  for (guint32 i = 0; i < n_states; i++)
    groups[i] = i % n_groups;
  for (guint i = 0; i < N_TOGETHER; i++)
    {
      streams[i] = i % world->streams->len;
      spur_index_add_shares (index, &streams[i], 1, window, &to_alone);
    }
  spur_index_add_shares (index, streams, N_TOGETHER, window, &to_together);
  for (guint i = 0; i < N_COLUMNS * n_groups; i++)
    g_assert_cmpfloat_with_epsilon ((double) together[i], (double) alone[i], 1e-3);
}

static void
test_streams_together (void)
{
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;
  gint64 length_ns = 1000000;

  g_test_summary ("Shares of many streams together are the sum of those of each.");

  fill_world (&world, 17);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  for (guint n_groups = 1; n_groups <= MAX_GROUPS; n_groups++, length_ns *= 2)
    {
      SpurIndexWindow window = { length_ns / 10, length_ns, N_COLUMNS, TRUE };

      assert_together (&world, index, &window, n_groups);
      window.to_ns = window.from_ns + N_COLUMNS * n_groups + 7;
      assert_together (&world, index, &window, n_groups);
    }
  index_world_clear (&world);
}

static void
test_packed_trace (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "test-index-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = NULL;
  IndexWorld world;

  g_test_summary ("A trace in a container has the same cells.");

  fill_world (&world, 7);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  g_assert_cmpint (g_close (g_mkstemp (path), NULL), ==, TRUE);
  g_assert_true (spur_container_save (world.trace, path, NULL, &error));
  g_assert_no_error (error);
  g_set_object (&world.trace, NULL);
  world.trace = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  index = build_index (&world);
  index_world_assert_windows (&world, index, 100, TRUE);
  index_world_correct (&world, 300);
  index_world_assert_windows (&world, index, 100, FALSE);
  index_world_clear (&world);
  g_unlink (path);
}

static void
test_count_until (void)
{
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;

  g_test_summary ("Events until a time are counted as by looking at all of them.");

  fill_world (&world, 8);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  index_world_correct (&world, 100);
  for (guint i = 0; i < world.streams->len; i++)
    {
      g_autoptr (GArray) times_ns = index_world_get_times (&world, i, FALSE);

      for (guint k = 0; k < times_ns->len; k += 1 + times_ns->len / 97)
        {
          gint64 time_ns = g_array_index (times_ns, gint64, k) - k % 2;
          guint64 n_until = 0;

          while (n_until < times_ns->len && g_array_index (times_ns, gint64, n_until) <= time_ns)
            n_until++;
          g_assert_cmpuint (spur_index_count_until (index, i, time_ns, FALSE), ==, n_until);
        }
    }
  index_world_clear (&world);
}

/* What the history of the whole trace has of a window. */
static GArray *
cut_spans (SpurHistory *history, const SpurIndexWindow *window)
{
  GArray *cut = g_array_new (FALSE, FALSE, sizeof (SpurSpan));
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (history, &n_spans);

  for (gsize i = 0; i < n_spans; i++)
    {
      SpurSpan span = spans[i];

      span.begin_ns = MAX (span.begin_ns, window->from_ns);
      span.end_ns = MIN (span.end_ns, window->to_ns);
      if (span.begin_ns < span.end_ns)
        g_array_append_val (cut, span);
    }
  return cut;
}

static int
compare_places (const void *a, const void *b)
{
  const SpurSpan *p = a, *q = b;

  return p->stream != q->stream       ? (p->stream > q->stream ? 1 : -1)
         : p->depth != q->depth       ? (p->depth > q->depth ? 1 : -1)
         : p->begin_ns != q->begin_ns ? (p->begin_ns > q->begin_ns ? 1 : -1)
                                      : (p->end_ns > q->end_ns) - (p->end_ns < q->end_ns);
}

/* A state that is entered when it was left just now is one span or two. */
static void
join_spans (GArray *spans)
{
  guint n_kept = 0;

  g_array_sort (spans, compare_places);
  for (guint i = 0; i < spans->len; i++)
    {
      SpurSpan span = g_array_index (spans, SpurSpan, i);
      SpurSpan *last = n_kept > 0 ? &g_array_index (spans, SpurSpan, n_kept - 1) : NULL;

      if (last != NULL && last->stream == span.stream && last->depth == span.depth &&
          last->state == span.state && last->end_ns == span.begin_ns)
        last->end_ns = span.end_ns;
      else
        g_array_index (spans, SpurSpan, n_kept++) = span;
    }
  g_array_set_size (spans, n_kept);
}

static void
assert_same_spans (SpurHistory *all, SpurHistory *part, const SpurIndexWindow *window)
{
  g_autoptr (GArray) expected = cut_spans (all, window);
  g_autoptr (GArray) found = cut_spans (part, window);

  join_spans (expected);
  join_spans (found);
  g_assert_cmpuint (found->len, ==, expected->len);
  for (guint i = 0; i < found->len; i++)
    {
      const SpurSpan *p = &g_array_index (found, SpurSpan, i);
      const SpurSpan *q = &g_array_index (expected, SpurSpan, i);

      g_assert_cmpint (p->begin_ns, ==, q->begin_ns);
      g_assert_cmpint (p->end_ns, ==, q->end_ns);
      g_assert_cmpuint (p->stream, ==, q->stream);
      g_assert_cmpuint (p->depth, ==, q->depth);
      g_assert_cmpuint (p->target, ==, q->target);
      g_assert_cmpuint (p->object, ==, q->object);
      g_assert_cmpuint (p->state, ==, q->state);
      g_assert_true (p->is_entered && q->is_entered);
    }
}

static void
assert_histories (GType other_type)
{
  static const IndexRecipe ascending[] = {
    { 5000, 12, 1000000000, 2000, 0, 0 }, { 3000, 3, 1000000000, 1000, 0, 0 },
    { 4000, 40, 1000000, 2, 0, 0 },       { 2500, 700, 1000000000, 900, 0, 0 },
    { 100, 4, 1000000000, 100, 0, 0 },    { 0, 1, 1000000000, 1, 0, 0 },
  };
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;
  g_autoptr (SpurHistory) raw = NULL;
  g_autoptr (SpurHistory) corrected = NULL;

  index_world_init (&world, 10);
  world.other_type = other_type;
  for (guint i = 0; i < G_N_ELEMENTS (ascending); i++)
    index_world_add_stream (&world, &ascending[i]);
  /* That a class is defined means nothing as long as there is no event of it. */
  spur_trace_add_event_type (world.trace, SPUR_TYPE_LO_PLACEMENT_EVENT);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  index_world_correct (&world, 100);
  g_assert_true (spur_index_has_spans (index));
  raw = spur_history_new (world.trace, TRUE);
  corrected = spur_history_new (world.trace, FALSE);
  for (guint i = 0; i < 60; i++)
    {
      SpurIndexWindow window = { .n_columns = 1, .raw = i % 2 == 0 };
      g_autoptr (SpurHistory) part = NULL;

      window.from_ns = g_rand_int_range (world.rand, -1000000, 6000000);
      window.to_ns = window.from_ns + g_rand_int_range (world.rand, 1, i < 30 ? 5000 : 3000000);
      part = spur_index_get_history (index, &window);
      assert_same_spans (window.raw ? raw : corrected, part, &window);
    }
  index_world_clear (&world);
}

static void
test_history (void)
{
  g_test_summary ("The spans of a window are those of the whole trace, cut.");

  assert_histories (SPUR_TYPE_CUSTOM_EVENT);
}

static void
test_history_with_loads (void)
{
  g_test_summary ("So they are where loads are measured.");

  assert_histories (SPUR_TYPE_LM_TARGET_LOAD_EVENT);
}

#define MAX_SUBJECTS 5u

/* What the events of a block measure of an object, by looking at each. */
static SpurIndexValues
sum_values (const GArray *loads, guint64 begin, guint64 end, guint32 subject)
{
  SpurIndexValues values = { .n_values = 0 };

  for (guint64 i = begin; i < end; i++)
    {
      double load = g_array_index (loads, double, i);

      if (i % MAX_SUBJECTS != subject || i % 7 == 0)
        continue;
      if (!isfinite (load))
        {
          values.n_others++;
          continue;
        }
      values.first_event = values.n_values == 0 ? i : values.first_event;
      values.last_event = i;
      values.least = values.n_values == 0 ? load : MIN (values.least, load);
      values.most = values.n_values == 0 ? load : MAX (values.most, load);
      values.sum += load;
      values.n_values++;
    }
  return values;
}

/* A stream that measures some objects in turn, and at every seventh event none. */
static SpurTrace *
make_measured (GArray *loads, guint n_events)
{
  SpurTrace *trace = spur_trace_new ();
  const SpurClock clock = { "clock", "program", 1000000000, 0, 0 };
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_LM_TARGET_LOAD_EVENT);
  guint other = spur_trace_add_event_type (trace, SPUR_TYPE_REGION_EXIT_EVENT);
  guint measured = spur_trace_add_event_type (trace, SPUR_TYPE_LM_TARGET_LOAD_EVENT);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint8 record[64] = { 0 };

  spur_trace_add_stream (trace, "stream",
                         spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
                         SPUR_NONE);
  for (guint i = 0; i < n_events; i++)
    {
      guint32 random = g_rand_int (rand);
      double load = random % 20 == 0 ? NAN : random % 20 == 1 ? INFINITY : random / -1e6;
      guint64 bits;

      memcpy (&bits, &load, sizeof bits);
      g_array_append_val (loads, load);
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                                  i % MAX_SUBJECTS);
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_LOAD], record,
                                  bits);
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_VALUES], record,
                                  SPUR_NONE);
      spur_stream_append (spur_trace_get_stream (trace, 0), i, i % 7 == 0 ? other : measured,
                          record);
    }
  for (guint32 i = 0; i < MAX_SUBJECTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("PE %u", i);

      spur_definitions_add_object (spur_trace_get_definitions (trace), SPUR_TYPE_TARGET, name, "PE",
                                   SPUR_NONE);
    }
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

static void
test_values (void)
{
  g_autoptr (GArray) loads = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (SpurTrace) trace = make_measured (loads, 10000);
  g_autoptr (SpurIndex) index = spur_index_new (trace, NULL, NULL);
  guint64 n_values = 0, n_summed = 0;

  g_test_summary ("Of each object the values of a block are those of its events.");

  g_assert_cmpuint (spur_index_get_n_series (index, 0), ==, MAX_SUBJECTS);
  for (guint64 i = 0; i < spur_index_get_n_values (index, 0); i++)
    {
      SpurIndexValues found, expected;
      SpurIndexSeries series;
      guint64 begin, end;

      spur_index_get_values (index, 0, i, &found);
      spur_index_get_series (index, 0, found.series, &series);
      g_assert_true (spur_index_find_block (index, 0, found.first_event, &begin, &end));
      g_assert_cmpuint (spur_index_find_values (index, 0, begin), <=, i);
      if (end < loads->len)
        g_assert_cmpuint (spur_index_find_values (index, 0, end), >, i);
      expected = sum_values (loads, begin, end, series.subject);
      g_assert_cmpuint (found.n_values, ==, expected.n_values);
      g_assert_cmpuint (found.n_others, ==, expected.n_others);
      g_assert_cmpuint (found.first_event, ==, expected.first_event);
      g_assert_cmpuint (found.last_event, ==, expected.last_event);
      g_assert_cmpfloat (found.least, ==, expected.least);
      g_assert_cmpfloat (found.most, ==, expected.most);
      g_assert_cmpfloat_with_epsilon (found.sum, expected.sum, 1e-6);
      n_values += found.n_values + found.n_others;
    }
  for (guint i = 0; i < loads->len; i++)
    n_summed += i % 7 != 0;
  g_assert_cmpuint (n_values, ==, n_summed);
}

/* Whether there are all spans of a window in an index, and all that the trace tells. */
static void
assert_known (GType other_type, gboolean has_spans, gboolean has_history)
{
  static const IndexRecipe recipe = { 2000, 12, 1000000000, 2000, 0, 0 };
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;

  index_world_init (&world, 12);
  world.other_type = other_type;
  index_world_add_stream (&world, &recipe);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  g_assert_cmpint (spur_index_has_spans (index), ==, has_spans);
  g_assert_cmpint (spur_index_has_history (index), ==, has_history);
  index_world_clear (&world);
}

static void
test_known (void)
{
  g_test_summary ("Loads are nothing of spans; what is placed somewhere makes others.");

  assert_known (SPUR_TYPE_CUSTOM_EVENT, TRUE, TRUE);
  assert_known (SPUR_TYPE_LM_TARGET_LOAD_EVENT, TRUE, FALSE);
  assert_known (SPUR_TYPE_LO_PLACEMENT_EVENT, FALSE, FALSE);
}

static void
test_times (void)
{
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;

  g_test_summary ("Times in states of any span, also of many blocks, are the sums of all events.");

  fill_world (&world, 11);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  for (guint i = 0; i < 100; i++)
    {
      guint stream = (guint) g_rand_int_range (world.rand, 0, (gint32) G_N_ELEMENTS (recipes));
      SpurIndexWindow window = { .n_columns = 1, .raw = TRUE };

      window.from_ns = g_rand_int_range (world.rand, -1000, 600000);
      window.to_ns = window.from_ns + g_rand_int_range (world.rand, 0, 600000);
      index_world_assert_times (&world, index, stream, &window);
    }
  index_world_clear (&world);
}

static void
test_size (void)
{
  /* Rows at every 64th, 128th and 256th event; sums; and a short stream. */
  static const IndexRecipe sized[] = {
    { 50000, 3, 1000000000, 1000, 0, 0 },  { 50000, 24, 1000000000, 1000, 0, 0 },
    { 50000, 48, 1000000000, 1000, 0, 0 }, { 100000, 60, 1000000000, 1000, 0, 0 },
    { 2500, 24, 1000000000, 1000, 0, 0 },
  };

  g_test_summary (
    "An index takes at most two bytes an event where a stream has 255 states or less.");

  for (guint i = 0; i < G_N_ELEMENTS (sized); i++)
    {
      IndexWorld world;
      g_autoptr (SpurIndex) index = NULL;

      index_world_init (&world, 9 + i);
      index_world_add_stream (&world, &sized[i]);
      g_assert_true (spur_trace_seal (world.trace, NULL));
      index = build_index (&world);
      g_assert_cmpuint (spur_index_get_n_bytes (index), <=, 2 * (guint64) sized[i].n_events);
      index_world_assert_windows (&world, index, 20, TRUE);
      index_world_clear (&world);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/index/raw-cells", test_raw_cells);
  g_test_add_func ("/index/corrected-cells", test_corrected_cells);
  g_test_add_func ("/index/streams-together", test_streams_together);
  g_test_add_func ("/index/packed-trace", test_packed_trace);
  g_test_add_func ("/index/count-until", test_count_until);
  g_test_add_func ("/index/times", test_times);
  g_test_add_func ("/index/history", test_history);
  g_test_add_func ("/index/history-with-loads", test_history_with_loads);
  g_test_add_func ("/index/known", test_known);
  g_test_add_func ("/index/values", test_values);
  g_test_add_func ("/index/size", test_size);
  return g_test_run ();
}
