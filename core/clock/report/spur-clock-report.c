/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/report/spur-clock-report.h"

#include "core/base/spur-object-internal.h"
#include "core/causality/spur-nodes-internal.h"
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

  SpurReportFigures figures;
  GArray *classes;
  GArray *pairs;
  GArray *findings;
  SpurReportStream *streams;
};

SPUR_DEFINE_OBJECT (SpurClockReport, spur_clock_report, G_TYPE_FLAG_NONE)

static void
spur_clock_report_clear (SpurClockReport *self)
{
  g_array_unref (self->classes);
  g_array_unref (self->pairs);
  g_clear_pointer (&self->findings, g_array_unref);
  g_free (self->streams);
  g_clear_object (&self->figures.correction);
  g_clear_object (&self->figures.edges);
  g_clear_object (&self->figures.trace);
}

static void
spur_clock_report_init (SpurClockReport *self)
{
  self->classes = g_array_new (FALSE, TRUE, sizeof (SpurReportClass));
  self->pairs = g_array_new (FALSE, TRUE, sizeof (SpurReportPair));
}

static void
recall_findings (SpurClockReport *self)
{
  SpurReportFigures *figures = &self->figures;
  g_autofree SpurClockVerdict *verdicts = g_new (SpurClockVerdict, figures->n_streams + 1);
  g_autofree guint *components = g_new (guint, figures->n_streams + 1);

  self->findings = spur_clock_finding_list (figures->correction);
  figures->findings = (const SpurClockFinding *) (gpointer) self->findings->data;
  figures->n_findings = self->findings->len;
  if (figures->correction == NULL)
    return;
  figures->verdict = spur_clock_verdict_read (figures->correction, verdicts, components);
  for (guint s = 0; s < figures->n_streams; s++)
    {
      self->streams[s].verdict = verdicts[s];
      self->streams[s].component = components[s];
    }
}

/* The means of all streams weigh their intervals alike, so they are no means of means. */
static void
sum_up (SpurClockReport *self)
{
  SpurReportFigures *figures = &self->figures;
  SpurDistortion *all = &figures->distortion;
  double sum = 0;

  for (guint s = 0; s < figures->n_streams; s++)
    {
      const SpurDistortion *distortion = &self->streams[s].distortion;

      spur_distortion_add (all, distortion);
      sum += distortion->mean * (double) distortion->n_with_length;
      figures->n_moved += self->streams[s].n_moved;
    }
  if (all->n_with_length > 0)
    all->mean = sum / (double) all->n_with_length;
  all->weighted_mean = all->length_ns > 0 ? (double) all->sum_ns / (double) all->length_ns : 0;
  figures->classes = (const SpurReportClass *) (gpointer) self->classes->data;
  figures->n_classes = self->classes->len;
  figures->pairs = (const SpurReportPair *) (gpointer) self->pairs->data;
  figures->n_pairs = self->pairs->len;
  figures->streams = self->streams;
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
  SpurReportFigures *figures;

  g_return_val_if_fail (SPUR_IS_TRACE (trace) && SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction), NULL);
  g_return_val_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace), NULL);
  g_return_val_if_fail (mu_ns >= -SPUR_TIME_LIMIT_NS && mu_ns <= SPUR_TIME_LIMIT_NS, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (SPUR_TYPE_CLOCK_REPORT, NULL);
  figures = &self->figures;
  figures->trace = g_object_ref (trace);
  figures->edges = g_object_ref (edges);
  g_set_object (&figures->correction, correction);
  figures->mu_ns = mu_ns;
  figures->n_streams = spur_trace_get_n_streams (trace);
  self->streams = g_new0 (SpurReportStream, MAX (figures->n_streams, 1));
  spur_trace_get_span_ns (trace, TRUE, &figures->begin_ns, &figures->end_ns);
  spur_check_run (&figures->before, trace, edges, NULL, mu_ns, job);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  spur_check_run (&figures->after, trace, edges, correction, mu_ns, job);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  spur_clock_report_count_edges (&input, self->classes, self->pairs);
  spur_clock_report_measure (&input, figures->begin_ns, figures->end_ns, self->streams);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  recall_findings (self);
  sum_up (self);
  return g_steal_pointer (&self);
}

/* Corrected times; FALSE where the stream has no events. */
static gboolean
get_ends (SpurClockReport *self, guint index, gint64 *first_ns, gint64 *last_ns)
{
  guint64 n_events = self->streams[index].n_events;
  SpurTimes times;

  if (n_events == 0)
    return FALSE;
  spur_times_init (&times, self->figures.trace, self->figures.correction, index);
  *first_ns = spur_times_at (&times, 0);
  *last_ns = spur_times_at (&times, n_events - 1);
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

  length_ns = self->figures.end_ns - self->figures.begin_ns;
  for (guint s = 0; s < self->figures.n_streams; s++)
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
            self->figures.begin_ns + length_ns / (2 * SPUR_REPORT_N_SAMPLES) * (gint64) (2 * i + 1);
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
 * spur_clock_report_get_figures:
 * @self: a report
 *
 * Gets what the report says.
 *
 * Returns: (transfer none): the figures, as long as @self
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const SpurReportFigures *,
                    spur_clock_report_get_figures,
                    SpurClockReport,
                    SPUR_IS_CLOCK_REPORT,
                    &self->figures)
