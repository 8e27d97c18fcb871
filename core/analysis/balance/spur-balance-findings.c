/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the numbers of phases and steps say of a trace. Each finding holds by the numbers alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/balance/spur-balance-private.h"
#include "core/base/spur-order-internal.h"

/* An object that moved back after at most this number of steps went for nothing. */
#define UNDONE_STEPS 2

/* Below it the loads of a phase tell less than a quarter of how those of the next one differ: the
 * square of a correlation is the share of the variance. */
#define LEAST_PERSISTENCE 0.5

/* Load that waits is told from this share of a phase's load on: less than what a millisecond is to
 * a tenth of a second is no use to tell. */
#define LEAST_SHARE 0.01

/* Phases that are told to have a bound: those that a person would look at first. The table of
 * phases has all. */
#define MAX_BOUNDS 3

/* It is about its phase where it does not say from when until when. */
static void
add_finding (SpurBalance *self, const SpurBalanceFinding *finding)
{
  SpurBalanceFinding *added;

  g_array_append_vals (self->findings, finding, 1);
  added = &g_array_index (self->findings, SpurBalanceFinding, self->findings->len - 1);
  if (added->begin_ns == added->end_ns)
    {
      added->begin_ns = spur_balance_phase_at (self, added->phase)->begin_ns;
      added->end_ns = spur_balance_phase_at (self, added->phase)->end_ns;
    }
}

static guint32
find_busiest (SpurBalance *self, guint phase)
{
  const double *loads = self->target_loads + (gsize) phase * self->targets->len;
  guint busiest = 0;

  for (guint i = 1; i < self->targets->len; i++)
    busiest = loads[i] > loads[busiest] ? i : busiest;
  return g_array_index (self->targets, guint32, busiest);
}

static void
find_uneven (SpurBalance *self)
{
  guint worst = 0;
  const SpurBalancePhase *phase;

  for (guint i = 1; i < self->phases->len; i++)
    {
      if (spur_balance_phase_at (self, i)->waiting > spur_balance_phase_at (self, worst)->waiting)
        worst = i;
    }
  phase = spur_balance_phase_at (self, worst);
  if (phase->waiting > LEAST_SHARE * phase->target_load)
    {
      SpurBalanceFinding finding = { .kind = SPUR_BALANCE_UNEVEN,
                                     .phase = worst,
                                     .target = find_busiest (self, worst),
                                     .n_phases = 1,
                                     .value = phase->waiting };

      add_finding (self, &finding);
    }
}

/* The object with the largest load of a phase. */
static guint32
find_largest (SpurBalance *self, guint phase, double *load)
{
  guint32 largest = SPUR_NONE;

  *load = 0;
  for (gsize i = self->first_residents[phase]; i < self->first_residents[phase + 1]; i++)
    {
      const SpurBalanceResident *resident =
        &g_array_index (self->residents, SpurBalanceResident, i);

      if (resident->load > *load)
        {
          *load = resident->load;
          largest = resident->object;
        }
    }
  return largest;
}

/* Phases by how far their bound is above the mean, the farthest first. */
typedef struct
{
  guint phase;
  double value;
} Bound;

SPUR_DEFINE_ORDER (compare_bounds, Bound, SPUR_ORDER (q->value, p->value) ?: SPUR_BY (phase))

SPUR_DEFINE_ORDER (compare_bound_phases, Bound, SPUR_BY (phase))

static void
add_bound (SpurBalance *self, const Bound *bound)
{
  const SpurBalancePhase *phase = spur_balance_phase_at (self, bound->phase);
  SpurBalanceFinding finding = {
    .kind = SPUR_BALANCE_BOUND, .phase = bound->phase, .target = SPUR_NONE, .value = bound->value
  };
  double largest;
  guint32 object = find_largest (self, bound->phase, &largest);

  if (largest >= phase->least * (1 - 1e-12))
    {
      finding.objects = g_memdup2 (&object, sizeof object);
      finding.n_objects = 1;
    }
  add_finding (self, &finding);
}

/* The bound is above the mean where an object is, or what stays on a target. */
static void
find_bounds (SpurBalance *self)
{
  g_autoptr (GArray) bounds = g_array_new (FALSE, FALSE, sizeof (Bound));

  for (guint i = 0; i < self->phases->len && self->has_load_objects; i++)
    {
      const SpurBalancePhase *phase = spur_balance_phase_at (self, i);
      Bound bound = { i, 0 };

      if (phase->least <= phase->metrics.mean * (1 + LEAST_SHARE))
        continue;
      bound.value = phase->least / phase->metrics.mean;
      g_array_append_val (bounds, bound);
    }
  g_array_sort (bounds, compare_bounds);
  g_array_set_size (bounds, MIN (bounds->len, MAX_BOUNDS));
  g_array_sort (bounds, compare_bound_phases);
  for (guint i = 0; i < bounds->len; i++)
    add_bound (self, &g_array_index (bounds, Bound, i));
}

static SpurBalanceStep *
get_step_before (SpurBalance *self, guint phase)
{
  return &g_array_index (self->steps, SpurBalanceStep, phase - 1);
}

/* Whether the next move of an object, after @move, takes it back soon. */
static const SpurBalanceMove *
find_return (const SpurBalanceMove *moves, gsize at, gsize end)
{
  const SpurBalanceMove *next = at + 1 < end ? &moves[at + 1] : NULL;

  if (next == NULL || next->object != moves[at].object || next->to != moves[at].from ||
      next->phase - moves[at].phase > UNDONE_STEPS)
    return NULL;
  return next;
}

/* An object that moved back, in the phase where it did. */
typedef struct
{
  guint phase;
  guint32 object;
  guint since;
} Return;

SPUR_DEFINE_ORDER (compare_moves, SpurBalanceMove, SPUR_BY_2 (object, phase))

SPUR_DEFINE_ORDER (compare_returns, Return, SPUR_BY_2 (phase, object))

static void
add_returns (SpurBalance *self, GArray *returns, SpurBalanceFindingKind kind)
{
  g_array_sort (returns, compare_returns);
  for (guint i = 0; i < returns->len;)
    {
      const Return *rows = &g_array_index (returns, Return, i);
      guint n_rows = 1;
      SpurBalanceFinding finding = { .kind = kind, .phase = rows->phase, .target = SPUR_NONE };

      while (i + n_rows < returns->len && rows[n_rows].phase == rows->phase)
        n_rows++;
      finding.objects = g_new (guint32, n_rows);
      finding.n_objects = n_rows;
      for (guint j = 0; j < n_rows; j++)
        {
          finding.objects[j] = rows[j].object;
          finding.n_phases = MAX (finding.n_phases, rows[j].phase - rows[j].since);
        }
      for (guint j = rows->phase - finding.n_phases; j <= rows->phase; j++)
        finding.cost_ns += get_step_before (self, j)->pause_ns;
      /* From where they left until they were back. */
      finding.begin_ns = spur_balance_phase_at (self, rows->phase - finding.n_phases)->begin_ns;
      finding.end_ns = spur_balance_phase_at (self, rows->phase)->begin_ns;
      add_finding (self, &finding);
      i += n_rows;
    }
}

static void
find_returns (SpurBalance *self)
{
  g_autofree SpurBalanceMove *moves =
    g_memdup2 (self->moves->data, self->moves->len * sizeof (SpurBalanceMove));
  g_autoptr (GArray) undone = g_array_new (FALSE, FALSE, sizeof (Return));
  g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (Return));
  gsize n_moves = self->moves->len;

  if (n_moves > 1)
    qsort (moves, n_moves, sizeof *moves, compare_moves);
  for (gsize i = 0; i < n_moves; i++)
    {
      const SpurBalanceMove *back = find_return (moves, i, n_moves);
      Return row;

      if (back == NULL)
        continue;
      row = (Return){ back->phase, back->object, moves[i].phase };
      /* Back, and then there again. */
      if (i > 0 && find_return (moves, i - 1, n_moves) == &moves[i])
        g_array_append_val (again, row);
      else
        g_array_append_val (undone, row);
    }
  add_returns (self, undone, SPUR_BALANCE_UNDONE);
  add_returns (self, again, SPUR_BALANCE_PING_PONG);
}

/* Up to the next moves; nothing is said of the pause where loads are no times. */
static void
find_not_paid (SpurBalance *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const SpurBalanceStep *step = &g_array_index (self->steps, SpurBalanceStep, i);
      gboolean is_time = self->measure == SPUR_BALANCE_TIME;
      double cost = is_time ? (double) step->pause_ns / 1e9 : 0;
      SpurBalanceFinding finding = { .kind = SPUR_BALANCE_NOT_PAID,
                                     .phase = step->phase,
                                     .target = SPUR_NONE,
                                     .n_phases = step->n_phases,
                                     .value = step->repaid,
                                     .cost_ns = step->pause_ns };

      if (step->n_moves == 0 || step->repaid >= cost)
        continue;
      finding.begin_ns = spur_balance_phase_at (self, step->phase)->begin_ns;
      finding.end_ns = spur_balance_phase_at (self, step->phase + step->n_phases - 1)->end_ns;
      add_finding (self, &finding);
    }
}

static double
get_miss (const SpurBalanceStep *step)
{
  return step->imbalance - step->predicted;
}

static void
find_prediction (SpurBalance *self)
{
  const SpurBalanceStep *worst = NULL;
  SpurBalanceFinding finding = { .kind = SPUR_BALANCE_PREDICTION, .target = SPUR_NONE };

  for (guint i = 0; i < self->steps->len; i++)
    {
      const SpurBalanceStep *step = &g_array_index (self->steps, SpurBalanceStep, i);

      if (step->n_moves == 0 || isnan (get_miss (step)))
        continue;
      finding.n_phases++;
      if (worst == NULL || fabs (get_miss (step)) > fabs (get_miss (worst)))
        worst = step;
    }
  if (worst == NULL)
    return;
  finding.phase = worst->phase;
  finding.value = get_miss (worst);
  add_finding (self, &finding);
}

/* From when on a target has no work in a phase any more. */
static gint64
get_target_end (SpurBalance *self, guint phase, guint target)
{
  return MAX (self->target_ends[(gsize) phase * self->targets->len + target],
              spur_balance_phase_at (self, phase)->begin_ns);
}

/* How long targets have no work any more while another one has, all together. */
static gint64
get_idle (SpurBalance *self, guint phase, SpurBalanceFinding *finding)
{
  guint first = 0, last = 0;
  gint64 sum_ns = 0;

  while (first + 1 < self->targets->len && !spur_balance_is_counted (self, phase, first))
    first++;
  last = first;
  for (guint i = first; i < self->targets->len; i++)
    {
      if (!spur_balance_is_counted (self, phase, i))
        continue;
      first = get_target_end (self, phase, i) < get_target_end (self, phase, first) ? i : first;
      last = get_target_end (self, phase, i) > get_target_end (self, phase, last) ? i : last;
    }
  for (guint i = 0; i < self->targets->len; i++)
    {
      if (spur_balance_is_counted (self, phase, i))
        sum_ns += get_target_end (self, phase, last) - get_target_end (self, phase, i);
    }
  *finding = (SpurBalanceFinding){ .kind = SPUR_BALANCE_IDLE,
                                   .phase = phase,
                                   .target = g_array_index (self->targets, guint32, first),
                                   .last_target = g_array_index (self->targets, guint32, last),
                                   .n_phases = 1,
                                   .begin_ns = get_target_end (self, phase, first),
                                   .end_ns = get_target_end (self, phase, last),
                                   .value = (double) sum_ns / 1e9 };
  return sum_ns;
}

/* A load that was measured does not say when it was worked off. */
static void
find_idle (SpurBalance *self)
{
  SpurBalanceFinding worst = { 0 };
  gint64 worst_ns = 0;
  double length_ns;

  for (guint i = 0; i < self->phases->len && self->measure == SPUR_BALANCE_TIME; i++)
    {
      SpurBalanceFinding finding;
      gint64 idle_ns = get_idle (self, i, &finding);

      if (idle_ns > worst_ns)
        {
          worst_ns = idle_ns;
          worst = finding;
        }
    }
  length_ns = (double) (worst.end_ns - spur_balance_phase_at (self, worst.phase)->begin_ns) *
              spur_balance_phase_at (self, worst.phase)->metrics.n_targets;
  if (worst_ns > 0 && (double) worst_ns > LEAST_SHARE * length_ns)
    add_finding (self, &worst);
}

static void
find_unforeseen (SpurBalance *self)
{
  const SpurBalanceStep *worst = NULL;
  SpurBalanceFinding finding = { .kind = SPUR_BALANCE_UNFORESEEN, .target = SPUR_NONE };

  for (guint i = 0; i < self->steps->len && self->has_load_objects; i++)
    {
      const SpurBalanceStep *step = &g_array_index (self->steps, SpurBalanceStep, i);

      if (!(step->persistence < LEAST_PERSISTENCE))
        continue;
      finding.n_phases++;
      if (worst == NULL || step->persistence < worst->persistence)
        worst = step;
    }
  if (worst == NULL)
    return;
  finding.phase = worst->phase;
  finding.value = worst->persistence;
  add_finding (self, &finding);
}

void
spur_balance_find (SpurBalance *self)
{
  if (self->targets->len == 0)
    return;
  find_uneven (self);
  find_idle (self);
  find_bounds (self);
  find_returns (self);
  find_not_paid (self);
  find_prediction (self);
  find_unforeseen (self);
}
