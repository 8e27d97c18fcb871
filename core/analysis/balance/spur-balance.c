/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How even load was in each phase of a trace, and what balancing it cost and gained. */
#include "core/analysis/balance/spur-balance.h"

#include <string.h>

#include "core/analysis/balance/spur-balance-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"

/**
 * SpurBalance:
 *
 * The load of objects and targets in each phase of a trace, and the steps between them in which
 * load was balanced (TUM-I9909 section 4.1). Formulas are in doc/balance.md.
 *
 * A stream that says itself where its phases begin is cut there, so that loads do not depend on
 * clocks; all others are cut at the times where phases begin.
 *
 * Since: 1.0
 */

SPUR_DEFINE_OBJECT (SpurBalance, spur_balance, G_TYPE_FLAG_NONE)

static void
clear_finding (gpointer data)
{
  SpurBalanceFinding *finding = data;

  g_free (finding->objects);
}

static void
spur_balance_clear (SpurBalance *self)
{
  for (guint i = 0; self->marks != NULL && i < spur_trace_get_n_streams (self->trace); i++)
    g_array_unref (self->marks[i]);
  g_free (self->marks);
  g_array_unref (self->phases);
  g_array_unref (self->rows);
  g_array_unref (self->traffic);
  g_array_unref (self->targets);
  g_array_unref (self->changes);
  g_free (self->counted);
  g_array_unref (self->residents);
  g_array_unref (self->steps);
  g_array_unref (self->moves);
  g_array_unref (self->findings);
  g_array_unref (self->loads);
  g_free (self->first_rows);
  g_free (self->first_residents);
  g_free (self->positions);
  g_free (self->target_loads);
  g_free (self->target_ends);
  g_clear_object (&self->timeline);
  g_clear_object (&self->trace);
}

static void
spur_balance_init (SpurBalance *self)
{
  self->phases = g_array_new (FALSE, TRUE, sizeof (SpurBalancePhase));
  self->rows = g_array_new (FALSE, TRUE, sizeof (SpurBalanceRow));
  self->traffic = g_array_new (FALSE, TRUE, sizeof (SpurBalanceTraffic));
  self->targets = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->changes = g_array_new (FALSE, FALSE, sizeof (SpurBalanceChange));
  self->residents = g_array_new (FALSE, TRUE, sizeof (SpurBalanceResident));
  self->steps = g_array_new (FALSE, TRUE, sizeof (SpurBalanceStep));
  self->moves = g_array_new (FALSE, TRUE, sizeof (SpurBalanceMove));
  self->findings = g_array_new (FALSE, TRUE, sizeof (SpurBalanceFinding));
  g_array_set_clear_func (self->findings, clear_finding);
  self->loads = g_array_new (FALSE, TRUE, sizeof (SpurBalanceLoad));
}

static void
renumber_phases (SpurBalance *self, const guint *places)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      SpurBalanceRow *row = &g_array_index (self->rows, SpurBalanceRow, i);

      row->phase = places[row->phase];
    }
  for (guint i = 0; i < self->traffic->len; i++)
    {
      SpurBalanceTraffic *traffic = &g_array_index (self->traffic, SpurBalanceTraffic, i);

      traffic->phase = places[traffic->phase];
    }
}

/* What comes before the first phase is none without load. */
static gboolean
is_empty_begin (const SpurBalance *self, const guint8 *has_load)
{
  return self->source != SPUR_BALANCE_FROM_TIME && self->source != SPUR_BALANCE_FROM_MOVES &&
         self->phases->len > 1 && !has_load[0];
}

static void
add_phase_before (SpurBalancePhase *phase, const SpurBalancePhase *before)
{
  phase->begin_ns = before->begin_ns;
  phase->work_begin_ns = MIN (phase->work_begin_ns, before->work_begin_ns);
  phase->work_end_ns = MAX (phase->work_end_ns, before->work_end_ns);
  phase->manager_ns += before->manager_ns;
  phase->n_manager_messages += before->n_manager_messages;
  phase->manager_bytes += before->manager_bytes;
}

/* Steps of moves between which nothing has a load are one step: what is between them belongs to the
 * phase behind. */
static guint
join_steps (SpurBalance *self, const guint8 *has_load, guint *places)
{
  guint n_phases = 0;

  for (guint i = 0; i < self->phases->len; i++)
    {
      SpurBalancePhase phase = *spur_balance_phase_at (self, i);

      places[i] = n_phases;
      if (!has_load[i] && i + 1 < self->phases->len)
        {
          add_phase_before (spur_balance_phase_at (self, i + 1), &phase);
          continue;
        }
      phase.number = n_phases;
      *spur_balance_phase_at (self, n_phases++) = phase;
    }
  return n_phases;
}

static void
drop_empty_phases (SpurBalance *self)
{
  g_autofree guint8 *has_load = g_new0 (guint8, (gsize) self->phases->len + 1);
  g_autofree guint *places = g_new0 (guint, (gsize) self->phases->len + 1);

  for (guint i = 0; i < self->rows->len; i++)
    has_load[g_array_index (self->rows, SpurBalanceRow, i).phase] = TRUE;
  if (self->source == SPUR_BALANCE_FROM_MOVES)
    g_array_set_size (self->phases, join_steps (self, has_load, places));
  else if (is_empty_begin (self, has_load))
    {
      for (guint i = 1; i < self->phases->len; i++)
        places[i] = i - 1;
      g_array_remove_index (self->phases, 0);
    }
  else
    return;
  renumber_phases (self, places);
}

/**
 * spur_balance_new:
 * @trace: a sealed trace
 * @options: what is asked
 * @job: (nullable): how the work is done
 * @error: place for a #GError of the domain %SPUR_BALANCE_ERROR
 *
 * Works out the loads of all phases.
 *
 * Returns: (transfer full): the balance, or %NULL where there are no such phases as @options say
 *
 * Since: 1.0
 */
SpurBalance *
spur_balance_new (SpurTrace *trace,
                  const SpurBalanceOptions *options,
                  const SpurJob *job,
                  GError **error)
{
  g_autoptr (SpurBalance) self = NULL;
  guint n_streams;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (options != NULL && options->every_ns >= 0, NULL);
  g_return_val_if_fail (options->record_cost_ns >= 0, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (SPUR_TYPE_BALANCE, NULL);
  n_streams = spur_trace_get_n_streams (trace);
  self->trace = g_object_ref (trace);
  self->job = job;
  self->options = *options;
  self->marks = g_new (GArray *, (gsize) n_streams + 1);
  for (guint i = 0; i < n_streams; i++)
    self->marks[i] = g_array_new (FALSE, FALSE, sizeof (SpurBalanceMark));
  spur_trace_get_span_ns (trace, options->raw, &self->begin_ns, &self->end_ns);
  if (!spur_balance_find_phases (self, error))
    return NULL;
  spur_balance_collect (self);
  drop_empty_phases (self);
  spur_balance_evaluate (self);
  spur_balance_find (self);
  self->options.class_name = NULL;
  self->job = NULL;
  return g_steal_pointer (&self);
}

/**
 * spur_balance_get_source:
 * @self: a balance
 *
 * Returns: what begins a phase
 *
 * Since: 1.0
 */
SpurBalanceSource
spur_balance_get_source (SpurBalance *self)
{
  g_return_val_if_fail (SPUR_IS_BALANCE (self), SPUR_BALANCE_FROM_NOTHING);

  return self->source;
}

/**
 * spur_balance_get_measure:
 * @self: a balance
 *
 * Returns: what load is
 *
 * Since: 1.0
 */
SpurBalanceMeasure
spur_balance_get_measure (SpurBalance *self)
{
  g_return_val_if_fail (SPUR_IS_BALANCE (self), SPUR_BALANCE_TIME);

  return self->measure;
}

/* A getter of an array. */
#define DEFINE_ARRAY_GETTER(Type, name, number)                                                    \
  const Type *spur_balance_get_##name (SpurBalance *self, guint *number)                           \
  {                                                                                                \
    g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);                                           \
    g_return_val_if_fail (number != NULL, NULL);                                                   \
                                                                                                   \
    *number = self->name->len;                                                                     \
    return (const Type *) (gpointer) self->name->data;                                             \
  }

/**
 * spur_balance_get_targets:
 * @self: a balance
 * @n_targets: (out): how many targets there are
 *
 * Returns: (array length=n_targets) (transfer none): the targets over which load is spread
 *
 * Since: 1.0
 */
DEFINE_ARRAY_GETTER (guint32, targets, n_targets)

/**
 * spur_balance_get_phases:
 * @self: a balance
 * @n_phases: (out): how many phases there are
 *
 * Returns: (array length=n_phases) (transfer none): the phases in their order
 *
 * Since: 1.0
 */
DEFINE_ARRAY_GETTER (SpurBalancePhase, phases, n_phases)

/**
 * spur_balance_get_steps:
 * @self: a balance
 * @n_steps: (out): how many steps there are
 *
 * Returns: (array length=n_steps) (transfer none): what happened between phases, one for each phase
 *   but the first
 *
 * Since: 1.0
 */
DEFINE_ARRAY_GETTER (SpurBalanceStep, steps, n_steps)

/**
 * spur_balance_get_moves:
 * @self: a balance
 * @n_moves: (out): how many moves there are
 *
 * Returns: (array length=n_moves) (transfer none): the moves between phases, by phase, then object
 *
 * Since: 1.0
 */
DEFINE_ARRAY_GETTER (SpurBalanceMove, moves, n_moves)

/**
 * spur_balance_get_findings:
 * @self: a balance
 * @n_findings: (out): how many findings there are
 *
 * Returns: (array length=n_findings) (transfer none): what is to be said
 *
 * Since: 1.0
 */
DEFINE_ARRAY_GETTER (SpurBalanceFinding, findings, n_findings)

/**
 * spur_balance_get_loads:
 * @self: a balance
 * @phase: position of a phase
 * @n_loads: (out): how many loads there are
 *
 * The loads of a phase.
 *
 * Returns: (array length=n_loads) (transfer none): loads by object, then target
 *
 * Since: 1.0
 */
const SpurBalanceLoad *
spur_balance_get_loads (SpurBalance *self, guint phase, guint *n_loads)
{
  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);
  g_return_val_if_fail (phase < self->phases->len, NULL);
  g_return_val_if_fail (n_loads != NULL, NULL);

  *n_loads = (guint) (self->first_rows[phase + 1] - self->first_rows[phase]);
  return (const SpurBalanceLoad *) (gpointer) self->loads->data + self->first_rows[phase];
}

/**
 * spur_balance_get_target_loads:
 * @self: a balance
 * @phase: position of a phase
 * @n_targets: (out): how many targets there are
 *
 * The loads of targets in a phase.
 *
 * Returns: (array length=n_targets) (transfer none): loads in the order of
 *   spur_balance_get_targets()
 *
 * Since: 1.0
 */
const double *
spur_balance_get_target_loads (SpurBalance *self, guint phase, guint *n_targets)
{
  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);
  g_return_val_if_fail (phase < self->phases->len, NULL);
  g_return_val_if_fail (n_targets != NULL, NULL);

  *n_targets = self->targets->len;
  return self->target_loads + (gsize) phase * self->targets->len;
}

static const SpurBalanceResident *
get_residents (SpurBalance *self, guint phase, guint *n_residents)
{
  *n_residents = (guint) (self->first_residents[phase + 1] - self->first_residents[phase]);
  return (const SpurBalanceResident *) (gpointer) self->residents->data +
         self->first_residents[phase];
}

/* The place of an object among residents, which are in the order of their objects. */
static guint
find_resident (const SpurBalanceResident *residents, guint n_residents, guint32 object)
{
  guint low = 0;
  guint high = n_residents;
  guint middle;

  SPUR_BISECT (low, high, middle, residents[middle].object < object)
  return low < n_residents && residents[low].object == object ? low : SPUR_NONE;
}

static gboolean
is_movable (SpurBalance *self, guint32 object)
{
  return spur_balance_is_load_object (self, object) &&
         !g_type_is_a (
           spur_definitions_get_object (spur_trace_get_definitions (self->trace), object)->type,
           SPUR_TYPE_PINNED_OBJECT);
}

static void
add_messages (SpurBalance *self, guint phase, SpurPlacement *placement)
{
  guint n_residents;
  const SpurBalanceResident *residents = get_residents (self, phase, &n_residents);

  for (guint i = 0; i < self->traffic->len; i++)
    {
      const SpurBalanceTraffic *traffic = &g_array_index (self->traffic, SpurBalanceTraffic, i);
      guint from;
      guint to;

      if (traffic->phase != phase)
        continue;
      from = find_resident (residents, n_residents, traffic->from);
      to = find_resident (residents, n_residents, traffic->to);
      if (from != SPUR_NONE && to != SPUR_NONE)
        spur_placement_add_message (placement, from, to, traffic->bytes);
    }
}

static SpurPlacement *
place_objects (
  SpurBalance *self, guint phase, gboolean with_next, double byte_cost, double move_cost)
{
  guint n_targets, n_residents;
  g_autofree guint32 *numbers = spur_balance_number_targets (self, phase, with_next, &n_targets);
  const SpurBalanceResident *residents = get_residents (self, phase, &n_residents);
  SpurPlacement *placement;

  if (n_targets == 0)
    return NULL;
  placement = spur_placement_new (n_targets, byte_cost, move_cost);
  for (guint i = 0; i < n_residents; i++)
    spur_placement_add_object (placement, residents[i].load,
                               numbers[self->positions[residents[i].target]],
                               is_movable (self, residents[i].object));
  if (byte_cost > 0)
    add_messages (self, phase, placement);
  return placement;
}

/**
 * spur_balance_make_placement:
 * @self: a balance
 * @phase: position of a phase
 * @byte_cost: the work of a byte between targets, in the unit of loads; above 0 only where traffic
 *   was asked for
 * @move_cost: the work of a move, in the unit of loads
 *
 * The objects of a phase as they were placed, to place them anew. The objects of the placement are
 * those with a load in the phase that are on a target, in the order of their numbers. Those of
 * class #SpurPinnedObject, and targets themselves, may not move. The targets of the placement are
 * those that are there in the phase or in the next one, in their order.
 *
 * Returns: (transfer full) (nullable): the placement; %NULL where there are no targets
 *
 * Since: 1.0
 */
SpurPlacement *
spur_balance_make_placement (SpurBalance *self, guint phase, double byte_cost, double move_cost)
{
  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);
  g_return_val_if_fail (phase < self->phases->len, NULL);

  return place_objects (self, phase, TRUE, byte_cost, move_cost);
}

SpurPlacement *
spur_balance_make_present (SpurBalance *self, guint phase, double byte_cost)
{
  return place_objects (self, phase, FALSE, byte_cost, 0);
}

/**
 * spur_balance_compute_work:
 * @self: a balance
 * @phase: position of a phase
 * @byte_cost: as for spur_balance_make_placement()
 * @metrics: (out caller-allocates): where the metrics go
 *
 * Says how even the work of targets is: their load with what bytes to other targets cost.
 *
 * Since: 1.0
 */
void
spur_balance_compute_work (SpurBalance *self,
                           guint phase,
                           double byte_cost,
                           SpurBalanceMetrics *metrics)
{
  g_autoptr (SpurPlacement) placement = spur_balance_make_present (self, phase, byte_cost);
  g_autofree double *works = NULL;
  guint n_objects;
  guint n_targets;

  g_return_if_fail (SPUR_IS_BALANCE (self));
  g_return_if_fail (metrics != NULL);

  if (placement == NULL)
    {
      *metrics = spur_balance_phase_at (self, phase)->metrics;
      return;
    }
  works = spur_placement_dup_works (placement, spur_placement_get_present (placement, &n_objects),
                                    &n_targets);
  spur_balance_metrics_compute (metrics, works, n_targets);
}

guint32 *
spur_balance_dup_next_places (SpurBalance *self, guint phase, guint *n_objects)
{
  guint n_later;
  const SpurBalanceResident *residents = get_residents (self, phase, n_objects);
  const SpurBalanceResident *later = get_residents (self, phase + 1, &n_later);
  guint32 *places = g_new (guint32, (gsize) *n_objects + 1);

  for (guint i = 0; i < *n_objects; i++)
    {
      guint place = find_resident (later, n_later, residents[i].object);

      places[i] = self->positions[place != SPUR_NONE ? later[place].target : residents[i].target];
    }
  return places;
}

/**
 * spur_balance_dup_own_placement:
 * @self: a balance
 * @phase: position of a phase, not of the last one
 * @n_objects: (out): how many objects there are
 *
 * Where the objects of a phase were in the next one: what the trace's own strategy made of them.
 *
 * Returns: (array length=n_objects) (transfer full): the target of each object of
 *   spur_balance_make_placement(), as its position among the targets of that
 *
 * Since: 1.0
 */
guint32 *
spur_balance_dup_own_placement (SpurBalance *self, guint phase, guint *n_objects)
{
  g_autofree guint32 *numbers = NULL;
  guint32 *targets;
  guint n_targets;

  g_return_val_if_fail (SPUR_IS_BALANCE (self), NULL);
  g_return_val_if_fail (phase + 1 < self->phases->len, NULL);
  g_return_val_if_fail (n_objects != NULL, NULL);

  numbers = spur_balance_number_targets (self, phase, TRUE, &n_targets);
  targets = spur_balance_dup_next_places (self, phase, n_objects);
  for (guint i = 0; i < *n_objects; i++)
    targets[i] = numbers[targets[i]];
  return targets;
}
