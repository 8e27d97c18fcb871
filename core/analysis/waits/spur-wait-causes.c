/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/waits/spur-wait-causes-private.h"

#include "core/base/spur-pages-private.h"

SpurWaitCauses *
spur_wait_causes_new (const SpurCalls *calls, const SpurCallsInput *input, GError **error)
{
  g_autoptr (SpurWaitCauses) self = g_new0 (SpurWaitCauses, 1);

  if (!spur_efficiency_find (&self->efficiency, calls, input, error))
    return NULL;
  /* Along a cycle a path would not end. */
  self->path = self->efficiency.ideal_ns >= 0 ? spur_critical_path_find (calls, input)
                                              : g_array_new (FALSE, FALSE, sizeof (SpurPathPart));
  self->shares = spur_critical_path_get_shares (self->path, calls, input);
  /* Waits that are searched for at the same time have no use for what the path left behind. */
  spur_pages_trim ();
  return g_steal_pointer (&self);
}

gboolean
spur_wait_causes_add_costs (SpurWaitCauses *self,
                            SpurWaitsSearch *search,
                            const SpurStreamWaits *streams,
                            const SpurCallsInput *input,
                            GError **error)
{
  self->costs = spur_delay_costs_new (search, streams, input, error);
  return self->costs != NULL;
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

/**
 * spur_waits_get_delay_costs: (skip)
 * @self: waits that were found with their causes
 * @n_costs: (out): return location for how many delays there are
 *
 * Gets the delays that others waited for, the most costly first: as many as the settings say.
 *
 * Returns: (transfer none) (array length=n_costs): the delays
 *
 * Since: 1.0
 */
const SpurDelayCost *
spur_waits_get_delay_costs (SpurWaits *self, gsize *n_costs)
{
  const SpurWaitCauses *causes;

  g_return_val_if_fail (SPUR_IS_WAITS (self), NULL);
  g_return_val_if_fail (n_costs != NULL, NULL);

  causes = spur_waits_get_causes (self);
  return get_all (causes != NULL ? causes->costs->costs : NULL, n_costs);
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
