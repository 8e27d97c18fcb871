/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_CREATION_EVENT (spur_lo_creation_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLoCreationEvent, spur_lo_creation_event, SPUR, LO_CREATION_EVENT, SpurLoEvent)

/**
 * SpurLoCreationEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoCreationEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_lo_creation_event_get_object_type (SpurLoCreationEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_creation_event_get_creator (SpurLoCreationEvent *self);

G_END_DECLS
