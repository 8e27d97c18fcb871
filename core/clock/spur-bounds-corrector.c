/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-bounds-corrector.h"

#include "core/causality/spur-check.h"
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

/* How much later than allowed each edge is received, by the maps so far. */
static gint64 *
measure_slack (
  SpurTrace *trace, SpurEdges *edges, SpurCorrection *correction, gint64 mu_ns, gsize *n_edges)
{
  const SpurEdge *all = spur_edges_get_all (edges, n_edges);
  gint64 *slack_ns = g_new (gint64, *n_edges + 1);

  for (gsize i = 0; i < *n_edges; i++)
    {
      const SpurEdge *edge = &all[i];
      SpurStream *from = spur_trace_get_stream (trace, edge->from_stream);
      SpurStream *to = spur_trace_get_stream (trace, edge->to_stream);
      gint64 sent_ns = spur_correction_apply (correction, edge->from_stream, edge->from_event,
                                              spur_stream_get_raw_ns (from, edge->from_event));
      gint64 received_ns = spur_correction_apply (correction, edge->to_stream, edge->to_event,
                                                  spur_stream_get_raw_ns (to, edge->to_event));

      slack_ns[i] = received_ns - sent_ns - (edge->mu_ns == SPUR_MU_DEFAULT ? mu_ns : edge->mu_ns);
    }
  return slack_ns;
}

static gsize
count_violated (SpurBoundsCorrector *self,
                SpurEdges *edges,
                const gint64 *slack_ns,
                const gint64 *offsets_ns)
{
  gsize n_edges, n_violated = 0;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      gint64 from_ns = offsets_ns != NULL ? offsets_ns[self->domains[all[i].from_stream]] : 0;
      gint64 to_ns = offsets_ns != NULL ? offsets_ns[self->domains[all[i].to_stream]] : 0;

      n_violated += slack_ns[i] + to_ns - from_ns < 0;
    }
  return n_violated;
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

static gboolean
correct (SpurClockCorrector *corrector,
         SpurTrace *trace,
         SpurEdges *edges,
         SpurCorrection *correction,
         const SpurJob *job,
         GError **error)
{
  SpurBoundsCorrector *self = SPUR_BOUNDS_CORRECTOR (corrector);
  gint64 mu_ns = spur_clock_corrector_get_mu_ns (corrector);
  g_autofree gint64 *slack_ns = NULL;
  g_autofree gint64 *offsets_ns = NULL;
  g_autofree guint *references = NULL;
  const SpurEdge *all;
  gsize n_edges;
  guint n_domains;
  SpurCheck check;

  forget (self);
  n_domains = number_domains (self, trace);
  self->bounds = spur_offset_bounds_new (n_domains);
  slack_ns = measure_slack (trace, edges, correction, mu_ns, &n_edges);
  all = spur_edges_get_all (edges, &n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      if (self->domains[all[i].from_stream] != self->domains[all[i].to_stream])
        spur_offset_bounds_add (self->bounds, self->domains[all[i].from_stream],
                                self->domains[all[i].to_stream], slack_ns[i]);
    }
  spur_correction_set_fact_int (correction, "bounds.mu-ns", mu_ns);
  spur_correction_set_fact_int (correction, "bounds.relaxation-ns",
                                spur_offset_bounds_solve (self->bounds));
  spur_check_run (&check, trace, edges, correction, mu_ns, job);
  if (spur_check_is_clean (&check))
    {
      spur_correction_set_fact (correction, "bounds.result",
                                "nothing changed: the clock condition holds");
      return TRUE;
    }

  offsets_ns = g_new0 (gint64, n_domains + 1);
  references = g_new0 (guint, n_domains + 1);
  for (guint i = 0; i < n_domains; i++)
    offsets_ns[i] = spur_offset_bounds_get_middle (self->bounds, i, &references[i]);
  if (count_violated (self, edges, slack_ns, offsets_ns) >
      count_violated (self, edges, slack_ns, NULL))
    {
      spur_correction_set_fact (correction, "bounds.result",
                                "nothing changed: more edges would be violated");
      return TRUE;
    }
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
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->correct = correct;
}

static void
spur_bounds_corrector_init (SpurBoundsCorrector *self)
{
}

/**
 * spur_bounds_corrector_new:
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
 * Returns: %FALSE where they do not tell it from both sides, or, in a trace of more than 1024
 *   clock domains, where neither of the two is the first of those that are connected
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
