/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-bounds-corrector.h"

#include "core/causality/spur-check-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/clock/parallel/spur-share-samples-private.h"
#include "core/clock/presync/spur-offset-bounds-private.h"
#include "core/clock/spur-clock-outcome-private.h"

/**
 * SpurBoundsCorrector:
 *
 * Pre-synchronisation from the messages alone: a constant offset per clock domain.
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
 * bounded `bounds.stream.I.offset-ns` and `bounds.stream.I.width-ns`.
 *
 * Since: 1.0
 */
struct _SpurBoundsCorrector
{
  SpurClockCorrector parent_instance;

  SpurOffsetBounds *bounds;
  guint *domains;
  gint64 *half_widths_ns; /* of streams; -1 for those that nothing is known of */
  guint n_streams;
};

G_DEFINE_TYPE (SpurBoundsCorrector, spur_bounds_corrector, SPUR_TYPE_CLOCK_CORRECTOR)

static void
forget (SpurBoundsCorrector *self)
{
  g_clear_pointer (&self->bounds, spur_offset_bounds_free);
  g_clear_pointer (&self->domains, g_free);
  g_clear_pointer (&self->half_widths_ns, g_free);
  self->n_streams = 0;
}

/* Numbers the clock domains in the order of their first streams. */
static guint
number_domains (SpurBoundsCorrector *self, SpurTrace *trace)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  self->n_streams = spur_trace_get_n_streams (trace);
  self->domains = g_new (guint, self->n_streams + 1);
  for (guint i = 0; i < self->n_streams; i++)
    {
      guint clock = spur_stream_get_clock (spur_trace_get_stream (trace, i));
      gpointer domain = GUINT_TO_POINTER (spur_trace_get_clock (trace, clock)->domain);
      gpointer number;

      if (!g_hash_table_lookup_extended (numbers, domain, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, domain, number);
        }
      self->domains[i] = GPOINTER_TO_UINT (number);
    }
  return g_hash_table_size (numbers);
}

/* The edges that are looked at, by one process or, where @share is not NULL, by several, each of
 * which has some; and how long each takes by the maps so far. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurShare *share;
  SpurCorrection *correction;
  const SpurJob *job;
  gint64 mu_ns;
  const SpurEdge *all;
  gsize n_edges;
  gint64 *delays_ns;
} Work;

static gboolean
measure_delays (Work *self)
{
  SpurHalo *halo = self->share != NULL ? spur_share_get_halo (self->share, self->job) : NULL;
  g_autoptr (SpurNodes) nodes = halo != NULL ? spur_nodes_ref (self->share->nodes)
                                             : spur_nodes_new (self->trace, self->edges, NULL);
  g_autofree gint64 *times = NULL;

  g_return_val_if_fail (nodes != NULL, FALSE);

  self->all = spur_edges_get_all (self->edges, &self->n_edges);
  times = halo != NULL ? spur_halo_get_times (halo, self->trace, self->correction, self->job)
                       : spur_nodes_get_times (nodes, self->trace, self->correction, self->job);
  self->delays_ns = g_new (gint64, self->n_edges + 1);
  for (gsize i = 0; i < self->n_edges; i++)
    {
      const SpurEdge *edge = &self->all[i];

      self->delays_ns[i] = times[spur_nodes_find (nodes, edge->to_stream, edge->to_event)] -
                           times[spur_nodes_find (nodes, edge->from_stream, edge->from_event)];
    }
  return TRUE;
}

/* The least that is left of the delays from one clock to another one. */
typedef struct
{
  gint64 key;
  gint64 bound_ns;
} Bound;

static int
compare_bounds (const void *a, const void *b)
{
  const Bound *p = a, *q = b;

  if (p->key != q->key)
    return p->key < q->key ? -1 : 1;
  return p->bound_ns < q->bound_ns ? -1 : p->bound_ns > q->bound_ns;
}

static GByteArray *
list_bounds (SpurBoundsCorrector *self, const Work *work)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
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
      Bound *bound = g_hash_table_lookup (known, &key);

      if (from == to)
        continue;
      if (bound == NULL)
        {
          bound = g_new (Bound, 1);
          *bound = (Bound){ key, bound_ns };
          g_hash_table_insert (known, &bound->key, bound);
        }
      bound->bound_ns = MIN (bound->bound_ns, bound_ns);
    }
  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_byte_array_append (list, value, sizeof (Bound));
  return list;
}

/* In an order that does not depend on who has which edges. */
static void
add_bounds (SpurBoundsCorrector *self, const Work *work)
{
  g_autoptr (GByteArray) list = list_bounds (self, work);
  Bound *bounds;
  gsize n_bounds;

  if (work->share != NULL)
    list = spur_share_gather (work->share, g_steal_pointer (&list));
  bounds = (Bound *) (gpointer) list->data;
  n_bounds = list->len / sizeof *bounds;
  if (n_bounds > 0)
    qsort (bounds, n_bounds, sizeof *bounds, compare_bounds);
  for (gsize i = 0; i < n_bounds; i++)
    spur_offset_bounds_add (self->bounds, (guint) ((guint64) bounds[i].key >> 32),
                            (guint) bounds[i].key, bounds[i].bound_ns);
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

      n_reversed += work->delays_ns[i] + to_ns < from_ns;
    }
  if (work->share != NULL)
    spur_share_add_up (work->share, &n_reversed, 1);
  return n_reversed;
}

static void
note (SpurCorrection *correction, guint stream, const char *what, gint64 value)
{
  g_autofree char *key = g_strdup_printf ("bounds.stream.%u.%s", stream, what);

  spur_correction_set_fact_int (correction, key, value);
}

static void
apply (SpurBoundsCorrector *self,
       SpurShare *share,
       SpurCorrection *correction,
       const gint64 *offsets_ns,
       const guint *references)
{
  self->half_widths_ns = g_new (gint64, self->n_streams + 1);
  for (guint i = 0; i < self->n_streams; i++)
    {
      guint domain = self->domains[i];
      g_autoptr (SpurTimeMap) map = NULL;
      gint64 half_width_ns;

      self->half_widths_ns[i] = -1;
      if (references[domain] == SPUR_NONE)
        continue;
      if (offsets_ns[domain] != 0 && (share == NULL || spur_share_is_own (share, i)))
        {
          map = spur_time_map_new_offset (offsets_ns[domain]);
          spur_correction_append_map (correction, i, map);
        }
      half_width_ns = spur_offset_bounds_get_half_width (self->bounds, domain);
      if (half_width_ns != SPUR_NO_BOUND)
        self->half_widths_ns[i] = half_width_ns;
      note (correction, i, "offset-ns", offsets_ns[domain]);
      note (correction, i, "width-ns",
            spur_offset_bounds_get (self->bounds, domain, references[domain]) +
              spur_offset_bounds_get (self->bounds, references[domain], domain));
    }
}

/* The offset of every clock, and the clock that it is relative to: SPUR_NONE for those that are
 * not bounded from both sides. FALSE where an offset is no time. */
static gboolean
choose_offsets (SpurBoundsCorrector *self, guint n_domains, gint64 *offsets_ns, guint *references)
{
  g_autofree guint *n_bounded = g_new0 (guint, n_domains + 1);

  for (guint i = 0; i < n_domains; i++)
    {
      offsets_ns[i] = spur_offset_bounds_get_middle (self->bounds, i, &references[i]);
      if (offsets_ns[i] < -SPUR_TIME_LIMIT_NS || offsets_ns[i] > SPUR_TIME_LIMIT_NS)
        return FALSE;
      n_bounded[references[i]]++;
    }
  for (guint i = 0; i < n_domains; i++)
    {
      if (n_bounded[references[i]] == 1)
        references[i] = SPUR_NONE;
    }
  return TRUE;
}

static SpurClockOutcome
find_offsets (SpurBoundsCorrector *self,
              const Work *work,
              guint n_domains,
              gint64 *offsets_ns,
              guint *references)
{
  gint64 n_after;
  SpurCheck check;

  if (work->share != NULL)
    spur_share_check_edges (work->share, &check, work->correction, work->mu_ns, work->job);
  else
    spur_check_run_edges (&check, work->trace, work->edges, work->correction, work->mu_ns,
                          work->job);
  if (check.n_below_mu == 0 && check.n_collective_below_mu == 0)
    return SPUR_CLOCK_OUTCOME_CONDITION_HOLDS;
  if (!choose_offsets (self, n_domains, offsets_ns, references))
    return SPUR_CLOCK_OUTCOME_OUT_OF_RANGE;
  n_after = count_reversed (self, work, offsets_ns);
  if (n_after > count_reversed (self, work, NULL))
    return SPUR_CLOCK_OUTCOME_MORE_REVERSED;
  return SPUR_CLOCK_OUTCOME_OFFSETS;
}

static gboolean
correct (SpurBoundsCorrector *self, Work *work)
{
  g_autofree gint64 *offsets_ns = NULL;
  g_autofree guint *references = NULL;
  g_autofree char *result = NULL;
  SpurClockOutcome outcome;
  guint n_domains;

  work->mu_ns = spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (self));
  forget (self);
  n_domains = number_domains (self, work->trace);
  self->bounds = spur_offset_bounds_new (n_domains);
  if (!measure_delays (work))
    return FALSE;
  add_bounds (self, work);
  spur_correction_set_fact_int (work->correction, "bounds.mu-ns", work->mu_ns);
  spur_correction_set_fact_int (work->correction, "bounds.relaxation-ns",
                                spur_offset_bounds_solve (self->bounds));
  offsets_ns = g_new0 (gint64, n_domains + 1);
  references = g_new0 (guint, n_domains + 1);
  outcome = find_offsets (self, work, n_domains, offsets_ns, references);
  if (spur_clock_outcome_is_change (outcome))
    apply (self, work->share, work->correction, offsets_ns, references);
  result = spur_clock_outcome_describe (outcome, NULL);
  spur_correction_set_fact (work->correction, "bounds.result", result);
  spur_clock_corrector_set_outcome (SPUR_CLOCK_CORRECTOR (self), outcome);
  g_free (work->delays_ns);
  return TRUE;
}

static gboolean
spur_bounds_corrector_correct (SpurClockCorrector *corrector,
                               SpurTrace *trace,
                               SpurEdges *edges,
                               SpurCorrection *correction,
                               const SpurJob *job,
                               GError **error)
{
  Work work = { .trace = trace, .edges = edges, .correction = correction, .job = job };

  return correct (SPUR_BOUNDS_CORRECTOR (corrector), &work);
}

gboolean
spur_bounds_corrector_correct_shared (SpurBoundsCorrector *self,
                                      SpurShare *share,
                                      SpurCorrection *correction,
                                      const SpurJob *job,
                                      GError **error)
{
  GError *problem = NULL;
  Work work = { .trace = share->trace,
                .edges = share->edges,
                .share = share,
                .correction = correction,
                .job = job };

  spur_job_is_cancelled (job, &problem);
  if (!spur_communicator_agree (share->distribution.communicator, &problem))
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  return correct (self, &work);
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
  forget (SPUR_BOUNDS_CORRECTOR (object));
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

/**
 * spur_bounds_corrector_new:
 *
 * Makes a pre-synchroniser, with a least delay of 1 ns.
 *
 * Returns: (transfer full): a pre-synchroniser, with a least delay of 1 ns
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_bounds_corrector_new (void)
{
  return g_object_new (SPUR_TYPE_BOUNDS_CORRECTOR, NULL);
}

/**
 * spur_bounds_corrector_get_interval:
 * @self: a corrector that has corrected
 * @stream: position of a stream
 * @reference: position of another one
 * @low_ns: (out): least that can be added to the times of @stream while those of @reference stay
 * @high_ns: (out): most that can be added
 *
 * How well the messages tell the offset between two streams' clocks.
 *
 * In a trace of more than 512 clock domains the interval may be wider than the messages tell.
 *
 * Returns: %FALSE where they do not tell it from both sides
 *
 * Since: 1.0
 */
gboolean
spur_bounds_corrector_get_interval (
  SpurBoundsCorrector *self, guint stream, guint reference, gint64 *low_ns, gint64 *high_ns)
{
  gint64 low, high;

  g_return_val_if_fail (SPUR_IS_BOUNDS_CORRECTOR (self), FALSE);
  g_return_val_if_fail (stream < self->n_streams && reference < self->n_streams, FALSE);
  g_return_val_if_fail (low_ns != NULL && high_ns != NULL, FALSE);

  high = spur_offset_bounds_get (self->bounds, self->domains[stream], self->domains[reference]);
  low = spur_offset_bounds_get (self->bounds, self->domains[reference], self->domains[stream]);
  if (high == SPUR_NO_BOUND || low == SPUR_NO_BOUND)
    return FALSE;
  *low_ns = -low;
  *high_ns = high;
  return TRUE;
}
