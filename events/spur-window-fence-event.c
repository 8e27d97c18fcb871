/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-window-fence-event.h"

/**
 * SpurWindowFenceEvent:
 *
 * A member of a window leaves a fence, in which all have waited for all.
 *
 * A Collective_Begin_Event of the same member says when it came. Its pattern is
 * %SPUR_PATTERN_BARRIER from the start.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurWindowFenceEvent, spur_window_fence_event, SPUR_TYPE_COLLECTIVE_END_EVENT)

static void
spur_window_fence_event_constructed (GObject *object)
{
  G_OBJECT_CLASS (spur_window_fence_event_parent_class)->constructed (object);
  spur_event_set_uint (SPUR_EVENT (object), "pattern", SPUR_PATTERN_BARRIER);
}

static void
spur_window_fence_event_class_init (SpurWindowFenceEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = spur_window_fence_event_constructed;
  spur_event_class_set_name (event_class, "Window_Fence_Event");
}

static void
spur_window_fence_event_init (SpurWindowFenceEvent *self)
{
}
