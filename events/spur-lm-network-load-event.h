/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_NETWORK_LOAD_EVENT (spur_lm_network_load_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLmNetworkLoadEvent, spur_lm_network_load_event, SPUR, LM_NETWORK_LOAD_EVENT, SpurLmEvent)

/**
 * SpurLmNetworkLoadEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmNetworkLoadEventClass
{
  SpurLmEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_network_load_event_get_network (SpurLmNetworkLoadEvent *self);

SPUR_AVAILABLE_IN_ALL
double spur_lm_network_load_event_get_load (SpurLmNetworkLoadEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lm_network_load_event_get_values (SpurLmNetworkLoadEvent *self);

G_END_DECLS
