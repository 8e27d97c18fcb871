/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/waits/spur-wait-causes-private.h"

#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"

SpurWaitCauses *
spur_wait_causes_new (const SpurWaitsSearch *search,
                      const SpurStreamWaits *streams,
                      const SpurCallsInput *input,
                      GError **error)
{
  SpurWaitCauses *self = g_new0 (SpurWaitCauses, 1);
  g_autofree SpurStreamWork *work = spur_calls_get_work (search->calls, input);
  SPUR_AUTO_PAGES gint64 *own_ns = spur_calls_get_own (search->calls, input, work);

  if (!spur_efficiency_find (&self->efficiency, search->calls, input, work, own_ns, error))
    {
      spur_wait_causes_free (self);
      return NULL;
    }
  /* Along a cycle a path would not end. */
  self->path = self->efficiency.ideal_ns >= 0 ? spur_critical_path_find (search->calls, input, work)
                                              : g_array_new (FALSE, FALSE, sizeof (SpurPathPart));
  self->shares = spur_critical_path_get_shares (self->path, input, work);
  self->costs = spur_delay_costs_new (search, streams, input, own_ns, error);
  if (self->costs == NULL)
    g_clear_pointer (&self, spur_wait_causes_free);
  return self;
}

void
spur_wait_causes_free (SpurWaitCauses *self)
{
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_pointer (&self->shares, g_array_unref);
  g_clear_pointer (&self->costs, spur_delay_costs_free);
  g_free (self);
}

/**
 * spur_waits_get_efficiency:
 * @self: waits that were found with their causes
 * @efficiency: (out caller-allocates): return location for how well the run was used
 *
 * Gets how well the streams of the run are used.
 *
 * Returns: %FALSE where causes were not asked for; @efficiency is then left as it was
 *
 * Since: 1.0
 */
gboolean
spur_waits_get_efficiency (SpurWaits *self, SpurEfficiency *efficiency)
{
  const SpurWaitCauses *causes;

  g_return_val_if_fail (SPUR_IS_WAITS (self), FALSE);
  g_return_val_if_fail (efficiency != NULL, FALSE);

  causes = spur_waits_get_causes (self);
  if (causes == NULL)
    return FALSE;
  *efficiency = causes->efficiency;
  return TRUE;
}

/* The elements of an array; none without one. */
static gconstpointer
get_all (const GArray *array, gsize *n_elements)
{
  *n_elements = array != NULL ? array->len : 0;
  return array != NULL ? array->data : NULL;
}

/**
 * spur_waits_get_critical_path: (skip)
 * @self: waits that were found with their causes
 * @n_parts: (out): return location for how many parts there are
 *
 * Gets the critical path in the order of time. It is as long as the run.
 *
 * Returns: (transfer none) (array length=n_parts): its parts; none where causes were not asked for,
 *   or edges form a cycle
 *
 * Since: 1.0
 */
const SpurPathPart *
spur_waits_get_critical_path (SpurWaits *self, gsize *n_parts)
{
  const SpurWaitCauses *causes;

  g_return_val_if_fail (SPUR_IS_WAITS (self), NULL);
  g_return_val_if_fail (n_parts != NULL, NULL);

  causes = spur_waits_get_causes (self);
  return get_all (causes != NULL ? causes->path : NULL, n_parts);
}

/**
 * spur_waits_get_path_shares: (skip)
 * @self: waits that were found with their causes
 * @n_shares: (out): return location for how many states there are
 *
 * Gets the states that the critical path is in, the most of it first, and all others that there is
 * any time of.
 *
 * Returns: (transfer none) (array length=n_shares): what each has to do with how long the run is
 *
 * Since: 1.0
 */
const SpurPathShare *
spur_waits_get_path_shares (SpurWaits *self, gsize *n_shares)
{
  const SpurWaitCauses *causes;

  g_return_val_if_fail (SPUR_IS_WAITS (self), NULL);
  g_return_val_if_fail (n_shares != NULL, NULL);

  causes = spur_waits_get_causes (self);
  return get_all (causes != NULL ? causes->shares : NULL, n_shares);
}

SPUR_DEFINE_ORDER (compare_costs,
                   SpurDelayCost,
                   SPUR_ORDER (q->direct_ns + q->indirect_ns, p->direct_ns + p->indirect_ns) ?
                     : SPUR_BY (stream) ?
                     : SPUR_BY (end_ns))

/* Sorts what was gathered, and lets go of all but the most costly. */
static void
keep_most_costly (GArray *gathered, gsize n_most)
{
  g_array_sort (gathered, compare_costs);
  if (gathered->len > n_most)
    g_array_set_size (gathered, (guint) n_most);
}

/**
 * spur_waits_list_delay_costs: (skip)
 * @self: waits that were found with their causes
 * @n_most: how many are wanted
 * @n_costs: (out): return location for how many there are
 *
 * Lists the delays that others waited for, the most costly first.
 *
 * Returns: (transfer full) (array length=n_costs): the delays; none where causes were not asked for
 *
 * Since: 1.0
 */
SpurDelayCost *
spur_waits_list_delay_costs (SpurWaits *self, gsize n_most, gsize *n_costs)
{
  g_autoptr (GArray) gathered = g_array_new (FALSE, FALSE, sizeof (SpurDelayCost));
  const SpurWaitCauses *causes;

  g_return_val_if_fail (SPUR_IS_WAITS (self), NULL);
  g_return_val_if_fail (n_costs != NULL, NULL);

  causes = spur_waits_get_causes (self);
  for (guint i = 0; causes != NULL && i < causes->costs->costs->len; i++)
    {
      SpurDelayCost cost = g_array_index (causes->costs->costs, SpurDelayCost, i);

      /* The room that this takes is of the order of what is wanted. */
      if (gathered->len / 2 > n_most + 512)
        keep_most_costly (gathered, n_most);
      g_array_append_val (gathered, cost);
    }
  keep_most_costly (gathered, n_most);
  return g_array_steal (g_steal_pointer (&gathered), n_costs);
}

/**
 * spur_waits_get_delay_total:
 * @self: waits that were found with their causes
 * @stream: a stream of the trace
 * @total: (out caller-allocates): return location for its delays together
 *
 * Gets what the delays of a stream cost, and those of its own waits that nothing explains.
 *
 * Returns: %FALSE where causes were not asked for; @total is then left as it was
 *
 * Since: 1.0
 */
gboolean
spur_waits_get_delay_total (SpurWaits *self, guint32 stream, SpurDelayTotal *total)
{
  const SpurWaitCauses *causes;

  g_return_val_if_fail (SPUR_IS_WAITS (self), FALSE);
  g_return_val_if_fail (total != NULL, FALSE);

  causes = spur_waits_get_causes (self);
  if (causes == NULL)
    return FALSE;
  g_return_val_if_fail (stream < causes->costs->n_streams, FALSE);
  *total = causes->costs->totals[stream];
  return TRUE;
}
