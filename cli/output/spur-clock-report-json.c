/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* As schemas/clock-report.schema.json says. */
#include "config.h"

#include "cli/output/spur-clock-report-put.h"

#define FORMAT_VERSION 1

/* More would make files of hundreds of megabytes that nobody can draw. */
#define MAX_SAMPLED_STREAMS 1024

static void
begin_member (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

static void
begin_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

static void
add_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

/* What nobody knows is null. */
static void
add_known (JsonBuilder *builder, const char *name, gint64 value, gboolean is_known)
{
  json_builder_set_member_name (builder, name);
  if (is_known)
    json_builder_add_int_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_violations (JsonBuilder *builder, const char *name, const SpurViolations *violations)
{
  begin_member (builder, name);
  spur_cli_add_int (builder, "reversed", (gint64) violations->n_reversed);
  spur_cli_add_int (builder, "below_mu", (gint64) violations->n_below_mu);
  spur_cli_add_int (builder, "worst_ns", violations->worst_ns);
  add_known (builder, "least_ns", violations->least_ns, violations->least_ns != G_MAXINT64);
  json_builder_end_object (builder);
}

static void
add_classes (JsonBuilder *builder, SpurClockReport *report)
{
  gsize n_classes;
  const SpurReportClass *classes = spur_clock_report_get_classes (report, &n_classes);

  begin_array (builder, "classes");
  for (gsize i = 0; i < n_classes; i++)
    {
      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "name", classes[i].name);
      spur_cli_add_string (builder, "kind", classes[i].is_collective ? "collective" : "one-to-one");
      spur_cli_add_int (builder, "edges", (gint64) classes[i].n_edges);
      add_violations (builder, "before", &classes[i].before);
      add_violations (builder, "after", &classes[i].after);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_pairs (JsonBuilder *builder, SpurClockReport *report)
{
  gsize n_pairs;
  const SpurReportPair *pairs = spur_clock_report_get_pairs (report, &n_pairs);

  begin_array (builder, "pairs");
  for (gsize i = 0; i < n_pairs; i++)
    {
      json_builder_begin_object (builder);
      spur_cli_add_int (builder, "from", pairs[i].from_stream);
      spur_cli_add_int (builder, "to", pairs[i].to_stream);
      spur_cli_add_int (builder, "edges", (gint64) pairs[i].n_edges);
      add_violations (builder, "before", &pairs[i].before);
      add_violations (builder, "after", &pairs[i].after);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_distortion (JsonBuilder *builder, const SpurDistortion *distortion)
{
  begin_member (builder, "distortion");
  spur_cli_add_int (builder, "intervals", (gint64) distortion->n_intervals);
  begin_array (builder, "changes");
  for (guint i = 0; i < SPUR_REPORT_N_CHANGES; i++)
    json_builder_add_int_value (builder, (gint64) distortion->n_changes[i]);
  json_builder_end_array (builder);
  add_double (builder, "mean", distortion->mean);
  add_double (builder, "weighted_mean", distortion->weighted_mean);
  add_double (builder, "max", distortion->max);
  spur_cli_add_int (builder, "max_ns", distortion->max_ns);
  spur_cli_add_int (builder, "sum_ns", distortion->sum_ns);
  spur_cli_add_int (builder, "length_ns", distortion->length_ns);
  json_builder_end_object (builder);
}

/* [position, least shift, largest shift, half width or null] of the samples that have events. */
static void
add_samples (JsonBuilder *builder, const SpurReportStream *stream, gboolean is_sampled)
{
  begin_array (builder, "samples");
  for (guint i = 0; is_sampled && i < SPUR_REPORT_N_SAMPLES; i++)
    {
      const SpurReportSample *sample = &stream->samples[i];

      if (sample->min_ns > sample->max_ns)
        continue;
      json_builder_begin_array (builder);
      json_builder_add_int_value (builder, i);
      json_builder_add_int_value (builder, sample->min_ns);
      json_builder_add_int_value (builder, sample->max_ns);
      if (sample->half_width_ns >= 0)
        json_builder_add_int_value (builder, sample->half_width_ns);
      else
        json_builder_add_null_value (builder);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static void
add_stream (JsonBuilder *builder, const SpurReportStream *stream, gboolean is_sampled)
{
  gboolean has_steep = stream->steepest > 1;

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "name", stream->name);
  spur_cli_add_int (builder, "domain", stream->domain);
  spur_cli_add_int (builder, "events", (gint64) stream->n_events);
  spur_cli_add_int (builder, "moved_events", (gint64) stream->n_moved);
  spur_cli_add_int (builder, "knots", (gint64) stream->n_knots);
  begin_member (builder, "shift");
  spur_cli_add_int (builder, "first_ns", stream->first_shift_ns);
  spur_cli_add_int (builder, "last_ns", stream->last_shift_ns);
  spur_cli_add_int (builder, "min_ns", stream->min_shift_ns);
  spur_cli_add_int (builder, "max_ns", stream->max_shift_ns);
  add_double (builder, "mean_ns", stream->mean_shift_ns);
  json_builder_end_object (builder);
  add_double (builder, "steepest", stream->steepest);
  add_known (builder, "steepest_event", (gint64) stream->steepest_event, has_steep);
  add_known (builder, "half_width_ns", stream->half_width_ns, stream->half_width_ns >= 0);
  add_distortion (builder, &stream->distortion);
  add_samples (builder, stream, is_sampled);
  json_builder_end_object (builder);
}

static void
add_trace (JsonBuilder *builder, SpurClockReport *report)
{
  SpurTrace *trace = spur_clock_report_get_trace (report);
  gint64 begin_ns, end_ns;

  spur_clock_report_get_span_ns (report, &begin_ns, &end_ns);
  begin_member (builder, "trace");
  spur_cli_add_string (builder, "path", spur_trace_get_fact (trace, "path"));
  spur_cli_add_string (builder, "format", spur_trace_get_fact (trace, "format"));
  spur_cli_add_int (builder, "events", (gint64) spur_trace_get_n_events (trace));
  spur_cli_add_int (builder, "streams", spur_trace_get_n_streams (trace));
  spur_cli_add_int (builder, "begin_ns", begin_ns);
  spur_cli_add_int (builder, "end_ns", end_ns);
  spur_cli_add_int (builder, "sample_count", SPUR_REPORT_N_SAMPLES);
  json_builder_end_object (builder);
}

static void
add_check (JsonBuilder *builder, const char *name, const SpurCheck *check)
{
  begin_member (builder, name);
  spur_cli_add_check (builder, check);
  json_builder_end_object (builder);
}

static void
add_facts (JsonBuilder *builder, SpurCorrection *correction)
{
  GPtrArray *keys = correction != NULL ? spur_correction_get_fact_keys (correction) : NULL;

  begin_member (builder, "facts");
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    spur_cli_add_string (builder, keys->pdata[i],
                         spur_correction_get_fact (correction, keys->pdata[i]));
  json_builder_end_object (builder);
}

char *
spur_clock_report_make_json (SpurClockReport *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  gsize n_streams;
  const SpurReportStream *streams = spur_clock_report_get_streams (report, &n_streams);

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "format", "spur-clock-report");
  spur_cli_add_int (builder, "version", FORMAT_VERSION);
  add_trace (builder, report);
  spur_cli_add_int (builder, "mu_ns", spur_clock_report_get_mu_ns (report));
  add_check (builder, "before", spur_clock_report_get_before (report));
  add_check (builder, "after", spur_clock_report_get_after (report));
  begin_member (builder, "matching");
  spur_cli_add_edges (builder, spur_clock_report_get_edges (report));
  json_builder_end_object (builder);
  spur_cli_add_int (builder, "moved_events", (gint64) spur_clock_report_get_n_moved (report));
  add_distortion (builder, spur_clock_report_get_distortion (report));
  add_classes (builder, report);
  add_pairs (builder, report);
  begin_array (builder, "streams");
  for (gsize i = 0; i < n_streams; i++)
    add_stream (builder, &streams[i], n_streams <= MAX_SAMPLED_STREAMS);
  json_builder_end_array (builder);
  add_facts (builder, spur_clock_report_get_correction (report));
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  return json_generator_to_data (generator, NULL);
}
