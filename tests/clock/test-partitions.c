/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-option-internal.h"
#include "core/causality/spur-edges-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/parallel/spur-partition-private.h"
#include "core/clock/spur-clock-corrector.h"
#include "made-trace.h"
#include "rank-correct.h"
#include "rank-loop.h"

/* SPUR_TEST_TRACES sets another number, SPUR_TEST_SEED runs the one trace of a seed. */
#define N_TRACES 600
#define MAX_STREAMS 9

typedef struct
{
  GRand *rand;
  guint n_streams;
  gint64 now_ns;
  gint64 offsets_ns[MAX_STREAMS];
  gint64 drifts_ppm[MAX_STREAMS];
  GPtrArray *times;
  SpurEdges *edges;
  SpurTrace *trace;
  SpurClockCorrector *corrector;
} Case;

static guint
below (Case *self, guint limit)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) limit);
}

/* An event at the true time that goes on, by what its stream's clock says. */
static guint64
add_event (Case *self, guint stream)
{
  GArray *times = self->times->pdata[stream];
  gint64 time_ns;

  self->now_ns += below (self, 3) == 0 ? below (self, 2000) : below (self, 30);
  time_ns =
    self->now_ns + self->offsets_ns[stream] + self->now_ns * self->drifts_ppm[stream] / 1000000;
  if (times->len > 0 && below (self, 200) > 0)
    time_ns = MAX (time_ns, g_array_index (times, gint64, times->len - 1));
  g_array_append_val (times, time_ns);
  return times->len - 1;
}

static void
add_messages (Case *self)
{
  guint from = below (self, self->n_streams);
  guint n_receives = 1 + (below (self, 8) == 0);
  guint64 sent = add_event (self, from);

  for (guint i = 0; i < below (self, 6); i++)
    add_event (self, below (self, self->n_streams));
  for (guint i = 0; i < n_receives; i++)
    {
      guint to = (from + 1 + below (self, self->n_streams - 1)) % self->n_streams;
      SpurEdge edge = { sent, add_event (self, to), SPUR_MU_DEFAULT, from, to };

      if (below (self, 10) == 0)
        edge.mu_ns = below (self, 300);
      spur_edges_add (self->edges, &edge);
    }
}

static void
add_collective (Case *self)
{
  guint n = 2 + below (self, self->n_streams - 1), first = below (self, self->n_streams);
  SpurMember members[MAX_STREAMS];
  SpurCollective collective = { (SpurPattern) below (self, SPUR_PATTERN_PAIRS + 1), below (self, n),
                                n, members };
  gboolean is_early_scan = below (self, 3) == 0 && collective.pattern == SPUR_PATTERN_SCAN;
  gboolean is_at_once = below (self, 4) == 0;

  for (guint i = 0; i < n; i++)
    {
      members[i] = (SpurMember){ .stream = (first + i) % self->n_streams,
                                 .sends = below (self, 6) > 0,
                                 .receives = below (self, 6) > 0 };
      members[i].enter_event = add_event (self, members[i].stream);
      if (is_early_scan)
        members[i].exit_event = add_event (self, members[i].stream);
    }
  for (guint i = 0; i < n && !is_early_scan; i++)
    members[i].exit_event = add_event (self, members[i].stream);
  /* The last to enter may do so at the moment in which it leaves. */
  if (is_at_once && !is_early_scan && n > 1)
    members[n - 1].enter_event = members[n - 1].exit_event;
  spur_edges_add_collective (self->edges, &collective);
}

/* The edge goes back in true time, so it mostly closes a cycle. */
static void
add_contradiction (Case *self)
{
  guint from = below (self, self->n_streams);
  guint to = (from + 1 + below (self, self->n_streams - 1)) % self->n_streams;
  const GArray *sends = self->times->pdata[from];
  const GArray *receives = self->times->pdata[to];
  SpurEdge edge = { 0, 0, SPUR_MU_DEFAULT, from, to };

  if (sends->len == 0 || receives->len == 0)
    return;
  edge.from_event = sends->len - 1;
  edge.to_event = below (self, receives->len);
  spur_edges_add (self->edges, &edge);
}

static void
choose_extended (Case *self)
{
  SpurClockCorrector *clock;

  self->corrector = spur_clock_corrector_make ("eclc", NULL);
  clock = self->corrector;
  if (below (self, 3) == 0)
    g_object_set (clock, "gamma-ppb", (gint64) below (self, 1000000001), NULL);
  if (below (self, 3) == 0)
    g_object_set (clock, "window", below (self, 3), "window-length-ns", (gint64) below (self, 5000),
                  NULL);
  g_object_set (clock, "backward", below (self, 8) > 0, NULL);
  if (below (self, 4) == 0)
    g_object_set (clock, "gamma-control", SPUR_GAMMA_CONTROL_ITERATED, NULL);
}

/* Two streams may be said to read one clock, or it may be looked for. */
static void
choose_presynchroniser (Case *self)
{
  static const char *const methods[] = { "corridor", "model",      "hull",
                                         "minmax",   "regression", "offset" };
  const char *method = methods[below (self, G_N_ELEMENTS (methods))];
  g_autofree char *domains = NULL;
  g_autoptr (GError) error = NULL;

  self->corrector = spur_clock_corrector_make (method, &error);
  g_assert_no_error (error);
  if (below (self, 4) == 0)
    domains = g_strdup ("found");
  else if (below (self, 3) == 0)
    domains = g_strdup_printf (
      "%s,%s", spur_stream_get_name (spur_trace_get_stream (self->trace, 0)),
      spur_stream_get_name (spur_trace_get_stream (self->trace, self->n_streams - 1)));
  if (domains != NULL)
    g_object_set (self->corrector, "domains", domains, NULL);
  spur_clock_corrector_set_mu_ns (self->corrector, below (self, 3) > 0 ? 1 : below (self, 200));
}

static void
choose_clock (Case *self)
{
  guint what = below (self, 8);

  if (what == 0)
    self->corrector = spur_clock_corrector_make ("logical", NULL);
  else if (what == 1)
    self->corrector = spur_clock_corrector_make ("controlled", NULL);
  else
    choose_extended (self);
  spur_clock_corrector_set_mu_ns (self->corrector, below (self, 3) > 0 ? 1 : below (self, 200));
  if (below (self, 4) == 0)
    g_object_set (self->corrector, "delta-ns", (gint64) (1 + below (self, 20)), NULL);
  if (below (self, 4) == 0)
    g_object_set (self->corrector, "direction", (SpurDirection) below (self, 3), NULL);
}

static void
make_case (Case *self, guint32 seed)
{
  guint n_steps;

  memset (self, 0, sizeof *self);
  self->rand = g_rand_new_with_seed (seed);
  self->n_streams = 2 + below (self, MAX_STREAMS - 1);
  self->edges = spur_edges_new (self->n_streams);
  self->times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint s = 0; s < self->n_streams; s++)
    {
      g_ptr_array_add (self->times, g_array_new (FALSE, FALSE, sizeof (gint64)));
      self->offsets_ns[s] = (gint64) below (self, 4000) - 2000;
      self->drifts_ppm[s] = (gint64) below (self, 40000) - 20000;
    }
  n_steps = below (self, below (self, 2) == 0 ? 12 : 200);
  for (guint i = 0; i < n_steps; i++)
    {
      guint what = below (self, 100);

      if (what < 35)
        add_event (self, below (self, self->n_streams));
      else if (what < 85)
        add_messages (self);
      else
        add_collective (self);
    }
  if (below (self, 12) == 0)
    add_contradiction (self);
  self->trace = made_trace_new (self->times, 1 + below (self, 100));
  if (below (self, 3) == 0)
    choose_presynchroniser (self);
  else
    choose_clock (self);
}

static void
clear_case (Case *self)
{
  g_rand_free (self->rand);
  g_ptr_array_unref (self->times);
  g_object_unref (self->edges);
  g_object_unref (self->trace);
  g_object_unref (self->corrector);
}

/* What one process found, and the place for what each rank finds. */
typedef struct
{
  Case *made;
  SpurEdges *edges;
  SpurCorrection *expected;
  GError *error;
  SpurCheck before;
  SpurCheck after;
  gint n_maps;
} Trial;

static void
assert_same_map (SpurCorrection *expected, SpurCorrection *found, guint stream)
{
  guint n_maps = spur_correction_get_n_maps (expected, stream);

  g_assert_cmpuint (spur_correction_get_n_maps (found, stream), ==, n_maps);
  for (guint i = 0; i < n_maps; i++)
    {
      gsize n_expected, n_found;
      const SpurKnot *a =
        spur_time_map_get_knots (spur_correction_get_map (expected, stream, i), &n_expected);
      const SpurKnot *b =
        spur_time_map_get_knots (spur_correction_get_map (found, stream, i), &n_found);

      g_assert_cmpmem (a, n_expected * sizeof *a, b, n_found * sizeof *b);
    }
}

static void
assert_same_facts (SpurCorrection *expected, SpurCorrection *found)
{
  GPtrArray *keys = spur_correction_get_fact_keys (expected);

  for (guint i = 0; i < keys->len; i++)
    {
      g_assert_cmpstr (spur_correction_get_fact (found, keys->pdata[i]), ==,
                       spur_correction_get_fact (expected, keys->pdata[i]));
    }
}

static void
assert_same_check (const SpurCheck *expected, const SpurCheck *found)
{
  g_assert_cmpmem (expected, sizeof *expected, found, sizeof *found);
}

/* Every rank has a corrector of its own, with the same options. */
static SpurClockCorrector *
copy_corrector (SpurClockCorrector *corrector)
{
  SpurClockCorrector *copy = g_object_new (G_OBJECT_TYPE (corrector), NULL);
  g_autofree char *options = spur_option_write_all (G_OBJECT (corrector));
  g_autoptr (GError) error = NULL;

  spur_option_read_all (G_OBJECT (copy), options, &error);
  g_assert_no_error (error);
  return copy;
}

/* The rank has the edges into its own streams again, in order. */
static void
assert_edges_back (SpurPartition *partition, SpurEdges *edges)
{
  gsize n_edges, n_own, n_found = 0;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);
  const SpurEdge *own = spur_edges_get_all (spur_partition_get_edges (partition), &n_own);

  for (gsize i = 0; i < n_edges; i++)
    {
      if (!spur_partition_has_stream (partition, all[i].to_stream))
        continue;
      g_assert_cmpuint (n_found, <, n_own);
      g_assert_cmpint (spur_edge_compare (&own[n_found], &all[i]), ==, 0);
      g_assert_cmpint (own[n_found++].mu_ns, ==, all[i].mu_ns);
    }
  g_assert_cmpuint (n_found, ==, n_own);
}

static void
run_rank (SpurExchange *exchange, gpointer data)
{
  Trial *trial = data;
  g_autoptr (SpurPartition) partition =
    rank_partition_new (exchange, trial->made->trace, trial->edges);
  guint n_streams = spur_trace_get_n_streams (trial->made->trace);
  g_autoptr (SpurCorrection) correction = spur_correction_new (n_streams);
  g_autoptr (SpurClockCorrector) corrector = copy_corrector (trial->made->corrector);
  SpurJob job = { .n_threads = 1 };
  gint64 mu_ns = spur_clock_corrector_get_mu_ns (corrector);
  g_autoptr (GError) error = NULL;
  SpurCheck check;

  spur_partition_check (partition, &check, NULL, mu_ns, &job);
  assert_same_check (&trial->before, &check);
  spur_partition_correct (partition, corrector, correction, &job, &error);
  if (trial->error != NULL)
    {
      g_assert_error (error, trial->error->domain, trial->error->code);
      if (trial->error->code == SPUR_CAUSALITY_ERROR_CYCLE)
        g_assert_cmpstr (error->message, ==, trial->error->message);
      return;
    }
  g_assert_no_error (error);
  for (guint s = 0; s < n_streams; s++)
    {
      if (!spur_partition_has_stream (partition, s))
        continue;
      assert_same_map (trial->expected, correction, s);
      g_atomic_int_add (&trial->n_maps, (gint) spur_correction_get_n_maps (correction, s));
    }
  assert_same_facts (trial->expected, correction);
  spur_partition_check (partition, &check, correction, mu_ns, &job);
  assert_same_check (&trial->after, &check);
  spur_partition_collect (partition, correction, &error);
  g_assert_no_error (error);
  assert_edges_back (partition, trial->edges);
}

/* Corrects a case as one process and as several numbers of ranks. */
static gboolean
run_case (guint32 seed)
{
  static const guint n_ranks[] = { 1, 2, 3, 8 };
  Case made;
  Trial trial = { &made, NULL, NULL, NULL, { 0 }, { 0 }, 0 };
  SpurJob job = { .n_threads = 1 };
  gboolean is_moved;

  make_case (&made, seed);
  trial.edges = made.edges;
  trial.expected = spur_correction_new (made.n_streams);
  spur_check_run (&trial.before, made.trace, made.edges, NULL,
                  spur_clock_corrector_get_mu_ns (made.corrector), &job);
  spur_clock_corrector_correct (made.corrector, made.trace, made.edges, trial.expected, &job,
                                &trial.error);
  if (trial.error == NULL)
    spur_check_run (&trial.after, made.trace, made.edges, trial.expected,
                    spur_clock_corrector_get_mu_ns (made.corrector), &job);
  for (guint i = 0; i < G_N_ELEMENTS (n_ranks); i++)
    rank_loop_run (n_ranks[i], seed % 8 == 0 ? seed + 1 : 0, run_rank, &trial);
  is_moved = trial.n_maps > 0;
  g_clear_object (&trial.expected);
  g_clear_error (&trial.error);
  clear_case (&made);
  return is_moved;
}

static guint
get_number (const char *name, guint if_absent)
{
  const char *text = g_getenv (name);

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : if_absent;
}

static void
test_random (void)
{
  guint n_traces =
    MAX (get_number ("SPUR_TEST_TRACES", N_TRACES) / MAX (get_number ("SPUR_TEST_SCALE", 1), 1), 1);
  guint32 first = g_test_rand_int_range (1, G_MAXINT32 - (gint32) n_traces);
  guint n_moved = 0;

  g_test_summary ("1, 2, 3 and 8 ranks find what one process finds, bit for bit.");

  if (g_getenv ("SPUR_TEST_SEED") != NULL)
    {
      run_case (get_number ("SPUR_TEST_SEED", 0));
      return;
    }
  g_test_message ("seeds %u to %u", first, first + n_traces - 1);
  for (guint i = 0; i < n_traces; i++)
    {
      g_test_message ("seed %u", first + i);
      n_moved += run_case (first + i);
    }
  /* Most of them are to be of use. */
  g_assert_cmpuint (n_moved, >=, n_traces / 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/partitions/random", test_random);
  return g_test_run ();
}
