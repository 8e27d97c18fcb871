/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The findings of a balance in sentences, each with its span and its numbers. */
#include <math.h>

#include "cli/output/spur-balance-put.h"

/* Names that a sentence can hold; JSON has all. */
#define MAX_NAMES 4

static const char *const kinds[] = {
  [SPUR_BALANCE_UNEVEN] = "uneven",     [SPUR_BALANCE_BOUND] = "bound",
  [SPUR_BALANCE_UNDONE] = "undone",     [SPUR_BALANCE_PING_PONG] = "ping-pong",
  [SPUR_BALANCE_NOT_PAID] = "not-paid", [SPUR_BALANCE_PREDICTION] = "prediction",
  [SPUR_BALANCE_IDLE] = "idle",         [SPUR_BALANCE_UNFORESEEN] = "unforeseen",
};

static const char *
get_name (const SpurBalancePut *self, guint32 object)
{
  const SpurObject *info =
    spur_definitions_get_object (spur_trace_get_definitions (self->cli->trace), object);

  return info != NULL ? info->name : "-";
}

/* "a, b, c and d", or "a, b, c, d and 17 more". */
static char *
list_names (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_named = MIN (finding->n_objects, MAX_NAMES);

  for (guint i = 0; i < n_named; i++)
    {
      gboolean is_last = i + 1 == finding->n_objects && i > 0;

      g_string_append_printf (text, "%s%s",
                              i == 0    ? ""
                              : is_last ? " and "
                                        : ", ",
                              get_name (self, finding->objects[i]));
    }
  if (finding->n_objects > n_named)
    g_string_append_printf (text, " and %u more", finding->n_objects - n_named);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "Phase 3 (1.2 s to 1.4 s)", since the trace began. */
static char *
name_phase (const SpurBalancePut *self, guint index, gboolean is_begin)
{
  guint n_phases;
  const SpurBalancePhase *phases = spur_balance_get_phases (self->balance, &n_phases);
  const SpurBalancePhase *phase = &phases[index];
  g_autofree char *begin = spur_text_duration (phase->begin_ns - phases[0].begin_ns);
  g_autofree char *end = spur_text_duration (phase->end_ns - phases[0].begin_ns);

  if (spur_balance_get_source (self->balance) == SPUR_BALANCE_FROM_NOTHING)
    return g_strdup_printf ("%s run (%s)", is_begin ? "The" : "the", end);
  if (phase->number < 0)
    return g_strdup_printf ("%s before the first phase (up to %s)",
                            is_begin ? "The time" : "the time", end);
  return g_strdup_printf ("%s %" G_GINT64_FORMAT " (%s to %s)", is_begin ? "Phase" : "phase",
                          phase->number, begin, end);
}

static char *
say_uneven (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  guint n_phases;
  const SpurBalancePhase *phase =
    &spur_balance_get_phases (self->balance, &n_phases)[finding->phase];
  g_autofree char *where = name_phase (self, finding->phase, TRUE);
  g_autofree char *waiting = spur_balance_put_load (self, finding->value);
  g_autofree char *load = spur_balance_put_load (self, phase->target_load);

  return g_strdup_printf (
    "%s is the least even: %s has %.3f times the mean load. %s of %s could be "
    "done by targets that have less.",
    where, get_name (self, finding->target), phase->metrics.max_over_mean, waiting, load);
}

static char *
say_bound (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  g_autofree char *where = name_phase (self, finding->phase, TRUE);

  if (finding->n_objects == 0)
    return g_strdup_printf ("%s cannot be even: what may not move from one target has %.4f times "
                            "the mean load.",
                            where, finding->value);
  return g_strdup_printf ("%s cannot be even: %s alone has %.4f times the mean load.", where,
                          get_name (self, finding->objects[0]), finding->value);
}

static char *
say_return (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  g_autofree char *where = name_phase (self, finding->phase, FALSE);
  g_autofree char *names = list_names (self, finding);
  g_autofree char *cost = spur_text_duration (finding->cost_ns);
  g_autofree char *pauses =
    finding->cost_ns > 0 ? g_strdup_printf ("; these steps paused for %s", cost) : g_strdup ("");
  gboolean is_one = finding->n_objects == 1;

  if (finding->kind == SPUR_BALANCE_PING_PONG)
    return g_strdup_printf ("%s moved to and fro again, into %s%s.", names, where, pauses);
  return g_strdup_printf ("%s moved back to where %s %s %u step%s before, into %s%s.", names,
                          is_one ? "it" : "they", is_one ? "was" : "were", finding->n_phases,
                          finding->n_phases == 1 ? "" : "s", where, pauses);
}

static const SpurBalanceStep *
get_step (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  guint n_steps;

  return &spur_balance_get_steps (self->balance, &n_steps)[finding->phase - 1];
}

static char *
say_not_paid (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  guint n_moves = get_step (self, finding)->n_moves;
  g_autofree char *where = name_phase (self, finding->phase, FALSE);
  g_autofree char *gain = spur_balance_put_load (self, fabs (finding->value));
  g_autofree char *cost = spur_text_duration (finding->cost_ns);
  g_autofree char *span = finding->n_phases == 1
                            ? g_strdup ("in it")
                            : g_strdup_printf ("in %u phases", finding->n_phases);

  if (finding->value <= 0)
    return g_strdup_printf ("%u move%s into %s made nothing better: the busiest target has %s more "
                            "load %s than if all had stayed.",
                            n_moves, n_moves == 1 ? "" : "s", where, gain, span);
  return g_strdup_printf ("%u move%s into %s gained %s %s, less than the pause of %s.", n_moves,
                          n_moves == 1 ? "" : "s", where, gain, span, cost);
}

static char *
say_prediction (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  const SpurBalanceStep *step = get_step (self, finding);
  g_autofree char *where = name_phase (self, finding->phase, FALSE);
  g_autofree char *others =
    finding->n_phases == 1
      ? g_strdup ("")
      : g_strdup_printf (" Of %u steps with moves none is farther off.", finding->n_phases);

  return g_strdup_printf (
    "Into %s the loads of the phase before predict a busiest target with %.3f "
    "times the mean load on the new places; %.3f came.%s",
    where, 1 + step->predicted, 1 + step->imbalance, others);
}

static char *
say_idle (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  guint n_phases;
  gint64 origin_ns = spur_balance_get_phases (self->balance, &n_phases)[0].begin_ns;
  g_autofree char *where = name_phase (self, finding->phase, FALSE);
  g_autofree char *begin = spur_text_duration (finding->begin_ns - origin_ns);
  g_autofree char *end = spur_text_duration (finding->end_ns - origin_ns);
  g_autofree char *sum = spur_text_duration (llround (finding->value * 1e9));

  return g_strdup_printf ("In %s %s has no work from %s on, while %s works until %s; all targets "
                          "together idle for %s at the end of it.",
                          where, get_name (self, finding->target), begin,
                          get_name (self, finding->last_target), end, sum);
}

static char *
say_unforeseen (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  g_autofree char *where = name_phase (self, finding->phase, FALSE);

  return g_strdup_printf ("Loads of objects do not persist: into %u phase%s their correlation with "
                          "the phase before is below 0.5, least %.3f into %s.",
                          finding->n_phases, finding->n_phases == 1 ? "" : "s", finding->value,
                          where);
}

static char *
say_finding (const SpurBalancePut *self, const SpurBalanceFinding *finding)
{
  switch (finding->kind)
    {
    case SPUR_BALANCE_UNEVEN:
      return say_uneven (self, finding);
    case SPUR_BALANCE_BOUND:
      return say_bound (self, finding);
    case SPUR_BALANCE_UNDONE:
    case SPUR_BALANCE_PING_PONG:
      return say_return (self, finding);
    case SPUR_BALANCE_NOT_PAID:
      return say_not_paid (self, finding);
    case SPUR_BALANCE_PREDICTION:
      return say_prediction (self, finding);
    case SPUR_BALANCE_IDLE:
      return say_idle (self, finding);
    default:
      return say_unforeseen (self, finding);
    }
}

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

      g_ptr_array_add (texts, say_finding (self, finding));
      spur_tree_add_string (tree, "kind", kinds[finding->kind]);
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
