/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_EVENT (spur_lo_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoEvent, spur_lo_event, SPUR, LO_EVENT, SpurEvent)

/**
 * SpurLoEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoEventClass
{
  SpurEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_event_get_load_object (SpurLoEvent *self);

G_END_DECLS
