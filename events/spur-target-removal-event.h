/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-target-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_REMOVAL_EVENT (spur_target_removal_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurTargetRemovalEvent, spur_target_removal_event, SPUR, TARGET_REMOVAL_EVENT, SpurTargetEvent)

/**
 * SpurTargetRemovalEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetRemovalEventClass
{
  SpurTargetEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
