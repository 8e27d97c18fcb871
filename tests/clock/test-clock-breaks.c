/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-breaks-private.h"

#include <math.h>

#define N_CLOCKS 5
#define N_MESSAGES 6000
#define LENGTH_NS 20000000000.0
#define ASLEEP_NS 7.5e9
#define SLEEP_NS 5e9

/* What a clock adds to the true time. */
typedef gint64 (*ErrorFunc) (guint clock, double true_ns);

/* Offsets and drifts as of any clocks. */
static gint64
get_straight_error (guint clock, double true_ns)
{
  return llrint (1e6 * clock - 3e-6 * (clock % 3) * true_ns);
}

static gint64
get_stepping_error (guint clock, double true_ns)
{
  return get_straight_error (clock, true_ns) + (clock == 3 && true_ns >= 1e10 ? 5000000 : 0);
}

static gint64
get_jumping_error (guint clock, double true_ns)
{
  return get_straight_error (clock, true_ns) +
         (clock == 1 && true_ns >= 8e9 ? G_GINT64_CONSTANT (180000000000) : 0);
}

/* Two clocks are set back, at one time. */
static gint64
get_falling_error (guint clock, double true_ns)
{
  return get_straight_error (clock, true_ns) -
         (clock >= 3 && true_ns >= 12e9 ? 2000000 * (clock - 2) : 0);
}

/* A clock stands for 5 s, which its process sleeps. */
static gint64
get_sleeping_error (guint clock, double true_ns)
{
  double slept_ns = CLAMP (true_ns - ASLEEP_NS, 0.0, SLEEP_NS);

  return get_straight_error (clock, true_ns) - (clock == 3 ? llrint (slept_ns) : 0);
}

/* A clock runs by 0.5 % too fast. */
static gint64
get_fast_error (guint clock, double true_ns)
{
  return get_straight_error (clock, true_ns) + (clock == 2 ? llrint (5e-3 * true_ns) : 0);
}

/* All clocks wander by 50 us. */
static gint64
get_wandering_error (guint clock, double true_ns)
{
  return get_straight_error (clock, true_ns) + llrint (5e4 * sin (true_ns / 8e8 + clock));
}

/* Messages between all clocks, with delays from 5 us on as x / (1 - x); none in the middle of the
 * run, for a share of it. */
static SpurClockSamples *
make_samples_around (ErrorFunc get_error, double quiet)
{
  const guint clocks[N_CLOCKS] = { 0, 1, 2, 3, 4 };
  SpurClockSamples *self = spur_clock_samples_new_empty (N_CLOCKS, clocks);

  self->samples = g_new (SpurClockSample, N_MESSAGES);
  self->n_samples = N_MESSAGES;
  for (guint i = 0; i < N_MESSAGES; i++)
    {
      double chance = g_test_rand_double_range (0.0, 0.99);
      double place = (double) i / N_MESSAGES;
      double send_ns = LENGTH_NS * (place * (1.0 - quiet) + (place >= 0.5 ? quiet : 0.0));
      double receive_ns = send_ns + 5000.0 + 10000.0 * chance / (1.0 - chance);
      guint32 from = (guint32) g_test_rand_int_range (0, N_CLOCKS);
      guint32 to = (from + (guint32) g_test_rand_int_range (1, N_CLOCKS)) % N_CLOCKS;

      self->samples[i] =
        (SpurClockSample){ llrint (send_ns) + get_error (from, send_ns),
                           llrint (receive_ns) + get_error (to, receive_ns), from, to };
    }
  for (guint i = 0; i < N_CLOCKS; i++)
    self->spans[i] = (SpurClockSpan){ get_error (i, 0.0),
                                      llrint (LENGTH_NS) + get_error (i, LENGTH_NS), N_MESSAGES };
  return self;
}

static SpurClockSamples *
make_samples (ErrorFunc get_error)
{
  return make_samples_around (get_error, 0.0);
}

static GArray *
find_breaks (SpurClockSamples *samples)
{
  g_autofree guint *groups = spur_clock_samples_get_groups (samples);

  return spur_clock_breaks_find (samples, groups);
}

static void
check_break (const GArray *breaks, guint i, guint clock, double size_ns, double time_ns)
{
  const SpurClockBreak *at = &g_array_index (breaks, SpurClockBreak, i);

  g_test_message ("clock %u by %" G_GINT64_FORMAT " ns at %" G_GINT64_FORMAT " ns", at->clock,
                  at->size_ns, at->time_ns);
  g_assert_cmpuint (at->clock, ==, clock);
  g_assert_cmpuint (at->n_partners, >=, N_CLOCKS - 2);
  /* Delays are 15 us in the middle, and half of the messages of a pair are 150 in number. */
  g_assert_cmpfloat (fabs ((double) at->size_ns - size_ns), <, 15000.0);
  /* Messages of a clock are 17 ms apart in the mean. */
  g_assert_cmpfloat (fabs ((double) at->time_ns - time_ns), <, 1e8);
}

static void
test_step (void)
{
  g_autoptr (SpurClockSamples) samples = make_samples (get_stepping_error);
  g_autoptr (GArray) breaks = find_breaks (samples);

  g_test_summary ("A clock that is set forward is found, with the time and the size.");
  g_assert_cmpuint (breaks->len, ==, 1);
  check_break (breaks, 0, 3, 5e6, 1e10 + 3e6);
}

/* Leaves one message in three of clocks 0 and 3, so that there is none for 100 ms now and then, and
 * of clock 3 and others only those around its step. */
static void
thin_out (SpurClockSamples *self)
{
  gsize n_left = 0;

  for (gsize i = 0; i < self->n_samples; i++)
    {
      SpurClockSample sample = self->samples[i];
      double place = (double) i / N_MESSAGES;

      gboolean is_of_both = sample.from == 0 || sample.to == 0;

      if ((sample.from != 3 && sample.to != 3) ||
          (is_of_both ? i % 3 == 0 : fabs (place - 0.5) < 0.005))
        self->samples[n_left++] = sample;
    }
  self->n_samples = n_left;
}

static void
test_place (void)
{
  g_autoptr (SpurClockSamples) samples = make_samples (get_stepping_error);
  g_autoptr (GArray) breaks = NULL;
  gint64 true_ns = llrint (1e10) + get_stepping_error (3, 1e10), found_ns;

  g_test_summary ("Messages of clocks that have too few to see a break tell when it is, too.");
  thin_out (samples);
  breaks = find_breaks (samples);
  g_assert_cmpuint (breaks->len, ==, 1);
  found_ns = g_array_index (breaks, SpurClockBreak, 0).time_ns;
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];

      if (sample->from == 3)
        g_assert_true ((sample->send_ns >= found_ns) == (sample->send_ns >= true_ns));
      if (sample->to == 3)
        g_assert_true ((sample->receive_ns >= found_ns) == (sample->receive_ns >= true_ns));
    }
}

static void
test_jump (void)
{
  g_autoptr (SpurClockSamples) samples = make_samples (get_jumping_error);
  g_autoptr (GArray) breaks = find_breaks (samples);

  g_test_summary ("So is one that jumps by more than the whole run.");
  g_assert_cmpuint (breaks->len, ==, 1);
  check_break (breaks, 0, 1, 180e9, 188e9);
}

static void
test_back (void)
{
  g_autoptr (SpurClockSamples) samples = make_samples (get_falling_error);
  g_autoptr (GArray) breaks = find_breaks (samples);

  g_test_summary ("Two clocks that are set back at one time are told apart.");
  g_assert_cmpuint (breaks->len, ==, 2);
  check_break (breaks, 0, 3, -2e6, 12e9);
  check_break (breaks, 1, 4, -4e6, 12e9);
}

/* Leaves one message in @step. The process of clock 3 sends none while it sleeps, and receives what
 * came then when it is awake again. */
static SpurClockSamples *
make_sleeping_samples (guint step)
{
  SpurClockSamples *self = make_samples (get_sleeping_error);
  gint64 awake_ns = llrint (ASLEEP_NS) + get_straight_error (3, ASLEEP_NS + SLEEP_NS);
  gsize n_left = 0;

  for (gsize i = 0; i < self->n_samples; i += step)
    {
      SpurClockSample sample = self->samples[i];
      double place_ns = LENGTH_NS * (double) i / N_MESSAGES;
      gboolean is_asleep = place_ns >= ASLEEP_NS && place_ns < ASLEEP_NS + SLEEP_NS;

      if (sample.from == 3 && is_asleep)
        continue;
      if (sample.to == 3 && is_asleep)
        sample.receive_ns = awake_ns + (gint64) n_left;
      self->samples[n_left++] = sample;
    }
  self->n_samples = n_left;
  return self;
}

static void
test_few (void)
{
  /* Some 60 messages each way of a pair, then some 30, of which a third is before the sleep. */
  static const guint steps[] = { 5, 10 };

  g_test_summary (
    "A sleep of a quarter of the run is found, however few messages there are in it.");
  for (guint i = 0; i < 4 * G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (SpurClockSamples) samples = make_sleeping_samples (steps[i % 2]);
      g_autoptr (GArray) breaks = find_breaks (samples);
      const SpurClockBreak *at = &g_array_index (breaks, SpurClockBreak, 0);

      g_assert_cmpuint (breaks->len, ==, 1);
      g_assert_cmpuint (at->clock, ==, 3);
      /* Messages take 15 us in the middle, and lines know drifts to some us in the run. */
      g_assert_cmpfloat (fabs ((double) at->size_ns + SLEEP_NS), <, 1e5);
      for (gsize k = 0; k < samples->n_samples; k++)
        {
          const SpurClockSample *sample = &samples->samples[k];
          gint64 awake_ns =
            sample->send_ns - get_straight_error (3, ASLEEP_NS) - (gint64) ASLEEP_NS;

          /* Receives follow the end of the sleep, one a ns. */
          if (sample->from == 3 && ABS (awake_ns) > N_MESSAGES)
            g_assert_true ((sample->send_ns >= at->time_ns) == (awake_ns > 0));
        }
    }
}

static void
test_few_straight (void)
{
  static const ErrorFunc errors[] = { get_straight_error, get_wandering_error, get_fast_error };

  g_test_summary ("Few messages of clocks that drift or wander show no break.");
  for (guint i = 0; i < 64; i++)
    {
      g_autoptr (SpurClockSamples) samples = make_samples (errors[i % G_N_ELEMENTS (errors)]);
      g_autoptr (GArray) breaks = NULL;

      for (gsize k = 0; k < N_MESSAGES / 18; k++)
        samples->samples[k] = samples->samples[18 * k];
      samples->n_samples = N_MESSAGES / 18;
      breaks = find_breaks (samples);
      g_assert_cmpuint (breaks->len, ==, 0);
    }
}

static void
test_none (void)
{
  static const ErrorFunc errors[] = { get_straight_error, get_wandering_error };

  g_test_summary ("Clocks that drift or wander have no breaks.");
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (SpurClockSamples) samples = make_samples (errors[i]);
      g_autoptr (GArray) breaks = find_breaks (samples);

      g_assert_cmpuint (breaks->len, ==, 0);
    }
}

static void
test_quiet (void)
{
  g_test_summary ("Nor have clocks that drift while there are no messages for most of the run.");
  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (SpurClockSamples) samples = make_samples_around (get_straight_error, 0.98);
      g_autoptr (GArray) breaks = find_breaks (samples);

      g_assert_cmpuint (breaks->len, ==, 0);
    }
}

static void
test_map (void)
{
  /* The jump where it was made: between the events that show it others may lie. */
  SpurClockBreak jump = { .clock = 1, .size_ns = G_GINT64_CONSTANT (180000000000) };
  g_autoptr (SpurClockSamples) samples = make_samples (get_jumping_error);
  g_autoptr (GArray) breaks = g_array_new (FALSE, FALSE, sizeof (SpurClockBreak));
  g_autoptr (SpurClockSamples) whole = NULL;
  g_autoptr (SpurClockFit) fit = spur_clock_fit_new (N_CLOCKS);

  g_test_summary ("A fit of times without breaks becomes one of the times as they are.");
  jump.time_ns = llrint (8e9) + get_jumping_error (1, 8e9);
  g_array_append_val (breaks, jump);
  whole = spur_clock_breaks_take_off (breaks, samples);
  spur_clock_fit_add (fit, 1, 0, 1000);
  spur_clock_fit_add (fit, 1, 20000000000, 20000000500);
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *raw = &samples->samples[i], *same = &whole->samples[i];

      g_assert_cmpint (raw->receive_ns - same->receive_ns, >=, 0);
      if (raw->from == 1)
        whole->samples[i].send_ns = spur_clock_fit_apply (fit, 1, same->send_ns);
    }
  spur_clock_breaks_put_back (breaks, fit);
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *raw = &samples->samples[i];

      if (raw->from == 1)
        g_assert_cmpint (
          ABS (spur_clock_fit_apply (fit, 1, raw->send_ns) - whole->samples[i].send_ns), <=, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/breaks/step", test_step);
  g_test_add_func ("/clock/breaks/place", test_place);
  g_test_add_func ("/clock/breaks/jump", test_jump);
  g_test_add_func ("/clock/breaks/back", test_back);
  g_test_add_func ("/clock/breaks/few", test_few);
  g_test_add_func ("/clock/breaks/few-straight", test_few_straight);
  g_test_add_func ("/clock/breaks/none", test_none);
  g_test_add_func ("/clock/breaks/quiet", test_quiet);
  g_test_add_func ("/clock/breaks/map", test_map);
  return g_test_run ();
}
