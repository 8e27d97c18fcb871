/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <stdlib.h>

#include "cli/output/spur-layout.h"
#include "core/analysis/spur-history.h"
#include "core/base/spur-order-internal.h"

#define MAX_MOVERS 10
#define BAR_CELLS 24

static gboolean raw;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

typedef struct
{
  guint32 object;
  guint n_moves;
} Mover;

/* What is told of a trace. */
typedef struct
{
  SpurTrace *trace;
  SpurHistory *history;
  GArray *targets;
  GArray *movers;
  gsize n_moves;
  gint64 length_ns;
} Stats;

static void
stats_clear (Stats *self)
{
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->movers, g_array_unref);
  g_clear_object (&self->history);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stats, stats_clear)

/* The targets that streams ran on, over which the imbalance is taken, and others that were busy. */
static GArray *
list_targets (SpurTrace *trace, SpurHistory *history)
{
  GArray *targets = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (trace));
  g_autofree guint8 *has_stream = g_new0 (guint8, n_objects + 1);

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, i));

      if (target < n_objects)
        has_stream[target] = TRUE;
    }
  for (guint32 i = 0; i < n_objects; i++)
    {
      if (has_stream[i] || spur_history_get_busy_ns (history, i) > 0)
        g_array_append_val (targets, i);
    }
  return targets;
}

SPUR_DEFINE_ORDER (compare_movers, Mover, SPUR_ORDER (q->n_moves, p->n_moves) ?: SPUR_BY (object))

static GArray *
list_movers (SpurTrace *trace, SpurHistory *history, gsize *n_moves)
{
  GArray *movers = g_array_new (FALSE, FALSE, sizeof (Mover));
  const SpurMove *moves = spur_history_get_moves (history, n_moves);
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (trace));
  g_autofree guint *counts = g_new0 (guint, n_objects + 1);

  for (gsize i = 0; i < *n_moves; i++)
    counts[moves[i].object]++;
  for (guint32 i = 0; i < n_objects; i++)
    {
      Mover mover = { i, counts[i] };

      if (counts[i] > 0)
        g_array_append_val (movers, mover);
    }
  g_array_sort (movers, compare_movers);
  return movers;
}

static void
stats_init (Stats *self, SpurTrace *trace)
{
  gint64 begin_ns;
  gint64 end_ns;

  self->trace = trace;
  self->history = spur_history_new (trace, raw);
  self->targets = list_targets (trace, self->history);
  self->movers = list_movers (trace, self->history, &self->n_moves);
  spur_trace_get_span_ns (trace, raw, &begin_ns, &end_ns);
  self->length_ns = end_ns - begin_ns;
}

static const char *
get_name (Stats *self, guint32 object)
{
  return spur_definitions_get_object (spur_trace_get_definitions (self->trace), object)->name;
}

static const SpurColumn target_columns[] = {
  { "name", "target" },
  { "busy_ns", "busy", SPUR_SHOW_IN_UNIT },
  { "share", "of the time" },
  { "bar", "", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { NULL },
};

static const SpurColumn mover_columns[] = {
  { "name", "moved most" },
  { "moves", "moves", SPUR_SHOW_COUNT },
  { NULL },
};

static const SpurLayout layout[] = {
  SPUR_LAYOUT_TITLE_OF ("path"),
  SPUR_LAYOUT_NOTE_OF ("times", "times"),
  SPUR_LAYOUT_ROW_OF ("length_ns", "length", SPUR_SHOW_DURATION, 0),
  SPUR_LAYOUT_COUNT_OF ("moves", "moves"),
  SPUR_LAYOUT_NOTE_OF ("balance", "imbalance"),
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_TABLE_OF ("targets", target_columns, 0, NULL),
  SPUR_LAYOUT_EMPTY_IF ("movers"),
  { SPUR_LAYOUT_TABLE, "movers", .flags = SPUR_SHOW_IF_SET, .columns = mover_columns,
    .max_rows = MAX_MOVERS, .more = "; --json lists all" },
  { SPUR_LAYOUT_END },
};

static void
add_targets (Stats *self, SpurTree *tree)
{
  for (guint i = 0; spur_tree_next_row (tree, "targets", i, self->targets->len); i++)
    {
      guint32 target = g_array_index (self->targets, guint32, i);
      gint64 busy_ns = spur_history_get_busy_ns (self->history, target);
      double ratio = self->length_ns > 0 ? (double) busy_ns / (double) self->length_ns : 0.0;
      g_autoptr (GString) bar = g_string_new (NULL);

      spur_text_append_bar (bar, ratio, BAR_CELLS);
      spur_tree_add_string (tree, "name", get_name (self, target));
      spur_tree_add_int (tree, "busy_ns", busy_ns);
      spur_tree_print_note (tree, "share", "%.1f %%", 100.0 * ratio);
      spur_tree_add_note (tree, "bar", g_strchomp (bar->str));
    }
}

static void
add_movers (Stats *self, SpurTree *tree)
{
  for (guint i = 0; spur_tree_next_row (tree, "movers", i, self->movers->len); i++)
    {
      const Mover *mover = &g_array_index (self->movers, Mover, i);

      spur_tree_add_string (tree, "name", get_name (self, mover->object));
      spur_tree_add_int (tree, "moves", mover->n_moves);
    }
}

static void
add_stats (SpurCli *cli, Stats *self)
{
  SpurTree *tree = cli->tree;
  double imbalance = spur_history_get_imbalance (self->history);

  spur_tree_add_unit (tree, spur_text_get_unit (self->length_ns));
  spur_tree_add_string (tree, "path", cli->input);
  spur_tree_add_note (tree, "times",
                      spur_trace_get_correction (self->trace) == NULL ? "as they came"
                      : raw                                           ? "raw"
                                                                      : "corrected");
  spur_tree_add_int (tree, "length_ns", self->length_ns);
  spur_tree_add_count (tree, "moves", self->n_moves);
  spur_tree_add_double (tree, "imbalance", imbalance);
  spur_tree_print_note (tree, "balance", "%.3f  (busiest target / mean)", imbalance);
  add_targets (self, tree);
  add_movers (self, tree);
}

static SpurExit
run_stats (SpurCli *cli)
{
  g_auto (Stats) stats = { 0 };

  stats_init (&stats, cli->trace);
  add_stats (cli, &stats);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_stats = {
  .name = "stats",
  .summary = "Say how busy targets were and which objects moved",
  .arguments = "TRACE",
  .description = "Shows each target's busy time, the imbalance (the largest busy time divided by\n"
                 "the mean one) and how often load objects moved to another target.",
  .examples = "  spur stats run.spur          In corrected order\n"
              "  spur stats --raw run.spur    In the order of the raw times\n"
              "  spur stats --json run.spur   For programs",
  .entries = entries,
  .layout = layout,
  .reads = TRUE,
  .run = run_stats,
};
