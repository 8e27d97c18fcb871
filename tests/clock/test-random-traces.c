/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-delays.h"
#include "core/causality/spur-nodes-private.h"
#include "made-trace.h"
#include "reference-clock.h"

/* SPUR_TEST_TRACES sets another number, SPUR_TEST_SEED runs the one trace of a seed. */
#define N_TRACES 4000
#define MAX_STREAMS 7

/* A random trace. Its events are made in the order of a true time in which no edge goes back;
 * what the streams' clocks said of that time comes after. */
typedef struct
{
  guint64 state;
  guint n_streams;
  gboolean is_true;
  gboolean has_steps_back;
  gint64 mu_ns;
  gint64 now_ns;
  GArray *streams;
  GArray *true_ns;
  GArray *positions;
  GArray *from_ns;
  guint n_of_stream[MAX_STREAMS];
  GArray *edges;
  GArray *pending;
  GArray *predecessors;
  SpurEdges *found;
  gint64 *pair_mu_ns;
} Made;

typedef struct
{
  guint send;
  guint to;
} Pending;

/* splitmix64 */
static guint64
draw (Made *self)
{
  guint64 z = (self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint
below (Made *self, guint limit)
{
  return (guint) (draw (self) % limit);
}

static gboolean
chance (Made *self, guint percent)
{
  return below (self, 100) < percent;
}

static guint
add_event (Made *self, guint stream)
{
  guint position = self->n_of_stream[stream]++;

  self->now_ns += chance (self, 40) ? 0 : below (self, chance (self, 10) ? 2000 : 40);
  g_array_append_val (self->streams, stream);
  g_array_append_val (self->true_ns, self->now_ns);
  g_array_append_val (self->positions, position);
  return self->streams->len - 1;
}

/* More events without an edge than are looked at one by one. */
static void
add_burst (Made *self)
{
  guint stream = below (self, self->n_streams);
  guint n_events = 40 + below (self, 80);

  for (guint i = 0; i < n_events; i++)
    add_event (self, stream);
}

static guint64
get_position (Made *self, guint event)
{
  return g_array_index (self->positions, guint, event);
}

static guint
get_stream (Made *self, guint event)
{
  return g_array_index (self->streams, guint, event);
}

static gint64
get_mu (Made *self, guint from, guint to)
{
  return self->pair_mu_ns != NULL ? self->pair_mu_ns[from * MAX_STREAMS + to] : self->mu_ns;
}

static void
add_reference_edge (Made *self, guint from, guint to, gint64 mu_ns)
{
  ReferenceEdge edge = { from, to, mu_ns };

  g_array_append_val (self->edges, edge);
}

/* At least mu goes by before a receive of a trace with true clocks. */
static void
pass (Made *self)
{
  if (self->is_true)
    self->now_ns += 400;
}

static void
add_receive (Made *self)
{
  guint index = below (self, self->pending->len);
  Pending pending = g_array_index (self->pending, Pending, index);
  guint from = get_stream (self, pending.send);
  SpurEdge edge = { get_position (self, pending.send), 0, SPUR_MU_DEFAULT, from, pending.to };
  guint receive;

  g_array_remove_index_fast (self->pending, index);
  pass (self);
  receive = add_event (self, pending.to);
  edge.to_event = get_position (self, receive);
  if (chance (self, 10))
    edge.mu_ns = below (self, 300);
  spur_edges_add (self->found, &edge);
  add_reference_edge (self, pending.send, receive,
                      edge.mu_ns != SPUR_MU_DEFAULT ? edge.mu_ns : get_mu (self, from, pending.to));
}

static gboolean
waits (SpurPattern pattern, guint root, const SpurMember *members, guint from, guint to)
{
  if (from == to)
    return FALSE;
  if (pattern == SPUR_PATTERN_BARRIER)
    return TRUE;
  if (!members[from].sends || !members[to].receives)
    return FALSE;
  switch (pattern)
    {
    case SPUR_PATTERN_ONE_TO_N:
      return from == root;
    case SPUR_PATTERN_N_TO_ONE:
      return to == root;
    case SPUR_PATTERN_N_TO_N:
      return TRUE;
    case SPUR_PATTERN_SCAN:
    case SPUR_PATTERN_EXSCAN:
      return from < to;
    case SPUR_PATTERN_INTERNAL:
    case SPUR_PATTERN_PAIRS:
    case SPUR_PATTERN_BARRIER:
      break;
    }
  return FALSE;
}

static void
shuffle (Made *self, guint *values, guint n_values)
{
  for (guint i = n_values; i > 1; i--)
    {
      guint k = below (self, i);
      guint swap = values[i - 1];

      values[i - 1] = values[k];
      values[k] = swap;
    }
}

static void
add_collective (Made *self)
{
  guint order[MAX_STREAMS], ranks[MAX_STREAMS], enters[MAX_STREAMS], exits[MAX_STREAMS];
  guint n = 2 + below (self, self->n_streams - 1);
  SpurMember members[MAX_STREAMS];
  SpurCollective collective = { (SpurPattern) below (self, SPUR_PATTERN_PAIRS + 1), below (self, n),
                                n, members };

  for (guint i = 0; i < self->n_streams; i++)
    order[i] = ranks[i] = i;
  shuffle (self, order, self->n_streams);
  shuffle (self, ranks, n);
  for (guint i = 0; i < n; i++)
    {
      enters[ranks[i]] = add_event (self, order[ranks[i]]);
      if (chance (self, 30))
        add_event (self, below (self, self->n_streams));
    }
  pass (self);
  shuffle (self, ranks, n);
  for (guint i = 0; i < n; i++)
    {
      if (chance (self, 30))
        add_event (self, below (self, self->n_streams));
      exits[ranks[i]] = add_event (self, order[ranks[i]]);
    }
  for (guint i = 0; i < n; i++)
    members[i] = (SpurMember){ get_position (self, enters[i]), get_position (self, exits[i]),
                               order[i], chance (self, 85), chance (self, 85) };
  spur_edges_add_collective (self->found, &collective);
  for (guint k = 0; k < n * n; k++)
    {
      if (waits (collective.pattern, collective.root, members, k / n, k % n))
        add_reference_edge (self, enters[k / n], exits[k % n],
                            get_mu (self, order[k / n], order[k % n]));
    }
}

/* A scan may be left before later ranks enter. */
static void
add_early_scan (Made *self)
{
  guint order[MAX_STREAMS], enters[MAX_STREAMS], exits[MAX_STREAMS];
  SpurMember members[MAX_STREAMS];
  guint n = self->n_streams;
  SpurCollective collective = { SPUR_PATTERN_SCAN, SPUR_NONE, n, members };

  for (guint i = 0; i < n; i++)
    order[i] = i;
  shuffle (self, order, n);
  for (guint i = 0; i < n; i++)
    {
      enters[i] = add_event (self, order[i]);
      pass (self);
      exits[i] = add_event (self, order[i]);
      members[i] = (SpurMember){ get_position (self, enters[i]), get_position (self, exits[i]),
                                 order[i], chance (self, 85), chance (self, 85) };
      for (guint k = 0; k < i; k++)
        {
          if (members[k].sends && members[i].receives)
            add_reference_edge (self, enters[k], exits[i], get_mu (self, order[k], order[i]));
        }
    }
  spur_edges_add_collective (self->found, &collective);
}

static void
add_send (Made *self)
{
  Pending pending;
  guint from = below (self, self->n_streams);

  pending.to = (from + 1 + below (self, self->n_streams - 1)) % self->n_streams;
  pending.send = add_event (self, from);
  g_array_append_val (self->pending, pending);
  /* One send may have several receives. */
  if (chance (self, 10))
    g_array_append_val (self->pending, pending);
}

/* What the clocks said: off, drifting, sometimes stepping back. */
static void
read_clocks (Made *self)
{
  gint64 offsets_ns[MAX_STREAMS], drifts_ppm[MAX_STREAMS], last_ns[MAX_STREAMS];

  for (guint s = 0; s < MAX_STREAMS; s++)
    {
      offsets_ns[s] = self->is_true ? 0 : (gint64) below (self, 4000) - 2000;
      drifts_ppm[s] = self->is_true ? 0 : (gint64) below (self, 40000) - 20000;
      last_ns[s] = G_MININT64;
    }
  for (guint e = 0; e < self->streams->len; e++)
    {
      guint s = get_stream (self, e);
      gint64 true_ns = g_array_index (self->true_ns, gint64, e);
      gint64 from_ns = true_ns + offsets_ns[s] + true_ns * drifts_ppm[s] / 1000000;

      if (!self->is_true && chance (self, 3))
        from_ns -= below (self, 500);
      if (!self->has_steps_back)
        from_ns = MAX (from_ns, last_ns[s]);
      last_ns[s] = from_ns;
      g_array_append_val (self->from_ns, from_ns);
    }
}

/* Says of two events whatever, of which one came before the other, that it was directly before;
 * so events are at the begin and at the end of edges. */
static void
add_predecessor (Made *self)
{
  guint to = 1 + below (self, self->streams->len - 1);
  guint from = chance (self, 50) ? below (self, to) : to - 1 - below (self, MIN (to, 10));
  SpurPredecessor row = { get_position (self, to), get_position (self, from), get_stream (self, to),
                          get_stream (self, from) };

  if (row.stream == row.predecessor_stream)
    return;
  if (self->is_true &&
      g_array_index (self->true_ns, gint64, to) - g_array_index (self->true_ns, gint64, from) < 400)
    return;
  g_array_append_val (self->predecessors, row);
  add_reference_edge (self, from, to, get_mu (self, row.predecessor_stream, row.stream));
}

static void
add_predecessors (Made *self)
{
  guint n = chance (self, 50) ? 0 : below (self, 1 + self->streams->len);

  if (self->streams->len < 2)
    return;
  for (guint i = 0; i < n; i++)
    add_predecessor (self);
}

/* The edges that the library finds for the predecessors, each once. */
static void
find_predecessors (Made *self, SpurTrace *trace)
{
  g_autoptr (SpurEdges) named = spur_edges_new_for_trace (trace, NULL, NULL);
  g_autoptr (GHashTable) different =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (named, &n_edges);

  for (guint i = 0; i < self->predecessors->len; i++)
    g_hash_table_add (different,
                      g_bytes_new (&g_array_index (self->predecessors, SpurPredecessor, i),
                                   sizeof (SpurPredecessor)));
  g_assert_cmpuint (n_edges, ==, g_hash_table_size (different));
  g_assert_cmpuint (spur_edges_get_n_named (named), ==, n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      SpurPredecessor row = { all[i].to_event, all[i].from_event, all[i].to_stream,
                              all[i].from_stream };
      g_autoptr (GBytes) bytes = g_bytes_new (&row, sizeof row);

      g_assert_true (g_hash_table_contains (different, bytes));
      spur_edges_add (self->found, &all[i]);
    }
}

static Made *
make (guint64 seed)
{
  Made *self = g_new0 (Made, 1);
  guint n_steps;

  self->state = seed;
  self->n_streams = 2 + below (self, MAX_STREAMS - 1);
  self->is_true = chance (self, 15);
  self->has_steps_back = !self->is_true && chance (self, 15);
  self->mu_ns = chance (self, 30) ? 1 : below (self, 200);
  self->streams = g_array_new (FALSE, FALSE, sizeof (guint));
  self->true_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->positions = g_array_new (FALSE, FALSE, sizeof (guint));
  self->from_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->edges = g_array_new (FALSE, FALSE, sizeof (ReferenceEdge));
  self->pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  self->predecessors = g_array_new (FALSE, FALSE, sizeof (SpurPredecessor));
  self->found = spur_edges_new (self->n_streams);
  if (chance (self, 15))
    {
      self->pair_mu_ns = g_new (gint64, MAX_STREAMS * MAX_STREAMS);
      for (guint i = 0; i < MAX_STREAMS * MAX_STREAMS; i++)
        self->pair_mu_ns[i] = below (self, 300);
    }
  n_steps = below (self, chance (self, 50) ? 20 : 150);
  for (guint i = 0; i < n_steps; i++)
    {
      guint what = below (self, 100);

      if (what < 2)
        add_burst (self);
      else if (what < 45)
        add_event (self, below (self, self->n_streams));
      else if (what < 70)
        add_send (self);
      else if (what < 95 && self->pending->len > 0)
        add_receive (self);
      else if (what < 98)
        add_collective (self);
      else
        add_early_scan (self);
    }
  while (self->pending->len > 0)
    add_receive (self);
  add_predecessors (self);
  read_clocks (self);
  return self;
}

static void
made_free (Made *self)
{
  g_array_unref (self->streams);
  g_array_unref (self->true_ns);
  g_array_unref (self->positions);
  g_array_unref (self->from_ns);
  g_array_unref (self->edges);
  g_array_unref (self->pending);
  g_array_unref (self->predecessors);
  g_object_unref (self->found);
  g_free (self->pair_mu_ns);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Made, made_free)

static SpurTrace *
get_trace (Made *self, guint chunk_events)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < self->n_streams; s++)
    g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  for (guint e = 0; e < self->streams->len; e++)
    {
      gint64 from_ns = g_array_index (self->from_ns, gint64, e);

      g_array_append_val (((GArray *) g_ptr_array_index (times, get_stream (self, e))), from_ns);
    }
  return made_trace_new_ordered (times, self->predecessors, chunk_events);
}

static SpurClockCorrector *
make_corrector (Made *self, ReferenceTrace *reference)
{
  static const gint64 gammas_ppb[] = { 0, 500000000, 900000000, 999990000, 1000000000 };
  static const gint64 slopes_ppb[] = { 10000000, 100000000, 500000000, 1000000000, 3000000000 };
  SpurClockCorrector *corrector = spur_extended_clock_new ();
  SpurExtendedClock *clock = SPUR_EXTENDED_CLOCK (corrector);

  reference->n_events = self->streams->len;
  reference->n_streams = self->n_streams;
  reference->streams = (const guint *) (gpointer) self->streams->data;
  reference->from_ns = (const gint64 *) (gpointer) self->from_ns->data;
  reference->edges = self->edges;
  reference->delta_ns = chance (self, 20) ? 1 + below (self, 3) : 0;
  reference->gamma_ppb = gammas_ppb[below (self, G_N_ELEMENTS (gammas_ppb))];
  reference->slope_ppb = slopes_ppb[below (self, G_N_ELEMENTS (slopes_ppb))];
  reference->window = chance (self, 70) ? SPUR_WINDOW_SLOPE : (SpurWindow) below (self, 3);
  reference->length_ns = below (self, 500);
  spur_clock_corrector_set_mu_ns (corrector, self->mu_ns);
  spur_extended_clock_set_delta_ns (clock, reference->delta_ns);
  spur_extended_clock_set_gamma_ppb (clock, reference->gamma_ppb);
  spur_extended_clock_set_slope_ppb (clock, reference->slope_ppb);
  spur_extended_clock_set_window (clock, reference->window, reference->length_ns);
  return corrector;
}

/* The mu of pairs of streams, which check and corrector take from the edges. */
static void
apply_delays (Made *self, SpurTrace *trace)
{
  g_autoptr (SpurDelays) delays = spur_delays_new ();

  for (guint i = 0; i < self->n_streams * self->n_streams; i++)
    {
      guint from = i / self->n_streams, to = i % self->n_streams;

      spur_delays_set_pair_ns (delays, from, to, self->pair_mu_ns[from * MAX_STREAMS + to]);
    }
  spur_delays_apply (delays, self->found, trace, NULL, NULL);
}

/* The corrected times of all events in the order in which they were made. */
static gint64 *
get_times (Made *self, SpurTrace *trace, SpurCorrection *correction)
{
  gint64 *to_ns = g_new (gint64, self->streams->len + 1);

  for (guint e = 0; e < self->streams->len; e++)
    {
      guint s = get_stream (self, e);
      guint64 position = get_position (self, e);

      to_ns[e] =
        spur_correction_apply (correction, s, position,
                               spur_stream_get_raw_ns (spur_trace_get_stream (trace, s), position));
    }
  return to_ns;
}

static void
check_order_and_edges (Made *self, const gint64 *to_ns)
{
  gint64 last_ns[MAX_STREAMS];

  for (guint s = 0; s < MAX_STREAMS; s++)
    last_ns[s] = G_MININT64;
  for (guint e = 0; e < self->streams->len; e++)
    {
      guint s = get_stream (self, e);

      g_assert_cmpint (to_ns[e], >=, last_ns[s]);
      last_ns[s] = to_ns[e];
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (self->edges, ReferenceEdge, i);

      g_assert_cmpint (to_ns[edge->to], >=, to_ns[edge->from] + edge->mu_ns);
    }
}

static double largest_error_ns, largest_slack_ns;
static guint64 n_internal, n_within_2;

static void
compare (Made *self, SpurTrace *trace, const ReferenceTrace *reference, const gint64 *to_ns)
{
  g_autoptr (SpurNodes) nodes = spur_nodes_new (trace, self->found, NULL);
  g_autofree gint64 *expected_ns = g_new (gint64, reference->n_events + 1);
  g_autofree double *slack_ns = g_new (double, reference->n_events + 1);

  reference_clock_run (reference, expected_ns, slack_ns);
  for (guint e = 0; e < reference->n_events; e++)
    {
      double error_ns = ABS ((double) (to_ns[e] - expected_ns[e]));

      if (spur_nodes_contains (nodes, get_stream (self, e), get_position (self, e)))
        {
          g_assert_cmpint (to_ns[e], ==, expected_ns[e]);
          continue;
        }
      g_assert_cmpfloat (error_ns, <=, slack_ns[e] + 1);
      n_internal++;
      n_within_2 += error_ns <= 2;
      if (error_ns > largest_error_ns)
        {
          largest_error_ns = error_ns;
          largest_slack_ns = slack_ns[e];
        }
    }
}

static void
check_unchanged (Made *self, SpurCorrection *correction)
{
  for (guint s = 0; s < self->n_streams; s++)
    g_assert_cmpuint (spur_correction_get_n_maps (correction, s), ==, 0);
}

static void
check_same (SpurCorrection *a, SpurCorrection *b)
{
  for (guint s = 0; s < spur_correction_get_n_streams (a); s++)
    {
      gsize n_a, n_b;
      const SpurKnot *of_a, *of_b;

      g_assert_cmpuint (spur_correction_get_n_maps (a, s), ==, spur_correction_get_n_maps (b, s));
      if (spur_correction_get_n_maps (a, s) == 0)
        continue;
      of_a = spur_time_map_get_knots (spur_correction_get_map (a, s, 0), &n_a);
      of_b = spur_time_map_get_knots (spur_correction_get_map (b, s, 0), &n_b);
      g_assert_cmpmem (of_a, n_a * sizeof *of_a, of_b, n_b * sizeof *of_b);
    }
}

static SpurCorrection *
correct (Made *self, SpurTrace *trace, SpurClockCorrector *corrector, guint n_threads)
{
  SpurCorrection *correction = spur_correction_new (self->n_streams);
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;

  spur_clock_corrector_correct (corrector, trace, self->found, correction, &job, &error);
  g_assert_no_error (error);
  return correction;
}

static void
run_trace (guint64 seed)
{
  static const guint chunks[] = { 3, 64, 65536, 1, 3 };
  static const guint threads[] = { 2, 8, 1, 2, 8 };
  g_autoptr (Made) made = make (seed);
  g_autoptr (SpurTrace) trace = get_trace (made, 1);
  ReferenceTrace reference;
  g_autoptr (SpurClockCorrector) corrector = make_corrector (made, &reference);
  g_autoptr (SpurCorrection) correction = NULL;
  g_autofree gint64 *to_ns = NULL;
  SpurCheck check;

  find_predecessors (made, trace);
  if (made->pair_mu_ns != NULL)
    apply_delays (made, trace);
  correction = correct (made, trace, corrector, 1);
  to_ns = get_times (made, trace, correction);
  check_order_and_edges (made, to_ns);
  compare (made, trace, &reference, to_ns);
  spur_check_run (&check, trace, made->found, correction, made->mu_ns, NULL);
  g_assert_true (spur_check_is_clean (&check));
  if (made->is_true && reference.delta_ns == 0)
    check_unchanged (made, correction);
  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++)
    {
      g_autoptr (SpurTrace) again = get_trace (made, chunks[i]);
      g_autoptr (SpurCorrection) other = correct (made, again, corrector, threads[i]);

      check_same (correction, other);
    }
}

static void
test_random_traces (void)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");
  guint64 seed =
    text != NULL ? g_ascii_strtoull (text, NULL, 0) : (guint64) g_get_real_time () * 0x2545f491;
  const char *count = g_getenv ("SPUR_TEST_TRACES");
  guint n_traces = count != NULL ? (guint) g_ascii_strtoull (count, NULL, 10) : N_TRACES;

  if (text != NULL)
    n_traces = 1;
  g_test_summary ("Random traces obey the clock condition afterwards, and equal the definition.");

  for (guint i = 0; i < n_traces; i++)
    {
      /* Printed before, so that a crash leaves it, too. */
      g_test_message ("SPUR_TEST_SEED=%" G_GUINT64_FORMAT, seed + i);
      run_trace (seed + i);
    }
  if (n_traces > 1)
    g_assert_cmpuint (1000 * n_within_2, >=, 999 * n_internal);
  g_print ("# %u traces from seed %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT
           " internal events, %.4f %% within 2 ns of the definition, worst %.0f ns (bound %.1f)\n",
           n_traces, seed, n_internal, 100.0 * (double) n_within_2 / (double) MAX (n_internal, 1),
           largest_error_ns, largest_slack_ns + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/random-traces", test_random_traces);
  return g_test_run ();
}
