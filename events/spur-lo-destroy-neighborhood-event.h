/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-neighborhood.h"
#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_DESTROY_NEIGHBORHOOD_EVENT (spur_lo_destroy_neighborhood_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoDestroyNeighborhoodEvent,
                          spur_lo_destroy_neighborhood_event,
                          SPUR,
                          LO_DESTROY_NEIGHBORHOOD_EVENT,
                          SpurLoEvent)

/**
 * SpurLoDestroyNeighborhoodEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoDestroyNeighborhoodEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_lo_destroy_neighborhood_event_get_members (SpurLoDestroyNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurNeighborhood *
spur_lo_destroy_neighborhood_event_get_neighborhood (SpurLoDestroyNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_lo_destroy_neighborhood_event_set_neighborhood (SpurLoDestroyNeighborhoodEvent *self,
                                                          SpurNeighborhood *neighborhood);

G_END_DECLS
