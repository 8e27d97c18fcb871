/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tests/index/index-world.h"

#include <math.h>
#include <string.h>

#define LATE_NS G_GINT64_CONSTANT (10000000000)
#define MAX_STATES 1024
#define MAX_DEPTH 6
#define N_GROUPS 7

static void
free_stream (gpointer data)
{
  IndexStream *stream = data;

  g_array_unref (stream->ticks);
  g_array_unref (stream->states);
  g_free (stream);
}

static void
init_world (IndexWorld *self, guint32 seed, SpurTrace *trace)
{
  self->trace = trace;
  self->delay_ticks = 0;
  self->other_type = SPUR_TYPE_CUSTOM_EVENT;
  self->rand = g_rand_new_with_seed (seed);
  self->streams = g_ptr_array_new_with_free_func (free_stream);
  for (guint i = 0; i < MAX_STATES; i++)
    {
      g_autofree char *name = g_strdup_printf ("state %u", i);

      spur_definitions_add_state (spur_trace_get_definitions (self->trace), name, SPUR_STATE_WORK);
    }
}

void
index_world_init (IndexWorld *self, guint32 seed)
{
  init_world (self, seed, spur_trace_new ());
}

void
index_world_init_with_chunks (IndexWorld *self, guint32 seed, guint chunk_events)
{
  init_world (self, seed, spur_trace_new_with_chunks (chunk_events));
}

/* The states that a stream enters and leaves, gone through event by event. */
static void
remember_stream (IndexWorld *self, guint stream)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new_for_stream (self->trace, stream, TRUE);
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (guint32));
  IndexStream *expected = g_new0 (IndexStream, 1);

  expected->ticks = g_array_new (FALSE, FALSE, sizeof (gint64));
  expected->states = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (self->streams, expected);
  while (spur_cursor_next (cursor))
    {
      const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
      gint64 ticks = spur_stream_get_ticks (spur_trace_get_stream (self->trace, stream),
                                            spur_cursor_get_position (cursor));
      guint32 now = SPUR_NONE, state;

      if (layout->effect == SPUR_EFFECT_ENTER)
        {
          state = (guint32) spur_event_layout_get_use (layout, SPUR_USE_STATE,
                                                       spur_cursor_get_record (cursor), SPUR_NONE);
          g_array_append_val (entered, state);
        }
      else if (layout->effect == SPUR_EFFECT_LEAVE)
        g_array_set_size (entered, entered->len - MIN (entered->len, 1));
      if (entered->len > 0)
        now = g_array_index (entered, guint32, entered->len - 1);
      g_array_append_val (expected->ticks, ticks);
      g_array_append_val (expected->states, now);
    }
}

void
index_world_init_of (IndexWorld *self, SpurTrace *trace, guint32 seed)
{
  self->trace = g_object_ref (trace);
  self->delay_ticks = 0;
  self->other_type = SPUR_TYPE_CUSTOM_EVENT;
  self->rand = g_rand_new_with_seed (seed);
  self->streams = g_ptr_array_new_with_free_func (free_stream);
  g_assert_cmpuint (spur_definitions_get_n_states (spur_trace_get_definitions (trace)), <=,
                    MAX_STATES);
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    remember_stream (self, i);
}

void
index_world_clear (IndexWorld *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->rand, g_rand_free);
  g_clear_pointer (&self->streams, g_ptr_array_unref);
}

static void
append_event (IndexWorld *self, guint stream, gint64 ticks, GType type, guint32 state)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  guint8 record[64] = { 0 };

  g_assert_cmpuint (layout->n_bytes, <=, sizeof record);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (layout->fields[i].type >= SPUR_FIELD_STRING)
        spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
    }
  if (layout->field_of_use[SPUR_USE_STATE] >= 0)
    spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_STATE], record,
                                state);
  spur_stream_append (spur_trace_get_stream (self->trace, stream), ticks,
                      spur_trace_add_event_type (self->trace, type), record);
}

/* Enters a state, leaves one, or does neither. */
static void
add_random_event (
  IndexWorld *self, const IndexRecipe *recipe, guint stream, gint64 ticks, GArray *entered)
{
  IndexStream *expected = g_ptr_array_index (self->streams, stream);
  guint32 state = (guint32) g_rand_int_range (self->rand, 0, (gint32) recipe->n_states);
  int kind = g_rand_int_range (self->rand, 0, 20);
  guint32 now = SPUR_NONE;

  if (kind == 0)
    append_event (self, stream, ticks, self->other_type, SPUR_NONE);
  else if ((kind < 11 && entered->len < MAX_DEPTH) || recipe->n_states > 255)
    {
      append_event (self, stream, ticks, SPUR_TYPE_REGION_ENTER_EVENT, state);
      g_array_append_val (entered, state);
    }
  else
    {
      append_event (self, stream, ticks, SPUR_TYPE_REGION_EXIT_EVENT, SPUR_NONE);
      g_array_set_size (entered, entered->len - MIN (entered->len, 1));
    }
  if (entered->len > 0)
    now = g_array_index (entered, guint32, entered->len - 1);
  g_array_append_val (expected->ticks, ticks);
  g_array_append_val (expected->states, now);
}

void
index_world_add_stream (IndexWorld *self, const IndexRecipe *recipe)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  SpurClock clock = { "clock", "monotonic", recipe->resolution_hz, 0, self->streams->len };
  IndexStream *expected = g_new0 (IndexStream, 1);
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint stream = self->streams->len;
  gint64 ticks = self->delay_ticks + g_rand_int_range (self->rand, 0, 1000);

  expected->ticks = g_array_new (FALSE, FALSE, sizeof (gint64));
  expected->states = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (self->streams, expected);
  spur_trace_add_stream (self->trace, "stream", spur_definitions_add_clock (definitions, &clock),
                         SPUR_NONE);
  for (guint i = 0; i < recipe->n_events; i++)
    {
      gint64 step = g_rand_int_range (self->rand, 0, (gint32) recipe->most_ticks + 1);

      if (g_rand_int_range (self->rand, 0, 1000) < (gint32) recipe->n_back)
        step = -step;
      if (g_rand_int_range (self->rand, 0, 1000) < (gint32) recipe->n_late)
        step += LATE_NS / (gint64) (1000000000 / recipe->resolution_hz);
      ticks += step;
      add_random_event (self, recipe, stream, ticks, entered);
    }
}

static SpurTimeMap *
make_map (IndexWorld *self, guint stream, GArray *times_ns, guint distance)
{
  g_autoptr (GArray) knots = g_array_new (FALSE, FALSE, sizeof (SpurKnot));
  g_autoptr (GError) error = NULL;
  gint64 offset_ns = g_rand_int_range (self->rand, -1000000, 1000000);
  SpurTimeMap *map;
  SpurKnot last = { 0, 0, 0 };

  for (guint i = 0; i < times_ns->len;
       i += 1 + (guint) g_rand_int_range (self->rand, 0, (gint32) (2 * distance)))
    {
      gint64 from_ns = g_array_index (times_ns, gint64, i);
      SpurKnot knot = { i, from_ns, from_ns + offset_ns };

      if (knots->len > 0)
        knot.to_ns = MAX (knot.to_ns, last.to_ns);
      offset_ns += g_rand_int_range (self->rand, -300, 300);
      g_array_append_val (knots, knot);
      last = knot;
    }
  if (knots->len == 0)
    g_array_append_val (knots, last);
  map = spur_time_map_new ((const SpurKnot *) (gpointer) knots->data, knots->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (stream, <, self->streams->len);
  return map;
}

void
index_world_correct (IndexWorld *self, guint distance)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (self->streams->len);

  for (guint i = 0; i < self->streams->len; i++)
    {
      g_autoptr (SpurTimeMap) offset = spur_time_map_new_offset (-12345);
      g_autoptr (GArray) times_ns = index_world_get_times (self, i, TRUE);
      g_autoptr (SpurTimeMap) map = NULL;

      for (guint k = 0; k < times_ns->len; k++)
        g_array_index (times_ns, gint64, k) -= 12345;
      map = make_map (self, i, times_ns, distance);
      spur_correction_append_map (correction, i, offset);
      spur_correction_append_map (correction, i, map);
    }
  spur_trace_set_correction (self->trace, correction);
}

GArray *
index_world_get_times (IndexWorld *self, guint stream, gboolean raw)
{
  const IndexStream *expected = g_ptr_array_index (self->streams, stream);
  SpurStream *events = spur_trace_get_stream (self->trace, stream);
  SpurCorrection *correction = raw ? NULL : spur_trace_get_correction (self->trace);
  GArray *times_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 latest = G_MININT64;

  for (guint i = 0; i < expected->ticks->len; i++)
    {
      gint64 time_ns;

      latest = MAX (latest, g_array_index (expected->ticks, gint64, i));
      time_ns = spur_stream_ticks_to_ns (events, latest);
      if (correction != NULL)
        time_ns = spur_correction_apply (correction, stream, i, time_ns);
      g_array_append_val (times_ns, time_ns);
    }
  return times_ns;
}

/* Time in each state from @begin_ns to @end_ns; from @first on nothing ends before. */
static void
sum_states (const IndexStream *expected,
            GArray *times_ns,
            guint *first,
            gint64 begin_ns,
            gint64 end_ns,
            gint64 *sums_ns)
{
  memset (sums_ns, 0, MAX_STATES * sizeof *sums_ns);
  for (guint i = *first; i + 1 < times_ns->len; i++)
    {
      gint64 from_ns = MAX (g_array_index (times_ns, gint64, i), begin_ns);
      gint64 to_ns = MIN (g_array_index (times_ns, gint64, i + 1), end_ns);
      guint32 state = g_array_index (expected->states, guint32, i);

      if (g_array_index (times_ns, gint64, i) >= end_ns)
        break;
      if (g_array_index (times_ns, gint64, i + 1) <= begin_ns)
        *first = i;
      if (state != SPUR_NONE && to_ns > from_ns)
        sums_ns[state] += to_ns - from_ns;
    }
}

/* A share that a cell says, beside the true one, in 1/255 of its length. */
static void
assert_share (double found, gint64 sum_ns, gint64 length_ns)
{
  double expected = 255.0 * (double) sum_ns / (double) length_ns;

  if (fabs (found - expected) > 1.0)
    g_error ("a share is %.0f instead of %.3f of a cell of %" G_GINT64_FORMAT " ns", found,
             expected, length_ns);
}

static void
assert_cell (const SpurCell *cell, gint64 *sums_ns, gint64 length_ns)
{
  gint64 rest_ns = 0, largest_ns = 0;

  for (guint i = 0; i < SPUR_CELL_STATES; i++)
    {
      if (cell->states[i] == SPUR_NONE)
        {
          g_assert_cmpuint (cell->shares[i], ==, 0);
          continue;
        }
      g_assert_cmpuint (cell->states[i], <, MAX_STATES);
      assert_share (cell->shares[i], sums_ns[cell->states[i]], length_ns);
      sums_ns[cell->states[i]] = 0;
    }
  for (guint i = 0; i < MAX_STATES; i++)
    {
      rest_ns += sums_ns[i];
      largest_ns = MAX (largest_ns, sums_ns[i]);
    }
  /* The three that are told apart are the largest ones. Each of their shares was rounded. */
  g_assert_cmpfloat (255.0 * (double) largest_ns / (double) length_ns, <=,
                     cell->shares[SPUR_CELL_STATES - 1] + 1.0);
  g_assert_cmpfloat (fabs (cell->rest - 255.0 * (double) rest_ns / (double) length_ns), <=, 2.5);
}

/* Shares by groups of states, added to 1, which are the parts of those sums. */
static void
assert_shares (const float *shares, const gint64 *sums_ns, gint64 length_ns)
{
  double expected[N_GROUPS] = { 0.0 };

  for (guint i = 0; i < MAX_STATES; i++)
    expected[i % N_GROUPS] += (double) sums_ns[i] / (double) length_ns;
  for (guint i = 0; i < N_GROUPS; i++)
    g_assert_cmpfloat_with_epsilon ((double) shares[i], 1.0 + expected[i], 1.0 / 255.0);
}

static float *
add_shares (SpurIndex *index, guint stream, const SpurIndexWindow *window)
{
  gsize n_shares = (gsize) window->n_columns * N_GROUPS;
  g_autofree guint32 *groups = g_new (guint32, MAX_STATES);
  float *shares = g_new (float, n_shares);
  const SpurIndexShares to = { groups, N_GROUPS, shares };

  for (guint32 i = 0; i < MAX_STATES; i++)
    groups[i] = i % N_GROUPS;
  for (gsize i = 0; i < n_shares; i++)
    shares[i] = 1.0f;
  spur_index_add_shares (index, &stream, 1, window, &to);
  return shares;
}

void
index_world_assert_cells (IndexWorld *self, SpurIndex *index, guint stream, SpurIndexWindow *window)
{
  const IndexStream *expected = g_ptr_array_index (self->streams, stream);
  g_autoptr (GArray) times_ns = index_world_get_times (self, stream, window->raw);
  g_autofree SpurCell *cells = g_new (SpurCell, window->n_columns);
  g_autofree gint64 *sums_ns = g_new (gint64, MAX_STATES);
  g_autofree float *shares = add_shares (index, stream, window);
  guint first = 0;

  spur_index_get_cells (index, stream, window, cells);
  for (guint i = 0; i < window->n_columns; i++)
    {
      gint64 width_ns = window->to_ns - window->from_ns;
      gint64 begin_ns = window->from_ns + (gint64) ((__int128) width_ns * i / window->n_columns);
      gint64 end_ns =
        window->from_ns + (gint64) ((__int128) width_ns * (i + 1) / window->n_columns);

      if (end_ns == begin_ns)
        continue;
      sum_states (expected, times_ns, &first, begin_ns, end_ns, sums_ns);
      assert_shares (shares + i * (gsize) N_GROUPS, sums_ns, end_ns - begin_ns);
      assert_cell (&cells[i], sums_ns, end_ns - begin_ns);
    }
}

void
index_world_assert_times (IndexWorld *self, SpurIndex *index, guint stream, SpurIndexWindow *window)
{
  const IndexStream *expected = g_ptr_array_index (self->streams, stream);
  g_autoptr (GArray) times_ns = index_world_get_times (self, stream, window->raw);
  g_autofree gint64 *found_ns = g_new0 (gint64, MAX_STATES);
  g_autofree gint64 *sums_ns = g_new (gint64, MAX_STATES);
  gboolean is_in_ns =
    spur_stream_ticks_to_ns (spur_trace_get_stream (self->trace, stream), 1000000000) == 1000000000;
  guint first = 0;

  spur_index_add_times (index, stream, window, found_ns);
  sum_states (expected, times_ns, &first, window->from_ns, window->to_ns, sums_ns);
  /* Exact in ns; ticks of another length are rounded at each event. */
  for (guint i = 0; i < MAX_STATES; i++)
    g_assert_cmpint (ABS (found_ns[i] - sums_ns[i]), <=, is_in_ns ? 0 : times_ns->len);
}

void
index_world_assert_windows (IndexWorld *self, SpurIndex *index, guint n_windows, gboolean raw)
{
  for (guint i = 0; i < n_windows; i++)
    {
      guint stream = (guint) g_rand_int_range (self->rand, 0, (gint32) self->streams->len);
      g_autoptr (GArray) times_ns = index_world_get_times (self, stream, raw);
      gint64 begin_ns = times_ns->len > 0 ? g_array_index (times_ns, gint64, 0) : 0;
      gint64 end_ns =
        times_ns->len > 0 ? g_array_index (times_ns, gint64, times_ns->len - 1) : 1000;
      double length_ns = (double) (end_ns - begin_ns) + 1.0;
      SpurIndexWindow window = { .n_columns = 1 + (guint) g_rand_int_range (self->rand, 0, 300),
                                 .raw = raw };

      window.from_ns =
        begin_ns + (gint64) (length_ns * g_rand_double_range (self->rand, -0.1, 1.05));
      window.to_ns = window.from_ns +
                     (gint64) (length_ns * pow (10.0, g_rand_double_range (self->rand, -5.0, 0.2)));
      index_world_assert_cells (self, index, stream, &window);
    }
}
