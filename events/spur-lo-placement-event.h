/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_PLACEMENT_EVENT (spur_lo_placement_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLoPlacementEvent, spur_lo_placement_event, SPUR, LO_PLACEMENT_EVENT, SpurLoEvent)

/**
 * SpurLoPlacementEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoPlacementEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_placement_event_get_destination (SpurLoPlacementEvent *self);

G_END_DECLS
