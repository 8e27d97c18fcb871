/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-region-enter-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_BARRIER_ENTER_EVENT (spur_barrier_enter_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurBarrierEnterEvent, spur_barrier_enter_event, SPUR, BARRIER_ENTER_EVENT, SpurRegionEnterEvent)

/**
 * SpurBarrierEnterEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurBarrierEnterEventClass
{
  SpurRegionEnterEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
