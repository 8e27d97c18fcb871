/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-collecting.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/output/spur-layout.h"

#define MAX_ROWS 32
#define MAX_CELLS 24

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

static const SpurColumn recording_columns[] = {
  { "shown_program", "program" },
  { "process", "process" },
  { "shown_host", "host", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "events", "events", SPUR_SHOW_COUNT },
  { "all_dropped", "dropped" },
  { "end", "", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { NULL },
};

#define TALLY_OF(path, text)                                                                       \
  {                                                                                                \
    SPUR_LAYOUT_TALLY, path, text, SPUR_SHOW_COUNT, SPUR_SHOW_IF_SET                               \
  }

static const SpurLayout layout[] = {
  { SPUR_LAYOUT_TABLE, "recordings", .flags = SPUR_SHOW_IF_SET, .columns = recording_columns,
    .max_rows = MAX_ROWS },
  TALLY_OF ("missing", "events neither came nor were said to be dropped"),
  TALLY_OF ("late_events", "events came too late to be put in order"),
  TALLY_OF ("unwritten_events", "events in order found no room; they are in the trace"),
  TALLY_OF ("cut_connections", "connections were cut off because of what they sent"),
  TALLY_OF ("refused_connections", "connections were refused"),
  SPUR_LAYOUT_LINE_OF ("left_out", NULL, 0),
  TALLY_OF ("listener_drops", "lines were dropped, their listeners were too slow"),
  SPUR_LAYOUT_WRITTEN,
  SPUR_LAYOUT_LINE_OF ("where", NULL, 0),
  { SPUR_LAYOUT_END },
};

static void
add_recording (SpurTree *tree, const SpurCollectRecording *recording)
{
  g_autofree char *origin = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", recording->origin);
  g_autofree char *program = spur_text_shorten (recording->program, MAX_CELLS);
  g_autofree char *host = spur_text_shorten (recording->host, MAX_CELLS);
  g_autofree char *dropped = spur_text_count (recording->n_dropped + recording->n_missing);

  spur_tree_add_note (tree, "shown_program", program);
  spur_tree_add_note (tree, "shown_host", host);
  spur_tree_add_string (tree, "origin", origin);
  spur_tree_add_string (tree, "host", recording->host);
  spur_tree_add_string (tree, "program", recording->program);
  spur_tree_add_int (tree, "process", recording->process);
  spur_tree_add_count (tree, "events", recording->n_events);
  spur_tree_add_count (tree, "dropped", recording->n_dropped);
  spur_tree_add_count (tree, "missing", recording->n_missing);
  if (recording->has_status)
    {
      spur_tree_add_count (tree, "told_events", recording->n_told_events);
      spur_tree_add_count (tree, "told_dropped", recording->n_told_dropped);
    }
  spur_tree_add_bool (tree, "ended", recording->has_ended);
  spur_tree_add_bool (tree, "agrees", is_whole (recording));
  spur_tree_add_note (tree, "all_dropped", dropped);
  spur_tree_add_note (tree, "end",
                      !recording->has_ended  ? "did not end"
                      : is_whole (recording) ? ""
                                             : "counts differ");
}

static void
add_counts (SpurTree *tree, const SpurCollectCounts *counts)
{
  spur_tree_add_count (tree, "events", counts->n_events);
  spur_tree_add_count (tree, "dropped", counts->n_dropped);
  spur_tree_add_count (tree, "missing", counts->n_missing);
  spur_tree_add_count (tree, "parcels", counts->n_packets);
  spur_tree_add_count (tree, "bytes", counts->n_bytes);
  spur_tree_add_count (tree, "repeated_parcels", counts->n_repeated);
  spur_tree_add_count (tree, "cut_connections", counts->n_cut);
  spur_tree_add_count (tree, "refused_connections", counts->n_refused);
  spur_tree_add_count (tree, "ordered_events", counts->n_ordered);
  spur_tree_add_count (tree, "late_events", counts->n_late);
  spur_tree_add_int (tree, "worst_late_ns", counts->worst_late_ns);
  spur_tree_add_count (tree, "unmatched_receives", counts->n_unmatched);
  spur_tree_add_count (tree, "unordered_events", counts->n_passed_over);
  spur_tree_add_count (tree, "unwritten_events", counts->n_unwritten);
  spur_tree_add_count (tree, "listener_drops", counts->n_listener_drops);
}

static void
add_written (SpurTree *tree, const SpurCollected *collected)
{
  g_autofree char *events = spur_text_count (collected->n_events);

  spur_tree_add_int (tree, "written_recordings", collected->n_recordings);
  spur_tree_add_int (tree, "written_streams", collected->n_streams);
  spur_tree_add_count (tree, "written_events", collected->n_events);
  spur_tree_print_note (tree, "note", "%u %s, %u %s, %s events", collected->n_recordings,
                        collected->n_recordings == 1 ? "recording" : "recordings",
                        collected->n_streams, collected->n_streams == 1 ? "stream" : "streams",
                        events);
}

static void
add_folder (SpurTree *tree, const SpurCollected *collected)
{
  gboolean are_left_out = collected->n_left_out > 0 && collected->is_removed;

  spur_tree_add_string (tree, "folder", collected->folder);
  spur_tree_print_note (tree, "where", "The recordings%s are in %s",
                        are_left_out ? " that were left out" : "", collected->folder);
}

static void
add_left_out (SpurTree *tree, const SpurCollected *collected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  spur_tree_add_int (tree, "left_out_recordings", collected->n_left_out);
  if (collected->n_left_out == 0)
    return;
  spur_text_append_counted (text, collected->n_left_out, "recording was left out",
                            "recordings were left out");
  spur_tree_add_note (tree, "left_out", text->str);
}

static void
add_recordings (SpurCollecting *self, SpurTree *tree)
{
  guint n_recordings = spur_collector_get_n_recordings (self->collector);
  SpurCollectRecording recording;

  for (guint i = 0; spur_tree_next_row (tree, "recordings", i, n_recordings); i++)
    {
      spur_collector_get_recording (self->collector, i, &recording);
      add_recording (tree, &recording);
    }
}

void
spur_collecting_add (SpurCollecting *self, const SpurCollected *collected)
{
  SpurTree *tree = self->cli->tree;
  SpurCollectCounts counts;

  spur_collecting_wipe (self);
  spur_collector_get_counts (self->collector, &counts);
  if (collected->output != NULL)
    spur_tree_add_string (tree, "output", collected->output);
  if (collected->folder != NULL)
    add_folder (tree, collected);
  add_counts (tree, &counts);
  add_left_out (tree, collected);
  if (collected->output != NULL)
    add_written (tree, collected);
  if (collected->is_corrected)
    {
      spur_tree_add_count (tree, "reversed_before", collected->before.n_reversed);
      spur_tree_add_count (tree, "reversed_after", collected->after.n_reversed);
    }
  add_recordings (self, tree);
  self->cli->layout = layout;
}
