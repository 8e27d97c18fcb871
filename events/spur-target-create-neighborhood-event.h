/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-neighborhood.h"
#include "events/spur-target-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_CREATE_NEIGHBORHOOD_EVENT                                                 \
  (spur_target_create_neighborhood_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTargetCreateNeighborhoodEvent,
                          spur_target_create_neighborhood_event,
                          SPUR,
                          TARGET_CREATE_NEIGHBORHOOD_EVENT,
                          SpurTargetEvent)

/**
 * SpurTargetCreateNeighborhoodEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetCreateNeighborhoodEventClass
{
  SpurTargetEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
GPtrArray *
spur_target_create_neighborhood_event_get_members (SpurTargetCreateNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurNeighborhood *
spur_target_create_neighborhood_event_get_neighborhood (SpurTargetCreateNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
void
spur_target_create_neighborhood_event_set_neighborhood (SpurTargetCreateNeighborhoodEvent *self,
                                                        SpurNeighborhood *neighborhood);

G_END_DECLS
