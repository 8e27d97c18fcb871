/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-clock-report-put.h"

#include "cli/output/spur-edges-tree.h"
#include "cli/output/spur-layout.h"
#include "core/base/spur-new-files.h"
#ifdef SPUR_WITH_VIEWS
#include "visualizers/page/spur-clock-page.h"
#endif

#define MAX_ROWS 32
#define REPORT_IS_A_FILE "a report is written as a regular file"

#define VIOLATION_COLUMNS                                                                          \
  { "edges", "edges", SPUR_SHOW_COUNT }, { "before.reversed", "reversed", SPUR_SHOW_COUNT },       \
    { "after.reversed", "after", SPUR_SHOW_COUNT, SPUR_SHOW_BAD },                                 \
    { "before.below_mu", "below mu", SPUR_SHOW_COUNT },                                            \
    { "after.below_mu", "after", SPUR_SHOW_COUNT, SPUR_SHOW_BAD },                                 \
    { "before.worst_ns", "worst before", SPUR_SHOW_SPAN },                                         \
  {                                                                                                \
    NULL                                                                                           \
  }

static const SpurColumn class_columns[] = { { "name", "edges that end in" }, VIOLATION_COLUMNS };

static const SpurColumn pair_columns[] = { { "names", "from, to" }, VIOLATION_COLUMNS };

static const SpurColumn stream_columns[] = {
  { "name", "stream" },
  { "moved_events", "moved events", SPUR_SHOW_COUNT },
  { "shift.min_ns", "least shift", SPUR_SHOW_DURATION },
  { "shift.max_ns", "largest shift", SPUR_SHOW_DURATION },
  { "half_width_ns", "known within", SPUR_SHOW_DURATION },
  { "verdict", "verdict", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "distortion.weighted_mean", "intervals changed", SPUR_SHOW_PERCENT },
  { "steepest", "steepest", SPUR_SHOW_EXCESS },
  { NULL },
};

static const SpurColumn change_columns[] = {
  { "name", "intervals between events" },
  { "count", "how many", SPUR_SHOW_COUNT },
  { "ratio", "share", SPUR_SHOW_PERCENT },
  { NULL },
};

static const SpurLayout layout[] = {
  SPUR_LAYOUT_LINE_OF ("known", NULL, 0),
  SPUR_LAYOUT_LINE_OF ("head", NULL, 0),
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_FINDINGS,
  SPUR_LAYOUT_EMPTY_IF ("findings"),
  SPUR_LAYOUT_TABLE_OF ("classes", class_columns, 0, NULL),
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_COUNT_OF ("trace.events", "events"),
  SPUR_LAYOUT_COUNT_OF ("moved_events", "moved events"),
  SPUR_LAYOUT_COUNT_OF ("after.order_inversions", "out of order after"),
  SPUR_LAYOUT_COUNT_OF ("matching.local_messages", "local messages"),
  SPUR_LAYOUT_COUNT_OF ("matching.unmatched_sends", "unmatched sends"),
  SPUR_LAYOUT_COUNT_OF ("matching.unmatched_receives", "unmatched receives"),
  SPUR_LAYOUT_COUNT_OF ("matching.incomplete_collectives", "incomplete collectives"),
  SPUR_LAYOUT_COUNT_IF ("matching.other_sizes", "sizes that differ"),
  SPUR_LAYOUT_COUNT_IF ("matching.other_tags", "tags that differ"),
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_TABLE_OF ("streams", stream_columns, MAX_ROWS, "; the JSON report lists all"),
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_TABLE_OF ("shown_changes", change_columns, 0, NULL),
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_NOTE_OF ("mean_change", "mean change"),
  SPUR_LAYOUT_ROW_OF ("distortion.max_ns", "largest change", SPUR_SHOW_DURATION, 0),
  SPUR_LAYOUT_EMPTY_IF ("pairs"),
  { SPUR_LAYOUT_TABLE, "pairs", .flags = SPUR_SHOW_IF_SET, .columns = pair_columns,
    .max_rows = MAX_ROWS, .more = "; the JSON report lists all" },
  SPUR_LAYOUT_EMPTY_IF ("facts"),
  { SPUR_LAYOUT_FACTS, "facts" },
  { SPUR_LAYOUT_END },
};

static void
add_changes (SpurTree *tree, const SpurDistortion *distortion)
{
  static const char *const names[SPUR_REPORT_N_CHANGES] = {
    "unchanged",  "up to 0.01 %", "up to 0.1 %",     "up to 1 %",
    "up to 10 %", "up to 100 %",  "more than 100 %",
  };
  char plain[G_ASCII_DTOSTR_BUF_SIZE], weighted[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; spur_tree_next_row (tree, "shown_changes", i, SPUR_REPORT_N_CHANGES); i++)
    {
      double n_intervals = (double) MAX (distortion->n_intervals, 1);

      spur_tree_add_string (tree, "name", names[i]);
      spur_tree_add_count (tree, "count", distortion->n_changes[i]);
      spur_tree_add_double (tree, "ratio", (double) distortion->n_changes[i] / n_intervals);
    }
  g_ascii_formatd (plain, sizeof plain, "%.6f", 100 * distortion->mean);
  g_ascii_formatd (weighted, sizeof weighted, "%.6f", 100 * distortion->weighted_mean);
  spur_tree_print_note (tree, "mean_change", "%s %%, weighted by length %s %%", plain, weighted);
}

static void
put_text (SpurClockReport *report, SpurCli *cli)
{
  const SpurReportFigures *figures = spur_clock_report_get_figures (report);
  g_autoptr (SpurTree) tree = spur_clock_report_make_tree (report, TRUE);
  const char *path = spur_trace_get_fact (figures->trace, "path");
  g_autofree char *mu = spur_text_duration (figures->mu_ns);

  spur_tree_print_note (tree, "head", "The clocks of %s, least delay mu %s",
                        path != NULL ? path : "a trace", mu);
  add_changes (tree, &figures->distortion);
  spur_cli_put_layout (cli, tree, layout);
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
        return SPUR_CLI_REFUSE (cli, "--report: '%s' is no .txt, .json or .html", path);
#ifndef SPUR_WITH_VIEWS
      spur_cli_warn (cli, "--report: this spur was built without pages (meson option 'views')");
      return FALSE;
#endif
    }
  return TRUE;
}

static gboolean
write_text (SpurClockReport *report, SpurCli *cli, const char *path)
{
  g_autoptr (SpurOut) out = spur_out_new_for_memory ();
  SpurCli file = *cli;
  const GString *text;

  file.out = out;
  file.colour = FALSE;
  put_text (report, &file);
  text = out->buffer;
  return spur_new_files_save (path, text->str, text->len, REPORT_IS_A_FILE, &cli->error);
}

static gboolean
write_json (SpurClockReport *report, SpurCli *cli, const char *path)
{
  g_autoptr (SpurTree) tree = spur_clock_report_make_tree (report, FALSE);
  g_autoptr (GString) text = g_string_new (NULL);

  spur_tree_append_json (tree, text, FALSE);
  return spur_new_files_save (path, text->str, text->len, REPORT_IS_A_FILE, &cli->error);
}

static gboolean
write_page (SpurClockReport *report, SpurCli *cli, const char *path)
{
#ifdef SPUR_WITH_VIEWS
  return spur_clock_page_save (report, path, &cli->error);
#else
  g_set_error (&cli->error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s: built without pages", path);
  return FALSE;
#endif
}

gboolean
spur_clock_report_write (SpurClockReport *report, SpurCli *cli, char **paths)
{
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      gboolean (*write_file) (SpurClockReport *, SpurCli *, const char *) =
        g_str_has_suffix (paths[i], ".txt")    ? write_text
        : g_str_has_suffix (paths[i], ".json") ? write_json
                                               : write_page;

      if (!write_file (report, cli, paths[i]))
        return FALSE;
    }
  return TRUE;
}
