/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <stdlib.h>

#include "cli/options/spur-options.h"
#include "cli/output/spur-edges-tree.h"
#include "cli/output/spur-sums-tree.h"
#include "cli/run/spur-indexing.h"
#include "core/base/spur-order-internal.h"

#define MAX_MOVERS 10
#define BAR_CELLS 24

static char *by_text;
static char *from_text;
static char *to_text;
static gint64 from_ns;
static gint64 to_ns;
static SpurFilterOptions wanted;
static gboolean raw;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("by", STRING, &by_text, "Sums by target, object, class, state, region, ...", "WHAT"),
  SPUR_OPTION ("from", STRING, &from_text, "Begin this long after the trace's begin", "TIME"),
  SPUR_OPTION ("to", STRING, &to_text, "End before this time after the trace's begin", "TIME"),
  SPUR_FILTER_ENTRIES (wanted),
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

typedef struct
{
  guint32 object;
  guint n_moves;
} Mover;

static const SpurOptionWords option_words[] = {
  { "by", spur_sums_words, NULL },
  { NULL, NULL, NULL },
};

/* What is told of a trace. */
typedef struct
{
  SpurTrace *trace;
  SpurIndex *index; /* NULL where all of the trace is told of, or it is small */
  SpurTimeline *timeline;
  SpurLoad *loads;
  GArray *targets;
  GArray *movers;
  gsize n_moves;
  guint64 n_reversed;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 until_ns; /* @end_ns, or behind it where all events count to the last one */
} Stats;

static void
stats_clear (Stats *self)
{
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->movers, g_array_unref);
  g_clear_object (&self->loads);
  g_clear_object (&self->timeline);
  g_clear_object (&self->index);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stats, stats_clear)

SPUR_DEFINE_ORDER (compare_movers, Mover, SPUR_ORDER (q->n_moves, p->n_moves) ?: SPUR_BY (object))

static GArray *
list_movers (Stats *self)
{
  GArray *movers = g_array_new (FALSE, FALSE, sizeof (Mover));
  g_auto (SpurMoveCounts) moves = { 0 };

  spur_move_counts_init (&moves, self->timeline, self->begin_ns, self->until_ns);
  for (guint32 i = 0; i < spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
       i++)
    {
      Mover mover = { i, moves.n_moved[i] };

      if (mover.n_moves == 0)
        continue;
      self->n_moves += mover.n_moves;
      g_array_append_val (movers, mover);
    }
  g_array_sort (movers, compare_movers);
  return movers;
}

static gint64
add_clamped (gint64 begin_ns, gint64 ns)
{
  gint64 sum;

  return __builtin_add_overflow (begin_ns, ns, &sum) ? G_MAXINT64 : sum;
}

static void
set_span (Stats *self)
{
  gint64 trace_ns;

  spur_trace_get_span_ns (self->trace, raw, &trace_ns, &self->end_ns);
  self->begin_ns = trace_ns;
  self->until_ns = G_MAXINT64;
  if (from_text != NULL)
    self->begin_ns = add_clamped (trace_ns, from_ns);
  if (to_text != NULL)
    self->until_ns = add_clamped (trace_ns, to_ns);
  self->end_ns = MAX (MIN (self->end_ns, self->until_ns), self->begin_ns);
}

/* FALSE where the index of a part of the trace could not be made. */
static gboolean
open_part (Stats *self, SpurCli *cli)
{
  self->trace = cli->trace;
  set_span (self);
  if (from_text != NULL || to_text != NULL)
    self->index = spur_cli_open_kept_index (cli);
  return cli->error == NULL;
}

static void
find_loads (Stats *self)
{
  gint64 until_ns = MAX (self->until_ns, self->begin_ns);

  self->timeline = self->index != NULL
                     ? spur_index_get_timeline (self->index, self->begin_ns, until_ns, raw)
                     : spur_timeline_new (self->trace, raw);
  self->loads = spur_load_new (self->timeline);
}

static SpurProfile *
get_profile (Stats *self, SpurCli *cli, const SpurProfileSettings *settings)
{
  if (self->index != NULL)
    return spur_index_get_profile (self->index, settings, &cli->job, &cli->error);
  return spur_profile_new (self->trace, settings, &cli->job, &cli->error);
}

/* An order of events that is wrong makes moves that never were, or hides some: what moves nothing
 * needs no edges. */
static gboolean
stats_init (Stats *self, SpurCli *cli)
{
  if (!open_part (self, cli))
    return FALSE;
  find_loads (self);
  self->targets = spur_load_list_targets (self->loads, self->begin_ns, self->end_ns);
  self->movers = list_movers (self);
  return self->n_moves == 0 || spur_cli_count_reversed (cli, raw, &self->n_reversed);
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
  SPUR_LAYOUT_UNSAFE,
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
  SPUR_TREE_ADD_TIMES (tree, load);
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
add_head (SpurCli *cli, const Stats *self)
{
  SpurTree *tree = cli->tree;

  spur_tree_add_string (tree, "path", cli->input);
  spur_tree_add_note (tree, "times",
                      spur_trace_get_correction (self->trace) == NULL ? "as they came"
                      : raw                                           ? "raw"
                                                                      : "corrected");
  spur_tree_add_int (tree, "length_ns", self->end_ns - self->begin_ns);
}

static void
add_stats (SpurCli *cli, Stats *self)
{
  SpurTree *tree = cli->tree;
  double imbalance = spur_load_get_imbalance (self->loads, self->begin_ns, self->end_ns);

  spur_tree_add_unit (tree, spur_text_get_unit (self->end_ns - self->begin_ns));
  add_head (cli, self);
  spur_tree_add_count (tree, "moves", self->n_moves);
  if (self->n_moves > 0)
    spur_tree_add_reversed (tree, self->n_reversed, "moves");
  spur_tree_add_double (tree, "imbalance", imbalance);
  if (isnan (imbalance))
    spur_tree_add_note (tree, "balance", "unknown, as no target was busy");
  else
    spur_tree_print_note (tree, "balance", "%.3f  (busiest target / mean)", imbalance);
  add_targets (self, tree);
  add_movers (self, tree);
}

/* Fills in how long edges take. */
static gboolean
list_edges (SpurCli *cli, const SpurProfileSettings *settings, SpurSums *sums)
{
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (cli->trace, &cli->job, &cli->error);

  if (edges != NULL)
    sums->edges = spur_edge_profile_list (cli->trace, edges, settings);
  return edges != NULL;
}

static gboolean
has_filter (void)
{
  return wanted.streams != NULL || wanted.classes != NULL || wanted.objects != NULL ||
         wanted.where != NULL;
}

static gboolean
accept_event (const SpurEventLayout *layout_of,
              guint class_index,
              const guint8 *record,
              guint stream,
              gpointer user_data)
{
  return spur_filter_accepts (user_data, stream, class_index, layout_of, record);
}

/* One table, for which no more of the trace is read than it needs. */
static SpurExit
run_table (SpurCli *cli, const SpurSumsTable *table)
{
  g_auto (Stats) stats = { 0 };
  g_auto (SpurFilter) filter = { 0 };
  g_autoptr (SpurProfile) profile = NULL;
  SpurProfileSettings settings = { .parts = table->parts, .raw = raw };
  SpurSums sums = { .trace = cli->trace };

  if (!spur_filter_init (&filter, cli, cli->trace, &wanted))
    return SPUR_EXIT_USAGE;
  sums.are_wanted = filter.objects;
  if (has_filter ())
    {
      settings.accept = accept_event;
      settings.accept_data = &filter;
    }
  if (!open_part (&stats, cli))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  sums.begin_ns = settings.begin_ns = stats.begin_ns;
  sums.end_ns = settings.end_ns = MAX (stats.until_ns, stats.begin_ns);
  if (table->needs_loads)
    find_loads (&stats);
  sums.loads = stats.loads;
  if (table->parts != 0)
    {
      sums.profile = profile = get_profile (&stats, cli, &settings);
      if (profile == NULL)
        return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
    }
  if (table->needs_edges && !list_edges (cli, &settings, &sums))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  add_head (cli, &stats);
  cli->layout = table->layout;
  table->add (&sums, cli->tree);
  g_clear_pointer (&sums.edges, g_array_unref);
  return SPUR_EXIT_OK;
}

/* Events are counted in some tables only. */
static gboolean
check_filter (SpurCli *cli)
{
  const SpurSumsTable *table = by_text != NULL ? spur_sums_find_table (by_text) : NULL;
  const char *option = wanted.streams != NULL   ? "--stream"
                       : wanted.classes != NULL ? "--class"
                       : wanted.where != NULL   ? "--where"
                                                : NULL;

  if (table == NULL && (option != NULL || wanted.objects != NULL))
    return SPUR_CLI_REFUSE (cli, "%s: say with --by what to sum up",
                            option != NULL ? option : "--object");
  if (option == NULL || table->counts_events)
    return TRUE;
  return SPUR_CLI_REFUSE (cli, "%s: chooses events, and by %s times are summed up", option,
                          table->word);
}

static gboolean
check_options (SpurCli *cli)
{
  g_autofree char *words = g_strjoinv (", ", (char **) spur_sums_words);

  if (!spur_cli_parse_time (cli, "--from", from_text, &from_ns) ||
      !spur_cli_parse_time (cli, "--to", to_text, &to_ns))
    return FALSE;
  if (from_text != NULL && to_text != NULL && from_ns >= to_ns)
    return SPUR_CLI_REFUSE (cli, "--from: must be before --to");
  if (by_text != NULL && spur_sums_find_table (by_text) == NULL)
    return SPUR_CLI_REFUSE (cli, "--by: '%s' is none of %s", by_text, words);
  return check_filter (cli);
}

static SpurExit
run_stats (SpurCli *cli)
{
  g_auto (Stats) stats = { 0 };

  if (by_text != NULL)
    return run_table (cli, spur_sums_find_table (by_text));
  if (!stats_init (&stats, cli))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  add_stats (cli, &stats);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_stats = {
  .name = "stats",
  .summary = "Say how busy targets were, which objects moved, and sum up",
  .arguments = "TRACE",
  .description =
    "Shows for how long something had work or overhead on each target, the imbalance\n"
    "(the largest busy time divided by the mean one, over all targets that are there,\n"
    "busy or not) and how often load objects moved to another target.\n"
    "With --by it sums up a span: what the time of each target, load object or\n"
    "component of the load management went into; events and bytes of each class;\n"
    "how long messages and migrations take, by class;\n"
    "visits, inclusive and exclusive time of each state, or of those that are\n"
    "entered and left, the regions; messages and bytes of each pair.",
  .examples = "  spur stats run.spur                          In corrected order\n"
              "  spur stats --raw run.spur                    In the order of the raw times\n"
              "  spur stats --by region run.spur              A profile of the program\n"
              "  spur stats --by pair --from 2s --to 3s run.spur\n"
              "  spur stats --by class --object 'PE 3' run.spur\n"
              "  spur stats --by edge --where 'size>4096' run.spur\n"
              "  spur stats --by component --json run.spur    Cost of load management",
  .entries = entries,
  .words = option_words,
  .layout = layout,
  .reads = TRUE,
  .check = check_options,
  .run = run_stats,
};
