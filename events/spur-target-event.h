/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_EVENT (spur_target_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTargetEvent, spur_target_event, SPUR, TARGET_EVENT, SpurEvent)

/**
 * SpurTargetEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetEventClass
{
  SpurEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_target_event_get_target (SpurTargetEvent *self);

G_END_DECLS
