/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/parallel/spur-partition.h"

#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-check-internal.h"
#include "core/causality/spur-delays-internal.h"
#include "core/clock/parallel/spur-partition-private.h"
#include "core/store/container/spur-container-internal.h"
#include "core/store/trace/spur-store-internal.h"

/* With less of its file in memory a rank would wait for the kernel at every few chunks. */
#define MIN_MAPPED_BYTES ((guint64) 16 << 20)

/**
 * SpurPartition:
 *
 * One rank's partition of a trace that several processes correct together, in any number.
 *
 * Each stream belongs to one rank, so that all have about as many events. A rank reads, scans and
 * corrects its own streams; of the others it knows their names and what its own events depend on.
 * All ranks call the same functions of their partitions in the same order. What comes out is the
 * same, bit for bit, for any number of ranks, and the same as in one process.
 *
 * Since: 1.0
 */

SPUR_DEFINE_OBJECT (SpurPartition, spur_partition, G_TYPE_FLAG_NONE)

static void
spur_partition_clear (SpurPartition *self)
{
  g_clear_object (&self->edges);
  spur_partition_forget_graph (self);
  g_clear_pointer (&self->distribution.owners, g_free);
  g_clear_object (&self->whole);
  g_clear_object (&self->delays);
  g_clear_object (&self->trace);
}

static void
spur_partition_init (SpurPartition *self)
{
}

typedef struct
{
  guint64 n_events;
  guint32 stream;
} Load;

SPUR_DEFINE_ORDER (compare_loads,
                   Load,
                   SPUR_ORDER (q->n_events, p->n_events) ?: SPUR_ORDER (p->stream, q->stream))

guint32 *
spur_partition_balance (const guint64 *n_events, guint n_streams, guint n_ranks)
{
  guint32 *owners = g_new (guint32, (gsize) n_streams + 1);
  g_autofree Load *loads = g_new (Load, (gsize) n_streams + 1);
  g_autofree guint64 *n_given = g_new0 (guint64, n_ranks);

  for (guint s = 0; s < n_streams; s++)
    loads[s] = (Load){ n_events[s], s };
  qsort (loads, n_streams, sizeof *loads, compare_loads);
  for (guint i = 0; i < n_streams; i++)
    {
      guint least = 0;

      for (guint r = 1; r < n_ranks; r++)
        least = n_given[r] < n_given[least] ? r : least;
      owners[loads[i].stream] = least;
      /* A stream without events is work, too. */
      n_given[least] += loads[i].n_events + 1;
    }
  return owners;
}

typedef struct
{
  SpurExchange *exchange;
  guint32 *owners;
} Choosing;

static void
choose_streams (const guint64 *n_events, guint n_streams, guint8 *is_wanted, gpointer data)
{
  Choosing *choosing = data;

  choosing->owners = spur_partition_balance (n_events, n_streams, choosing->exchange->n_ranks);
  for (guint s = 0; s < n_streams; s++)
    is_wanted[s] = choosing->owners[s] == choosing->exchange->rank;
}

/* What only the rank that has looked at the events of a stream knows of it. */
typedef struct
{
  guint64 stream;
  guint64 n_steps_back;
  gint64 min_ticks;
  gint64 max_ticks;
} Span;

static void
share_spans (SpurPartition *self)
{
  g_autoptr (GByteArray) spans = g_byte_array_new ();
  SpurMessageReader reader;
  Span span;

  for (guint s = 0; s < self->n_streams; s++)
    {
      SpurStream *stream = spur_trace_get_stream (self->trace, s);

      if (!spur_partition_is_own (self, s))
        continue;
      span.stream = s;
      span.n_steps_back = spur_stream_get_n_steps_back (stream);
      spur_stream_get_span (stream, &span.min_ticks, &span.max_ticks);
      spur_message_put (spans, &span, sizeof span);
    }
  spans = spur_communicator_concatenate (self->distribution.communicator, g_steal_pointer (&spans));
  reader = spur_message_read (spans);
  while (!spur_message_is_at_end (&reader))
    {
      SpurStream *stream;

      spur_message_take (&reader, &span, sizeof span);
      stream = spur_trace_get_stream (self->trace, (guint) span.stream);
      spur_stream_set_n_steps_back (stream, span.n_steps_back);
      spur_stream_set_span (stream, span.min_ticks, span.max_ticks);
    }
}

/* Bounds freed memory and the mapped part of the file by the number of ranks. */
static void
share_memory (SpurPartition *self)
{
  guint n_ranks = self->distribution.communicator->n_ranks;
  const SpurPager *pager = spur_trace_get_class_table (self->trace)->pager;
  guint64 n_bytes = MIN (pager != NULL ? pager->n_bytes : 0, SPUR_PAGER_DEFAULT_BYTES);

  spur_pages_share (n_ranks);
  spur_trace_set_max_mapped_bytes (self->trace, MAX (n_bytes / n_ranks, MIN_MAPPED_BYTES));
}

/**
 * spur_partition_open: (skip)
 * @exchange: how the ranks talk to each other; it is to live longer than the partition
 * @path: a container that all ranks can read
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Opens a container as spur_container_open() does, but each rank reads and checks the events of its
 * own streams only. All ranks call it.
 *
 * Returns: (transfer full): this rank's partition, or %NULL on all ranks with the error of the
 * first one that has one, as spur_container_open() says
 *
 * Since: 1.0
 */
SpurPartition *
spur_partition_open (SpurExchange *exchange, const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (SpurPartition) self = NULL;
  Choosing choosing = { exchange, NULL };
  SpurContainerChoice choice = { choose_streams, &choosing };
  GError *problem = NULL;

  g_return_val_if_fail (exchange != NULL && exchange->rank < exchange->n_ranks, NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (SPUR_TYPE_PARTITION, NULL);
  self->distribution.communicator = spur_communicator_get (exchange);
  self->trace = spur_container_open_choice (path, &choice, job, &problem);
  self->distribution.owners = choosing.owners;
  if (!spur_communicator_agree (self->distribution.communicator, problem, error))
    return NULL;
  self->n_streams = spur_trace_get_n_streams (self->trace);
  share_memory (self);
  share_spans (self);
  return g_steal_pointer (&self);
}

/**
 * spur_partition_get_trace:
 * @self: a rank's partition
 *
 * Gets the trace. Events of streams that are not the rank's own may not be looked at.
 *
 * Returns: (transfer none): the trace
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurTrace *, spur_partition_get_trace, SpurPartition, SPUR_IS_PARTITION, self->trace)

/**
 * spur_partition_has_stream:
 * @self: a rank's partition
 * @stream: position of a stream
 *
 * Tells whether a stream is the rank's own.
 *
 * Returns: whether the stream is the rank's own
 *
 * Since: 1.0
 */
gboolean
spur_partition_has_stream (SpurPartition *self, guint stream)
{
  g_return_val_if_fail (SPUR_IS_PARTITION (self), FALSE);
  g_return_val_if_fail (stream < self->n_streams, FALSE);

  return spur_partition_is_own (self, stream);
}

/**
 * spur_partition_get_edges:
 * @self: a rank's partition, after spur_partition_match()
 *
 * Gets the edges into own streams, and some of the trace's collective operations: each of them is
 * at one of the ranks. What the matcher counted, as unmatched sends, is that of the whole trace.
 * Once the partition is checked or corrected it needs the edges itself, and only what is counted
 * stays here until spur_partition_collect().
 *
 * Returns: (transfer none): the rank's edges
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurEdges *, spur_partition_get_edges, SpurPartition, SPUR_IS_PARTITION, self->edges)

/**
 * spur_partition_add_up:
 * @self: a rank's partition
 * @values: (array length=n_values) (inout): values of the rank's own, each of which becomes the sum
 *   of those of all ranks
 * @n_values: how many
 *
 * Adds up what the ranks know, each of its own streams. All ranks call it.
 *
 * Since: 1.0
 */
void
spur_partition_add_up (SpurPartition *self, gint64 *values, gsize n_values)
{
  g_return_if_fail (SPUR_IS_PARTITION (self));
  g_return_if_fail (values != NULL || n_values == 0);

  spur_communicator_all_reduce (self->distribution.communicator, SPUR_REDUCE_SUM, values, n_values);
}

static GByteArray *
gather_all (gpointer data, GByteArray *own)
{
  SpurPartition *self = data;

  return spur_communicator_concatenate (self->distribution.communicator, own);
}

/**
 * spur_partition_apply_delays:
 * @self: a rank's partition, after spur_partition_match()
 * @delays: delays, the same on all ranks
 * @job: (nullable): how the work is to be done
 *
 * Gives every edge and collective operation its mu, as spur_delays_apply() does. All ranks call it.
 * Where delays are measured between streams with the same clock, times of other ranks' streams are
 * looked at.
 *
 * Since: 1.0
 */
void
spur_partition_apply_delays (SpurPartition *self, SpurDelays *delays, const SpurJob *job)
{
  const SpurDelayExchange exchange = { self, gather_all };

  g_return_if_fail (SPUR_IS_PARTITION (self));
  g_return_if_fail (SPUR_IS_DELAYS (delays));
  g_return_if_fail (self->edges != NULL);

  spur_delays_apply_exchanged (delays, self->edges, self->trace, NULL, &exchange, job);
  spur_partition_forget_graph (self);
  g_set_object (&self->delays, delays);
  if (self->whole != NULL)
    spur_delays_apply (delays, self->whole, self->trace, NULL, job);
}

/* Adds up what the ranks found. */
static void
reduce_check (SpurCommunicator *communicator, SpurCheck *check)
{
  gint64 worst[SPUR_N_EDGE_KINDS + 2] = { check->worst_ns, check->collective_worst_ns };

  for (guint k = 0; k < SPUR_N_EDGE_KINDS; k++)
    worst[k + 2] = check->of_kind[k].worst_ns;

  spur_communicator_all_reduce (communicator, SPUR_REDUCE_SUM, (gint64 *) (gpointer) check,
                                sizeof *check / sizeof (gint64));
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_MAX, worst, G_N_ELEMENTS (worst));
  check->worst_ns = worst[0];
  check->collective_worst_ns = worst[1];
  for (guint k = 0; k < SPUR_N_EDGE_KINDS; k++)
    check->of_kind[k].worst_ns = worst[k + 2];
}

void
spur_partition_check_edges (SpurPartition *self,
                            SpurCheck *check,
                            SpurCorrection *correction,
                            gint64 mu_ns,
                            const SpurJob *job)
{
  SpurHalo *halo = spur_partition_get_halo (self, job);
  g_autofree gint64 *times = spur_halo_get_times (halo, self->trace, correction, job);
  g_autofree guint8 *is_own = spur_distribution_list_own (&self->distribution, self->n_streams);
  const SpurCheckInput input = { self->graph, self->nodes, times, is_own, mu_ns };

  spur_check_run_times (check, &input, job);
  reduce_check (self->distribution.communicator, check);
}

/**
 * spur_partition_check:
 * @self: a rank's partition, after spur_partition_match()
 * @check: (out caller-allocates): what is found in the whole trace, the same on all ranks
 * @correction: (nullable): what to apply to its raw times; each rank needs the maps of its own
 *   streams only
 * @mu_ns: the smallest delay of an edge that has none of its own
 * @job: (nullable): how the work is to be done
 *
 * Checks the clock condition, as spur_check_run() does. All ranks call it.
 *
 * Since: 1.0
 */
void
spur_partition_check (SpurPartition *self,
                      SpurCheck *check,
                      SpurCorrection *correction,
                      gint64 mu_ns,
                      const SpurJob *job)
{
  g_autofree guint8 *is_own = NULL;
  gint64 n_inversions;

  g_return_if_fail (SPUR_IS_PARTITION (self));
  g_return_if_fail (check != NULL);
  g_return_if_fail (self->edges != NULL);
  g_return_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction));

  spur_partition_check_edges (self, check, correction, mu_ns, job);
  is_own = spur_distribution_list_own (&self->distribution, self->n_streams);
  n_inversions = (gint64) spur_check_count_inversions (self->trace, correction, is_own, job);
  spur_communicator_all_reduce (self->distribution.communicator, SPUR_REDUCE_SUM, &n_inversions, 1);
  check->n_order_inversions = (guint64) n_inversions;
}
