/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Phases, steps and placements of a balance as values of a tree. */
#include "cli/output/spur-balance-put.h"
#include "cli/output/spur-edges-tree.h"

#include <math.h>

#define NS_PER_S 1e9

/* What bars of messages and tables have room for. */
#define RATIO_FORMAT "%.3f"

static const char *
get_name (const SpurBalancePut *self, guint32 object)
{
  const SpurObject *info =
    object != SPUR_NONE
      ? spur_definitions_get_object (spur_trace_get_definitions (self->cli->trace), object)
      : NULL;

  return info != NULL ? info->name : "-";
}

static char *
format_ns (gint64 ns, gpointer unused)
{
  return spur_text_duration (ns);
}

static void
add_load (const SpurBalancePut *self, const char *name, double load)
{
  g_autofree char *text = spur_balance_format_load (self->balance, load, format_ns, NULL);

  spur_tree_add_note (self->cli->tree, name, text);
}

static void
add_number (const SpurBalancePut *self, guint phase)
{
  guint n_phases;
  gint64 number = spur_balance_get_phases (self->balance, &n_phases)[phase].number;

  spur_tree_add_int (self->cli->tree, "number", number);
  if (number < 0)
    spur_tree_add_note (self->cli->tree, "shown_number", "before");
  else
    spur_tree_print_note (self->cli->tree, "shown_number", "%" G_GINT64_FORMAT, number);
}

static void
add_source (const SpurBalancePut *self, guint n_phases)
{
  static const char *const names[] = {
    [SPUR_BALANCE_FROM_NOTHING] = "none",      [SPUR_BALANCE_FROM_PHASES] = "phases",
    [SPUR_BALANCE_FROM_BARRIERS] = "barriers", [SPUR_BALANCE_FROM_CLASS] = "class",
    [SPUR_BALANCE_FROM_TIME] = "time",         [SPUR_BALANCE_FROM_MOVES] = "moves",
  };
  SpurBalanceSource source = spur_balance_get_source (self->balance);
  gboolean is_time = spur_balance_get_measure (self->balance) == SPUR_BALANCE_TIME;
  g_autofree char *measure = spur_balance_describe_measure (self->balance, format_ns, NULL);

  spur_tree_add_string (self->cli->tree, "phases_from", names[source]);
  spur_tree_print_note (self->cli->tree, "shown_source", "%u, %s%s", n_phases,
                        spur_balance_describe_source (self->balance),
                        source == SPUR_BALANCE_FROM_NOTHING ? "; see --every, --phases" : "");
  spur_tree_add_string (self->cli->tree, "measure", is_time ? "time" : "measured");
  spur_tree_add_int (self->cli->tree, "record_cost_ns", self->record_cost_ns);
  spur_tree_add_note (self->cli->tree, "shown_measure", measure);
}

/* Load is neither made nor lost on the way from objects to targets. */
static void
add_conservation (const SpurBalancePut *self)
{
  SpurTree *tree = self->cli->tree;
  g_autofree char *text = spur_balance_describe_totals (self->balance, format_ns, NULL);
  SpurBalanceTotals totals;

  spur_balance_get_totals (self->balance, &totals);
  spur_tree_begin_object (tree, "conserved");
  spur_tree_add_double (tree, "objects", totals.object_load);
  spur_tree_add_double (tree, "targets", totals.target_load);
  spur_tree_add_double (tree, "unplaced", totals.unplaced_load);
  spur_tree_add_bool (tree, "is_kept", totals.is_kept);
  spur_tree_end (tree);
  spur_tree_add_note (tree, "conservation", text);
}

/* What balancing load itself takes. */
static void
add_management (const SpurBalancePut *self, const SpurBalancePhase *phases, guint n_phases)
{
  SpurTree *tree = self->cli->tree;
  gint64 busy_ns = 0;
  guint64 n_messages = 0, n_bytes = 0;
  double load = 0, share;
  g_autofree char *time = NULL;

  for (guint i = 0; i < n_phases; i++)
    {
      busy_ns += phases[i].manager_ns;
      n_messages += phases[i].n_manager_messages;
      n_bytes += phases[i].manager_bytes;
      load += phases[i].object_load;
    }
  share = busy_ns > 0 ? (double) busy_ns / ((double) busy_ns + load * NS_PER_S) : 0;
  time = spur_text_duration (busy_ns);
  spur_tree_begin_object (tree, "management");
  spur_tree_add_int (tree, "busy_ns", busy_ns);
  if (spur_balance_get_measure (self->balance) == SPUR_BALANCE_TIME)
    spur_tree_add_double (tree, "share", share);
  spur_tree_add_count (tree, "messages", n_messages);
  spur_tree_add_count (tree, "bytes", n_bytes);
  spur_tree_end (tree);
  if (spur_definitions_count_objects (spur_trace_get_definitions (self->cli->trace),
                                      SPUR_TYPE_LM_COMPONENT) == 0)
    return;
  spur_tree_print_note (tree, "shown_management",
                        "%s, %" G_GUINT64_FORMAT " messages of %" G_GUINT64_FORMAT " bytes", time,
                        n_messages, n_bytes);
  if (spur_balance_get_measure (self->balance) == SPUR_BALANCE_TIME)
    spur_tree_print_note (tree, "shown_share", "%.3f %% of work and load management", 100 * share);
}

void
spur_balance_put_head (const SpurBalancePut *self)
{
  SpurTree *tree = self->cli->tree;
  SpurTrace *trace = self->cli->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_phases, n_targets, n_moves;
  guint n_objects = 0, n_pinned = 0;
  SpurBalanceTotals totals;
  const SpurBalancePhase *phases = spur_balance_get_phases (self->balance, &n_phases);

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      GType type = spur_definitions_get_object (definitions, i)->type;

      n_objects +=
        g_type_is_a (type, SPUR_TYPE_LOAD_OBJECT) && !g_type_is_a (type, SPUR_TYPE_LM_COMPONENT);
      n_pinned += g_type_is_a (type, SPUR_TYPE_PINNED_OBJECT);
    }
  spur_balance_get_targets (self->balance, &n_targets);
  spur_balance_get_moves (self->balance, &n_moves);
  spur_tree_add_string (tree, "path", self->cli->input);
  spur_tree_add_reversed (tree, self->n_reversed, "findings about times");
  spur_tree_add_note (tree, "times",
                      spur_trace_get_correction (trace) == NULL ? "as they came"
                      : self->raw                               ? "raw"
                                                                : "corrected");
  add_source (self, n_phases);
  spur_tree_add_count (tree, "targets", n_targets);
  spur_tree_add_count (tree, "objects", n_objects);
  spur_tree_add_count (tree, "pinned", n_pinned);
  spur_balance_get_totals (self->balance, &totals);
  spur_tree_add_count (tree, "moves", totals.n_moves);
  spur_tree_add_count (tree, "phase_moves", n_moves);
  add_management (self, phases, n_phases);
  add_conservation (self);
}

/* NAN where there is no load. */
static void
print_ratio (const SpurBalancePut *self, const char *name, double ratio)
{
  if (isnan (ratio))
    spur_tree_add_note (self->cli->tree, name, "-");
  else
    spur_tree_print_note (self->cli->tree, name, RATIO_FORMAT, ratio);
}

static void
add_metrics (const SpurBalancePut *self, const SpurBalanceMetrics *metrics)
{
  SpurTree *tree = self->cli->tree;

  spur_tree_add_double (tree, "mean", metrics->mean);
  spur_tree_add_double (tree, "max", metrics->max);
  spur_tree_add_double (tree, "max_over_mean", metrics->max_over_mean);
  spur_tree_add_double (tree, "imbalance", metrics->imbalance);
  spur_tree_add_double (tree, "sigma_over_mean", metrics->sigma_over_mean);
  spur_tree_add_double (tree, "gini", metrics->gini);
  spur_tree_add_double (tree, "percentage", metrics->percentage);
  spur_tree_add_double (tree, "efficiency", metrics->efficiency);
  add_load (self, "shown_max", metrics->max);
  print_ratio (self, "shown_imbalance", metrics->imbalance);
  print_ratio (self, "shown_sigma", metrics->sigma_over_mean);
  print_ratio (self, "shown_gini", metrics->gini);
  if (isnan (metrics->percentage))
    spur_tree_add_note (tree, "shown_percentage", "-");
  else
    spur_tree_print_note (tree, "shown_percentage", "%.1f %%", metrics->percentage);
}

/* A ratio to the mean, minus 1, as imbalance is. */
static double
get_excess (const SpurBalancePhase *phase, double load)
{
  double excess = phase->metrics.mean > 0 ? load / phase->metrics.mean - 1 : NAN;

  /* What is the mean but for rounding is 0, not -0. */
  return fabs (excess) < 1e-12 ? 0 : excess;
}

/* What is shown counts from the begin of the trace: what comes before the first phase may have no
 * load, and is no phase then. */
static gint64
get_origin_ns (const SpurBalancePut *self)
{
  gint64 begin_ns, end_ns;

  spur_trace_get_span_ns (self->cli->trace, self->raw, &begin_ns, &end_ns);
  return begin_ns;
}

static void
add_phase (const SpurBalancePut *self, const SpurBalancePhase *phase, guint index)
{
  SpurTree *tree = self->cli->tree;
  guint n_targets;
  const double *loads = spur_balance_get_target_loads (self->balance, index, &n_targets);
  g_autofree char *begins = spur_text_duration (phase->begin_ns - get_origin_ns (self));

  add_number (self, index);
  spur_tree_add_int (tree, "begin_ns", phase->begin_ns);
  spur_tree_add_int (tree, "end_ns", phase->end_ns);
  spur_tree_add_note (tree, "shown_begin", begins);
  spur_tree_add_double (tree, "load", phase->target_load);
  spur_tree_add_double (tree, "unplaced", phase->unplaced_load);
  add_load (self, "shown_load", phase->target_load);
  add_metrics (self, &phase->metrics);
  spur_tree_add_double (tree, "least", phase->least);
  spur_tree_add_double (tree, "least_imbalance", get_excess (phase, phase->least));
  print_ratio (self, "shown_least", get_excess (phase, phase->least));
  spur_tree_add_double (tree, "waiting", phase->waiting);
  add_load (self, "shown_waiting", phase->waiting);
  spur_tree_add_count (tree, "objects", phase->n_objects);
  spur_tree_add_double (tree, "mean_object", phase->mean_object);
  spur_tree_add_double (tree, "largest_object", phase->largest_object);
  spur_tree_add_double (tree, "largest_imbalance", get_excess (phase, phase->largest_object));
  spur_tree_add_int (tree, "manager_ns", phase->manager_ns);
  spur_tree_add_count (tree, "manager_messages", phase->n_manager_messages);
  spur_tree_add_count (tree, "manager_bytes", phase->manager_bytes);
  spur_tree_begin_list (tree, "target_loads");
  for (guint i = 0; i < n_targets; i++)
    spur_tree_add_double (tree, NULL, loads[i]);
  spur_tree_end (tree);
}

static void
add_steps (const SpurBalancePut *self)
{
  SpurTree *tree = self->cli->tree;
  gboolean is_time = spur_balance_get_measure (self->balance) == SPUR_BALANCE_TIME;
  guint n_steps;
  const SpurBalanceStep *steps = spur_balance_get_steps (self->balance, &n_steps);

  for (guint i = 0; spur_tree_next_row (tree, "steps", i, n_steps); i++)
    {
      const SpurBalanceStep *step = &steps[i];
      double payback = is_time && step->gain > 0 && step->pause_ns > 0
                         ? ceil ((double) step->pause_ns / NS_PER_S / step->gain)
                         : NAN;

      add_number (self, step->phase);
      spur_tree_add_count (tree, "moves", step->n_moves);
      spur_tree_add_int (tree, "pause_ns", step->pause_ns);
      spur_tree_add_double (tree, "stayed", step->stayed);
      spur_tree_add_double (tree, "came", step->came);
      spur_tree_add_double (tree, "gain", step->gain);
      if (step->n_moves > 0)
        add_load (self, "shown_gain", step->gain);
      spur_tree_add_double (tree, "repaid", step->repaid);
      spur_tree_add_count (tree, "repaid_phases", step->n_phases);
      spur_tree_add_double (tree, "payback_phases", payback);
      if (isfinite (payback))
        spur_tree_print_note (tree, "shown_payback", "%.0f phase%s", payback,
                              payback == 1 ? "" : "s");
      else if (step->n_moves > 0)
        spur_tree_add_note (tree, "shown_payback", step->gain > 0 ? "-" : "never");
      spur_tree_add_double (tree, "predicted", step->predicted);
      print_ratio (self, "shown_predicted", step->predicted);
      spur_tree_add_double (tree, "imbalance", step->imbalance);
      print_ratio (self, "shown_imbalance", step->imbalance);
      spur_tree_add_double (tree, "persistence", step->persistence);
      if (isfinite (step->persistence))
        spur_tree_print_note (tree, "shown_persistence", RATIO_FORMAT, step->persistence);
    }
}

static void
add_works (const SpurBalancePut *self, guint n_phases)
{
  SpurTree *tree = self->cli->tree;

  for (guint i = 0; spur_tree_next_row (tree, "works", i, n_phases); i++)
    {
      SpurBalanceMetrics metrics;

      spur_balance_compute_work (self->balance, i, self->byte_cost, &metrics);
      add_number (self, i);
      spur_tree_add_double (tree, "work", metrics.sum);
      spur_tree_add_double (tree, "max", metrics.max);
      spur_tree_add_double (tree, "imbalance", metrics.imbalance);
      add_load (self, "shown_work", metrics.sum);
      add_load (self, "shown_work_max", metrics.max);
      print_ratio (self, "shown_work_imbalance", metrics.imbalance);
    }
}

static void
add_moves (const SpurBalancePut *self)
{
  SpurTree *tree = self->cli->tree;
  guint n_moves, n_phases;
  const SpurBalanceMove *moves = spur_balance_get_moves (self->balance, &n_moves);
  const SpurBalancePhase *phases = spur_balance_get_phases (self->balance, &n_phases);

  for (guint i = 0; spur_tree_next_row (tree, "movers", i, n_moves); i++)
    {
      spur_tree_add_string (tree, "object", get_name (self, moves[i].object));
      spur_tree_add_string (tree, "from", get_name (self, moves[i].from));
      spur_tree_add_string (tree, "to", get_name (self, moves[i].to));
      spur_tree_add_int (tree, "into", phases[moves[i].phase].number);
    }
}

void
spur_balance_put_phases (const SpurBalancePut *self)
{
  guint n_phases;
  const SpurBalancePhase *phases = spur_balance_get_phases (self->balance, &n_phases);

  for (guint i = 0; spur_tree_next_row (self->cli->tree, "phases", i, n_phases); i++)
    add_phase (self, &phases[i], i);
  if (self->byte_cost > 0)
    add_works (self, n_phases);
  add_steps (self);
  add_moves (self);
}

static void
add_phase_loads (const SpurBalancePut *self, guint phase)
{
  SpurTree *tree = self->cli->tree;
  guint n_targets, n_loads;
  const guint32 *targets = spur_balance_get_targets (self->balance, &n_targets);
  const double *of_targets = spur_balance_get_target_loads (self->balance, phase, &n_targets);
  const SpurBalanceLoad *loads = spur_balance_get_loads (self->balance, phase, &n_loads);

  for (guint i = 0; spur_tree_next_row (tree, "target_loads", i, n_targets); i++)
    {
      spur_tree_add_string (tree, "name", get_name (self, targets[i]));
      spur_tree_add_double (tree, "load", of_targets[i]);
      add_load (self, "shown_load", of_targets[i]);
    }
  for (guint i = 0; spur_tree_next_row (tree, "object_loads", i, n_loads); i++)
    {
      spur_tree_add_string (tree, "name", get_name (self, loads[i].object));
      spur_tree_add_string (tree, "target", get_name (self, loads[i].target));
      spur_tree_add_double (tree, "load", loads[i].load);
      add_load (self, "shown_load", loads[i].load);
    }
}

gboolean
spur_balance_put_phase (const SpurBalancePut *self, gint64 number)
{
  guint n_phases;
  const SpurBalancePhase *phases = spur_balance_get_phases (self->balance, &n_phases);

  for (guint i = 0; i < n_phases; i++)
    {
      if (phases[i].number != number)
        continue;
      spur_tree_next_row (self->cli->tree, "phases", 0, 1);
      add_phase (self, &phases[i], i);
      spur_tree_next_row (self->cli->tree, "phases", 1, 1);
      add_phase_loads (self, i);
      return TRUE;
    }
  return FALSE;
}

/* What if */

typedef struct
{
  const char *name;
  guint phase;
  SpurPlacement *placement;
  const guint32 *targets;
} Placed;

static void
add_placed (const SpurBalancePut *self, const Placed *placed)
{
  SpurTree *tree = self->cli->tree;
  guint n_targets;
  g_autofree double *loads =
    spur_placement_dup_loads (placed->placement, placed->targets, &n_targets);
  g_autofree double *works =
    spur_placement_dup_works (placed->placement, placed->targets, &n_targets);
  guint n_moves = spur_placement_count_moves (placed->placement, placed->targets);
  SpurBalanceMetrics of_loads;
  SpurBalanceMetrics of_works;

  spur_balance_metrics_compute (&of_loads, loads, n_targets);
  spur_balance_metrics_compute (&of_works, works, n_targets);
  spur_tree_begin_object (tree, NULL);
  add_number (self, placed->phase);
  spur_tree_add_string (tree, "placement", placed->name);
  spur_tree_add_double (tree, "work", of_works.max);
  spur_tree_add_double (tree, "imbalance", of_works.imbalance);
  spur_tree_add_double (tree, "load", of_loads.sum);
  spur_tree_add_count (tree, "moves", n_moves);
  add_load (self, "shown_work", of_works.max);
  add_load (self, "shown_sum", of_loads.sum);
  print_ratio (self, "shown_imbalance", of_works.imbalance);
  spur_tree_print_note (tree, "shown_moves", "%u", n_moves);
  spur_tree_end (tree);
}

/* A strategy that gave up. */
static void
add_unplaced (const SpurBalancePut *self, const Placed *placed)
{
  SpurTree *tree = self->cli->tree;

  spur_tree_begin_object (tree, NULL);
  add_number (self, placed->phase);
  spur_tree_add_string (tree, "placement", placed->name);
  spur_tree_add_null (tree, "work");
  spur_tree_add_note (tree, "shown_work", "too many");
  spur_tree_end (tree);
}

static void
add_phase_what_if (const SpurBalancePut *self, guint phase, guint wanted, const char *const *names)
{
  g_autoptr (SpurPlacement) placement =
    spur_balance_make_placement (self->balance, phase, self->byte_cost, self->move_cost);
  guint n_phases, n_objects;
  Placed placed = { "as recorded", phase, placement, NULL };

  spur_balance_get_phases (self->balance, &n_phases);
  if (placement == NULL)
    return;
  placed.targets = spur_placement_get_present (placement, &n_objects);
  add_placed (self, &placed);
  if (phase + 1 < n_phases)
    {
      g_autofree guint32 *own = spur_balance_dup_own_placement (self->balance, phase, &n_objects);

      placed.name = "as in the next phase";
      placed.targets = own;
      add_placed (self, &placed);
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree guint32 *anew = NULL;

      if ((wanted & 1u << i) == 0)
        continue;
      anew = spur_placement_solve (placement, (SpurPlacementStrategy) i, &n_objects);
      placed.name = names[i];
      placed.targets = anew;
      if (anew != NULL)
        add_placed (self, &placed);
      else
        add_unplaced (self, &placed);
    }
}

void
spur_balance_put_what_if (const SpurBalancePut *self, guint wanted, const char *const *names)
{
  guint n_phases;

  spur_balance_get_phases (self->balance, &n_phases);
  spur_tree_begin_list (self->cli->tree, "what_if");
  for (guint i = 0; i < n_phases; i++)
    add_phase_what_if (self, i, wanted, names);
  spur_tree_end (self->cli->tree);
}

/* Findings */

static const char *const finding_kinds[] = {
  [SPUR_BALANCE_UNEVEN] = "uneven",     [SPUR_BALANCE_BOUND] = "bound",
  [SPUR_BALANCE_UNDONE] = "undone",     [SPUR_BALANCE_PING_PONG] = "ping-pong",
  [SPUR_BALANCE_NOT_PAID] = "not-paid", [SPUR_BALANCE_PREDICTION] = "prediction",
  [SPUR_BALANCE_IDLE] = "idle",         [SPUR_BALANCE_UNFORESEEN] = "unforeseen",
};

void
spur_balance_put_findings (const SpurBalancePut *self)
{
  SpurTree *tree = self->cli->tree;
  guint n_findings, n_phases;
  const SpurBalanceFinding *findings = spur_balance_get_findings (self->balance, &n_findings);
  const SpurBalancePhase *phases = spur_balance_get_phases (self->balance, &n_phases);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; spur_tree_next_row (tree, "findings", i, n_findings); i++)
    {
      const SpurBalanceFinding *finding = &findings[i];

      g_ptr_array_add (texts, spur_balance_describe_finding (self->balance, i, get_origin_ns (self),
                                                             format_ns, NULL));
      spur_tree_add_string (tree, "kind", finding_kinds[finding->kind]);
      spur_tree_add_string (tree, "text", g_ptr_array_index (texts, i));
      spur_tree_add_int (tree, "phase", phases[finding->phase].number);
      spur_tree_add_int (tree, "begin_ns", finding->begin_ns);
      spur_tree_add_int (tree, "end_ns", finding->end_ns);
      spur_tree_add_double (tree, "value", finding->value);
      spur_tree_add_int (tree, "cost_ns", finding->cost_ns);
      spur_tree_begin_list (tree, "objects");
      for (guint j = 0; j < finding->n_objects; j++)
        spur_tree_add_string (tree, NULL, get_name (self, finding->objects[j]));
      spur_tree_end (tree);
    }
  spur_tree_begin_list (tree, "shown_findings");
  for (guint i = 0; i < texts->len; i++)
    spur_tree_add_note (tree, NULL, g_ptr_array_index (texts, i));
  spur_tree_end (tree);
}
