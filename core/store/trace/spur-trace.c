/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-trace.h"

#include "core/base/spur-object-internal.h"
#include "core/store/trace/spur-spool-private.h"
#include "core/store/trace/spur-trace-internal.h"

/**
 * SpurTrace:
 *
 * Streams of events, the event classes, and the definitions that events refer to.
 *
 * A codec or a program makes a trace, adds definitions, then events, and seals it. From then on
 * it is read-only but for its correction, and any number of threads may read it.
 *
 * Since: 1.0
 */

SPUR_DEFINE_OBJECT (SpurTrace, spur_trace, 0)

typedef struct
{
  gpointer data;
  GDestroyNotify release;
} Held;

static void
release_held (gpointer data)
{
  Held *held = data;

  held->release (held->data);
  g_free (held);
}

static void
spur_trace_clear (SpurTrace *self)
{
  g_ptr_array_unref (self->streams);
  g_ptr_array_unref (self->held);
  for (guint i = 0; i < self->classes->n_classes; i++)
    spur_event_layout_unref (self->classes->layouts[i]);
  g_clear_pointer (&self->classes->spool, spur_spool_free);
  spur_pager_free (self->classes->pager);
  g_free (self->classes);
  g_array_unref (self->losses);
  g_ptr_array_unref (self->object_views);
  g_hash_table_unref (self->facts);
  g_free (self->ends_ns);
  g_ptr_array_unref (self->fact_keys);
  g_object_unref (self->definitions);
  g_array_unref (self->predecessors);
  g_free (self->identifier_name);
  g_clear_object (&self->factories);
  g_clear_object (&self->serializer);
  g_clear_object (&self->correction);
}

static void
clear_view (gpointer view)
{
  g_clear_object (&view);
}

static void
spur_trace_init (SpurTrace *self)
{
  self->classes = g_new0 (SpurClassTable, 1);
  self->definitions = spur_definitions_new ();
  self->object_views = g_ptr_array_new_with_free_func (clear_view);
  self->predecessors = g_array_new (FALSE, FALSE, sizeof (SpurPredecessor));
  self->streams = g_ptr_array_new_with_free_func (g_object_unref);
  self->losses = g_array_new (FALSE, FALSE, sizeof (SpurLoss));
  self->facts = g_hash_table_new (g_str_hash, g_str_equal);
  self->fact_keys = g_ptr_array_new ();
  self->held = g_ptr_array_new_with_free_func (release_held);
}

/**
 * spur_trace_new:
 *
 * Makes a trace to be filled.
 *
 * Returns: (transfer full): a trace
 *
 * Since: 1.0
 */
SpurTrace *
spur_trace_new (void)
{
  return spur_trace_new_with_chunks (8192);
}

/**
 * spur_trace_new_with_chunks:
 * @chunk_events: the most events of a chunk, from 1 to 2^20
 *
 * The chunk size trades memory against speed, and changes no result.
 *
 * Returns: (transfer full): a trace to be filled
 *
 * Since: 1.0
 */
SpurTrace *
spur_trace_new_with_chunks (guint chunk_events)
{
  SpurTrace *self;

  g_return_val_if_fail (chunk_events > 0 && chunk_events <= 1u << 20, NULL);

  self = g_object_new (SPUR_TYPE_TRACE, NULL);
  self->classes->chunk_events = chunk_events;
  return self;
}

const SpurClassTable *
spur_trace_get_class_table (SpurTrace *self)
{
  return self->classes;
}

void
spur_trace_hold (SpurTrace *self, gpointer data, GDestroyNotify release)
{
  Held *held = g_new (Held, 1);

  *held = (Held){ data, release };
  g_ptr_array_add (self->held, held);
}

void
spur_trace_set_pager (SpurTrace *self, SpurPager *pager)
{
  spur_pager_free (self->classes->pager);
  self->classes->pager = pager;
}

/**
 * spur_trace_set_max_mapped_bytes:
 * @self: a trace
 * @n_bytes: how much of its file may stay in memory, at least 1 MiB
 *
 * Bounds the memory that the events of a trace take that was opened from a container, or that is
 * written into one while it is filled: 96 MiB at first. More is faster where the same events are
 * read again and again. Chunks that were asked for by spur_stream_get_chunk() and records by
 * spur_stream_get_record() stay in memory in any case. Nothing changes for other traces, which are
 * in memory as a whole.
 *
 * Since: 1.0
 */
void
spur_trace_set_max_mapped_bytes (SpurTrace *self, guint64 n_bytes)
{
  g_return_if_fail (SPUR_IS_TRACE (self));

  if (self->classes->pager != NULL)
    spur_pager_set_max_bytes (self->classes->pager, n_bytes);
}

/**
 * spur_trace_compact:
 * @self: a sealed trace that nothing else reads meanwhile
 * @job: (nullable): how the work is to be done
 *
 * Packs the events of streams in memory, but short ones, as a container has them: in a quarter of
 * the memory. What was got from spur_stream_get_chunk() or spur_stream_get_record() is gone.
 *
 * Since: 1.0
 */
void
spur_trace_compact (SpurTrace *self, const SpurJob *job)
{
  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (self->definitions->is_sealed);

  spur_job_run (job, self->streams->len, spur_stream_compact, self->streams->pdata);
}

/**
 * spur_trace_get_n_classes:
 * @self: a trace
 *
 * Gets how many event classes it has.
 *
 * Returns: how many event classes it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_trace_get_n_classes, SpurTrace, SPUR_IS_TRACE, self->classes->n_classes)

/**
 * spur_trace_get_class:
 * @self: a trace
 * @index: an event class, below spur_trace_get_n_classes()
 *
 * Gets what the class says of its events.
 *
 * Returns: (transfer none): what the class says of its events
 *
 * Since: 1.0
 */
const SpurEventLayout *
spur_trace_get_class (SpurTrace *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (index < self->classes->n_classes, NULL);

  return self->classes->layouts[index];
}

/**
 * spur_trace_get_definitions:
 * @self: a trace
 *
 * Gets the tables that events and streams refer to.
 *
 * Returns: (transfer none): the definitions; they live as long as @self
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurDefinitions *, spur_trace_get_definitions, SpurTrace, SPUR_IS_TRACE, self->definitions)

/**
 * spur_trace_get_n_streams:
 * @self: a trace
 *
 * Gets how many streams it has.
 *
 * Returns: how many streams it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_streams, SpurTrace, SPUR_IS_TRACE, self->streams->len)

/**
 * spur_trace_get_stream:
 * @self: a trace
 * @index: position of the stream, below spur_trace_get_n_streams()
 *
 * Gets the stream.
 *
 * Returns: (transfer none): the stream; it lives as long as @self
 *
 * Since: 1.0
 */
SpurStream *
spur_trace_get_stream (SpurTrace *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (index < self->streams->len, NULL);

  return g_ptr_array_index (self->streams, index);
}

#define N_FETCHED 16

void
spur_trace_fetch_streams (SpurTrace *self, guint index, SpurChunkParts parts)
{
  if (index % N_FETCHED == 0)
    spur_streams_fetch ((SpurStream **) self->streams->pdata + index,
                        MIN (self->streams->len - index, N_FETCHED), parts);
}

/**
 * spur_trace_get_n_events:
 * @self: a trace
 *
 * Gets how many events all streams have together.
 *
 * Returns: how many events all streams have together
 *
 * Since: 1.0
 */
guint64
spur_trace_get_n_events (SpurTrace *self)
{
  guint64 n_events = 0;

  g_return_val_if_fail (SPUR_IS_TRACE (self), 0);

  for (guint i = 0; i < self->streams->len; i++)
    n_events += spur_stream_get_n_events (g_ptr_array_index (self->streams, i));
  return n_events;
}

/**
 * spur_trace_get_n_losses:
 * @self: a trace
 *
 * Gets how many kinds of things were left out.
 *
 * Returns: how many kinds of things were left out
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_losses, SpurTrace, SPUR_IS_TRACE, self->losses->len)

/**
 * spur_trace_get_loss:
 * @self: a trace
 * @index: which kind, below spur_trace_get_n_losses()
 *
 * Gets what was left out, and how often.
 *
 * Returns: (transfer none): what was left out, and how often
 *
 * Since: 1.0
 */
const SpurLoss *
spur_trace_get_loss (SpurTrace *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (index < self->losses->len, NULL);

  return &g_array_index (self->losses, SpurLoss, index);
}

/**
 * spur_trace_get_fact:
 * @self: a trace
 * @key: what is asked
 *
 * Gets what was said of it.
 *
 * Returns: (transfer none) (nullable): what was said of it
 *
 * Since: 1.0
 */
const char *
spur_trace_get_fact (SpurTrace *self, const char *key)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  return g_hash_table_lookup (self->facts, key);
}

/* What takes longer is no record of an event. */
#define MAX_RECORD_COST_NS 1000000

/**
 * spur_trace_get_record_cost_ns:
 * @self: a trace
 *
 * Gets how long the recorder takes to write a record after it read the clock, as the fact
 * %SPUR_TRACE_RECORD_COST says. That time lies in the state that the record begins.
 *
 * Returns: the time, from 0 to 1 ms; 0 where the trace does not say it, or says what is no such
 *   time
 *
 * Since: 1.0
 */
gint64
spur_trace_get_record_cost_ns (SpurTrace *self)
{
  const char *text;
  gint64 cost_ns = 0;

  g_return_val_if_fail (SPUR_IS_TRACE (self), 0);

  text = spur_trace_get_fact (self, SPUR_TRACE_RECORD_COST);
  if (text != NULL)
    g_ascii_string_to_signed (text, 10, 0, MAX_RECORD_COST_NS, &cost_ns, NULL);
  return cost_ns;
}

/**
 * spur_trace_get_fact_keys:
 * @self: a trace
 *
 * Gets everything that was said, in the order in which it was first said.
 *
 * Returns: (transfer none) (element-type utf8): the keys of what was said
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  GPtrArray *, spur_trace_get_fact_keys, SpurTrace, SPUR_IS_TRACE, self->fact_keys)

/**
 * spur_trace_get_correction:
 * @self: a trace
 *
 * Gets the correction, where the trace has one.
 *
 * Returns: (transfer none) (nullable): the correction
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurCorrection *, spur_trace_get_correction, SpurTrace, SPUR_IS_TRACE, self->correction)

/**
 * spur_trace_set_correction:
 * @self: a trace
 * @correction: (nullable): what gives its corrected times, or %NULL to take it away
 *
 * Puts a correction beside the raw times, or takes it away.
 *
 * Since: 1.0
 */
void
spur_trace_set_correction (SpurTrace *self, SpurCorrection *correction)
{
  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (correction == NULL ||
                    spur_correction_get_n_streams (correction) == self->streams->len);

  g_set_object (&self->correction, correction);
}
