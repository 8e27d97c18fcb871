/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-region-exit-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_BARRIER_EXIT_EVENT (spur_barrier_exit_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurBarrierExitEvent, spur_barrier_exit_event, SPUR, BARRIER_EXIT_EVENT, SpurRegionExitEvent)

/**
 * SpurBarrierExitEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurBarrierExitEventClass
{
  SpurRegionExitEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_barrier_exit_event_get_team (SpurBarrierExitEvent *self);

SPUR_AVAILABLE_IN_ALL
guint8 spur_barrier_exit_event_get_pattern (SpurBarrierExitEvent *self);

G_END_DECLS
