/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-bounds-corrector-private.h"

#include "core/base/spur-integer-private.h"
#include "core/causality/spur-check-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/clock/presync/spur-clock-domains-private.h"
#include "core/clock/presync/spur-clock-windows-private.h"
#include "core/clock/spur-clock-outcome-private.h"

/* Pre-synchronisation from the messages alone: a constant offset per clock domain.
 *
 * A message says that its receive comes mu after its send at the earliest, so messages in both
 * directions bound the difference of two clocks from both sides. The tightest of all bounds, also
 * through third clocks, leave an interval; the offset is in its middle. Streams of one clock
 * domain move together, and the first stream of those that are connected keeps its times.
 *
 * Nothing is changed where no edge is violated, where a clock is not bounded from both sides, or
 * where more edges would be reversed than before.
 *
 * The facts that it notes: `bounds.result`, `bounds.mu-ns`, `bounds.relaxation-ns` (above 0 where
 * clocks drift, so that no constant offset satisfies every edge), and for every stream `I` that is
 * bounded `bounds.stream.I.offset-ns` and `bounds.stream.I.width-ns`. */
struct _SpurBoundsCorrector
{
  SpurClockCorrector parent_instance;

  guint *domains;
  gint64 *half_widths_ns; /* of streams; -1 for those that nothing is known of */
  guint n_streams;
};

G_DEFINE_TYPE (SpurBoundsCorrector, spur_bounds_corrector, SPUR_TYPE_CLOCK_CORRECTOR)

static void
clear_bounds (SpurBoundsCorrector *self)
{
  g_clear_pointer (&self->domains, g_free);
  g_clear_pointer (&self->half_widths_ns, g_free);
  self->n_streams = 0;
}

/* The edges that are looked at, of which ranks have those into own streams; and how long each takes
 * by the maps so far. */
typedef struct
{
  SpurClockWork of;
  gint64 mu_ns;
  const SpurEdge *all;
  gsize n_edges;
  gint64 *delays_ns;
} Work;

static gboolean
is_looked_at (const Work *self, gsize edge)
{
  return spur_clock_work_is_own (&self->of, self->all[edge].to_stream);
}

static gboolean
measure_delays (Work *self)
{
  g_autoptr (SpurNodes) nodes = NULL;
  g_autofree gint64 *times = spur_clock_work_get_times (&self->of, &nodes);

  g_return_val_if_fail (nodes != NULL, FALSE);
  self->all = spur_edges_get_all (self->of.edges, &self->n_edges);
  self->delays_ns = g_new (gint64, self->n_edges + 1);
  for (gsize i = 0; i < self->n_edges; i++)
    self->delays_ns[i] = times[spur_nodes_find_to (nodes, &self->all[i])] -
                         times[spur_nodes_find_from (nodes, &self->all[i])];
  return TRUE;
}

/* The least that is left of the delays from one clock to another one, as a sample. */
static GByteArray *
list_bounds (SpurBoundsCorrector *self, const Work *work)
{
  g_autoptr (GHashTable) known =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  GByteArray *list = g_byte_array_new ();
  GHashTableIter iter;
  gpointer value;

  for (gsize i = 0; i < work->n_edges; i++)
    {
      const SpurEdge *edge = &work->all[i];
      guint from = self->domains[edge->from_stream], to = self->domains[edge->to_stream];
      gint64 key = (gint64) ((guint64) from << 32 | to);
      gint64 bound_ns =
        work->delays_ns[i] - (edge->mu_ns == SPUR_MU_DEFAULT ? work->mu_ns : edge->mu_ns);
      SpurClockSample *bound = g_hash_table_lookup (known, &key);

      if (from == to || !is_looked_at (work, i))
        continue;
      if (bound == NULL)
        {
          bound = g_new (SpurClockSample, 1);
          *bound = (SpurClockSample){ 0, bound_ns, from, to };
          g_hash_table_insert (known, g_memdup2 (&key, sizeof key), bound);
        }
      bound->receive_ns = MIN (bound->receive_ns, bound_ns);
    }
  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_byte_array_append (list, value, sizeof (SpurClockSample));
  return spur_communicator_concatenate (work->of.distribution->communicator, list);
}

/* What the bounds of all pairs together say of the clocks. */
typedef struct
{
  guint n_clocks;
  SpurClockWindows *windows;
  SpurWindowBounds bounds;
  guint *groups;
  guint *references; /* of each clock the first one of its group; SPUR_NONE for one alone */
  gint64 *offsets_ns;
} Solution;

static void
solution_init (Solution *self, const GByteArray *list, guint n_clocks)
{
  const SpurClockSamples samples = {
    .n_clocks = n_clocks,
    .n_samples = list->len / sizeof (SpurClockSample),
    .samples = (SpurClockSample *) (gpointer) list->data,
    .communicator = &spur_communicator_self,
  };

  self->n_clocks = n_clocks;
  self->windows = spur_clock_windows_new_whole (&samples);
  self->groups = spur_clock_samples_get_groups (&samples);
  self->references = g_new (guint, n_clocks + 1);
  self->offsets_ns = g_new0 (gint64, n_clocks + 1);
  spur_window_bounds_init (&self->bounds, self->windows);
  spur_window_bounds_solve (&self->bounds, self->windows, 0);
}

static void
solution_clear (Solution *self)
{
  spur_window_bounds_clear (&self->bounds);
  spur_clock_windows_free (self->windows);
  g_free (self->groups);
  g_free (self->references);
  g_free (self->offsets_ns);
}

/* Sums over the roots that bound a clock from both sides; gives how many they are. */
static gint64
sum_bounds (const Solution *self, guint clock, SpurInt128 *there, SpurInt128 *back)
{
  gint64 n_known = 0;

  *there = *back = 0;
  for (guint k = 0; k < self->windows->n_roots; k++)
    {
      gsize at = (gsize) k * self->n_clocks + clock;

      if (self->bounds.from_root[at] == SPUR_NO_PATH || self->bounds.to_root[at] == SPUR_NO_PATH)
        continue;
      *there += self->bounds.to_root[at];
      *back += self->bounds.from_root[at];
      n_known++;
    }
  return n_known;
}

/* The mean over all roots of what each says: a mean of solutions is a solution. */
static gint64
get_mean (const Solution *self, guint clock)
{
  SpurInt128 there, back;
  gint64 n_known = sum_bounds (self, clock, &there, &back);
  SpurInt128 sum = there - back;

  return n_known > 0 ? (gint64) (sum / (2 * n_known)) - (sum % (2 * n_known) < 0) : 0;
}

static gint64
get_half_width (const Solution *self, guint clock)
{
  SpurInt128 there, back;
  gint64 n_known = sum_bounds (self, clock, &there, &back);

  return n_known > 0 ? (gint64) ((there + back + 2 * n_known - 1) / (2 * n_known)) : -1;
}

/* The tightest bound of the difference of two clocks. */
static gint64
get_bound (const Solution *self, guint from, guint to)
{
  gint64 bound_ns = SPUR_NO_PATH;

  for (guint k = 0; k < self->windows->n_roots; k++)
    {
      gint64 first_ns = self->bounds.to_root[(gsize) k * self->n_clocks + from];
      gint64 second_ns = self->bounds.from_root[(gsize) k * self->n_clocks + to];

      if (first_ns != SPUR_NO_PATH && second_ns != SPUR_NO_PATH)
        bound_ns = MIN (bound_ns, first_ns + second_ns);
    }
  return bound_ns;
}

/* @offsets_ns may be NULL for none. */
static gint64
count_reversed (SpurBoundsCorrector *self, const Work *work, const gint64 *offsets_ns)
{
  gint64 n_reversed = 0;

  for (gsize i = 0; i < work->n_edges; i++)
    {
      guint from = self->domains[work->all[i].from_stream];
      guint to = self->domains[work->all[i].to_stream];
      gint64 from_ns = offsets_ns != NULL ? offsets_ns[from] : 0;
      gint64 to_ns = offsets_ns != NULL ? offsets_ns[to] : 0;

      n_reversed += is_looked_at (work, i) && work->delays_ns[i] + to_ns < from_ns;
    }
  spur_communicator_all_reduce (work->of.distribution->communicator, SPUR_REDUCE_SUM, &n_reversed,
                                1);
  return n_reversed;
}

static void
note_int (SpurCorrection *correction, guint stream, const char *what, gint64 value)
{
  g_autofree char *key = g_strdup_printf ("bounds.stream.%u.%s", stream, what);

  spur_correction_set_fact_int (correction, key, value);
}

static void
apply_offsets (SpurBoundsCorrector *self, const Work *work, const Solution *solution)
{
  self->half_widths_ns = g_new (gint64, self->n_streams + 1);
  for (guint i = 0; i < self->n_streams; i++)
    {
      guint domain = self->domains[i], reference = solution->references[domain];
      gint64 offset_ns = solution->offsets_ns[domain];
      g_autoptr (SpurTimeMap) map = NULL;

      self->half_widths_ns[i] = -1;
      if (reference == SPUR_NONE)
        continue;
      if (offset_ns != 0 && spur_clock_work_is_own (&work->of, i))
        {
          map = spur_time_map_new_offset (offset_ns);
          spur_correction_append_map (work->of.correction, i, map);
        }
      self->half_widths_ns[i] = get_half_width (solution, domain);
      note_int (work->of.correction, i, "offset-ns", offset_ns);
      note_int (work->of.correction, i, "width-ns",
                get_bound (solution, domain, reference) + get_bound (solution, reference, domain));
    }
}

/* The offset of every clock against the first one of its group, which keeps its times. FALSE where
 * an offset is no time. */
static gboolean
choose_offsets (Solution *self)
{
  g_autofree guint *sizes = g_new0 (guint, self->n_clocks + 1);
  g_autofree guint *firsts = g_new0 (guint, self->n_clocks + 1);

  for (guint i = self->n_clocks; i > 0; i--)
    {
      sizes[self->groups[i - 1]]++;
      firsts[self->groups[i - 1]] = i - 1;
    }
  for (guint i = 0; i < self->n_clocks; i++)
    {
      guint group = self->groups[i];

      self->references[i] = sizes[group] > 1 ? firsts[group] : SPUR_NONE;
      if (firsts[group] == i)
        continue;
      self->offsets_ns[i] = get_mean (self, i) - get_mean (self, firsts[group]);
      if (ABS (self->offsets_ns[i]) > SPUR_TIME_LIMIT_NS)
        return FALSE;
    }
  return TRUE;
}

static SpurClockOutcome
find_offsets (SpurBoundsCorrector *self, const Work *work, Solution *solution)
{
  SpurCheck check;

  spur_clock_work_check (&work->of, &check, work->mu_ns);
  if (check.n_below_mu == 0 && check.n_collective_below_mu == 0)
    return SPUR_CLOCK_OUTCOME_CONDITION_HOLDS;
  if (!choose_offsets (solution))
    return SPUR_CLOCK_OUTCOME_OUT_OF_RANGE;
  if (count_reversed (self, work, solution->offsets_ns) > count_reversed (self, work, NULL))
    return SPUR_CLOCK_OUTCOME_MORE_REVERSED;
  return SPUR_CLOCK_OUTCOME_OFFSETS;
}

static gboolean
spur_bounds_corrector_correct (SpurClockCorrector *corrector,
                               SpurTrace *trace,
                               SpurEdges *edges,
                               SpurCorrection *correction,
                               const SpurJob *job,
                               GError **error)
{
  SpurBoundsCorrector *self = SPUR_BOUNDS_CORRECTOR (corrector);
  Work work = {
    .of = spur_clock_work_get (trace, edges, correction, job),
    .mu_ns = spur_clock_corrector_get_mu_ns (corrector),
  };
  g_autoptr (GByteArray) list = NULL;
  g_autofree char *result = NULL;
  SpurClockOutcome outcome;
  Solution solution;
  guint n_domains = 0;

  clear_bounds (self);
  self->n_streams = spur_trace_get_n_streams (trace);
  self->domains = spur_clock_domains_find (&work.of, NULL, work.mu_ns, NULL);
  for (guint i = 0; i < self->n_streams; i++)
    n_domains = MAX (n_domains, self->domains[i] + 1);
  if (!measure_delays (&work))
    return FALSE;
  list = list_bounds (self, &work);
  solution_init (&solution, list, n_domains);
  spur_correction_set_fact_int (correction, "bounds.mu-ns", work.mu_ns);
  spur_correction_set_fact_int (correction, "bounds.relaxation-ns", solution.bounds.relaxation_ns);
  outcome = find_offsets (self, &work, &solution);
  if (spur_clock_outcome_is_change (outcome))
    apply_offsets (self, &work, &solution);
  result = spur_clock_outcome_describe (outcome, NULL);
  spur_correction_set_fact (correction, "bounds.result", result);
  spur_clock_corrector_set_outcome (corrector, outcome);
  solution_clear (&solution);
  g_free (work.delays_ns);
  return TRUE;
}

static gint64
spur_bounds_corrector_get_half_width_ns (SpurClockCorrector *corrector,
                                         guint stream,
                                         gint64 time_ns)
{
  SpurBoundsCorrector *self = SPUR_BOUNDS_CORRECTOR (corrector);

  return self->half_widths_ns != NULL && stream < self->n_streams ? self->half_widths_ns[stream]
                                                                  : -1;
}

static void
spur_bounds_corrector_finalize (GObject *object)
{
  clear_bounds (SPUR_BOUNDS_CORRECTOR (object));
  G_OBJECT_CLASS (spur_bounds_corrector_parent_class)->finalize (object);
}

static void
spur_bounds_corrector_class_init (SpurBoundsCorrectorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_bounds_corrector_finalize;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "bounds";
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->correct = spur_bounds_corrector_correct;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->get_half_width_ns = spur_bounds_corrector_get_half_width_ns;
}

static void
spur_bounds_corrector_init (SpurBoundsCorrector *self)
{
}
