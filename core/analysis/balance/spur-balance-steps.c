/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Metrics of each phase, and what moved between phases. */
#include <math.h>
#include <string.h>

#include "core/analysis/balance/spur-balance-private.h"
#include "core/base/spur-order-internal.h"

/* The first row of each phase, and the end of all. */
static void
index_rows (SpurBalance *self)
{
  guint phase = 0;

  self->first_rows = g_new (gsize, (gsize) self->phases->len + 1);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SpurBalanceRow *row = &g_array_index (self->rows, SpurBalanceRow, i);
      SpurBalanceLoad load = { row->object, row->target, row->load };

      for (; phase <= row->phase; phase++)
        self->first_rows[phase] = i;
      g_array_append_val (self->loads, load);
    }
  for (; phase <= self->phases->len; phase++)
    self->first_rows[phase] = self->rows->len;
}

static void
add_phase_load (SpurBalance *self, guint index, const SpurBalanceRow *row)
{
  SpurBalancePhase *phase = spur_balance_phase_at (self, index);
  guint32 position = row->target != SPUR_NONE ? self->positions[row->target] : SPUR_NONE;

  phase->object_load += row->load;
  if (position == SPUR_NONE)
    phase->unplaced_load += row->load;
  else
    {
      gsize cell = (gsize) index * self->targets->len + position;

      self->counted[cell] = TRUE;
      self->target_loads[cell] += row->load;
      self->target_ends[cell] = MAX (self->target_ends[cell], row->end_ns);
    }
}

/* An object is where most of its load is; of equal ones on the first. */
static void
add_resident (SpurBalance *self, const SpurBalanceRow *rows, guint n_rows, guint32 *places)
{
  SpurBalanceResident resident = { rows->object, SPUR_NONE, 0, places[rows->object] };
  double most = -1;

  for (guint i = 0; i < n_rows; i++)
    {
      if (rows[i].target == SPUR_NONE || self->positions[rows[i].target] == SPUR_NONE)
        continue;
      resident.load += rows[i].load;
      if (rows[i].load > most)
        {
          most = rows[i].load;
          resident.target = rows[i].target;
        }
    }
  if (resident.target == SPUR_NONE)
    return;
  places[rows->object] = resident.target;
  g_array_append_val (self->residents, resident);
}

static void
add_object_load (SpurBalance *self, guint index, const SpurBalanceRow *rows, guint n_rows)
{
  SpurBalancePhase *phase = spur_balance_phase_at (self, index);
  double load = 0;

  for (guint i = 0; i < n_rows; i++)
    load += rows[i].load;
  if (!spur_balance_is_load_object (self, rows->object))
    return;
  phase->n_objects++;
  phase->mean_object += load;
  phase->largest_object = MAX (phase->largest_object, load);
}

static void
fill_phase (SpurBalance *self, guint index, guint32 *places)
{
  SpurBalancePhase *phase = spur_balance_phase_at (self, index);
  const SpurBalanceRow *rows = (gpointer) self->rows->data;
  gsize end = self->first_rows[index + 1];

  self->first_residents[index] = self->residents->len;
  for (gsize i = self->first_rows[index]; i < end;)
    {
      guint n_rows = 1;

      while (i + n_rows < end && rows[i + n_rows].object == rows[i].object)
        n_rows++;
      for (guint j = 0; j < n_rows; j++)
        add_phase_load (self, index, &rows[i + j]);
      add_object_load (self, index, &rows[i], n_rows);
      add_resident (self, &rows[i], n_rows, places);
      i += n_rows;
    }
  if (phase->n_objects > 0)
    phase->mean_object /= phase->n_objects;
  self->first_residents[index + 1] = self->residents->len;
}

static void
measure_phase (SpurBalance *self, guint index)
{
  SpurBalancePhase *phase = spur_balance_phase_at (self, index);
  g_autoptr (SpurPlacement) placement = NULL;
  const double *loads = self->target_loads + (gsize) index * self->targets->len;

  spur_balance_measure_loads (self, index, loads, &phase->metrics);
  phase->target_load = phase->metrics.sum;
  placement = spur_balance_make_present (self, index, 0);
  /* Without load objects the work of targets is all that is known, and how it could be divided is
   * not. */
  phase->least = placement == NULL        ? 0
                 : self->has_load_objects ? spur_placement_get_least_work (placement)
                                          : phase->metrics.mean;
  for (guint i = 0; i < self->targets->len; i++)
    phase->waiting += MAX (loads[i] - phase->least, 0);
}

/* Pearson's correlation of the loads of objects that have one in both phases. */
static double
get_correlation (const SpurBalanceResident *a, guint n_a, const SpurBalanceResident *b, guint n_b)
{
  double n = 0, sum_a = 0, sum_b = 0, mean_a, mean_b, aa = 0, bb = 0, ab = 0;

  for (guint pass = 0; pass < 2; pass++)
    {
      mean_a = n > 0 ? sum_a / n : 0;
      mean_b = n > 0 ? sum_b / n : 0;
      for (guint i = 0, j = 0; i < n_a && j < n_b;)
        {
          if (a[i].object != b[j].object)
            {
              i += a[i].object < b[j].object;
              j += i == n_a || a[i].object > b[j].object;
              continue;
            }
          n += pass == 0;
          sum_a += pass == 0 ? a[i].load : 0;
          sum_b += pass == 0 ? b[j].load : 0;
          aa += pass == 1 ? (a[i].load - mean_a) * (a[i].load - mean_a) : 0;
          bb += pass == 1 ? (b[j].load - mean_b) * (b[j].load - mean_b) : 0;
          ab += pass == 1 ? (a[i].load - mean_a) * (b[j].load - mean_b) : 0;
          i++;
          j++;
        }
    }
  return aa > 0 && bb > 0 ? ab / sqrt (aa * bb) : NAN;
}

/* What is kept from step to step: where each object was before the last moves, and which step these
 * were; and room for the loads of targets. */
typedef struct
{
  guint32 *origins;
  guint last_step;
  double *loads;
} Evaluation;

/* The load of the busiest target had each object stayed where it was before the last moves. */
static double
get_stayed (SpurBalance *self, const Evaluation *evaluation, guint index)
{
  double *loads = evaluation->loads;
  double most = 0;

  memset (loads, 0, self->targets->len * sizeof *loads);
  for (gsize i = self->first_residents[index]; i < self->first_residents[index + 1]; i++)
    {
      const SpurBalanceResident *resident =
        &g_array_index (self->residents, SpurBalanceResident, i);
      loads[self->positions[evaluation->origins[resident->object]]] += resident->load;
    }
  for (guint i = 0; i < self->targets->len; i++)
    most = MAX (most, loads[i]);
  return most;
}

/* How uneven the loads of the phase before would be on the new places. */
static double
get_predicted (SpurBalance *self, guint index)
{
  guint n_objects;
  g_autofree guint32 *places = spur_balance_dup_next_places (self, index - 1, &n_objects);
  g_autofree double *loads = g_new0 (double, (gsize) self->targets->len + 1);
  const SpurBalanceResident *before =
    (const SpurBalanceResident *) (gpointer) self->residents->data +
    self->first_residents[index - 1];
  SpurBalanceMetrics metrics;

  for (guint i = 0; i < n_objects; i++)
    loads[places[i]] += before[i].load;
  spur_balance_measure_loads (self, index, loads, &metrics);
  return metrics.imbalance;
}

static void
add_moves (SpurBalance *self, guint index, SpurBalanceStep *step)
{
  for (gsize i = self->first_residents[index]; i < self->first_residents[index + 1]; i++)
    {
      const SpurBalanceResident *resident =
        &g_array_index (self->residents, SpurBalanceResident, i);
      SpurBalanceMove move = { resident->object, resident->before, resident->target, index };

      if (resident->before == SPUR_NONE || resident->before == resident->target)
        continue;
      g_array_append_val (self->moves, move);
      step->n_moves++;
    }
}

/* An object that is new since the last moves would be where it is. */
static void
note_origins (SpurBalance *self, Evaluation *evaluation, guint index, gboolean has_moved)
{
  guint32 *origins = evaluation->origins;

  for (gsize i = self->first_residents[index]; i < self->first_residents[index + 1]; i++)
    {
      const SpurBalanceResident *resident =
        &g_array_index (self->residents, SpurBalanceResident, i);

      if (has_moved || origins[resident->object] == SPUR_NONE)
        origins[resident->object] =
          resident->before != SPUR_NONE ? resident->before : resident->target;
    }
}

/* What the last moves gain in this phase. */
static void
add_gain (SpurBalance *self, Evaluation *evaluation, SpurBalanceStep *step)
{
  SpurBalanceStep *last = step;

  step->stayed = step->came;
  if (step->n_moves == 0 && evaluation->last_step == SPUR_NONE)
    return;
  note_origins (self, evaluation, step->phase, step->n_moves > 0);
  if (step->n_moves > 0)
    {
      evaluation->last_step = self->steps->len;
      step->stayed = get_stayed (self, evaluation, step->phase);
      step->gain = step->stayed - step->came;
      step->repaid = step->gain;
    }
  else
    {
      last = &g_array_index (self->steps, SpurBalanceStep, evaluation->last_step);
      last->repaid += get_stayed (self, evaluation, step->phase) - step->came;
    }
  last->n_phases++;
}

static gint64
get_pause (SpurBalance *self, guint index)
{
  const SpurBalancePhase *before = spur_balance_phase_at (self, index - 1);
  const SpurBalancePhase *after = spur_balance_phase_at (self, index);

  if (before->work_end_ns < before->work_begin_ns || after->work_end_ns < after->work_begin_ns)
    return 0;
  return MAX (after->work_begin_ns - before->work_end_ns, 0);
}

static void
add_step (SpurBalance *self, Evaluation *evaluation, guint index)
{
  const SpurBalancePhase *phase = spur_balance_phase_at (self, index);
  const SpurBalanceResident *residents = (gpointer) self->residents->data;
  gsize before = self->first_residents[index - 1];
  gsize here = self->first_residents[index];
  gsize end = self->first_residents[index + 1];
  SpurBalanceStep step = { .phase = index };

  add_moves (self, index, &step);
  step.pause_ns = get_pause (self, index);
  step.came = phase->metrics.max;
  add_gain (self, evaluation, &step);
  step.predicted = get_predicted (self, index);
  step.imbalance = phase->metrics.imbalance;
  step.persistence = get_correlation (residents + before, (guint) (here - before), residents + here,
                                      (guint) (end - here));
  g_array_append_val (self->steps, step);
}

void
spur_balance_evaluate (SpurBalance *self)
{
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
  g_autofree guint32 *places = g_new (guint32, (gsize) n_objects + 1);
  g_autofree guint32 *origins = g_new (guint32, (gsize) n_objects + 1);
  g_autofree double *loads = g_new0 (double, (gsize) self->targets->len + 1);
  gsize n_cells = (gsize) self->phases->len * self->targets->len;
  Evaluation evaluation = { origins, SPUR_NONE, loads };

  for (guint i = 0; i < n_objects; i++)
    places[i] = origins[i] = SPUR_NONE;
  index_rows (self);
  spur_balance_find_counted (self);
  self->target_loads = g_new0 (double, n_cells + 1);
  self->target_ends = g_new (gint64, n_cells + 1);
  for (gsize i = 0; i < n_cells; i++)
    self->target_ends[i] = G_MININT64;
  self->first_residents = g_new0 (gsize, (gsize) self->phases->len + 1);
  for (guint i = 0; i < self->phases->len; i++)
    fill_phase (self, i, places);
  for (guint i = 0; i < self->phases->len; i++)
    measure_phase (self, i);
  for (guint i = 1; i < self->phases->len; i++)
    add_step (self, &evaluation, i);
}
