/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* How right a correction is, measured against a trace whose clocks are true:
 *
 *   accuracy TRUE TEST [OPTION...]
 *
 * Both traces hold the same events. The figures are those of the usual scorer of rewritten
 * archives: errors of all events, errors between streams with their common part taken off at
 * 10,000 times, and the change of the intervals between neighbouring events. A file skew.txt beside
 * TEST may say the shift that all its times have in common.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "core/clock/spur-clock-chain.h"
#include "core/plugin/spur-registry.h"
#include "core/store/trace/spur-chunk-walk.h"

#define N_TIMES 10000

static char *methods;
static double keep_percent = 100.0;
static gboolean one_way;
static gboolean no_collectives;
static int n_threads;
static char **settings;
static gboolean streams;
static int n_parts;

static const GOptionEntry entries[] = {
  { "method", 'm', 0, G_OPTION_ARG_STRING, &methods, "Correctors (default auto)", "LIST" },
  { "keep", 'k', 0, G_OPTION_ARG_DOUBLE, &keep_percent, "Keep this share of the messages",
    "PERCENT" },
  { "one-way", 'w', 0, G_OPTION_ARG_NONE, &one_way, "Keep messages in one direction only", NULL },
  { "no-collectives", 'c', 0, G_OPTION_ARG_NONE, &no_collectives, "Leave out collectives", NULL },
  { "threads", 'j', 0, G_OPTION_ARG_INT, &n_threads, "Threads to use", "N" },
  { "set", 's', 0, G_OPTION_ARG_STRING_ARRAY, &settings, "Set an option", "NAME=VALUE" },
  { "streams", 'v', 0, G_OPTION_ARG_NONE, &streams, "Say it of every stream", NULL },
  { "parts", 'p', 0, G_OPTION_ARG_INT, &n_parts, "Say it for each of N parts of the time", "N" },
  G_OPTION_ENTRY_NULL,
};

/* Times of all events of all streams. */
typedef struct
{
  guint n_streams;
  guint64 *n_events;
  gint64 **times_ns;
} Times;

static Times
get_times (SpurTrace *trace, SpurCorrection *correction, gint64 shift_ns)
{
  Times self = { spur_trace_get_n_streams (trace), NULL, NULL };

  self.n_events = g_new (guint64, self.n_streams);
  self.times_ns = g_new (gint64 *, self.n_streams);
  for (guint s = 0; s < self.n_streams; s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);
      g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_TICKS);
      const SpurChunk *chunk;

      self.n_events[s] = spur_stream_get_n_events (stream);
      self.times_ns[s] = g_new (gint64, self.n_events[s] + 1);
      while ((chunk = spur_chunk_walk_next (walk)) != NULL)
        {
          for (guint32 i = 0; i < chunk->n_events; i++)
            {
              gint64 raw_ns = spur_stream_ticks_to_ns (stream, spur_chunk_get_ticks (chunk, i));

              self.times_ns[s][chunk->first + i] =
                (correction != NULL
                   ? spur_correction_apply (correction, s, chunk->first + i, raw_ns)
                   : raw_ns) -
                shift_ns;
            }
        }
    }
  return self;
}

static void
times_free (Times *self)
{
  for (guint s = 0; s < self->n_streams; s++)
    g_free (self->times_ns[s]);
  g_free (self->times_ns);
  g_free (self->n_events);
}

typedef struct
{
  double absolute_us;
  double relative_us;
  double worst_us;
  double distortion_us;
  double covered_percent;
  double width_us;
  guint64 n_inversions;
} Score;

/* Errors of events, and of the intervals between them. */
static void
score_events (Score *score, const Times *truth, const Times *test)
{
  double sum = 0.0, distortion = 0.0;
  guint64 n_events = 0, n_intervals = 0;

  for (guint s = 0; s < truth->n_streams; s++)
    {
      const gint64 *a = truth->times_ns[s], *b = test->times_ns[s];

      g_assert_cmpuint (truth->n_events[s], ==, test->n_events[s]);
      for (guint64 i = 0; i < truth->n_events[s]; i++)
        {
          sum += fabs ((double) (b[i] - a[i]));
          n_events++;
          if (i == 0)
            continue;
          distortion += fabs ((double) ((b[i] - b[i - 1]) - (a[i] - a[i - 1])));
          score->n_inversions += b[i] < b[i - 1];
          n_intervals++;
        }
    }
  score->absolute_us = sum / (double) n_events / 1e3;
  score->distortion_us = distortion / (double) n_intervals / 1e3;
}

static void
find_common_span (const Times *truth, gint64 *begin_ns, gint64 *end_ns)
{
  *begin_ns = G_MININT64;
  *end_ns = G_MAXINT64;
  for (guint s = 0; s < truth->n_streams; s++)
    {
      *begin_ns = MAX (*begin_ns, truth->times_ns[s][0]);
      *end_ns = MIN (*end_ns, truth->times_ns[s][truth->n_events[s] - 1]);
    }
}

/* Errors between streams, and whether they are within what the chain says; @chain may be NULL. */
static void
score_streams (
  Score *score, const Times *truth, const Times *test, SpurClockChain *chain, gint64 shift_ns)
{
  guint n = truth->n_streams;
  g_autofree guint64 *at = g_new0 (guint64, n);
  g_autofree double *errors = g_new (double, n);
  g_autofree double *sums = g_new0 (double, n);
  g_autofree double *parts = g_new0 (double, MAX (n_parts, 0) + 1);
  double sum = 0.0, width = 0.0;
  guint64 n_covered = 0, n_told = 0;
  gint64 begin_ns, end_ns;

  find_common_span (truth, &begin_ns, &end_ns);
  for (guint q = 1; q < N_TIMES; q++)
    {
      double time = (double) begin_ns + (double) (end_ns - begin_ns) * q / N_TIMES, mean = 0.0;

      for (guint s = 0; s < n; s++)
        {
          while (at[s] + 1 < truth->n_events[s] && (double) truth->times_ns[s][at[s] + 1] <= time)
            at[s]++;
          errors[s] = (double) (test->times_ns[s][at[s]] - truth->times_ns[s][at[s]]);
          mean += errors[s] / n;
        }
      for (guint s = 0; s < n; s++)
        {
          double off = fabs (errors[s] - mean);
          gint64 half_ns =
            chain != NULL
              ? spur_clock_chain_get_half_width_ns (chain, s, test->times_ns[s][at[s]] + shift_ns)
              : -1;

          sum += off;
          sums[s] += off;
          if (n_parts > 0)
            parts[q * (guint) n_parts / N_TIMES] += off;
          score->worst_us = MAX (score->worst_us, off / 1e3);
          if (half_ns < 0)
            continue;
          n_told++;
          n_covered += off <= (double) half_ns;
          width += (double) half_ns;
        }
    }
  score->relative_us = sum / (double) (N_TIMES - 1) / n / 1e3;
  score->covered_percent = n_told > 0 ? 100.0 * (double) n_covered / (double) n_told : NAN;
  score->width_us = n_told > 0 ? width / (double) n_told / 1e3 : NAN;
  for (guint s = 0; streams && s < n; s++)
    g_print ("  stream %u: %.4f us\n", s, sums[s] / (N_TIMES - 1) / 1e3);
  for (int i = 0; i < n_parts; i++)
    g_print ("  part %d: %.4f us\n", i, parts[i] * n_parts / N_TIMES / n / 1e3);
}

static Score
score_times (const Times *truth, const Times *test, SpurClockChain *chain, gint64 shift_ns)
{
  Score score = { 0 };

  score_events (&score, truth, test);
  score_streams (&score, truth, test, chain, shift_ns);
  return score;
}

static guint64
mix (guint64 value)
{
  value = (value ^ (value >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value = (value ^ (value >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ (value >> 31);
}

static SpurEdges *
thin (SpurEdges *edges)
{
  SpurEdges *thinned = spur_edges_new (spur_edges_get_n_streams (edges));
  gsize n_edges, n_collectives = spur_edges_get_n_collectives (edges);
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);
  guint64 limit = (guint64) (keep_percent * 1e4);

  for (gsize i = 0; i < n_edges; i++)
    {
      if (one_way && all[i].from_stream > all[i].to_stream)
        continue;
      if (mix (i + 1) % 1000000 < limit)
        spur_edges_add (thinned, &all[i]);
    }
  for (gsize i = 0; !no_collectives && i < n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      spur_edges_add_collective (thinned, &collective);
    }
  return thinned;
}

static gint64
find_shift (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *file = g_build_filename (folder, "skew.txt", NULL);
  g_autofree char *text = NULL;
  double shift_s;

  if (!g_file_get_contents (file, &text, NULL, NULL) || sscanf (text, "common %lf", &shift_s) != 1)
    return 0;
  return llrint (shift_s * 1e9);
}

static void
tell (const char *what, const Score *score)
{
  g_print ("%-4s inter-location %10.4f us (max %10.3f)  absolute %10.3f us  distortion %.5f us  "
           "inversions %" G_GUINT64_FORMAT,
           what, score->relative_us, score->worst_us, score->absolute_us, score->distortion_us,
           score->n_inversions);
  if (score->width_us == score->width_us)
    g_print ("  bound covers %.3f %% (mean %.3f us)", score->covered_percent, score->width_us);
  g_print ("\n");
}

static gboolean
set_options (SpurClockChain *chain, GError **error)
{
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (settings[i], "=", 2);

      if (!spur_clock_chain_set_option (chain, parts[0], parts[1] != NULL ? parts[1] : "", error))
        return FALSE;
    }
  return TRUE;
}

static void
tell_steps (SpurClockChain *chain)
{
  for (guint i = 0; i < spur_clock_chain_get_n_steps (chain); i++)
    {
      const SpurClockStep *step = spur_clock_chain_get_step (chain, i);

      g_print ("     %s: %s; reversed %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
               ", in collectives %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT "\n",
               step->name, step->result, step->before.n_reversed, step->after.n_reversed,
               step->before.n_collective_reversed, step->after.n_collective_reversed);
    }
}

static void
tell_facts (SpurCorrection *correction)
{
  GPtrArray *keys = spur_correction_get_fact_keys (correction);

  for (guint i = 0; streams && i < keys->len; i++)
    g_print ("     %s = %s\n", (const char *) keys->pdata[i],
             spur_correction_get_fact (correction, keys->pdata[i]));
}

static gboolean
run (const char *truth_path, const char *test_path, GError **error)
{
  SpurRegistry *registry = spur_registry_get_default ();
  SpurJob job = { .n_threads = (guint) n_threads };
  g_autoptr (SpurTrace) truth = spur_registry_open_trace (registry, truth_path, &job, error);
  g_autoptr (SpurTrace) test = NULL;
  g_autoptr (SpurEdges) all = NULL;
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (SpurClockChain) chain = NULL;
  gint64 shift_ns = find_shift (test_path), begin_us;
  Times true_times, times;
  Score score;

  if (truth == NULL)
    return FALSE;
  chain = spur_clock_chain_new (methods != NULL ? methods : "auto", error);
  if (chain == NULL || !set_options (chain, error))
    return FALSE;
  test = spur_registry_open_trace (registry, test_path, &job, error);
  if (test == NULL || (all = spur_edges_new_for_trace (test, &job, error)) == NULL)
    return FALSE;
  edges = thin (all);
  correction = spur_correction_new (spur_trace_get_n_streams (test));
  true_times = get_times (truth, NULL, 0);
  times = get_times (test, NULL, shift_ns);
  score = score_times (&true_times, &times, NULL, 0);
  tell ("in", &score);
  begin_us = g_get_monotonic_time ();
  if (!spur_clock_chain_run (chain, test, edges, correction, &job, error))
    return FALSE;
  begin_us = g_get_monotonic_time () - begin_us;
  times_free (&times);
  times = get_times (test, correction, shift_ns);
  score = score_times (&true_times, &times, chain, shift_ns);
  tell ("out", &score);
  tell_steps (chain);
  tell_facts (correction);
  g_print ("     %.3f s\n", (double) begin_us / 1e6);
  times_free (&times);
  times_free (&true_times);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("TRUE TEST");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (g_option_context_parse (context, &argc, &argv, &error) && argc == 3 &&
      run (argv[1], argv[2], &error))
    return 0;
  g_printerr ("accuracy: %s\n", error != NULL ? error->message : "name two traces");
  return 1;
}
