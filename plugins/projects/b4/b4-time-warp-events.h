/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * B4TimeWarpEvent:
 *
 * What all events of the time warp protocol have: a virtual time, in ticks of the circuit.
 */
#define B4_TYPE_TIME_WARP_EVENT (b4_time_warp_event_get_type ())
G_DECLARE_DERIVABLE_TYPE (
  B4TimeWarpEvent, b4_time_warp_event, B4, TIME_WARP_EVENT, SpurLoStateChangeEvent)

struct _B4TimeWarpEventClass
{
  SpurLoStateChangeEventClass parent_class;
};

/**
 * B4LocalTimeEvent:
 *
 * The local virtual time of a simulator.
 */
#define B4_TYPE_LOCAL_TIME_EVENT (b4_local_time_event_get_type ())
G_DECLARE_FINAL_TYPE (B4LocalTimeEvent, b4_local_time_event, B4, LOCAL_TIME_EVENT, B4TimeWarpEvent)

/**
 * B4ProgressEvent:
 *
 * How fast the local virtual time of a simulator progresses, as told to the controller.
 */
#define B4_TYPE_PROGRESS_EVENT (b4_progress_event_get_type ())
G_DECLARE_FINAL_TYPE (B4ProgressEvent, b4_progress_event, B4, PROGRESS_EVENT, B4TimeWarpEvent)

/**
 * B4RollbackEvent:
 *
 * A signal came late, and a partition went back to its virtual time.
 */
#define B4_TYPE_ROLLBACK_EVENT (b4_rollback_event_get_type ())
G_DECLARE_FINAL_TYPE (B4RollbackEvent, b4_rollback_event, B4, ROLLBACK_EVENT, B4TimeWarpEvent)

/**
 * B4GlobalTimeEvent:
 *
 * The global virtual time, before which nobody goes back any more.
 */
#define B4_TYPE_GLOBAL_TIME_EVENT (b4_global_time_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B4GlobalTimeEvent, b4_global_time_event, B4, GLOBAL_TIME_EVENT, B4TimeWarpEvent)

G_END_DECLS
