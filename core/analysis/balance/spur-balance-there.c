/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which objects count: load objects that load management could place, and in a phase the targets
 * that are there for a part of it, or that have load in it. */
#include <string.h>

#include "core/analysis/balance/spur-balance-private.h"
#include "core/base/spur-order-internal.h"

gboolean
spur_balance_is_load_object (SpurBalance *self, guint32 object)
{
  GType type = spur_definitions_get_object (spur_trace_get_definitions (self->trace), object)->type;

  return g_type_is_a (type, SPUR_TYPE_LOAD_OBJECT) && !g_type_is_a (type, SPUR_TYPE_LM_COMPONENT);
}

SPUR_DEFINE_ORDER (compare_changes, SpurBalanceChange, SPUR_BY_3 (target, time_ns, order))

/* Whether a target that is not there when @phase begins comes before it ends. */
static gboolean
comes_within (const SpurBalancePhase *phase, const SpurBalanceChange *next, guint n_left)
{
  for (guint i = 0; i < n_left && next[i].time_ns < phase->end_ns; i++)
    {
      if (!next[i].is_end)
        return TRUE;
    }
  return FALSE;
}

/* A target whose first change is its addition is not there before. Where phases of wrong clocks go
 * back in time it counts. */
static void
mark_phases (SpurBalance *self, guint position, const SpurBalanceChange *changes, guint n_changes)
{
  gboolean is_there = changes[0].is_end;
  gint64 last_ns = G_MININT64;
  guint n_past = 0;

  for (guint i = 0; i < self->phases->len; i++)
    {
      const SpurBalancePhase *phase = spur_balance_phase_at (self, i);

      for (; n_past < n_changes && changes[n_past].time_ns <= phase->begin_ns; n_past++)
        is_there = !changes[n_past].is_end;
      self->counted[(gsize) i * self->targets->len + position] =
        is_there || phase->begin_ns < last_ns ||
        comes_within (phase, changes + n_past, n_changes - n_past);
      last_ns = MAX (last_ns, phase->begin_ns);
    }
}

void
spur_balance_find_counted (SpurBalance *self)
{
  gsize n_cells = (gsize) self->phases->len * self->targets->len;
  const SpurBalanceChange *changes = (gpointer) self->changes->data;
  guint n_same;

  self->counted = g_new (guint8, n_cells + 1);
  memset (self->counted, TRUE, n_cells + 1);
  for (guint i = 0; i < self->changes->len; i++)
    g_array_index (self->changes, SpurBalanceChange, i).order = i;
  g_array_sort (self->changes, compare_changes);
  for (guint i = 0; i < self->changes->len; i += n_same)
    {
      guint32 position = self->positions[changes[i].target];

      for (n_same = 1; i + n_same < self->changes->len; n_same++)
        {
          if (changes[i + n_same].target != changes[i].target)
            break;
        }
      if (position != SPUR_NONE)
        mark_phases (self, position, changes + i, n_same);
    }
}

void
spur_balance_measure_loads (SpurBalance *self,
                            guint phase,
                            const double *loads,
                            SpurBalanceMetrics *metrics)
{
  g_autofree double *counted = g_new (double, (gsize) self->targets->len + 1);
  guint n_counted = 0;

  for (guint i = 0; i < self->targets->len; i++)
    {
      if (spur_balance_is_counted (self, phase, i) || loads[i] > 0)
        counted[n_counted++] = loads[i];
    }
  spur_balance_metrics_compute (metrics, counted, n_counted);
}

guint32 *
spur_balance_number_targets (SpurBalance *self, guint phase, gboolean with_next, guint *n_targets)
{
  guint32 *numbers = g_new (guint32, (gsize) self->targets->len + 1);
  gboolean has_next = with_next && phase + 1 < self->phases->len;

  *n_targets = 0;
  for (guint i = 0; i < self->targets->len; i++)
    {
      gboolean is_used = spur_balance_is_counted (self, phase, i) ||
                         (has_next && spur_balance_is_counted (self, phase + 1, i));

      numbers[i] = is_used ? (*n_targets)++ : SPUR_NONE;
    }
  return numbers;
}
