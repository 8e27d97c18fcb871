/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-neighborhood.h"
#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_EVENT (spur_lo_create_neighborhood_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoCreateNeighborhoodEvent,
                          spur_lo_create_neighborhood_event,
                          SPUR,
                          LO_CREATE_NEIGHBORHOOD_EVENT,
                          SpurLoEvent)

/**
 * SpurLoCreateNeighborhoodEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoCreateNeighborhoodEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_lo_create_neighborhood_event_get_members (SpurLoCreateNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurNeighborhood *
spur_lo_create_neighborhood_event_get_neighborhood (SpurLoCreateNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_lo_create_neighborhood_event_set_neighborhood (SpurLoCreateNeighborhoodEvent *self,
                                                         SpurNeighborhood *neighborhood);

G_END_DECLS
