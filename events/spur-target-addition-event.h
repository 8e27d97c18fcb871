/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-target-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_ADDITION_EVENT (spur_target_addition_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurTargetAdditionEvent, spur_target_addition_event, SPUR, TARGET_ADDITION_EVENT, SpurTargetEvent)

/**
 * SpurTargetAdditionEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetAdditionEventClass
{
  SpurTargetEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_target_addition_event_get_parent (SpurTargetAdditionEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_target_addition_event_get_attributes (SpurTargetAdditionEvent *self);

G_END_DECLS
