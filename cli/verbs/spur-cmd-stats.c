/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <stdlib.h>

#include "cli/output/spur-layout.h"
#include "core/analysis/presence/spur-load.h"
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
  SpurTimeline *timeline;
  SpurLoad *loads;
  GArray *targets;
  GArray *movers;
  gsize n_moves;
  gint64 begin_ns;
  gint64 end_ns;
} Stats;

static void
stats_clear (Stats *self)
{
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->movers, g_array_unref);
  g_clear_object (&self->loads);
  g_clear_object (&self->timeline);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stats, stats_clear)

SPUR_DEFINE_ORDER (compare_movers, Mover, SPUR_ORDER (q->n_moves, p->n_moves) ?: SPUR_BY (object))

static GArray *
list_movers (SpurTrace *trace, SpurTimeline *timeline, gsize *n_moves)
{
  GArray *movers = g_array_new (FALSE, FALSE, sizeof (Mover));
  const SpurMove *moves = spur_timeline_get_moves (timeline, n_moves);
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
  self->trace = trace;
  self->timeline = spur_timeline_new (trace, raw);
  self->loads = spur_load_new (self->timeline);
  spur_trace_get_span_ns (trace, raw, &self->begin_ns, &self->end_ns);
  self->targets = spur_load_list_targets (self->loads, self->begin_ns, self->end_ns);
  self->movers = list_movers (trace, self->timeline, &self->n_moves);
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

/* What the time of a target went into, and how much was on it. */
static void
add_kinds (SpurTree *tree, const SpurTargetLoad *load)
{
  spur_tree_add_int (tree, "work_ns", load->work_ns);
  spur_tree_add_int (tree, "overhead_ns", load->overhead_ns);
  spur_tree_add_int (tree, "communication_ns", load->communication_ns);
  spur_tree_add_int (tree, "idle_ns", load->idle_ns);
  spur_tree_add_int (tree, "management_ns", load->management_ns);
  spur_tree_add_double (tree, "resident_mean", load->resident_mean);
  spur_tree_add_int (tree, "resident_max", load->resident_max);
  spur_tree_add_double (tree, "running_mean", load->running_mean);
  spur_tree_add_int (tree, "running_max", load->running_max);
  if (load->n_measured == 0 && isnan (load->measured_mean))
    return;
  spur_tree_add_double (tree, "measured_mean", load->measured_mean);
  spur_tree_add_double (tree, "measured_max", load->measured_max);
}

static void
add_targets (Stats *self, SpurTree *tree)
{
  for (guint i = 0; spur_tree_next_row (tree, "targets", i, self->targets->len); i++)
    {
      guint32 target = g_array_index (self->targets, guint32, i);
      g_autoptr (GString) bar = g_string_new (NULL);
      SpurTargetLoad load;
      gint64 busy_ns;
      double ratio;

      spur_load_get (self->loads, target, self->begin_ns, self->end_ns, &load);
      busy_ns = load.work_ns + load.overhead_ns;
      ratio = load.present_ns > 0 ? (double) busy_ns / (double) load.present_ns : 0.0;
      spur_text_append_bar (bar, ratio, BAR_CELLS);
      spur_tree_add_string (tree, "name", get_name (self, target));
      spur_tree_add_int (tree, "present_ns", load.present_ns);
      spur_tree_add_int (tree, "busy_ns", busy_ns);
      add_kinds (tree, &load);
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
  double imbalance = spur_load_get_imbalance (self->loads, self->begin_ns, self->end_ns);

  spur_tree_add_unit (tree, spur_text_get_unit (self->end_ns - self->begin_ns));
  spur_tree_add_string (tree, "path", cli->input);
  spur_tree_add_note (tree, "times",
                      spur_trace_get_correction (self->trace) == NULL ? "as they came"
                      : raw                                           ? "raw"
                                                                      : "corrected");
  spur_tree_add_int (tree, "length_ns", self->end_ns - self->begin_ns);
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
  .description =
    "Shows for how long something had work or overhead on each target, the imbalance\n"
    "(the largest busy time divided by the mean one, over all targets that are there,\n"
    "busy or not) and how often load objects moved to another target.",
  .examples = "  spur stats run.spur          In corrected order\n"
              "  spur stats --raw run.spur    In the order of the raw times\n"
              "  spur stats --json run.spur   For programs",
  .entries = entries,
  .layout = layout,
  .reads = TRUE,
  .run = run_stats,
};
