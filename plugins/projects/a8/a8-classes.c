/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A8: what its load objects and targets are, and what happens to them. */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

const SimClass a8_classes[] = {
  /* A host of the distributed operating system. */
  { "A8Host", "SpurTarget" },
  /* An active object: a thread, and with its depots an actor sphere. */
  { "A8Actor", "SpurLoadObject" },
  /* A passive object that actors use, one at a time. */
  { "A8Depot", "SpurLoadObject" },
  /* The load management of a host: it tells load indices, and chooses hosts for new actor spheres.
   */
  { "A8Manager", "SpurLmComponent" },
  /* An actor is created: a local thread, or a remote one where its type says so. */
  SIM_EVENT ("A8ActorCreationEvent",
             "SpurLoCreationPlacementEvent",
             "Actor_Creation_Event",
             SPUR_TRAIT_FIELD ("sphere", OBJECT, NONE, "the actor whose sphere it belongs to")),
  /* A depot is created in an actor sphere. */
  SIM_EVENT ("A8DepotCreationEvent",
             "SpurLoCreationPlacementEvent",
             "Depot_Creation_Event",
             SPUR_TRAIT_FIELD ("sphere", OBJECT, NONE, "the actor whose sphere it belongs to")),
  /* An actor or a depot ends. */
  SIM_EVENT ("A8ComponentTerminationEvent",
             "SpurLoTerminationEvent",
             "Component_Termination_Event",
             SPUR_TRAIT_FIELD ("uses", UINT32, NONE, "how often it used others, or was used"),
             SPUR_TRAIT_UNIT_FIELD ("busy", UINT64, NONE, "ns", "how long it worked")),
  /* An actor or a depot changes its state, because it uses or is used. */
  SIM_EVENT (
    "A8ComponentStateEvent",
    "SpurLoStateChangeEvent",
    "Component_State_Event",
    SPUR_TRAIT_FIELD ("partner", OBJECT, NONE, "the other side of the use, if there is one")),
  /* A manager tells the load index of its host. */
  SIM_MESSAGE (
    "A8LoadIndex",
    "SpurLmMessage",
    "Sphere_Load_Index",
    SPUR_TRAIT_UNIT_FIELD ("index", UINT32, NONE, "actors", "how much is to be done on the host")),
  /* A manager has an actor sphere created on another host. */
  SIM_MESSAGE ("A8SphereCreation",
               "SpurLmMessage",
               "Sphere_Creation",
               SPUR_TRAIT_FIELD ("creator", OBJECT, NONE, "the actor that creates"),
               SPUR_TRAIT_FIELD ("actor", OBJECT, NONE, "the actor that is created")),
  /* A manager tells where a new actor is. */
  SIM_MESSAGE ("A8Location",
               "SpurLmMessage",
               "Sphere_Location",
               SPUR_TRAIT_FIELD ("creator", OBJECT, NONE, "the actor that creates"),
               SPUR_TRAIT_FIELD ("actor", OBJECT, NONE, "the actor that is created"),
               SPUR_TRAIT_FIELD ("location", OBJECT, NONE, "the host that it is on")),
  /* An actor calls an operation of a depot: the first message of a use. */
  SIM_MESSAGE ("A8Call",
               "SpurLoMessage",
               "Component_Call",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_FIELD ("operation", STRING, NONE, "what the depot is to do")),
  /* A depot answers: the second message of a use. */
  SIM_MESSAGE ("A8Return",
               "SpurLoMessage",
               "Component_Return",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_FIELD ("operation", STRING, NONE, "what the depot is to do")),
  { NULL },
};
