/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-edges-tree.h"
#include "cli/run/spur-correcting.h"

#define MAX_ROWS 32

static const SpurColumn violation_columns[] = {
  { NULL, "" },
  { NULL, "edges", SPUR_SHOW_COUNT },
  { NULL, "reversed before", SPUR_SHOW_COUNT },
  { NULL, "after", SPUR_SHOW_COUNT, SPUR_SHOW_BAD },
  { NULL, "worst before", SPUR_SHOW_SPAN },
  { NULL },
};

static const char *const violation_rows[] = {
  "messages",
  "before.kinds.message.edges",
  "before.kinds.message.reversed",
  "after.kinds.message.reversed",
  "before.kinds.message.worst_ns",
  "migrations",
  "before.kinds.migration.edges",
  "before.kinds.migration.reversed",
  "after.kinds.migration.reversed",
  "before.kinds.migration.worst_ns",
  "creations",
  "before.kinds.creation.edges",
  "before.kinds.creation.reversed",
  "after.kinds.creation.reversed",
  "before.kinds.creation.worst_ns",
  "synchronisations",
  "before.kinds.synchronisation.edges",
  "before.kinds.synchronisation.reversed",
  "after.kinds.synchronisation.reversed",
  "before.kinds.synchronisation.worst_ns",
  "pairs of members",
  "before.kinds.collective.edges",
  "before.kinds.collective.reversed",
  "after.kinds.collective.reversed",
  "before.kinds.collective.worst_ns",
  "named predecessors",
  "before.kinds.named.edges",
  "before.kinds.named.reversed",
  "after.kinds.named.reversed",
  "before.kinds.named.worst_ns",
  "collectives",
  "before.collective_receives",
  "before.collective_reversed",
  "after.collective_reversed",
  "before.collective_worst_ns",
  NULL,
};

static const SpurColumn step_columns[] = { { "method", "" }, { "result", "" }, { NULL } };

static const SpurColumn stream_columns[] = {
  { "name", "stream" },
  { "offset_ns", "offset", SPUR_SHOW_IN_UNIT },
  { "half_width_ns", "+-", SPUR_SHOW_IN_UNIT },
  { "verdict", "verdict", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "moved_events", "moved events", SPUR_SHOW_COUNT },
  { "pushed_events", "pushed", SPUR_SHOW_COUNT },
  { "largest_push_ns", "by up to", SPUR_SHOW_IN_UNIT },
  { NULL },
};

static const SpurLayout layout[] = {
  SPUR_LAYOUT_LINE_OF ("known", NULL, 0),
  SPUR_LAYOUT_LINE_OF ("summary", "wrote ", 0),
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_FINDINGS,
  { SPUR_LAYOUT_FACTS, "steps", .columns = step_columns },
  SPUR_LAYOUT_EMPTY,
  { SPUR_LAYOUT_TABLE, .columns = violation_columns, .rows = violation_rows },
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_TABLE_OF ("streams", stream_columns, MAX_ROWS, "; --json lists all"),
  SPUR_LAYOUT_EMPTY_IF ("has_unmatched"),
  SPUR_LAYOUT_COUNT_IF ("unmatched_sends", "unmatched sends"),
  SPUR_LAYOUT_COUNT_IF ("unmatched_receives", "unmatched receives"),
  SPUR_LAYOUT_COUNT_IF ("incomplete_collectives", "incomplete collectives"),
  SPUR_LAYOUT_CYCLES,
  SPUR_LAYOUT_EMPTY_IF ("shown_notes"),
  { SPUR_LAYOUT_SENTENCE, "shown_notes" },
  { SPUR_LAYOUT_END },
};

static void
add_shifts (SpurCorrecting *self, SpurTree *tree)
{
  guint64 n_moved = 0, n_pushed = 0;
  gint64 largest_ns = 0;

  for (guint i = 0; i < self->n_streams; i++)
    {
      n_moved += self->streams[i].n_moved;
      n_pushed += self->streams[i].n_pushed;
      if (ABS (self->streams[i].largest_ns) > ABS (largest_ns))
        largest_ns = self->streams[i].largest_ns;
    }
  spur_tree_add_count (tree, "moved_events", n_moved);
  spur_tree_add_count (tree, "pushed_events", n_pushed);
  spur_tree_add_int (tree, "largest_push_ns", largest_ns);
}

/* One unit for all, so that the numbers of a column can be compared by their looks. */
static SpurUnit
choose_unit (SpurCorrecting *self)
{
  gint64 largest_ns = 1000;

  for (guint i = 0; i < self->n_streams; i++)
    {
      largest_ns = MAX (largest_ns, ABS (self->streams[i].offset_ns));
      largest_ns = MAX (largest_ns, ABS (self->streams[i].largest_ns));
    }
  return largest_ns < 1000000000 ? SPUR_UNIT_US : SPUR_UNIT_MS;
}

static void
add_streams (SpurCorrecting *self, SpurTree *tree)
{
  for (guint i = 0; spur_tree_next_row (tree, "streams", i, self->n_streams); i++)
    {
      const SpurCorrectedStream *stream = &self->streams[i];

      spur_tree_add_string (tree, "name", stream->name);
      spur_tree_add_int (tree, "offset_ns", stream->offset_ns);
      if (stream->half_width_ns >= 0)
        spur_tree_add_int (tree, "half_width_ns", stream->half_width_ns);
      spur_tree_add_verdict (tree, stream->verdict, stream->component);
      spur_tree_add_count (tree, "moved_events", stream->n_moved);
      spur_tree_add_count (tree, "pushed_events", stream->n_pushed);
      spur_tree_add_int (tree, "largest_push_ns", stream->largest_ns);
    }
}

static void
add_steps (SpurTree *tree, SpurClockChain *chain)
{
  guint n_steps = spur_clock_chain_get_n_steps (chain);

  for (guint i = 0; spur_tree_next_row (tree, "steps", i, n_steps); i++)
    {
      const SpurClockStep *step = spur_clock_chain_get_step (chain, i);

      spur_tree_add_string (tree, "method", step->name);
      spur_tree_add_string (tree, "result", step->result);
      spur_tree_add_count (tree, "reversed_before", step->before.n_reversed);
      spur_tree_add_count (tree, "reversed_after", step->after.n_reversed);
      spur_tree_add_count (tree, "collective_reversed_before", step->before.n_collective_reversed);
      spur_tree_add_count (tree, "collective_reversed_after", step->after.n_collective_reversed);
    }
}

static void
add_summary (SpurCorrecting *self, SpurTree *tree, const char *output)
{
  g_autoptr (GString) text = g_string_new (output);

  g_string_append (text, ", corrected by ");
  for (guint i = 0; i < spur_clock_chain_get_n_steps (self->chain); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", then " : "",
                            spur_clock_chain_get_step (self->chain, i)->name);
  spur_tree_add_note (tree, "summary", text->str);
}

static void
add_notes (SpurCorrecting *self, SpurTree *tree, GPtrArray *notes)
{
  gboolean has_unmatched = spur_edges_get_counts (self->edges)->n_unmatched_sends > 0 ||
                           spur_edges_get_counts (self->edges)->n_unmatched_receives > 0 ||
                           spur_edges_get_counts (self->edges)->n_incomplete_collectives > 0;

  spur_tree_add_note (tree, "has_unmatched", has_unmatched ? "yes" : NULL);
  spur_tree_begin_list (tree, "shown_notes");
  for (guint i = 0; i < notes->len; i++)
    spur_tree_add_note (tree, NULL, notes->pdata[i]);
  spur_tree_end (tree);
}

void
spur_correcting_add (SpurCorrecting *self, SpurCli *cli, const char *output, GPtrArray *notes)
{
  SpurTree *tree = cli->tree;

  cli->layout = layout;
  spur_tree_add_unit (tree, choose_unit (self));
  spur_tree_add_string (tree, "path", cli->input);
  spur_tree_add_string (tree, "output", output);
  spur_tree_add_findings (tree, self->trace, self->correction);
  add_summary (self, tree, output);
  spur_tree_add_int (tree, "mu_ns", self->mu_ns);
  spur_tree_add_edges (tree, self->edges);
  spur_tree_add_cycles (tree, self->edges, self->trace);
  spur_tree_add_check_object (tree, "before", &self->before);
  spur_tree_add_check_object (tree, "after", &self->after);
  add_shifts (self, tree);
  add_streams (self, tree);
  add_steps (tree, self->chain);
  spur_tree_add_facts (tree, "facts", self->correction);
  add_notes (self, tree, notes);
}
