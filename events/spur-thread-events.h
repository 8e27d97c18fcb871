/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-region-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_FORK_EVENT (spur_thread_fork_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurThreadForkEvent, spur_thread_fork_event, SPUR, THREAD_FORK_EVENT, SpurLoCreationEvent)

#define SPUR_TYPE_THREAD_BEGIN_EVENT (spur_thread_begin_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurThreadBeginEvent, spur_thread_begin_event, SPUR, THREAD_BEGIN_EVENT, SpurLoPlacementEvent)

#define SPUR_TYPE_THREAD_END_EVENT (spur_thread_end_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurThreadEndEvent, spur_thread_end_event, SPUR, THREAD_END_EVENT, SpurLoTerminationEvent)

#define SPUR_TYPE_THREAD_JOIN_EVENT (spur_thread_join_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurThreadJoinEvent, spur_thread_join_event, SPUR, THREAD_JOIN_EVENT, SpurLoEvent)

#define SPUR_TYPE_LOCK_ACQUIRE_EVENT (spur_lock_acquire_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLockAcquireEvent, spur_lock_acquire_event, SPUR, LOCK_ACQUIRE_EVENT, SpurLoEvent)

#define SPUR_TYPE_LOCK_RELEASE_EVENT (spur_lock_release_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLockReleaseEvent, spur_lock_release_event, SPUR, LOCK_RELEASE_EVENT, SpurLoEvent)

#define SPUR_TYPE_BARRIER_ENTER_EVENT (spur_barrier_enter_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurBarrierEnterEvent, spur_barrier_enter_event, SPUR, BARRIER_ENTER_EVENT, SpurRegionEnterEvent)

#define SPUR_TYPE_BARRIER_EXIT_EVENT (spur_barrier_exit_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurBarrierExitEvent, spur_barrier_exit_event, SPUR, BARRIER_EXIT_EVENT, SpurRegionExitEvent)

G_END_DECLS
