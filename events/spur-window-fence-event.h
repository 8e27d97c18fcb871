/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-collective-end-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_FENCE_EVENT (spur_window_fence_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowFenceEvent, spur_window_fence_event, SPUR, WINDOW_FENCE_EVENT, SpurCollectiveEndEvent)

/**
 * SpurWindowFenceEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowFenceEventClass
{
  SpurCollectiveEndEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
