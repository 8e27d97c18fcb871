/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-causes-tree.h"

#include <math.h>

const SpurColumn spur_efficiency_columns[] = {
  { "figure", "efficiency", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "value", "" },
  { "meaning", "", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { NULL },
};

const SpurColumn spur_path_columns[] = {
  { "state", "critical path", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "path_ns", "on the path", SPUR_SHOW_DURATION },
  { "share", "of the run" },
  { "mean_ns", "a stream", SPUR_SHOW_DURATION },
  { "imbalance_ns", "too much", SPUR_SHOW_SPAN },
  { NULL },
};

const SpurColumn spur_delay_columns[] = {
  { "at", "delays until" },
  { "stream", "of", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "excess_ns", "more work", SPUR_SHOW_DURATION },
  { "direct_ns", "waits for it", SPUR_SHOW_DURATION },
  { "indirect_ns", "and behind", SPUR_SHOW_SPAN },
  { NULL },
};

typedef struct
{
  const char *name;
  const char *label;
  const char *meaning;
  gsize offset;
} Figure;

#define FIGURE(name, label, meaning)                                                               \
  {                                                                                                \
#name, label, meaning, G_STRUCT_OFFSET(SpurEfficiency, name)                                   \
  }

/* Those behind are the factors of the ones before. */
static const Figure figures[] = {
  FIGURE (parallel, "parallel", "mean work / run"),
  FIGURE (load_balance, "  load balance", "mean work / most work of a stream"),
  FIGURE (communication, "  communication", "most work / run"),
  FIGURE (serialisation, "    serialisation", "most work / run without transfers"),
  FIGURE (transfer, "    transfer", "run without transfers / run"),
};

static double
get_figure (const SpurEfficiency *efficiency, const Figure *figure)
{
  return G_STRUCT_MEMBER (double, efficiency, figure->offset);
}

static void
add_efficiency (SpurTree *self, const SpurEfficiency *efficiency)
{
  spur_tree_begin_object (self, "efficiency");
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    spur_tree_add_double (self, figures[i].name, get_figure (efficiency, &figures[i]));
  spur_tree_add_int (self, "work_ns", efficiency->work_ns);
  spur_tree_add_int (self, "most_work_ns", efficiency->most_work_ns);
  if (efficiency->ideal_ns >= 0)
    spur_tree_add_int (self, "ideal_ns", efficiency->ideal_ns);
  else
    spur_tree_add_null (self, "ideal_ns");
  spur_tree_end (self);
  for (guint i = 0; spur_tree_next_row (self, "shown_efficiency", i, G_N_ELEMENTS (figures)); i++)
    {
      double value = get_figure (efficiency, &figures[i]);

      spur_tree_add_note (self, "figure", figures[i].label);
      if (isnan (value))
        spur_tree_add_note (self, "value", "not known");
      else
        spur_tree_print_note (self, "value", "%.2f %%", 100.0 * value);
      spur_tree_add_note (self, "meaning", figures[i].meaning);
    }
}

static void
add_path_row (SpurTree *self, const char *state, gint64 path_ns, const SpurEfficiency *efficiency)
{
  spur_tree_add_string (self, "state", state);
  spur_tree_add_int (self, "path_ns", path_ns);
  spur_tree_print_note (self, "share", "%.2f %%",
                        100.0 * (double) path_ns / (double) MAX (efficiency->runtime_ns, 1));
}

/* The states that the path is in, and then what is in none. */
static void
add_path (SpurTree *self, SpurTrace *trace, SpurWaits *waits, const SpurEfficiency *efficiency)
{
  static const char *const others[] = {
    [SPUR_PATH_EDGE] = "(messages)", [SPUR_PATH_BEFORE] = "(not begun)"
  };
  gint64 others_ns[G_N_ELEMENTS (others)] = { 0 };
  gsize n_parts, n_shares;
  const SpurPathPart *parts = spur_waits_get_critical_path (waits, &n_parts);
  const SpurPathShare *shares = spur_waits_get_path_shares (waits, &n_shares);

  for (gsize i = 0; i < n_parts; i++)
    others_ns[parts[i].kind] += parts[i].end_ns - parts[i].begin_ns;
  spur_tree_begin_list (self, "critical_path");
  for (gsize i = 0; i < n_shares && shares[i].path_ns > 0; i++)
    {
      spur_tree_begin_object (self, NULL);
      add_path_row (self,
                    shares[i].state != SPUR_NONE
                      ? spur_trace_get_state (trace, shares[i].state)->name
                      : "(no state)",
                    shares[i].path_ns, efficiency);
      spur_tree_add_int (self, "mean_ns", shares[i].sum_ns / MAX (efficiency->n_streams, 1));
      spur_tree_add_int (self, "imbalance_ns", shares[i].imbalance_ns);
      spur_tree_end (self);
    }
  for (guint k = SPUR_PATH_EDGE; k < G_N_ELEMENTS (others); k++)
    {
      if (others_ns[k] == 0)
        continue;
      spur_tree_begin_object (self, NULL);
      add_path_row (self, others[k], others_ns[k], efficiency);
      spur_tree_end (self);
    }
  spur_tree_end (self);
}

static void
add_delays (SpurTree *self, SpurTrace *trace, SpurWaits *waits, gint64 begin_ns, guint n_most)
{
  gsize n_costs;
  const SpurDelayCost *costs = spur_waits_get_delay_costs (waits, &n_costs);

  for (guint i = 0; spur_tree_next_row (self, "delays", i, MIN (n_costs, n_most)); i++)
    {
      g_autoptr (GString) at = g_string_new (NULL);

      spur_text_append_seconds (at, costs[i].end_ns - begin_ns);
      spur_tree_add_note (self, "at", at->str);
      spur_tree_add_string (self, "stream",
                            spur_stream_get_name (spur_trace_get_stream (trace, costs[i].stream)));
      spur_tree_add_int (self, "begin_ns", costs[i].begin_ns);
      spur_tree_add_int (self, "end_ns", costs[i].end_ns);
      spur_tree_add_int (self, "excess_ns", costs[i].excess_ns);
      spur_tree_add_int (self, "direct_ns", costs[i].direct_ns);
      spur_tree_add_int (self, "indirect_ns", costs[i].indirect_ns);
    }
  for (guint s = 0; spur_tree_next_row (self, "causes", s, spur_trace_get_n_streams (trace)); s++)
    {
      SpurDelayTotal total = { 0 };

      spur_waits_get_delay_total (waits, s, &total);
      spur_tree_add_string (self, "stream",
                            spur_stream_get_name (spur_trace_get_stream (trace, s)));
      spur_tree_add_int (self, "direct_ns", total.direct_ns);
      spur_tree_add_int (self, "indirect_ns", total.indirect_ns);
      spur_tree_add_int (self, "unexplained_ns", total.unexplained_ns);
    }
}

void
spur_tree_add_wait_causes (
  SpurTree *self, SpurTrace *trace, SpurWaits *waits, gint64 begin_ns, guint n_most)
{
  SpurEfficiency efficiency;

  if (!spur_waits_get_efficiency (waits, &efficiency))
    return;
  add_efficiency (self, &efficiency);
  add_path (self, trace, waits, &efficiency);
  add_delays (self, trace, waits, begin_ns, n_most);
}
