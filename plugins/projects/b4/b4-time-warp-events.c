/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b4/b4-time-warp-events.h"

#include "plugins/projects/kit/sim-define.h"

G_DEFINE_TYPE (B4TimeWarpEvent, b4_time_warp_event, SPUR_TYPE_LO_STATE_CHANGE_EVENT)

static void
b4_time_warp_event_class_init (B4TimeWarpEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Time_Warp_Event");
  spur_event_class_add_field (event_class, "virtual_time", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "the virtual time from now on");
  spur_event_class_set_unit (event_class, "virtual_time", "ticks");
}

static void
b4_time_warp_event_init (B4TimeWarpEvent *self)
{
}

static void
describe_progress (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "progress", SPUR_FIELD_DOUBLE, SPUR_USE_NONE,
                              "progress of virtual time since it was last told");
  spur_event_class_set_unit (event_class, "progress", "ticks/s");
}

static void
describe_rollback (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "partition", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "what was rolled back");
  spur_event_class_add_field (event_class, "from", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "the partition's virtual time before");
  spur_event_class_set_unit (event_class, "from", "ticks");
  spur_event_class_add_field (event_class, "undone", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many signals were worked on in vain");
  spur_event_class_add_field (event_class, "anti_signals", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many signals were taken back");
}

SIM_DEFINE_EVENT_TYPE (B4LocalTimeEvent,
                       b4_local_time_event,
                       B4TimeWarpEvent,
                       B4_TYPE_TIME_WARP_EVENT,
                       "Time_Warp_Local_Time_Event")

SIM_DEFINE_EVENT_TYPE (B4ProgressEvent,
                       b4_progress_event,
                       B4TimeWarpEvent,
                       B4_TYPE_TIME_WARP_EVENT,
                       "Time_Warp_Progress_Event",
                       describe_progress (event_class))

SIM_DEFINE_EVENT_TYPE (B4RollbackEvent,
                       b4_rollback_event,
                       B4TimeWarpEvent,
                       B4_TYPE_TIME_WARP_EVENT,
                       "Time_Warp_Rollback_Event",
                       describe_rollback (event_class))

SIM_DEFINE_EVENT_TYPE (B4GlobalTimeEvent,
                       b4_global_time_event,
                       B4TimeWarpEvent,
                       B4_TYPE_TIME_WARP_EVENT,
                       "Time_Warp_Global_Time_Event")
