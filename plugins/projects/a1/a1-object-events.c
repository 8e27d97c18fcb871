/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a1/a1-object-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_requirements (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "requirements", SPUR_FIELD_LIST, SPUR_USE_RESOURCES,
                              "the resources that it needs from now on");
}

static void
describe_process_creation (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "pid", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "the process id on its computer");
  add_requirements (event_class);
}

static void
describe_requirements (SpurEventClass *event_class)
{
  spur_event_class_set_effect (event_class, SPUR_EFFECT_NONE);
  spur_event_class_omit_field (event_class, "old_state");
  spur_event_class_omit_field (event_class, "state");
  add_requirements (event_class);
}

static void
describe_termination (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "exit_status", SPUR_FIELD_INT64, SPUR_USE_NONE,
                              "what a process ends with; 0 for all else");
}

SIM_DEFINE_EVENT_TYPE (A1ProcessCreationEvent,
                       a1_process_creation_event,
                       SpurLoCreationPlacementEvent,
                       SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                       "OMIS_Process_Creation_Event",
                       describe_process_creation (event_class))

SIM_DEFINE_EVENT_TYPE (A1ThreadCreationEvent,
                       a1_thread_creation_event,
                       SpurLoCreationPlacementEvent,
                       SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                       "OMIS_Thread_Creation_Event",
                       spur_event_class_add_field (event_class,
                                                   "tid",
                                                   SPUR_FIELD_UINT32,
                                                   SPUR_USE_NONE,
                                                   "the number of the thread in its process"))

SIM_DEFINE_EVENT_TYPE (A1ObjectCreationEvent,
                       a1_object_creation_event,
                       SpurLoCreationPlacementEvent,
                       SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                       "OMIS_Object_Creation_Event",
                       add_requirements (event_class))

SIM_DEFINE_EVENT_TYPE (A1RequirementsEvent,
                       a1_requirements_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "OMIS_Requirements_Event",
                       describe_requirements (event_class))

SIM_DEFINE_EVENT_TYPE (A1TerminationEvent,
                       a1_termination_event,
                       SpurLoTerminationEvent,
                       SPUR_TYPE_LO_TERMINATION_EVENT,
                       "OMIS_Termination_Event",
                       describe_termination (event_class))
