/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/run/spur-collecting.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/output/spur-table.h"
#include "cli/output/spur-text.h"

#define MAX_ROWS 32

static void
say_problem (SpurCollector *collector, const char *text, gpointer data)
{
  SpurCollecting *self = data;
  g_autofree char *safe = spur_text_safe (text);

  /* A thousand bad connections are one problem. */
  if (++self->n_problems > MAX_ROWS)
    return;
  spur_collecting_wipe (self);
  spur_cli_warn (self->cli, "%s%s", safe,
                 self->n_problems == MAX_ROWS ? "; more of this kind is only counted" : "");
}

void
spur_collecting_init (SpurCollecting *self, SpurCli *cli, SpurCollector *collector)
{
  const char *term = g_getenv ("TERM");

  *self = (SpurCollecting){ .cli = cli,
                            .collector = collector,
                            .is_terminal =
                              isatty (STDERR_FILENO) && term != NULL && !g_str_equal (term, "dumb"),
                            .last_us = g_get_monotonic_time () };
  g_signal_connect (collector, "problem", G_CALLBACK (say_problem), self);
}

void
spur_collecting_wipe (SpurCollecting *self)
{
  if (self->is_shown)
    fputs ("\r\033[K", stderr);
  self->is_shown = FALSE;
}

void
spur_collecting_show (SpurCollecting *self)
{
  gint64 now_us = g_get_monotonic_time ();
  gint64 span_us = MAX (now_us - self->last_us, 1);
  SpurCollectCounts counts;
  g_autofree char *recorders = NULL;
  g_autofree char *events = NULL;
  g_autofree char *rate = NULL;
  g_autofree char *dropped = NULL;

  if (!self->is_terminal)
    return;
  spur_collector_get_counts (self->collector, &counts);
  recorders = spur_text_count (counts.n_connected);
  events = spur_text_count (counts.n_events);
  rate = spur_text_count ((counts.n_events - MIN (self->last_events, counts.n_events)) *
                          G_USEC_PER_SEC / (guint64) span_us);
  dropped = spur_text_count (counts.n_dropped + counts.n_missing);
  self->last_us = now_us;
  self->last_events = counts.n_events;
  fprintf (stderr, "\r\033[K%s %s  %s events  %s/s  %s dropped%s", recorders,
           counts.n_connected == 1 ? "recorder" : "recorders", events, rate, dropped,
           counts.n_stalled > 0 ? "  waiting for the disk" : "");
  fflush (stderr);
  self->is_shown = TRUE;
}

static gboolean
is_whole (const SpurCollectRecording *recording)
{
  return recording->has_ended && recording->n_missing == 0 &&
         recording->n_events + recording->n_dropped == recording->n_told_events;
}

static void
add_recording (JsonBuilder *builder, const SpurCollectRecording *recording)
{
  g_autofree char *origin = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", recording->origin);

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "origin", origin);
  spur_cli_add_string (builder, "host", recording->host);
  spur_cli_add_string (builder, "program", recording->program);
  spur_cli_add_int (builder, "process", recording->process);
  spur_cli_add_int (builder, "events", (gint64) recording->n_events);
  spur_cli_add_int (builder, "dropped", (gint64) recording->n_dropped);
  spur_cli_add_int (builder, "missing", (gint64) recording->n_missing);
  if (recording->has_status)
    {
      spur_cli_add_int (builder, "told_events", (gint64) recording->n_told_events);
      spur_cli_add_int (builder, "told_dropped", (gint64) recording->n_told_dropped);
    }
  json_builder_set_member_name (builder, "ended");
  json_builder_add_boolean_value (builder, recording->has_ended);
  json_builder_set_member_name (builder, "agrees");
  json_builder_add_boolean_value (builder, is_whole (recording));
  json_builder_end_object (builder);
}

static void
add_counts (JsonBuilder *builder, const SpurCollectCounts *counts)
{
  spur_cli_add_int (builder, "events", (gint64) counts->n_events);
  spur_cli_add_int (builder, "dropped", (gint64) counts->n_dropped);
  spur_cli_add_int (builder, "missing", (gint64) counts->n_missing);
  spur_cli_add_int (builder, "parcels", (gint64) counts->n_parcels);
  spur_cli_add_int (builder, "bytes", (gint64) counts->n_bytes);
  spur_cli_add_int (builder, "repeated_parcels", (gint64) counts->n_repeated);
  spur_cli_add_int (builder, "cut_connections", (gint64) counts->n_cut);
  spur_cli_add_int (builder, "refused_connections", (gint64) counts->n_refused);
  spur_cli_add_int (builder, "ordered_events", (gint64) counts->n_ordered);
  spur_cli_add_int (builder, "late_events", (gint64) counts->n_late);
  spur_cli_add_int (builder, "worst_late_ns", counts->worst_late_ns);
  spur_cli_add_int (builder, "unmatched_receives", (gint64) counts->n_unmatched);
  spur_cli_add_int (builder, "unordered_events", (gint64) counts->n_passed_over);
  spur_cli_add_int (builder, "unwritten_events", (gint64) counts->n_unwritten);
  spur_cli_add_int (builder, "listener_drops", (gint64) counts->n_listener_drops);
}

static void
put_json (SpurCollecting *self, const SpurCollected *collected)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  SpurCollectCounts counts;
  SpurCollectRecording recording;

  spur_collector_get_counts (self->collector, &counts);
  json_builder_begin_object (builder);
  if (collected->output != NULL)
    spur_cli_add_string (builder, "output", collected->output);
  if (collected->folder != NULL)
    spur_cli_add_string (builder, "folder", collected->folder);
  add_counts (builder, &counts);
  spur_cli_add_int (builder, "left_out_recordings", collected->n_left_out);
  if (collected->output != NULL)
    {
      spur_cli_add_int (builder, "written_recordings", collected->n_recordings);
      spur_cli_add_int (builder, "written_streams", collected->n_streams);
      spur_cli_add_int (builder, "written_events", (gint64) collected->n_events);
    }
  if (collected->is_corrected)
    {
      spur_cli_add_int (builder, "reversed_before", (gint64) collected->before.n_reversed);
      spur_cli_add_int (builder, "reversed_after", (gint64) collected->after.n_reversed);
    }
  json_builder_set_member_name (builder, "recordings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < spur_collector_get_n_recordings (self->collector); i++)
    {
      spur_collector_get_recording (self->collector, i, &recording);
      add_recording (builder, &recording);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  spur_cli_put_json (self->cli, builder);
}

static void
put_recordings (SpurCollecting *self)
{
  g_autoptr (SpurTable) table = spur_table_new (6);
  guint n_recordings = spur_collector_get_n_recordings (self->collector);
  SpurCollectRecording recording;

  spur_table_set_heading (table, "program", "process", "host", "events", "dropped", "");
  spur_table_set_left (table, 2);
  spur_table_set_left (table, 5);
  for (guint i = 0; i < MIN (n_recordings, MAX_ROWS); i++)
    {
      g_autofree char *program = NULL;
      g_autofree char *host = NULL;
      g_autofree char *process = NULL;

      spur_collector_get_recording (self->collector, i, &recording);
      program = spur_text_shorten (recording.program, 24);
      host = spur_text_shorten (recording.host, 24);
      process = g_strdup_printf ("%u", recording.process);
      spur_table_add_text (table, program);
      spur_table_add_text (table, process);
      spur_table_add_text (table, host);
      spur_table_add_count (table, recording.n_events, FALSE);
      spur_table_add_count (table, recording.n_dropped + recording.n_missing,
                            recording.n_missing > 0);
      spur_table_add_text (table, !recording.has_ended    ? "did not end"
                                  : is_whole (&recording) ? ""
                                                          : "counts differ");
    }
  spur_table_put (table, self->cli);
  if (n_recordings > MAX_ROWS)
    spur_out_printf (self->cli->out, "... and %u more\n", n_recordings - MAX_ROWS);
}

static void
put_count (SpurCli *cli, guint64 count, const char *text)
{
  g_autofree char *digits = spur_text_count (count);

  if (count > 0)
    spur_out_printf (cli->out, "%s %s\n", digits, text);
}

static void
put_text (SpurCollecting *self, const SpurCollected *collected)
{
  SpurCli *cli = self->cli;
  SpurCollectCounts counts;
  g_autofree char *events = spur_text_count (collected->n_events);
  g_autofree char *note = NULL;

  spur_collector_get_counts (self->collector, &counts);
  if (spur_collector_get_n_recordings (self->collector) > 0)
    put_recordings (self);
  put_count (cli, counts.n_missing, "events neither came nor were said to be dropped");
  put_count (cli, counts.n_late, "events came too late to be put in order");
  put_count (cli, counts.n_unwritten, "events in order found no room; they are in the trace");
  put_count (cli, counts.n_cut, "connections were cut off because of what they sent");
  put_count (cli, counts.n_refused, "connections were refused");
  put_count (cli, collected->n_left_out,
             collected->n_left_out == 1 ? "recording was left out" : "recordings were left out");
  put_count (cli, counts.n_listener_drops, "lines were dropped, their listeners were too slow");
  if (collected->output != NULL)
    {
      note = g_strdup_printf ("%u %s, %u %s, %s events", collected->n_recordings,
                              collected->n_recordings == 1 ? "recording" : "recordings",
                              collected->n_streams,
                              collected->n_streams == 1 ? "stream" : "streams", events);
      spur_cli_put_written (cli, collected->output, note);
    }
  if (collected->folder != NULL)
    spur_out_printf (cli->out,
                     collected->n_left_out > 0 && collected->is_removed
                       ? "The recordings that were left out are in %s\n"
                       : "The recordings are in %s\n",
                     collected->folder);
}

void
spur_collecting_put (SpurCollecting *self, const SpurCollected *collected)
{
  spur_collecting_wipe (self);
  if (self->cli->json)
    put_json (self, collected);
  else
    put_text (self, collected);
}
