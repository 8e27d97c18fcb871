/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lm-network-load-event.h"

/**
 * SpurLmNetworkLoadEvent:
 *
 * The load of the network is measured (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLmNetworkLoadEvent, spur_lm_network_load_event, SPUR_TYPE_LM_EVENT)

static void
spur_lm_network_load_event_class_init (SpurLmNetworkLoadEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LM_Network_Load_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_MEASURE);
  spur_event_class_add_field (event_class, "network", SPUR_FIELD_OBJECT, SPUR_USE_SUBJECT,
                              "the connection, a SpurNeighborhood; absent for the whole network");
  spur_event_class_add_field (event_class, "load", SPUR_FIELD_DOUBLE, SPUR_USE_LOAD,
                              "the load, in the application's measure");
  spur_event_class_add_field (event_class, "values", SPUR_FIELD_LIST, SPUR_USE_VALUES,
                              "further values that were measured with it");
}

static void
spur_lm_network_load_event_init (SpurLmNetworkLoadEvent *self)
{
}

/**
 * spur_lm_network_load_event_get_network:
 * @self: an event of the class LM_Network_Load_Event
 *
 * Gets the connection, a #SpurNeighborhood.
 *
 * Returns: (transfer none) (nullable): the connection, a #SpurNeighborhood; absent for the whole
 *   network
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lm_network_load_event_get_network (SpurLmNetworkLoadEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_NETWORK_LOAD_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "network");
}

/**
 * spur_lm_network_load_event_get_load:
 * @self: an event of the class LM_Network_Load_Event
 *
 * Gets the load, in the application's measure.
 *
 * Returns: the load, in the application's measure
 *
 * Since: 1.0
 */
double
spur_lm_network_load_event_get_load (SpurLmNetworkLoadEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_NETWORK_LOAD_EVENT (self), 0);

  return spur_event_get_double (SPUR_EVENT (self), "load");
}

/**
 * spur_lm_network_load_event_get_values:
 * @self: an event of the class LM_Network_Load_Event
 *
 * Gets further values that were measured with it.
 *
 * Returns: (transfer none) (nullable): further values that were measured with it
 *
 * Since: 1.0
 */
SpurEntryList *
spur_lm_network_load_event_get_values (SpurLmNetworkLoadEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_NETWORK_LOAD_EVENT (self), NULL);

  return spur_event_get_list (SPUR_EVENT (self), "values");
}
