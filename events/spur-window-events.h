/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "events/spur-collective-events.h"
#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_EVENT (spur_window_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurWindowEvent, spur_window_event, SPUR, WINDOW_EVENT, SpurLoEvent)

SPUR_AVAILABLE_IN_ALL
const char *spur_window_event_get_window (SpurWindowEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_window_event_get_peer (SpurWindowEvent *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_window_event_get_peers (SpurWindowEvent *self);

#define SPUR_TYPE_WINDOW_PUT_EVENT (spur_window_put_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowPutEvent, spur_window_put_event, SPUR, WINDOW_PUT_EVENT, SpurWindowEvent)

SPUR_AVAILABLE_IN_ALL
guint64 spur_window_put_event_get_size (SpurWindowPutEvent *self);

#define SPUR_TYPE_WINDOW_GET_EVENT (spur_window_get_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowGetEvent, spur_window_get_event, SPUR, WINDOW_GET_EVENT, SpurWindowEvent)

SPUR_AVAILABLE_IN_ALL
guint64 spur_window_get_event_get_size (SpurWindowGetEvent *self);

#define SPUR_TYPE_WINDOW_POST_EVENT (spur_window_post_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowPostEvent, spur_window_post_event, SPUR, WINDOW_POST_EVENT, SpurWindowEvent)

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_post_event_get_exposure (SpurWindowPostEvent *self);

#define SPUR_TYPE_WINDOW_START_EVENT (spur_window_start_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowStartEvent, spur_window_start_event, SPUR, WINDOW_START_EVENT, SpurWindowEvent)

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_start_event_get_exposure (SpurWindowStartEvent *self);

#define SPUR_TYPE_WINDOW_COMPLETE_EVENT (spur_window_complete_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowCompleteEvent, spur_window_complete_event, SPUR, WINDOW_COMPLETE_EVENT, SpurWindowEvent)

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_complete_event_get_access (SpurWindowCompleteEvent *self);

#define SPUR_TYPE_WINDOW_WAIT_EVENT (spur_window_wait_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowWaitEvent, spur_window_wait_event, SPUR, WINDOW_WAIT_EVENT, SpurWindowEvent)

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_wait_event_get_access (SpurWindowWaitEvent *self);

#define SPUR_TYPE_WINDOW_LOCK_EVENT (spur_window_lock_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowLockEvent, spur_window_lock_event, SPUR, WINDOW_LOCK_EVENT, SpurWindowEvent)

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_lock_event_get_lock (SpurWindowLockEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_window_lock_event_get_grant (SpurWindowLockEvent *self);

#define SPUR_TYPE_WINDOW_UNLOCK_EVENT (spur_window_unlock_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowUnlockEvent, spur_window_unlock_event, SPUR, WINDOW_UNLOCK_EVENT, SpurWindowEvent)

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_unlock_event_get_lock (SpurWindowUnlockEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_window_unlock_event_get_grant (SpurWindowUnlockEvent *self);

#define SPUR_TYPE_WINDOW_FENCE_EVENT (spur_window_fence_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurWindowFenceEvent, spur_window_fence_event, SPUR, WINDOW_FENCE_EVENT, SpurCollectiveEndEvent)

G_END_DECLS
