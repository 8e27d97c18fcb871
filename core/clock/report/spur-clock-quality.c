/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/report/spur-clock-quality.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-integer-private.h"
#include "core/base/spur-object-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/store/trace/spur-chunk-walk.h"

/**
 * SpurClockQuality:
 *
 * How near the times of a trace, with or without a correction, are to known true times (PDP'97
 * section 6.4): F, being fast, S, being slow, and A, the deviation of intervals.
 *
 * PDP'97 asks of a controlled logical clock LC' beside the simple one, LC, that F(LC') / F(LC) is
 * below 2, S(LC') / S(LC) clearly below 1, and the mean of A(LC') below 5 %.
 *
 * Since: 1.0
 */
struct _SpurClockQuality
{
  GObject parent_instance;

  guint n_streams;
  SpurStreamQuality *streams;
  SpurStreamQuality mean;
};

SPUR_DEFINE_OBJECT (SpurClockQuality, spur_clock_quality, G_TYPE_FLAG_FINAL)

static void
spur_clock_quality_clear (SpurClockQuality *self)
{
  g_free (self->streams);
}

static void
spur_clock_quality_init (SpurClockQuality *self)
{
}

typedef struct
{
  SpurClockQuality *quality;
  SpurTrace *trace;
  SpurCorrection *correction;
  SpurTrace *truth;
  const SpurJob *job;
} Measuring;

/* Sums are exact, so that they do not depend on an order. */
typedef struct
{
  SpurInt128 fast_ns;
  SpurInt128 slow_ns;
  SpurInt128 fast_received_ns;
  SpurInt128 slow_received_ns;
  SpurInt128 deviation_ns;
  gint64 last_error_ns;
  gboolean is_begun;
} Sums;

static void
take_error (Sums *sums, SpurStreamQuality *result, gint64 error_ns, gboolean is_receive)
{
  gint64 fast_ns = MAX (error_ns, 0), slow_ns = MAX (-error_ns, 0);

  sums->fast_ns += fast_ns;
  sums->slow_ns += slow_ns;
  if (is_receive)
    {
      sums->fast_received_ns += fast_ns;
      sums->slow_received_ns += slow_ns;
      result->n_receives++;
    }
  if (sums->is_begun)
    sums->deviation_ns += ABS (error_ns - sums->last_error_ns);
  sums->is_begun = TRUE;
  sums->last_error_ns = error_ns;
  result->fastest_ns = MAX (result->fastest_ns, fast_ns);
  result->slowest_ns = MAX (result->slowest_ns, slow_ns);
  result->n_events++;
}

static double
divide_sum (SpurInt128 sum, SpurInt128 n)
{
  return n > 0 ? (double) sum / (double) n : 0;
}

static void
measure_stream (guint index, gpointer user_data)
{
  const Measuring *self = user_data;
  SpurStreamQuality *result = &self->quality->streams[index];
  SpurStream *stream = spur_trace_get_stream (self->trace, index);
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES);
  Sums sums = { 0 };
  const SpurChunk *chunk;
  SpurTimes times, true_times;
  gint64 first_ns = 0, last_ns = 0;

  spur_times_init (&times, self->trace, self->correction, index);
  spur_times_init (&true_times, self->truth, spur_trace_get_correction (self->truth), index);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL && !spur_job_is_cancelled (self->job, NULL))
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          const SpurEventLayout *layout = spur_trace_get_class (self->trace, chunk->classes[i]);

          last_ns = spur_times_at (&true_times, chunk->first + i);
          if (!sums.is_begun)
            first_ns = last_ns;
          take_error (&sums, result, spur_times_at (&times, chunk->first + i) - last_ns,
                      layout->role == SPUR_ROLE_RECEIVE);
        }
    }
  result->fast_ns = divide_sum (sums.fast_ns, result->n_events);
  result->slow_ns = divide_sum (sums.slow_ns, result->n_events);
  result->fast_received_ns = divide_sum (sums.fast_received_ns, result->n_receives);
  result->slow_received_ns = divide_sum (sums.slow_received_ns, result->n_receives);
  result->deviation = divide_sum (sums.deviation_ns, (SpurInt128) last_ns - first_ns);
}

/* The mean of the streams that have events, each with the same weight. */
static void
take_mean (SpurClockQuality *self)
{
  SpurStreamQuality *mean = &self->mean;
  guint n_measured = 0;

  for (guint i = 0; i < self->n_streams; i++)
    {
      const SpurStreamQuality *stream = &self->streams[i];

      n_measured += stream->n_events > 0;
      mean->n_events += stream->n_events;
      mean->n_receives += stream->n_receives;
      mean->fast_ns += stream->fast_ns;
      mean->slow_ns += stream->slow_ns;
      mean->fast_received_ns += stream->fast_received_ns;
      mean->slow_received_ns += stream->slow_received_ns;
      mean->fastest_ns = MAX (mean->fastest_ns, stream->fastest_ns);
      mean->slowest_ns = MAX (mean->slowest_ns, stream->slowest_ns);
      mean->deviation += stream->deviation;
    }
  n_measured = MAX (n_measured, 1);
  mean->fast_ns /= n_measured;
  mean->slow_ns /= n_measured;
  mean->fast_received_ns /= n_measured;
  mean->slow_received_ns /= n_measured;
  mean->deviation /= n_measured;
}

static gboolean
check_shape (SpurTrace *trace, SpurTrace *truth, GError **error)
{
  guint n_streams = spur_trace_get_n_streams (trace);

  if (spur_trace_get_n_streams (truth) != n_streams)
    return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                           "the true times are of another trace: %u streams where the trace has %u",
                           spur_trace_get_n_streams (truth), n_streams);
  for (guint i = 0; i < n_streams; i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      guint64 n_events = spur_stream_get_n_events (stream);
      guint64 n_true = spur_stream_get_n_events (spur_trace_get_stream (truth, i));

      if (n_events != n_true)
        return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                               "the true times are of another trace: %s has %" G_GUINT64_FORMAT
                               " events where the trace has %" G_GUINT64_FORMAT,
                               spur_stream_get_name (stream), n_true, n_events);
    }
  return TRUE;
}

/**
 * spur_clock_quality_new:
 * @trace: a trace
 * @correction: (nullable): the correction to measure; %NULL for the raw times
 * @truth: a trace of the same events at their true times, with its correction if it has one
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Measures the times of all events. Streams and events correspond by their position.
 *
 * Returns: (transfer full): the figures, or %NULL with %SPUR_STORE_ERROR_FORMAT where the two
 *   traces differ in their numbers of streams or events, or with %G_IO_ERROR_CANCELLED
 *
 * Since: 1.0
 */
SpurClockQuality *
spur_clock_quality_new (SpurTrace *trace,
                        SpurCorrection *correction,
                        SpurTrace *truth,
                        const SpurJob *job,
                        GError **error)
{
  g_autoptr (SpurClockQuality) self = NULL;
  Measuring measuring = { NULL, trace, correction, truth, job };

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction), NULL);
  g_return_val_if_fail (SPUR_IS_TRACE (truth), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!check_shape (trace, truth, error))
    return NULL;
  self = g_object_new (SPUR_TYPE_CLOCK_QUALITY, NULL);
  self->n_streams = spur_trace_get_n_streams (trace);
  self->streams = g_new0 (SpurStreamQuality, MAX (self->n_streams, 1));
  measuring.quality = self;
  spur_job_run (job, self->n_streams, measure_stream, &measuring);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  take_mean (self);
  return g_steal_pointer (&self);
}

/**
 * spur_clock_quality_get_n_streams:
 * @self: quality figures
 *
 * Gets how many streams have figures, which are all streams of the trace.
 *
 * Returns: how many streams there are
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_clock_quality_get_n_streams, SpurClockQuality, SPUR_IS_CLOCK_QUALITY, self->n_streams)

/**
 * spur_clock_quality_get_stream:
 * @self: quality figures
 * @stream: position of a stream, below spur_clock_quality_get_n_streams()
 *
 * Gets the figures of one stream.
 *
 * Returns: (transfer none): the figures of a stream
 *
 * Since: 1.0
 */
const SpurStreamQuality *
spur_clock_quality_get_stream (SpurClockQuality *self, guint stream)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_QUALITY (self), NULL);
  g_return_val_if_fail (stream < self->n_streams, NULL);

  return &self->streams[stream];
}

/**
 * spur_clock_quality_get_mean:
 * @self: quality figures
 *
 * The means of the streams' figures, each stream with the same weight; the extremes are those of
 * all streams.
 *
 * Returns: (transfer none): the mean figures
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const SpurStreamQuality *,
                    spur_clock_quality_get_mean,
                    SpurClockQuality,
                    SPUR_IS_CLOCK_QUALITY,
                    &self->mean)
