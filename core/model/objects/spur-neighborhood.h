/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_NEIGHBORHOOD (spur_neighborhood_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurNeighborhood, spur_neighborhood, SPUR, NEIGHBORHOOD, SpurActiveObject)

/**
 * SpurNeighborhoodClass:
 * @parent_class: the parent
 *
 * A connection between neighbours.
 *
 * Since: 1.0
 */
struct _SpurNeighborhoodClass
{
  SpurActiveObjectClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_neighborhood_get_members (SpurNeighborhood *self);

SPUR_AVAILABLE_IN_ALL
void spur_neighborhood_set_members (SpurNeighborhood *self, GPtrArray *members);

SPUR_AVAILABLE_IN_ALL
SpurNeighborhood *spur_event_get_neighborhood (SpurEvent *event);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_neighborhood (SpurEvent *event, SpurNeighborhood *neighborhood);

G_END_DECLS
