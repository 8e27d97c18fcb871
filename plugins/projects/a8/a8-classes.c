/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A8: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

/* clang-format off */
const SimClass a8_classes[] = {
  /* A host of the distributed operating system. */
  { "A8Host", "SpurTarget" },
  /* An active object: a thread, and with its depots an actor sphere. */
  { "A8Actor", "SpurLoadObject" },
  /* A passive object that actors use, one at a time. */
  { "A8Depot", "SpurLoadObject" },
  /* The load management of a host: it tells load indices, and chooses hosts for new actor
   * spheres. / */
  { "A8Manager", "SpurLmComponent" },
  /* An actor is created: a local thread, or a remote one where its type says so. */
  SIM_EVENT ("A8ActorCreation", "SpurLoCreationPlacement", "Actor_Creation",
             SIM_FIELD ("sphere", OBJECT, NULL, "the actor whose sphere it belongs to")),
  /* A depot is created in an actor sphere. */
  SIM_EVENT ("A8DepotCreation", "SpurLoCreationPlacement", "Depot_Creation",
             SIM_FIELD ("sphere", OBJECT, NULL, "the actor whose sphere it belongs to")),
  /* An actor or a depot ends. */
  SIM_EVENT ("A8ComponentTermination", "SpurLoTermination", "Component_Termination",
             SIM_FIELD ("uses", UINT32, NULL, "how often it used others, or was used"),
             SIM_FIELD ("busy", UINT64, "ns", "how long it worked")),
  /* An actor or a depot changes its state, because it uses or is used. */
  SIM_EVENT ("A8ComponentState", "SpurLoStateChange", "Component_State",
             SIM_FIELD ("partner", OBJECT, NULL, "the other side of the use, if there is one")),
  /* A manager tells the load index of its host. */
  SIM_MESSAGE ("A8LoadIndex", "SpurLmMessage", "Sphere_Load_Index",
               SIM_FIELD ("index", UINT32, "actors", "how much is to be done on the host")),
  /* A manager has an actor sphere created on another host. */
  SIM_MESSAGE ("A8SphereCreation", "SpurLmMessage", "Sphere_Creation",
               SIM_FIELD ("creator", OBJECT, NULL, "the actor that creates"),
               SIM_FIELD ("actor", OBJECT, NULL, "the actor that is created")),
  /* A manager tells where a new actor is. */
  SIM_MESSAGE ("A8Location", "SpurLmMessage", "Sphere_Location",
               SIM_FIELD ("creator", OBJECT, NULL, "the actor that creates"),
               SIM_FIELD ("actor", OBJECT, NULL, "the actor that is created"),
               SIM_FIELD ("location", OBJECT, NULL, "the host that it is on")),
  /* An actor calls an operation of a depot: the first message of a use. */
  SIM_MESSAGE ("A8Call", "SpurLoMessage", "Component_Call",
               SIM_OMIT ("content"),
               SIM_FIELD ("operation", STRING, NULL, "what the depot is to do")),
  /* A depot answers: the second message of a use. */
  SIM_MESSAGE ("A8Return", "SpurLoMessage", "Component_Return",
               SIM_OMIT ("content"),
               SIM_FIELD ("operation", STRING, NULL, "what the depot is to do")),
  { NULL },
};
/* clang-format on */
