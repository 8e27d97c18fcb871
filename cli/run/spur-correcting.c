/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-correcting.h"

#include <string.h>

#include "cli/run/spur-ranks.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/store/trace/spur-store-internal.h"

/* How often in a stream its half width is asked for. */
#define N_WIDTHS 64

void
spur_correcting_clear (SpurCorrecting *self)
{
  g_clear_object (&self->chain);
  g_clear_pointer (&self->streams, g_free);
  g_clear_object (&self->correction);
  g_clear_object (&self->edges);
  g_clear_object (&self->trace);
}

typedef struct
{
  SpurCorrecting *correcting;
  guint *n_maps_before;
} Measuring;

/* Splits the maps of a stream into those before the last corrector and its own. */
static void
split_maps (SpurTimeWalk *before,
            SpurTimeWalk *last,
            SpurCorrection *correction,
            guint stream,
            guint n_before)
{
  spur_time_walk_init (before, correction, stream);
  *last = *before;
  before->n_maps = n_before;
  last->n_maps -= n_before;
  memmove (last->maps, last->maps + n_before, last->n_maps * sizeof *last->maps);
}

static void
measure_stream (guint index, gpointer data)
{
  const Measuring *self = data;
  SpurCorrectedStream *result = &self->correcting->streams[index];
  SpurStream *stream = spur_trace_get_stream (self->correcting->trace, index);
  g_autoptr (SpurChunkWalk) chunks = NULL;
  const SpurChunk *chunk;
  SpurTimeWalk before, last;

  split_maps (&before, &last, self->correcting->correction, index, self->n_maps_before[index]);
  if (before.n_maps + last.n_maps == 0 || !spur_ranks_has_stream (index))
    return;
  chunks = spur_chunk_walk_new (stream, SPUR_CHUNK_TICKS);
  while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          guint64 event = chunk->first + i;
          gint64 raw_ns = spur_stream_ticks_to_ns (stream, spur_chunk_get_ticks (chunk, i));
          gint64 before_ns = spur_time_walk_at (&before, event, raw_ns);
          gint64 shift_ns = spur_time_walk_at (&last, event, before_ns) - before_ns;

          result->n_moved += before_ns + shift_ns != raw_ns;
          result->n_pushed += shift_ns != 0;
          if (ABS (shift_ns) > ABS (result->largest_ns))
            result->largest_ns = shift_ns;
        }
    }
}

static gint64
get_first_offset (SpurCorrecting *self, guint index)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, index);
  gint64 raw_ns;

  if (spur_stream_get_n_events (stream) == 0)
    return 0;
  raw_ns = spur_stream_get_raw_ns (stream, 0);
  return spur_correction_apply (self->correction, index, 0, raw_ns) - raw_ns;
}

/* The widest that is known over the stream's time. */
static gint64
get_half_width (SpurCorrecting *self, guint index)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, index);
  guint64 n_events = spur_stream_get_n_events (stream);
  gint64 widest_ns = -1;

  for (guint i = 0; n_events > 0 && i <= N_WIDTHS; i++)
    {
      guint64 event = i * (n_events - 1) / N_WIDTHS;
      gint64 time_ns = spur_correction_apply (self->correction, index, event,
                                              spur_stream_get_raw_ns (stream, event));

      widest_ns = MAX (widest_ns, spur_clock_chain_get_half_width_ns (self->chain, index, time_ns));
    }
  return widest_ns;
}

static void
note_streams (SpurCorrecting *self)
{
  g_autofree SpurClockVerdict *verdicts = g_new (SpurClockVerdict, self->n_streams + 1);
  g_autofree guint *components = g_new (guint, self->n_streams + 1);

  spur_clock_verdict_read (self->correction, verdicts, components);
  for (guint i = 0; i < self->n_streams; i++)
    {
      self->streams[i].offset_ns = get_first_offset (self, i);
      self->streams[i].half_width_ns = get_half_width (self, i);
      self->streams[i].verdict = verdicts[i];
      self->streams[i].component = components[i];
    }
}

static gboolean
run_chain (SpurCorrecting *self, const SpurJob *job, GError **error)
{
  g_autofree guint *n_maps_before = g_new0 (guint, self->n_streams + 1);
  Measuring measuring = { self, n_maps_before };
  guint last;

  if (!spur_ranks_correct (self, job, error))
    return FALSE;
  last = spur_clock_chain_get_n_steps (self->chain) - 1;
  for (guint i = 0; i < self->n_streams; i++)
    n_maps_before[i] = SPUR_IS_CAUSAL_CLOCK (spur_clock_chain_get_corrector (self->chain, last))
                         ? spur_clock_chain_get_n_maps (self->chain, last, i)
                         : spur_correction_get_n_maps (self->correction, i);
  spur_job_run (job, self->n_streams, measure_stream, &measuring);
  return TRUE;
}

static void
note_facts (SpurCorrecting *self)
{
  SpurCorrection *correction = self->correction;

  spur_correction_set_fact_int (correction, "mu-ns", self->mu_ns);
  spur_delays_note (spur_edges_get_delays (self->edges), correction);
  spur_correction_set_fact_int (correction, "before.reversed", (gint64) self->before.n_reversed);
  spur_correction_set_fact_int (correction, "before.worst-ns", self->before.worst_ns);
  spur_correction_set_fact_int (correction, "before.collective-reversed",
                                (gint64) self->before.n_collective_reversed);
  spur_correction_set_fact_int (correction, "before.collective-worst-ns",
                                self->before.collective_worst_ns);
  spur_correction_set_fact_int (correction, "after.reversed", (gint64) self->after.n_reversed);
  spur_correction_set_fact_int (correction, "after.collective-reversed",
                                (gint64) self->after.n_collective_reversed);
}

/* Correctors whose options name another mu keep that. */
static void
set_mu (SpurCorrecting *self)
{
  g_autoptr (SpurClockCorrector) usual = spur_clock_corrector_make ("eclc", NULL);

  for (guint i = 0; i < spur_clock_chain_get_n_correctors (self->chain); i++)
    {
      SpurClockCorrector *corrector = spur_clock_chain_get_corrector (self->chain, i);

      if (spur_clock_corrector_get_mu_ns (corrector) == spur_clock_corrector_get_mu_ns (usual))
        spur_clock_corrector_set_mu_ns (corrector, self->mu_ns);
    }
}

gboolean
spur_correcting_run (SpurCorrecting *self, SpurTrace *trace, const SpurJob *job, GError **error)
{
  self->trace = g_object_ref (trace);
  self->n_streams = spur_trace_get_n_streams (trace);
  self->streams = g_new0 (SpurCorrectedStream, self->n_streams + 1);
  for (guint i = 0; i < self->n_streams; i++)
    self->streams[i].name = spur_stream_get_name (spur_trace_get_stream (trace, i));
  self->correction = spur_correction_new (self->n_streams);
  self->edges = spur_ranks_match (trace, job, error);
  if (self->edges == NULL ||
      !spur_mu_apply (self->mu, trace, self->edges, job, &self->mu_ns, error))
    return FALSE;

  set_mu (self);
  spur_ranks_check (self, &self->before, NULL, job);
  if (!run_chain (self, job, error))
    return FALSE;
  /* Edges that were left out meanwhile count on neither side. */
  if (spur_edges_get_counts (self->edges)->n_cyclic > 0)
    spur_ranks_check (self, &self->before, NULL, job);
  spur_ranks_check (self, &self->after, self->correction, job);
  note_facts (self);
  if (!spur_ranks_collect (self, error))
    return FALSE;
  /* One knows all time maps now, and how wide bounds are. */
  if (spur_ranks_is_first ())
    note_streams (self);
  return TRUE;
}
