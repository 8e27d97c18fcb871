/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a8/a8-component-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_sphere (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "sphere", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the actor whose sphere it belongs to");
}

static void
describe_component_termination (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "uses", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how often it used others, or was used");
  spur_event_class_add_field (event_class, "busy", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how long it worked");
  spur_event_class_set_unit (event_class, "busy", "ns");
}

SIM_DEFINE_EVENT_TYPE (A8ActorCreationEvent,
                       a8_actor_creation_event,
                       SpurLoCreationPlacementEvent,
                       SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                       "Actor_Creation_Event",
                       add_sphere (event_class))

SIM_DEFINE_EVENT_TYPE (A8DepotCreationEvent,
                       a8_depot_creation_event,
                       SpurLoCreationPlacementEvent,
                       SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                       "Depot_Creation_Event",
                       add_sphere (event_class))

SIM_DEFINE_EVENT_TYPE (A8ComponentTerminationEvent,
                       a8_component_termination_event,
                       SpurLoTerminationEvent,
                       SPUR_TYPE_LO_TERMINATION_EVENT,
                       "Component_Termination_Event",
                       describe_component_termination (event_class))

SIM_DEFINE_EVENT_TYPE (A8ComponentStateEvent,
                       a8_component_state_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "Component_State_Event",
                       spur_event_class_add_field (event_class,
                                                   "partner",
                                                   SPUR_FIELD_OBJECT,
                                                   SPUR_USE_NONE,
                                                   "the other side of the use, if there is one"))
