/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Shifts and the distortion of intervals, a stream at a time. */
#include "core/base/spur-integer-private.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/clock/report/spur-clock-report-private.h"
#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-store-internal.h"

typedef struct
{
  const SpurReportInput *input;
  gint64 begin_ns;
  gint64 end_ns;
  SpurReportStream *streams;
} Measuring;

/* One stream on its way. */
typedef struct
{
  SpurReportStream *stream;
  SpurInt128 shift_sum;
  double change_sum;
  gint64 last_raw_ns;
  gint64 last_ns;

  /* The present sample, up to where it goes. */
  guint sample;
  gint64 sample_end_ns;
  const Measuring *measuring;
} Walk;

/* 0, up to 0.01, 0.1, 1, 10, 100 %, more. */
static guint
classify_change (gint64 change_ns, gint64 length_ns)
{
  SpurInt128 hundredths = (SpurInt128) change_ns * 10000;
  SpurInt128 limit = length_ns;

  if (change_ns == 0)
    return 0;
  for (guint i = 1; i < SPUR_REPORT_N_CHANGES - 1; i++)
    {
      if (hundredths <= limit)
        return i;
      limit *= 10;
    }
  return SPUR_REPORT_N_CHANGES - 1;
}

static void
take_interval (Walk *walk, guint64 event, gint64 length_ns, gint64 new_ns)
{
  SpurDistortion *distortion = &walk->stream->distortion;
  gint64 change_ns = ABS (new_ns - length_ns);
  double share;

  distortion->n_intervals++;
  distortion->length_ns += length_ns;
  if (change_ns == 0)
    {
      distortion->n_changes[0]++;
      distortion->n_with_length += length_ns > 0;
      return;
    }
  distortion->n_changes[classify_change (change_ns, length_ns)]++;
  distortion->sum_ns += change_ns;
  distortion->max_ns = MAX (distortion->max_ns, change_ns);
  if (length_ns <= 0)
    return;
  distortion->n_with_length++;
  share = (double) change_ns / (double) length_ns;
  walk->change_sum += share;
  distortion->max = MAX (distortion->max, share);
  if (new_ns > length_ns && 1 + share > walk->stream->steepest)
    {
      walk->stream->steepest = 1 + share;
      walk->stream->steepest_event = event;
    }
}

static void
find_sample (Walk *walk, gint64 raw_ns)
{
  const Measuring *measuring = walk->measuring;
  gint64 length_ns = MAX (measuring->end_ns - measuring->begin_ns, 1);
  gint64 sample =
    spur_mul_div_floor (raw_ns - measuring->begin_ns, SPUR_REPORT_N_SAMPLES, length_ns);

  walk->sample = (guint) CLAMP (sample, 0, SPUR_REPORT_N_SAMPLES - 1);
  walk->sample_end_ns =
    measuring->begin_ns + spur_mul_div_floor (measuring->end_ns - measuring->begin_ns,
                                              (gint64) walk->sample + 1, SPUR_REPORT_N_SAMPLES);
}

static void
take_event (Walk *walk, guint64 event, gint64 raw_ns, gint64 time_ns)
{
  SpurReportStream *stream = walk->stream;
  gint64 shift_ns = time_ns - raw_ns;
  SpurReportSample *sample;

  if (event == 0)
    stream->first_shift_ns = stream->min_shift_ns = stream->max_shift_ns = shift_ns;
  else
    take_interval (walk, event, raw_ns - walk->last_raw_ns, time_ns - walk->last_ns);
  if (event == 0 || raw_ns >= walk->sample_end_ns || raw_ns < walk->last_raw_ns)
    find_sample (walk, raw_ns);
  sample = &stream->samples[walk->sample];
  sample->min_ns = MIN (sample->min_ns, shift_ns);
  sample->max_ns = MAX (sample->max_ns, shift_ns);
  stream->n_moved += shift_ns != 0;
  stream->min_shift_ns = MIN (stream->min_shift_ns, shift_ns);
  stream->max_shift_ns = MAX (stream->max_shift_ns, shift_ns);
  stream->last_shift_ns = shift_ns;
  walk->shift_sum += shift_ns;
  walk->last_raw_ns = raw_ns;
  walk->last_ns = time_ns;
}

static void
walk_events (Walk *walk, SpurStream *stream, SpurTimeWalk *maps, const SpurJob *job)
{
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (stream, SPUR_CHUNK_TICKS);
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (chunks)) != NULL && !spur_job_is_cancelled (job, NULL))
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          guint64 event = chunk->first + i;
          gint64 raw_ns = spur_stream_ticks_to_ns (stream, spur_chunk_get_ticks (chunk, i));

          take_event (walk, event, raw_ns, spur_time_walk_at (maps, event, raw_ns));
        }
    }
}

static void
finish_walk (Walk *walk)
{
  SpurReportStream *stream = walk->stream;
  SpurDistortion *distortion = &stream->distortion;

  if (stream->n_events > 0)
    stream->mean_shift_ns = (double) walk->shift_sum / (double) stream->n_events;
  if (distortion->n_with_length > 0)
    distortion->mean = walk->change_sum / (double) distortion->n_with_length;
  if (distortion->length_ns > 0)
    distortion->weighted_mean = (double) distortion->sum_ns / (double) distortion->length_ns;
}

/* Where no time changes there is no need to look at any; with no change it does not matter either
 * which intervals have a length. */
static void
take_unchanged (const Measuring *measuring, SpurReportStream *report, SpurStream *stream)
{
  if (report->n_events == 0)
    return;
  report->distortion.n_intervals = report->distortion.n_changes[0] = report->n_events - 1;
  report->distortion.n_with_length = report->n_events - 1;
  report->distortion.length_ns =
    spur_stream_get_raw_ns (stream, report->n_events - 1) - spur_stream_get_raw_ns (stream, 0);
  for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
    report->samples[i].min_ns = report->samples[i].max_ns = 0;
}

static void
measure_stream (guint index, gpointer user_data)
{
  const Measuring *self = user_data;
  SpurStream *stream = spur_trace_get_stream (self->input->trace, index);
  SpurReportStream *report = &self->streams[index];
  const SpurClock *clock = spur_definitions_get_clock (
    spur_trace_get_definitions (self->input->trace), spur_stream_get_clock (stream));
  Walk walk = { .stream = report, .measuring = self };
  SpurTimeWalk maps;

  report->name = spur_stream_get_name (stream);
  report->domain = clock->domain;
  report->n_events = spur_stream_get_n_events (stream);
  report->steepest = 1;
  report->half_width_ns = -1;
  for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
    report->samples[i] = (SpurReportSample){ G_MAXINT64, G_MININT64, -1 };
  spur_time_walk_init (&maps, self->input->correction, index);
  for (guint i = 0; i < maps.n_maps; i++)
    {
      gsize n_knots;

      spur_time_map_get_knots (spur_correction_get_map (self->input->correction, index, i),
                               &n_knots);
      report->n_knots += n_knots;
    }
  if (maps.n_maps == 0)
    {
      take_unchanged (self, report, stream);
      return;
    }
  walk_events (&walk, stream, &maps, self->input->job);
  finish_walk (&walk);
}

void
spur_clock_report_measure (const SpurReportInput *input,
                           gint64 begin_ns,
                           gint64 end_ns,
                           SpurReportStream *streams)
{
  Measuring self = { input, begin_ns, end_ns, streams };

  spur_job_run (input->job, spur_trace_get_n_streams (input->trace), measure_stream, &self);
}

void
spur_distortion_add (SpurDistortion *into, const SpurDistortion *from)
{
  into->n_intervals += from->n_intervals;
  into->n_with_length += from->n_with_length;
  for (guint i = 0; i < SPUR_REPORT_N_CHANGES; i++)
    into->n_changes[i] += from->n_changes[i];
  into->max = MAX (into->max, from->max);
  into->max_ns = MAX (into->max_ns, from->max_ns);
  into->sum_ns += from->sum_ns;
  into->length_ns += from->length_ns;
}
