/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-creation-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT (spur_lo_creation_placement_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoCreationPlacementEvent,
                          spur_lo_creation_placement_event,
                          SPUR,
                          LO_CREATION_PLACEMENT_EVENT,
                          SpurLoCreationEvent)

/**
 * SpurLoCreationPlacementEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoCreationPlacementEventClass
{
  SpurLoCreationEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *
spur_lo_creation_placement_event_get_destination (SpurLoCreationPlacementEvent *self);

G_END_DECLS
