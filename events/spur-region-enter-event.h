/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-state-change-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_REGION_ENTER_EVENT (spur_region_enter_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurRegionEnterEvent, spur_region_enter_event, SPUR, REGION_ENTER_EVENT, SpurLoStateChangeEvent)

/**
 * SpurRegionEnterEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurRegionEnterEventClass
{
  SpurLoStateChangeEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
