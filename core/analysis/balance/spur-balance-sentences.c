/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a balance finds in sentences, each with its span and its numbers. */
#include <math.h>

#include "core/analysis/balance/spur-balance-private.h"

#define NS_PER_S 1e9

/* Names that a sentence can hold; the finding has all. */
#define MAX_NAMES 4

/* What sentences are made with. */
typedef struct
{
  SpurBalance *balance;
  gint64 origin_ns;
  SpurFormatNs format_ns;
  gpointer user_data;
} Words;

/* A number as text, the same in every locale; valid within the block around it. */
#define NUMBER(format, value)                                                                      \
  g_ascii_formatd ((char[G_ASCII_DTOSTR_BUF_SIZE]){ 0 }, G_ASCII_DTOSTR_BUF_SIZE, format, value)

static char *
format_length (const Words *self, gint64 ns)
{
  return self->format_ns (ns, self->user_data);
}

static char *
format_time (const Words *self, gint64 time_ns)
{
  return format_length (self, time_ns - self->origin_ns);
}

static char *
format_load (const Words *self, double load)
{
  return spur_balance_format_load (self->balance, load, self->format_ns, self->user_data);
}

static const char *
get_name (const Words *self, guint32 object)
{
  const SpurObject *info =
    spur_definitions_get_object (spur_trace_get_definitions (self->balance->trace), object);

  return info != NULL ? info->name : "-";
}

/* "a, b, c and d", or "a, b, c, d and 17 more". */
static char *
list_names (const Words *self, const SpurBalanceFinding *finding)
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

/* "Phase 3 (1.2 s to 1.4 s)" */
static char *
name_phase (const Words *self, guint index, gboolean is_begin)
{
  const SpurBalancePhase *phase = spur_balance_phase_at (self->balance, index);
  g_autofree char *begin = format_time (self, phase->begin_ns);
  g_autofree char *end = format_time (self, phase->end_ns);

  if (self->balance->source == SPUR_BALANCE_FROM_NOTHING)
    return g_strdup_printf ("%s run (%s)", is_begin ? "The" : "the", end);
  if (phase->number < 0)
    return g_strdup_printf ("%s before the first phase (up to %s)",
                            is_begin ? "The time" : "the time", end);
  return g_strdup_printf ("%s %" G_GINT64_FORMAT " (%s to %s)", is_begin ? "Phase" : "phase",
                          phase->number, begin, end);
}

static char *
say_uneven (const Words *self, const SpurBalanceFinding *finding)
{
  const SpurBalancePhase *phase = spur_balance_phase_at (self->balance, finding->phase);
  g_autofree char *where = name_phase (self, finding->phase, TRUE);
  g_autofree char *waiting = format_load (self, finding->value);
  g_autofree char *load = format_load (self, phase->target_load);
  const char *how = self->balance->phases->len == 1 ? "uneven" : "the least even";

  return g_strdup_printf (
    "%s is %s: %s has %s times the mean load. %s of %s%s could be done "
    "by targets that have less.",
    where, how, get_name (self, finding->target), NUMBER ("%.3f", phase->metrics.max_over_mean),
    waiting, load,
    spur_balance_get_measure (self->balance) == SPUR_BALANCE_TIME ? "" : " units of load");
}

static char *
say_bound (const Words *self, const SpurBalanceFinding *finding)
{
  g_autofree char *where = name_phase (self, finding->phase, TRUE);

  if (finding->n_objects == 0)
    return g_strdup_printf ("%s cannot be even: what may not move from one target has %s times "
                            "the mean load.",
                            where, NUMBER ("%.3f", finding->value));
  return g_strdup_printf ("%s cannot be even: %s alone has %s times the mean load.", where,
                          get_name (self, finding->objects[0]), NUMBER ("%.3f", finding->value));
}

static char *
say_return (const Words *self, const SpurBalanceFinding *finding)
{
  g_autofree char *where = name_phase (self, finding->phase, FALSE);
  g_autofree char *names = list_names (self, finding);
  g_autofree char *cost = format_length (self, finding->cost_ns);
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
get_step (const Words *self, const SpurBalanceFinding *finding)
{
  return &g_array_index (self->balance->steps, SpurBalanceStep, finding->phase - 1);
}

static char *
say_not_paid (const Words *self, const SpurBalanceFinding *finding)
{
  guint n_moves = get_step (self, finding)->n_moves;
  g_autofree char *where = name_phase (self, finding->phase, FALSE);
  g_autofree char *gain = format_load (self, fabs (finding->value));
  g_autofree char *none = format_load (self, 0);
  g_autofree char *cost = format_length (self, finding->cost_ns);
  g_autofree char *span = finding->n_phases == 1
                            ? g_strdup ("in it")
                            : g_strdup_printf ("in %u phases", finding->n_phases);

  if (strcmp (gain, none) == 0)
    return g_strdup_printf (
      "%u move%s into %s made nothing better: the busiest target has the same "
      "load %s as if all had stayed.",
      n_moves, n_moves == 1 ? "" : "s", where, span);
  if (finding->value < 0)
    return g_strdup_printf ("%u move%s into %s made nothing better: the busiest target has %s more "
                            "load %s than if all had stayed.",
                            n_moves, n_moves == 1 ? "" : "s", where, gain, span);
  return g_strdup_printf ("%u move%s into %s gained %s %s, less than the pause of %s.", n_moves,
                          n_moves == 1 ? "" : "s", where, gain, span, cost);
}

static char *
say_prediction (const Words *self, const SpurBalanceFinding *finding)
{
  const SpurBalanceStep *step = get_step (self, finding);
  g_autofree char *where = name_phase (self, finding->phase, FALSE);
  g_autofree char *others =
    finding->n_phases == 1
      ? g_strdup ("")
      : g_strdup_printf (" Of %u steps with moves none is farther off.", finding->n_phases);

  return g_strdup_printf ("Into %s the loads of the phase before predict a busiest target with %s "
                          "times the mean load on the new places; %s came.%s",
                          where, NUMBER ("%.3f", 1 + step->predicted),
                          NUMBER ("%.3f", 1 + step->imbalance), others);
}

static char *
say_idle (const Words *self, const SpurBalanceFinding *finding)
{
  g_autofree char *where = name_phase (self, finding->phase, FALSE);
  g_autofree char *begin = format_time (self, finding->begin_ns);
  g_autofree char *end = format_time (self, finding->end_ns);
  g_autofree char *sum = format_length (self, llround (finding->value * NS_PER_S));

  return g_strdup_printf ("In %s %s has no work from %s on, while %s works until %s; all targets "
                          "together idle for %s at the end of it.",
                          where, get_name (self, finding->target), begin,
                          get_name (self, finding->last_target), end, sum);
}

static char *
say_unforeseen (const Words *self, const SpurBalanceFinding *finding)
{
  g_autofree char *where = name_phase (self, finding->phase, FALSE);

  return g_strdup_printf ("Loads of objects do not persist: into %u phase%s their correlation with "
                          "the phase before is below 0.5, least %s into %s.",
                          finding->n_phases, finding->n_phases == 1 ? "" : "s",
                          NUMBER ("%.3f", finding->value), where);
}

static char *
say_finding (const Words *self, const SpurBalanceFinding *finding)
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

/**
 * spur_balance_describe_finding: (skip)
 * @self: a balance
 * @finding: position of a finding
 * @origin_ns: what times are counted from
 * @format_ns: (scope call): how times are written
 * @user_data: for @format_ns
 *
 * Says a finding in a sentence or two of English, with its span and its numbers.
 *
 * Returns: (transfer full): the sentences
 *
 * Since: 1.0
 */
char *
spur_balance_describe_finding (
  SpurBalance *self, guint finding, gint64 origin_ns, SpurFormatNs format_ns, gpointer user_data)
{
  const Words words = { self, origin_ns, format_ns, user_data };

  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);
  g_return_val_if_fail (finding < self->findings->len, NULL);
  g_return_val_if_fail (format_ns != NULL, NULL);

  return say_finding (&words, &g_array_index (self->findings, SpurBalanceFinding, finding));
}

/**
 * spur_balance_describe_source:
 * @self: a balance
 *
 * Says what begins a phase, to follow a number of phases and a comma.
 *
 * Returns: (transfer none): what begins a phase, in English
 *
 * Since: 1.0
 */
const char *
spur_balance_describe_source (SpurBalance *self)
{
  static const char *const texts[] = {
    [SPUR_BALANCE_FROM_NOTHING] = "the whole run",
    [SPUR_BALANCE_FROM_PHASES] = "from events that begin one",
    [SPUR_BALANCE_FROM_BARRIERS] = "from barriers of all streams",
    [SPUR_BALANCE_FROM_CLASS] = "from events of the class",
    [SPUR_BALANCE_FROM_TIME] = "of the length that was given",
    [SPUR_BALANCE_FROM_MOVES] = "between steps in which load objects move",
  };

  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);

  return texts[self->source];
}

/**
 * spur_balance_format_load: (skip)
 * @self: a balance
 * @load: a load
 * @format_ns: (scope call): how times are written
 * @user_data: for @format_ns
 *
 * Writes a load: as a time where loads are times, else as a number of six digits.
 *
 * Returns: (transfer full): the load as text
 *
 * Since: 1.0
 */
char *
spur_balance_format_load (SpurBalance *self,
                          double load,
                          SpurFormatNs format_ns,
                          gpointer user_data)
{
  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);
  g_return_val_if_fail (format_ns != NULL, NULL);

  if (self->measure == SPUR_BALANCE_TIME)
    return format_ns (llround (load * NS_PER_S), user_data);
  return g_strdup (NUMBER ("%.6g", load));
}

/**
 * spur_balance_describe_measure: (skip)
 * @self: a balance
 * @format_ns: (scope call): how times are written
 * @user_data: for @format_ns
 *
 * Says what load is, as part of a sentence.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
spur_balance_describe_measure (SpurBalance *self, SpurFormatNs format_ns, gpointer user_data)
{
  g_autofree char *cost = NULL;

  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);
  g_return_val_if_fail (format_ns != NULL, NULL);

  if (self->measure != SPUR_BALANCE_TIME)
    return g_strdup ("what the application measured");
  if (self->options.record_cost_ns == 0)
    return g_strdup ("time in states of work");
  cost = format_ns (self->options.record_cost_ns, user_data);
  return g_strdup_printf ("time in states of work, less %s each for its record", cost);
}

/**
 * spur_balance_get_totals:
 * @self: a balance
 * @totals: (out caller-allocates): where the sums go
 *
 * Sums up the loads of all phases, and says how often load objects moved.
 *
 * Since: 1.0
 */
void
spur_balance_get_totals (SpurBalance *self, SpurBalanceTotals *totals)
{
  SpurBalanceTotals sums = { 0 };

  g_return_if_fail (SPUR_IS_BALANCE (self));
  g_return_if_fail (totals != NULL);

  sums.n_moves = self->n_all_moves;
  for (guint i = 0; i < self->phases->len; i++)
    {
      const SpurBalancePhase *phase = spur_balance_phase_at (self, i);

      sums.object_load += phase->object_load;
      sums.target_load += phase->target_load;
      sums.unplaced_load += phase->unplaced_load;
    }
  /* Sums in another order differ by rounding. */
  sums.is_kept =
    fabs (sums.object_load - sums.target_load - sums.unplaced_load) <= 1e-9 * sums.object_load;
  *totals = sums;
}

/**
 * spur_balance_describe_totals: (skip)
 * @self: a balance
 * @format_ns: (scope call): how times are written
 * @user_data: for @format_ns
 *
 * Says whether load was kept on the way from objects to targets, as a formula.
 *
 * Returns: (transfer full): the formula
 *
 * Since: 1.0
 */
char *
spur_balance_describe_totals (SpurBalance *self, SpurFormatNs format_ns, gpointer user_data)
{
  SpurBalanceTotals totals;
  g_autofree char *of_objects = NULL;
  g_autofree char *of_targets = NULL;
  g_autofree char *of_none = NULL;

  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);
  g_return_val_if_fail (format_ns != NULL, NULL);

  spur_balance_get_totals (self, &totals);
  of_objects = spur_balance_format_load (self, totals.object_load, format_ns, user_data);
  of_targets = spur_balance_format_load (self, totals.target_load, format_ns, user_data);
  of_none = spur_balance_format_load (self, totals.unplaced_load, format_ns, user_data);
  return g_strdup_printf (
    "%s of objects %s %s on targets%s%s%s", of_objects, totals.is_kept ? "=" : "IS NOT", of_targets,
    totals.unplaced_load > 0 ? " + " : "", totals.unplaced_load > 0 ? of_none : "",
    totals.unplaced_load > 0 ? " on none" : "");
}
