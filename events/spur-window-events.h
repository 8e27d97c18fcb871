/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-collective-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_EVENT (spur_window_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurWindowEvent, spur_window_event, SPUR, WINDOW_EVENT, SpurLoEvent)

#define SPUR_TYPE_WINDOW_PUT_EVENT (spur_window_put_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowPutEvent, spur_window_put_event, SPUR, WINDOW_PUT_EVENT, SpurWindowEvent)

#define SPUR_TYPE_WINDOW_GET_EVENT (spur_window_get_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowGetEvent, spur_window_get_event, SPUR, WINDOW_GET_EVENT, SpurWindowEvent)

#define SPUR_TYPE_WINDOW_POST_EVENT (spur_window_post_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowPostEvent, spur_window_post_event, SPUR, WINDOW_POST_EVENT, SpurWindowEvent)

#define SPUR_TYPE_WINDOW_START_EVENT (spur_window_start_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowStartEvent, spur_window_start_event, SPUR, WINDOW_START_EVENT, SpurWindowEvent)

#define SPUR_TYPE_WINDOW_COMPLETE_EVENT (spur_window_complete_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowCompleteEvent, spur_window_complete_event, SPUR, WINDOW_COMPLETE_EVENT, SpurWindowEvent)

#define SPUR_TYPE_WINDOW_WAIT_EVENT (spur_window_wait_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowWaitEvent, spur_window_wait_event, SPUR, WINDOW_WAIT_EVENT, SpurWindowEvent)

#define SPUR_TYPE_WINDOW_LOCK_EVENT (spur_window_lock_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowLockEvent, spur_window_lock_event, SPUR, WINDOW_LOCK_EVENT, SpurWindowEvent)

#define SPUR_TYPE_WINDOW_UNLOCK_EVENT (spur_window_unlock_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowUnlockEvent, spur_window_unlock_event, SPUR, WINDOW_UNLOCK_EVENT, SpurWindowEvent)

#define SPUR_TYPE_WINDOW_FENCE_EVENT (spur_window_fence_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowFenceEvent, spur_window_fence_event, SPUR, WINDOW_FENCE_EVENT, SpurCollectiveEndEvent)

G_END_DECLS
