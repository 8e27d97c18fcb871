/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-neighborhood.h"
#include "events/spur-target-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_DESTROY_NEIGHBORHOOD_EVENT                                                \
  (spur_target_destroy_neighborhood_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTargetDestroyNeighborhoodEvent,
                          spur_target_destroy_neighborhood_event,
                          SPUR,
                          TARGET_DESTROY_NEIGHBORHOOD_EVENT,
                          SpurTargetEvent)

/**
 * SpurTargetDestroyNeighborhoodEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetDestroyNeighborhoodEventClass
{
  SpurTargetEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
GPtrArray *
spur_target_destroy_neighborhood_event_get_members (SpurTargetDestroyNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurNeighborhood *
spur_target_destroy_neighborhood_event_get_neighborhood (SpurTargetDestroyNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
void
spur_target_destroy_neighborhood_event_set_neighborhood (SpurTargetDestroyNeighborhoodEvent *self,
                                                         SpurNeighborhood *neighborhood);

G_END_DECLS
