/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a8/a8-classes.h"

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (A8Host, a8_host, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (A8Actor, a8_actor, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (A8Depot, a8_depot, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (A8Manager, a8_manager, SPUR_TYPE_LM_COMPONENT)

SPUR_DEFINE_EVENT_CLASS (
  A8ActorCreationEvent,
  a8_actor_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("Actor_Creation_Event"),
  SPUR_TRAIT_FIELD ("sphere", OBJECT, NONE, "the actor whose sphere it belongs to"))

SPUR_DEFINE_EVENT_CLASS (
  A8DepotCreationEvent,
  a8_depot_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("Depot_Creation_Event"),
  SPUR_TRAIT_FIELD ("sphere", OBJECT, NONE, "the actor whose sphere it belongs to"))

SPUR_DEFINE_EVENT_CLASS (
  A8ComponentTerminationEvent,
  a8_component_termination_event,
  SPUR_TYPE_LO_TERMINATION_EVENT,
  SPUR_TRAIT_NAME ("Component_Termination_Event"),
  SPUR_TRAIT_FIELD ("uses", UINT32, NONE, "how often it used others, or was used"),
  SPUR_TRAIT_UNIT_FIELD ("busy", UINT64, NONE, "ns", "how long it worked"))

SPUR_DEFINE_EVENT_CLASS (
  A8ComponentStateEvent,
  a8_component_state_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("Component_State_Event"),
  SPUR_TRAIT_FIELD ("partner", OBJECT, NONE, "the other side of the use, if there is one"))

SIM_DEFINE_MESSAGE_CLASSES (
  A8LoadIndex,
  a8_load_index,
  SPUR_TYPE_LM_MESSAGE,
  "Sphere_Load_Index",
  SPUR_TRAIT_UNIT_FIELD ("index", UINT32, NONE, "actors", "how much is to be done on the host"))

SIM_DEFINE_MESSAGE_CLASSES (A8SphereCreation,
                            a8_sphere_creation,
                            SPUR_TYPE_LM_MESSAGE,
                            "Sphere_Creation",
                            SPUR_TRAIT_FIELD ("creator", OBJECT, NONE, "the actor that creates"),
                            SPUR_TRAIT_FIELD ("actor", OBJECT, NONE, "the actor that is created"))

SIM_DEFINE_MESSAGE_CLASSES (A8Location,
                            a8_location,
                            SPUR_TYPE_LM_MESSAGE,
                            "Sphere_Location",
                            SPUR_TRAIT_FIELD ("creator", OBJECT, NONE, "the actor that creates"),
                            SPUR_TRAIT_FIELD ("actor", OBJECT, NONE, "the actor that is created"),
                            SPUR_TRAIT_FIELD ("location", OBJECT, NONE, "the host that it is on"))

SIM_DEFINE_MESSAGE_CLASSES (A8Call,
                            a8_call,
                            SPUR_TYPE_LO_MESSAGE,
                            "Component_Call",
                            SPUR_TRAIT_OMIT ("content"),
                            SPUR_TRAIT_FIELD ("operation", STRING, NONE, "what the depot is to do"))

SIM_DEFINE_MESSAGE_CLASSES (A8Return,
                            a8_return,
                            SPUR_TYPE_LO_MESSAGE,
                            "Component_Return",
                            SPUR_TRAIT_OMIT ("content"),
                            SPUR_TRAIT_FIELD ("operation", STRING, NONE, "what the depot is to do"))
