/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-clock-report-put.h"

#include <string.h>

#include "cli/output/spur-table.h"
#include "cli/output/spur-text.h"
#include "core/base/spur-new-files.h"
#ifdef SPUR_WITH_VIEWS
#include "visualizers/spur-clock-page.h"
#endif

#define MAX_ROWS 32
#define REPORT_IS_A_FILE "a report is written as a regular file"

static void
add_violations (SpurTable *table, const SpurViolations *before, const SpurViolations *after)
{
  spur_table_add_count (table, before->n_reversed, FALSE);
  spur_table_add_count (table, after->n_reversed, after->n_reversed > 0);
  spur_table_add_count (table, before->n_below_mu, FALSE);
  spur_table_add_count (table, after->n_below_mu, after->n_below_mu > 0);
  spur_table_add_duration (table, before->worst_ns);
}

static void
put_classes (SpurClockReport *report, SpurCli *cli)
{
  g_autoptr (SpurTable) table = spur_table_new (7);
  gsize n_classes;
  const SpurReportClass *classes = spur_clock_report_get_classes (report, &n_classes);

  spur_table_set_heading (table, "edges that end in", "edges", "reversed", "after", "below mu",
                          "after", "worst before");
  for (gsize i = 0; i < n_classes; i++)
    {
      spur_table_add_text (table, classes[i].name);
      spur_table_add_count (table, classes[i].n_edges, FALSE);
      add_violations (table, &classes[i].before, &classes[i].after);
    }
  spur_table_put (table, cli);
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const SpurReportPair *first = *(const SpurReportPair *const *) a;
  const SpurReportPair *second = *(const SpurReportPair *const *) b;

  if (first->before.n_reversed != second->before.n_reversed)
    return first->before.n_reversed > second->before.n_reversed ? -1 : 1;
  if (first->n_edges != second->n_edges)
    return first->n_edges > second->n_edges ? -1 : 1;
  return first < second ? -1 : first > second;
}

static void
put_pairs (SpurClockReport *report, SpurCli *cli)
{
  g_autoptr (SpurTable) table = spur_table_new (7);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  gsize n_pairs, n_streams;
  const SpurReportPair *pairs = spur_clock_report_get_pairs (report, &n_pairs);
  const SpurReportStream *streams = spur_clock_report_get_streams (report, &n_streams);

  if (n_pairs == 0)
    return;
  for (gsize i = 0; i < n_pairs; i++)
    g_ptr_array_add (order, (gpointer) &pairs[i]);
  g_ptr_array_sort (order, compare_pairs);
  spur_table_set_heading (table, "from, to", "edges", "reversed", "after", "below mu", "after",
                          "worst before");
  for (guint i = 0; i < MIN (order->len, MAX_ROWS); i++)
    {
      const SpurReportPair *pair = g_ptr_array_index (order, i);
      g_autofree char *name =
        g_strdup_printf ("%s, %s", streams[pair->from_stream].name, streams[pair->to_stream].name);

      spur_table_add_text (table, name);
      spur_table_add_count (table, pair->n_edges, FALSE);
      add_violations (table, &pair->before, &pair->after);
    }
  spur_out_puts (cli->out, "\n");
  spur_table_put (table, cli);
  if (order->len > MAX_ROWS)
    spur_out_printf (cli->out, "  ... and %u more; the JSON report lists all\n",
                     order->len - MAX_ROWS);
}

static void
add_share (SpurTable *table, double share)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE + 8];

  g_ascii_formatd (text, sizeof text, "%.5f", 100 * share);
  g_strlcat (text, " %", sizeof text);
  spur_table_add_text (table, text);
}

static void
put_streams (SpurClockReport *report, SpurCli *cli)
{
  g_autoptr (SpurTable) table = spur_table_new (7);
  gsize n_streams;
  const SpurReportStream *streams = spur_clock_report_get_streams (report, &n_streams);

  spur_table_set_heading (table, "stream", "moved events", "least shift", "largest shift",
                          "known within", "intervals changed", "steepest");
  for (gsize i = 0; i < MIN (n_streams, MAX_ROWS); i++)
    {
      const SpurReportStream *stream = &streams[i];
      g_autofree char *least = spur_text_duration (stream->min_shift_ns);
      g_autofree char *largest = spur_text_duration (stream->max_shift_ns);
      g_autofree char *width =
        stream->half_width_ns >= 0 ? spur_text_duration (stream->half_width_ns) : g_strdup ("-");

      spur_table_add_text (table, stream->name);
      spur_table_add_count (table, stream->n_moved, FALSE);
      spur_table_add_text (table, least);
      spur_table_add_text (table, largest);
      spur_table_add_text (table, width);
      add_share (table, stream->distortion.weighted_mean);
      add_share (table, stream->steepest - 1);
    }
  spur_out_puts (cli->out, "\n");
  spur_table_put (table, cli);
  if (n_streams > MAX_ROWS)
    spur_out_printf (cli->out, "  ... and %u more; the JSON report lists all\n",
                     (guint) n_streams - MAX_ROWS);
}

static void
put_distortion (SpurClockReport *report, SpurCli *cli)
{
  static const char *const names[SPUR_REPORT_N_CHANGES] = {
    "unchanged",  "up to 0.01 %", "up to 0.1 %",     "up to 1 %",
    "up to 10 %", "up to 100 %",  "more than 100 %",
  };
  g_autoptr (SpurTable) table = spur_table_new (3);
  const SpurDistortion *distortion = spur_clock_report_get_distortion (report);
  g_autofree char *most = spur_text_duration (distortion->max_ns);
  g_autofree char *mean = NULL;
  char plain[G_ASCII_DTOSTR_BUF_SIZE], weighted[G_ASCII_DTOSTR_BUF_SIZE];

  spur_table_set_heading (table, "intervals between events", "how many", "share");
  for (guint i = 0; i < SPUR_REPORT_N_CHANGES; i++)
    {
      spur_table_add_text (table, names[i]);
      spur_table_add_count (table, distortion->n_changes[i], FALSE);
      add_share (table, distortion->n_intervals > 0
                          ? (double) distortion->n_changes[i] / (double) distortion->n_intervals
                          : 0);
    }
  spur_out_puts (cli->out, "\n");
  spur_table_put (table, cli);
  g_ascii_formatd (plain, sizeof plain, "%.6f", 100 * distortion->mean);
  g_ascii_formatd (weighted, sizeof weighted, "%.6f", 100 * distortion->weighted_mean);
  mean = g_strdup_printf ("%s %%, weighted by length %s %%", plain, weighted);
  spur_out_puts (cli->out, "\n");
  spur_cli_put_row (cli, "mean change", mean);
  spur_cli_put_row (cli, "largest change", most);
}

static void
put_count (SpurCli *cli, const char *name, guint64 count)
{
  g_autofree char *text = spur_text_count (count);

  spur_cli_put_row (cli, name, text);
}

static void
put_matching (SpurClockReport *report, SpurCli *cli)
{
  SpurEdges *edges = spur_clock_report_get_edges (report);

  spur_out_puts (cli->out, "\n");
  put_count (cli, "events", spur_trace_get_n_events (spur_clock_report_get_trace (report)));
  put_count (cli, "moved events", spur_clock_report_get_n_moved (report));
  put_count (cli, "out of order after", spur_clock_report_get_after (report)->n_order_inversions);
  put_count (cli, "local messages", spur_edges_get_n_local (edges));
  put_count (cli, "unmatched sends", spur_edges_get_n_unmatched_sends (edges));
  put_count (cli, "unmatched receives", spur_edges_get_n_unmatched_receives (edges));
  put_count (cli, "incomplete collectives", spur_edges_get_n_incomplete_collectives (edges));
}

/* How it was made and what was assumed. */
static void
put_facts (SpurClockReport *report, SpurCli *cli)
{
  SpurCorrection *correction = spur_clock_report_get_correction (report);
  GPtrArray *keys = correction != NULL ? spur_correction_get_fact_keys (correction) : NULL;

  if (keys == NULL || keys->len == 0)
    return;
  spur_out_puts (cli->out, "\n");
  for (guint i = 0; i < keys->len; i++)
    {
      /* Only for programs. */
      if (g_str_has_prefix (keys->pdata[i], "maps."))
        continue;
      spur_cli_put_row (cli, keys->pdata[i], spur_correction_get_fact (correction, keys->pdata[i]));
    }
}

void
spur_clock_report_put_text (SpurClockReport *report, SpurCli *cli)
{
  SpurTrace *trace = spur_clock_report_get_trace (report);
  const char *path = spur_trace_get_fact (trace, "path");
  g_autofree char *safe = spur_text_safe (path != NULL ? path : "a trace");
  g_autofree char *mu = spur_text_duration (spur_clock_report_get_mu_ns (report));

  spur_out_printf (cli->out, "The clocks of %s, least delay mu %s\n\n", safe, mu);
  put_classes (report, cli);
  put_matching (report, cli);
  put_streams (report, cli);
  put_distortion (report, cli);
  put_pairs (report, cli);
  put_facts (report, cli);
}

gboolean
spur_clock_report_check_paths (SpurCli *cli, char **paths)
{
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      const char *path = paths[i];

      if (!spur_cli_may_write (cli, path))
        return FALSE;
      if (g_str_has_suffix (path, ".txt") || g_str_has_suffix (path, ".json"))
        continue;
      if (!g_str_has_suffix (path, ".html") && !g_str_has_suffix (path, ".htm"))
        {
          spur_cli_usage (cli, "--report: '%s' is no .txt, .json or .html", path);
          return FALSE;
        }
#ifndef SPUR_WITH_VIEWS
      spur_cli_warn (cli, "--report: this spur was built without pages (meson option 'views')");
      return FALSE;
#endif
    }
  return TRUE;
}

static gboolean
write_text (SpurClockReport *report, SpurCli *cli, const char *path, GError **error)
{
  g_autoptr (SpurOut) out = spur_out_new_for_memory ();
  SpurCli file = *cli;
  const GString *text;

  file.out = out;
  file.colour = FALSE;
  spur_clock_report_put_text (report, &file);
  text = spur_out_buffer (out);
  return spur_new_files_save (path, text->str, text->len, REPORT_IS_A_FILE, error);
}

static gboolean
write_json (SpurClockReport *report, const char *path, GError **error)
{
  g_autofree char *text = spur_clock_report_make_json (report);

  return spur_new_files_save (path, text, strlen (text), REPORT_IS_A_FILE, error);
}

static gboolean
write_page (SpurClockReport *report, const char *path, GError **error)
{
#ifdef SPUR_WITH_VIEWS
  return spur_clock_page_save (report, path, error);
#else
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s: built without pages", path);
  return FALSE;
#endif
}

gboolean
spur_clock_report_write (SpurClockReport *report, SpurCli *cli, char **paths, GError **error)
{
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      gboolean is_written;

      if (g_str_has_suffix (paths[i], ".txt"))
        is_written = write_text (report, cli, paths[i], error);
      else if (g_str_has_suffix (paths[i], ".json"))
        is_written = write_json (report, paths[i], error);
      else
        is_written = write_page (report, paths[i], error);
      if (!is_written)
        return FALSE;
    }
  return TRUE;
}
