/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-corrector.h"
#include "made-trace.h"

/* Streams that send to each other all the time, by clocks that are off by @offsets_ns and drift. */
typedef struct
{
  guint n_streams;
  const gint64 *offsets_ns;
  gint64 drift_ppm;
  gboolean is_one_way;
  SpurTrace *trace;
  SpurEdges *edges;
  SpurClockCorrector *corrector;
  SpurCorrection *correction;
} Setting;

static void
add_time (Setting *self, GPtrArray *times, guint stream, gint64 true_ns)
{
  gint64 time_ns =
    true_ns + self->offsets_ns[stream] + true_ns * (gint64) stream * self->drift_ppm / 1000000;

  g_array_append_val (((GArray *) g_ptr_array_index (times, stream)), time_ns);
}

static guint64
get_n (GPtrArray *times, guint stream)
{
  return ((GArray *) g_ptr_array_index (times, stream))->len;
}

static void
setting_init (Setting *self)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < self->n_streams; s++)
    g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  self->edges = spur_edges_new (self->n_streams);
  for (guint i = 0; i < 200 * self->n_streams; i++)
    {
      guint from = i % self->n_streams, to = (from + 1) % self->n_streams;
      gint64 now_ns = 1000 * (gint64) i;

      if (!self->is_one_way && i / self->n_streams % 2 == 1)
        to = (from + self->n_streams - 1) % self->n_streams;
      if (self->is_one_way && to == 0)
        continue;
      made_trace_add_edge (self->edges, from, get_n (times, from), to, get_n (times, to));
      add_time (self, times, from, now_ns);
      add_time (self, times, to, now_ns + 100 + g_test_rand_int_range (0, 300));
    }
  self->trace = made_trace_new (times, 64);
  self->correction = spur_correction_new (self->n_streams);
  self->corrector = spur_clock_corrector_make ("bounds", NULL);
}

static void
setting_clear (Setting *self)
{
  g_clear_object (&self->trace);
  g_clear_object (&self->edges);
  g_clear_object (&self->correction);
  g_clear_object (&self->corrector);
}

static void
correct (Setting *self, SpurCheck *before, SpurCheck *after)
{
  g_autoptr (GError) error = NULL;

  spur_check_run (before, self->trace, self->edges, self->correction, 1, NULL);
  spur_clock_corrector_correct (self->corrector, self->trace, self->edges, self->correction, NULL,
                                &error);
  g_assert_no_error (error);
  spur_check_run (after, self->trace, self->edges, self->correction, 1, NULL);
}

static gint64
get_offset (Setting *self, guint stream)
{
  return spur_correction_apply (self->correction, stream, 0, 0);
}

/* A number that was noted of a stream. */
static gint64
get_fact (Setting *self, guint stream, const char *what)
{
  g_autofree char *key = g_strdup_printf ("bounds.stream.%u.%s", stream, what);
  const char *fact = spur_correction_get_fact (self->correction, key);

  g_assert_nonnull (fact);
  return g_ascii_strtoll (fact, NULL, 10);
}

/* The clocks' offsets are within what is said of them, from the mean of all. */
static void
assert_within (Setting *self)
{
  double mean_ns = 0.0;

  for (guint s = 0; s < self->n_streams; s++)
    mean_ns += (double) (get_offset (self, s) + self->offsets_ns[s]) / self->n_streams;
  for (guint s = 0; s < self->n_streams; s++)
    {
      double off_ns = (double) (get_offset (self, s) + self->offsets_ns[s]) - mean_ns;
      gint64 half_ns = spur_clock_corrector_get_half_width_ns (self->corrector, s, 0);

      g_assert_cmpint (half_ns, <, 1200);
      g_assert_cmpfloat (ABS (off_ns), <=, (double) half_ns);
    }
}

static void
test_offsets (void)
{
  static const gint64 offsets_ns[] = { 5000, -70000, 0, 123456789, 4999, -1 };

  g_test_summary ("Offsets are found within what the messages leave open, few and many clocks.");

  for (guint n_streams = 2; n_streams <= 6; n_streams++)
    {
      Setting self = { .n_streams = n_streams, .offsets_ns = offsets_ns };
      SpurCheck before, after;

      setting_init (&self);
      correct (&self, &before, &after);
      g_assert_cmpuint (before.n_reversed, >, 0);
      g_assert_true (spur_check_is_clean (&after));
      g_assert_cmpint (get_offset (&self, 0), ==, 0);
      for (guint s = 0; s < n_streams; s++)
        {
          gint64 true_ns = offsets_ns[0] - offsets_ns[s];

          g_assert_cmpint (get_fact (&self, s, "offset-ns"), ==, get_offset (&self, s));
          g_assert_cmpint (ABS (get_offset (&self, s) - true_ns), <=,
                           get_fact (&self, s, "width-ns"));
          g_assert_cmpint (ABS (get_offset (&self, s) - true_ns), <, 1200);
        }
      assert_within (&self);
      g_assert_cmpstr (spur_correction_get_fact (self.correction, "method"), ==, "bounds");
      g_assert_cmpstr (spur_correction_get_fact (self.correction, "bounds.relaxation-ns"), ==, "0");
      setting_clear (&self);
    }
}

static void
test_many_clocks (void)
{
  guint n_streams = 600;
  g_autofree gint64 *offsets_ns = g_new (gint64, n_streams);
  Setting self = { .n_streams = n_streams, .offsets_ns = offsets_ns };
  SpurCheck before, after;

  g_test_summary ("More clocks than every pair is kept for.");

  for (guint s = 0; s < n_streams; s++)
    offsets_ns[s] = g_test_rand_int_range (-1000000, 1000000);
  setting_init (&self);
  correct (&self, &before, &after);
  g_assert_cmpuint (before.n_reversed, >, 0);
  g_assert_true (spur_check_is_clean (&after));
  g_assert_cmpint (ABS (get_offset (&self, 500) - (offsets_ns[0] - offsets_ns[500])), <=,
                   get_fact (&self, 500, "width-ns"));
  setting_clear (&self);
}

static void
test_drift (void)
{
  static const gint64 offsets_ns[] = { 0, 2000000, -3000000 };
  Setting self = { .n_streams = 3, .offsets_ns = offsets_ns, .drift_ppm = 10000 };
  const char *relaxation;
  SpurCheck before, after;

  g_test_summary ("Clocks that drift contradict themselves, and still come closer.");

  setting_init (&self);
  correct (&self, &before, &after);
  relaxation = spur_correction_get_fact (self.correction, "bounds.relaxation-ns");
  g_assert_cmpint (g_ascii_strtoll (relaxation, NULL, 10), >=, 50);
  g_assert_cmpuint (after.n_reversed, <=, before.n_reversed);
  g_assert_cmpint (after.worst_ns, <, before.worst_ns / 10);
  setting_clear (&self);
}

static void
test_one_way (void)
{
  static const gint64 offsets_ns[] = { 0, -50000, 70000 };
  Setting self = { .n_streams = 3, .offsets_ns = offsets_ns, .is_one_way = TRUE };
  SpurCheck before, after;

  g_test_summary ("Messages in one direction say nothing of the offset: nothing is changed.");

  setting_init (&self);
  correct (&self, &before, &after);
  g_assert_cmpuint (before.n_reversed, >, 0);
  g_assert_cmpuint (after.n_reversed, ==, before.n_reversed);
  for (guint s = 0; s < 3; s++)
    {
      g_assert_cmpuint (spur_correction_get_n_maps (self.correction, s), ==, 0);
      g_assert_cmpint (spur_clock_corrector_get_half_width_ns (self.corrector, s, 0), ==, -1);
    }
  setting_clear (&self);
}

static void
test_unchanged (void)
{
  static const gint64 offsets_ns[] = { 0, 40, -40 };
  Setting self = { .n_streams = 3, .offsets_ns = offsets_ns };
  SpurCheck before, after;

  g_test_summary ("Where no edge is violated nothing is changed, though clocks are a little off.");

  setting_init (&self);
  correct (&self, &before, &after);
  g_assert_true (spur_check_is_clean (&before));
  for (guint s = 0; s < 3; s++)
    g_assert_cmpuint (spur_correction_get_n_maps (self.correction, s), ==, 0);
  setting_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/bounds/offsets", test_offsets);
  g_test_add_func ("/clock/bounds/many-clocks", test_many_clocks);
  g_test_add_func ("/clock/bounds/drift", test_drift);
  g_test_add_func ("/clock/bounds/one-way", test_one_way);
  g_test_add_func ("/clock/bounds/unchanged", test_unchanged);
  return g_test_run ();
}
