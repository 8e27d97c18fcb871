/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CUSTOM_EVENT (spur_custom_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCustomEvent, spur_custom_event, SPUR, CUSTOM_EVENT, SpurEvent)

/**
 * SpurCustomEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCustomEventClass
{
  SpurEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_custom_event_get_object (SpurCustomEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_custom_event_get_values (SpurCustomEvent *self);

G_END_DECLS
