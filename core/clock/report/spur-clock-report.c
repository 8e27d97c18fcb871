/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/report/spur-clock-report.h"

#include "core/clock/report/spur-clock-report-private.h"

/**
 * SpurClockReport:
 *
 * What a correction did to a trace, in numbers (clock-correction.md section 8): violations before
 * and after by class of edge and by pair of streams, moved events, shifts and the distortion of
 * intervals of every stream. It is made from the trace and its time maps, so it can be made of any
 * correction at any time. The same for any number of threads.
 *
 * Since: 1.0
 */
struct _SpurClockReport
{
  GObject parent_instance;

  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
  gint64 mu_ns;
  gint64 begin_ns;
  gint64 end_ns;
  SpurCheck before;
  SpurCheck after;
  GArray *classes;
  GArray *pairs;
  SpurReportStream *streams;
  guint n_streams;
  SpurDistortion distortion;
};

G_DEFINE_TYPE (SpurClockReport, spur_clock_report, G_TYPE_OBJECT)

static void
spur_clock_report_finalize (GObject *object)
{
  SpurClockReport *self = SPUR_CLOCK_REPORT (object);

  g_array_unref (self->classes);
  g_array_unref (self->pairs);
  g_free (self->streams);
  g_clear_object (&self->correction);
  g_clear_object (&self->edges);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (spur_clock_report_parent_class)->finalize (object);
}

static void
spur_clock_report_class_init (SpurClockReportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_clock_report_finalize;
}

static void
spur_clock_report_init (SpurClockReport *self)
{
  self->classes = g_array_new (FALSE, TRUE, sizeof (SpurReportClass));
  self->pairs = g_array_new (FALSE, TRUE, sizeof (SpurReportPair));
}

/* The means of all streams weigh their intervals alike, so they are no means of means. */
static void
sum_up (SpurClockReport *self)
{
  double sum = 0;

  for (guint s = 0; s < self->n_streams; s++)
    {
      const SpurDistortion *distortion = &self->streams[s].distortion;

      spur_distortion_add (&self->distortion, distortion);
      sum += distortion->mean * (double) distortion->n_with_length;
    }
  if (self->distortion.n_with_length > 0)
    self->distortion.mean = sum / (double) self->distortion.n_with_length;
  self->distortion.weighted_mean =
    self->distortion.length_ns > 0
      ? (double) self->distortion.sum_ns / (double) self->distortion.length_ns
      : 0;
}

/**
 * spur_clock_report_new:
 * @trace: a sealed trace
 * @edges: its edges
 * @correction: (nullable): the correction that is reported; %NULL for raw times as they are
 * @mu_ns: the smallest delay of an edge that has none of its own, in ns
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Looks at every event and every edge of a trace before and after a correction.
 *
 * Returns: (transfer full): the report, or %NULL with %G_IO_ERROR_CANCELLED
 *
 * Since: 1.0
 */
SpurClockReport *
spur_clock_report_new (SpurTrace *trace,
                       SpurEdges *edges,
                       SpurCorrection *correction,
                       gint64 mu_ns,
                       const SpurJob *job,
                       GError **error)
{
  g_autoptr (SpurClockReport) self = NULL;
  SpurReportInput input = { trace, edges, correction, mu_ns, job };

  g_return_val_if_fail (SPUR_IS_TRACE (trace) && SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction), NULL);
  g_return_val_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace), NULL);
  g_return_val_if_fail (mu_ns >= -SPUR_TIME_LIMIT_NS && mu_ns <= SPUR_TIME_LIMIT_NS, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (SPUR_TYPE_CLOCK_REPORT, NULL);
  self->trace = g_object_ref (trace);
  self->edges = g_object_ref (edges);
  self->correction = correction != NULL ? g_object_ref (correction) : NULL;
  self->mu_ns = mu_ns;
  self->n_streams = spur_trace_get_n_streams (trace);
  self->streams = g_new0 (SpurReportStream, MAX (self->n_streams, 1));
  spur_trace_get_span_ns (trace, TRUE, &self->begin_ns, &self->end_ns);
  spur_check_run (&self->before, trace, edges, NULL, mu_ns, job);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  spur_check_run (&self->after, trace, edges, correction, mu_ns, job);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  spur_clock_report_count_edges (&input, self->classes, self->pairs);
  spur_clock_report_measure (&input, self->begin_ns, self->end_ns, self->streams);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  sum_up (self);
  return g_steal_pointer (&self);
}

/* Corrected times; FALSE where the stream has no events. */
static gboolean
get_ends (SpurClockReport *self, guint index, gint64 *first_ns, gint64 *last_ns)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, index);
  guint64 n_events = spur_stream_get_n_events (stream);

  if (n_events == 0)
    return FALSE;
  *first_ns = spur_stream_get_raw_ns (stream, 0);
  *last_ns = spur_stream_get_raw_ns (stream, n_events - 1);
  if (self->correction == NULL)
    return TRUE;
  *first_ns = spur_correction_apply (self->correction, index, 0, *first_ns);
  *last_ns = spur_correction_apply (self->correction, index, n_events - 1, *last_ns);
  return TRUE;
}

/**
 * spur_clock_report_take_half_widths:
 * @self: a report
 * @get_half_width: (scope call): says within how much of the truth a clock is
 * @user_data: handed to @get_half_width
 *
 * Asks the method that made the correction how well it knows the clocks: at the first and the last
 * event of each stream, and for each sample with events at the sample's middle. Without it nothing
 * is said of that.
 *
 * Since: 1.0
 */
void
spur_clock_report_take_half_widths (SpurClockReport *self,
                                    SpurHalfWidthFunc get_half_width,
                                    gpointer user_data)
{
  gint64 length_ns;

  g_return_if_fail (SPUR_IS_CLOCK_REPORT (self));
  g_return_if_fail (get_half_width != NULL);

  length_ns = self->end_ns - self->begin_ns;
  for (guint s = 0; s < self->n_streams; s++)
    {
      SpurReportStream *stream = &self->streams[s];
      gint64 first_ns, last_ns;

      stream->half_width_ns = -1;
      if (!get_ends (self, s, &first_ns, &last_ns))
        continue;
      stream->half_width_ns =
        MAX (get_half_width (s, first_ns, user_data), get_half_width (s, last_ns, user_data));
      for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
        {
          gint64 middle_ns =
            self->begin_ns + length_ns / (2 * SPUR_REPORT_N_SAMPLES) * (gint64) (2 * i + 1);
          SpurReportSample *sample = &stream->samples[i];

          if (sample->min_ns > sample->max_ns)
            continue;
          middle_ns += sample->min_ns + (sample->max_ns - sample->min_ns) / 2;
          sample->half_width_ns =
            get_half_width (s, CLAMP (middle_ns, first_ns, last_ns), user_data);
          stream->half_width_ns = MAX (stream->half_width_ns, sample->half_width_ns);
        }
    }
}

/**
 * spur_clock_report_get_trace:
 * @self: a report
 *
 * Gets the trace.
 *
 * Returns: (transfer none): the trace
 *
 * Since: 1.0
 */
SpurTrace *
spur_clock_report_get_trace (SpurClockReport *self)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self), NULL);

  return self->trace;
}

/**
 * spur_clock_report_get_edges:
 * @self: a report
 *
 * Gets the trace's edges, which also know what could not be matched.
 *
 * Returns: (transfer none): the edges
 *
 * Since: 1.0
 */
SpurEdges *
spur_clock_report_get_edges (SpurClockReport *self)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self), NULL);

  return self->edges;
}

/**
 * spur_clock_report_get_correction:
 * @self: a report
 *
 * Gets the correction, whose facts say how it was made and what was assumed.
 *
 * Returns: (transfer none) (nullable): the correction
 *
 * Since: 1.0
 */
SpurCorrection *
spur_clock_report_get_correction (SpurClockReport *self)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self), NULL);

  return self->correction;
}

/**
 * spur_clock_report_get_mu_ns:
 * @self: a report
 *
 * Gets the smallest delay of an edge that has none of its own.
 *
 * Returns: the delay in ns
 *
 * Since: 1.0
 */
gint64
spur_clock_report_get_mu_ns (SpurClockReport *self)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self), 0);

  return self->mu_ns;
}

/**
 * spur_clock_report_get_before:
 * @self: a report
 *
 * Gets how far raw times are from obeying the clock condition.
 *
 * Returns: (transfer none): the check at raw times
 *
 * Since: 1.0
 */
const SpurCheck *
spur_clock_report_get_before (SpurClockReport *self)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self), NULL);

  return &self->before;
}

/**
 * spur_clock_report_get_after:
 * @self: a report
 *
 * Gets how far corrected times are from obeying the clock condition.
 *
 * Returns: (transfer none): the check at corrected times
 *
 * Since: 1.0
 */
const SpurCheck *
spur_clock_report_get_after (SpurClockReport *self)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self), NULL);

  return &self->after;
}

/**
 * spur_clock_report_get_distortion:
 * @self: a report
 *
 * Gets by how much the intervals of all streams changed.
 *
 * Returns: (transfer none): the distortion of all streams
 *
 * Since: 1.0
 */
const SpurDistortion *
spur_clock_report_get_distortion (SpurClockReport *self)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self), NULL);

  return &self->distortion;
}

/**
 * spur_clock_report_get_classes:
 * @self: a report
 * @n_classes: (out): how many
 *
 * Gets the edges by the class of event that ends them: messages first, then collective operations,
 * each by name.
 *
 * Returns: (transfer none) (array length=n_classes): the classes
 *
 * Since: 1.0
 */
const SpurReportClass *
spur_clock_report_get_classes (SpurClockReport *self, gsize *n_classes)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self) && n_classes != NULL, NULL);

  *n_classes = self->classes->len;
  return (const SpurReportClass *) (gpointer) self->classes->data;
}

/**
 * spur_clock_report_get_pairs:
 * @self: a report
 * @n_pairs: (out): how many
 *
 * Gets the pairs of streams with edges, by receiving, then by sending stream.
 *
 * Returns: (transfer none) (array length=n_pairs): the pairs
 *
 * Since: 1.0
 */
const SpurReportPair *
spur_clock_report_get_pairs (SpurClockReport *self, gsize *n_pairs)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self) && n_pairs != NULL, NULL);

  *n_pairs = self->pairs->len;
  return (const SpurReportPair *) (gpointer) self->pairs->data;
}

/**
 * spur_clock_report_get_streams:
 * @self: a report
 * @n_streams: (out): how many
 *
 * Gets what became of every stream, in the trace's order.
 *
 * Returns: (transfer none) (array length=n_streams): the streams
 *
 * Since: 1.0
 */
const SpurReportStream *
spur_clock_report_get_streams (SpurClockReport *self, gsize *n_streams)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self) && n_streams != NULL, NULL);

  *n_streams = self->n_streams;
  return self->streams;
}

/**
 * spur_clock_report_get_span_ns:
 * @self: a report
 * @begin_ns: (out): raw time of the first event
 * @end_ns: (out): raw time of the last event
 *
 * Gets the time that the samples of the streams divide into %SPUR_REPORT_N_SAMPLES equal parts.
 *
 * Since: 1.0
 */
void
spur_clock_report_get_span_ns (SpurClockReport *self, gint64 *begin_ns, gint64 *end_ns)
{
  g_return_if_fail (SPUR_IS_CLOCK_REPORT (self));
  g_return_if_fail (begin_ns != NULL && end_ns != NULL);

  *begin_ns = self->begin_ns;
  *end_ns = self->end_ns;
}

/**
 * spur_clock_report_get_n_moved:
 * @self: a report
 *
 * Gets how many events have another time than before.
 *
 * Returns: the number of moved events
 *
 * Since: 1.0
 */
guint64
spur_clock_report_get_n_moved (SpurClockReport *self)
{
  guint64 n_moved = 0;

  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (self), 0);

  for (guint s = 0; s < self->n_streams; s++)
    n_moved += self->streams[s].n_moved;
  return n_moved;
}
