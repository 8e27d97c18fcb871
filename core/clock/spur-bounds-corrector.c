/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-bounds-corrector.h"

#include "core/causality/spur-check-private.h"
#include "core/causality/spur-nodes-private.h"
#include "core/clock/spur-offset-bounds-private.h"

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
  guint n_streams;
};

G_DEFINE_TYPE (SpurBoundsCorrector, spur_bounds_corrector, SPUR_TYPE_CLOCK_CORRECTOR)

static void
forget (SpurBoundsCorrector *self)
{
  g_clear_pointer (&self->bounds, spur_offset_bounds_free);
  g_clear_pointer (&self->domains, g_free);
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

/* How long each edge takes by the maps so far. */
static gint64 *
measure_delays (SpurTrace *trace, SpurEdges *edges, SpurCorrection *correction, const SpurJob *job)
{
  g_autoptr (SpurNodes) nodes = spur_nodes_new (trace, edges, NULL);
  g_autofree gint64 *times = NULL;
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);
  gint64 *delays_ns;

  g_return_val_if_fail (nodes != NULL, NULL);

  times = spur_nodes_get_times (nodes, trace, correction, job);
  delays_ns = g_new (gint64, n_edges + 1);
  for (gsize i = 0; i < n_edges; i++)
    delays_ns[i] = times[spur_nodes_find (nodes, all[i].to_stream, all[i].to_event)] -
                   times[spur_nodes_find (nodes, all[i].from_stream, all[i].from_event)];
  return delays_ns;
}

static void
add_bounds (SpurBoundsCorrector *self, SpurEdges *edges, const gint64 *delays_ns, gint64 mu_ns)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      guint from = self->domains[all[i].from_stream];
      guint to = self->domains[all[i].to_stream];

      if (from != to)
        spur_offset_bounds_add (self->bounds, from, to,
                                delays_ns[i] -
                                  (all[i].mu_ns == SPUR_MU_DEFAULT ? mu_ns : all[i].mu_ns));
    }
}

/* @offsets_ns may be NULL for none. */
static gsize
count_reversed (SpurBoundsCorrector *self,
                SpurEdges *edges,
                const gint64 *delays_ns,
                const gint64 *offsets_ns)
{
  gsize n_edges, n_reversed = 0;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      gint64 from_ns = offsets_ns != NULL ? offsets_ns[self->domains[all[i].from_stream]] : 0;
      gint64 to_ns = offsets_ns != NULL ? offsets_ns[self->domains[all[i].to_stream]] : 0;

      n_reversed += delays_ns[i] + to_ns < from_ns;
    }
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
       SpurCorrection *correction,
       const gint64 *offsets_ns,
       const guint *references)
{
  for (guint i = 0; i < self->n_streams; i++)
    {
      guint domain = self->domains[i];
      g_autoptr (SpurTimeMap) map = NULL;

      if (references[domain] == SPUR_NONE)
        continue;
      if (offsets_ns[domain] != 0)
        {
          map = spur_time_map_new_offset (offsets_ns[domain]);
          spur_correction_append_map (correction, i, map);
        }
      note (correction, i, "offset-ns", offsets_ns[domain]);
      note (correction, i, "width-ns",
            spur_offset_bounds_get (self->bounds, domain, references[domain]) +
              spur_offset_bounds_get (self->bounds, references[domain], domain));
    }
  spur_correction_set_fact (correction, "bounds.result", "a constant offset for every clock");
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

static const char *
find_offsets (SpurBoundsCorrector *self,
              SpurTrace *trace,
              SpurEdges *edges,
              SpurCorrection *correction,
              const gint64 *delays_ns,
              guint n_domains,
              gint64 *offsets_ns,
              guint *references,
              const SpurJob *job)
{
  gint64 mu_ns = spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (self));
  SpurCheck check;

  spur_check_run_edges (&check, trace, edges, correction, mu_ns, job);
  if (check.n_below_mu == 0 && check.n_collective_below_mu == 0)
    return "nothing changed: the clock condition holds";
  if (!choose_offsets (self, n_domains, offsets_ns, references))
    return "nothing changed: an offset would be outside of +-2^61 ns";
  if (count_reversed (self, edges, delays_ns, offsets_ns) >
      count_reversed (self, edges, delays_ns, NULL))
    return "nothing changed: more edges would be reversed";
  return NULL;
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
  gint64 mu_ns = spur_clock_corrector_get_mu_ns (corrector);
  g_autofree gint64 *delays_ns = NULL;
  g_autofree gint64 *offsets_ns = NULL;
  g_autofree guint *references = NULL;
  const char *obstacle;
  guint n_domains;

  forget (self);
  n_domains = number_domains (self, trace);
  self->bounds = spur_offset_bounds_new (n_domains);
  delays_ns = measure_delays (trace, edges, correction, job);
  g_return_val_if_fail (delays_ns != NULL, FALSE);
  add_bounds (self, edges, delays_ns, mu_ns);
  spur_correction_set_fact_int (correction, "bounds.mu-ns", mu_ns);
  spur_correction_set_fact_int (correction, "bounds.relaxation-ns",
                                spur_offset_bounds_solve (self->bounds));
  offsets_ns = g_new0 (gint64, n_domains + 1);
  references = g_new0 (guint, n_domains + 1);
  obstacle = find_offsets (self, trace, edges, correction, delays_ns, n_domains, offsets_ns,
                           references, job);
  if (obstacle != NULL)
    spur_correction_set_fact (correction, "bounds.result", obstacle);
  else
    apply (self, correction, offsets_ns, references);
  return TRUE;
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
