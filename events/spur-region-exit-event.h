/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-state-change-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_REGION_EXIT_EVENT (spur_region_exit_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurRegionExitEvent, spur_region_exit_event, SPUR, REGION_EXIT_EVENT, SpurLoStateChangeEvent)

/**
 * SpurRegionExitEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurRegionExitEventClass
{
  SpurLoStateChangeEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
