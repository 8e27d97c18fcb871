/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_REGION_ENTER_EVENT (spur_region_enter_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurRegionEnterEvent, spur_region_enter_event, SPUR, REGION_ENTER_EVENT, SpurLoStateChangeEvent)

#define SPUR_TYPE_REGION_EXIT_EVENT (spur_region_exit_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurRegionExitEvent, spur_region_exit_event, SPUR, REGION_EXIT_EVENT, SpurLoStateChangeEvent)

G_END_DECLS
