/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-classes.h"

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (A7Node, a7_node, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (A7Subproblem, a7_subproblem, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (A7Balancer, a7_balancer, SPUR_TYPE_LM_COMPONENT)

SPUR_DEFINE_EVENT_CLASS (
  A7SubproblemCreationEvent,
  a7_subproblem_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("Subproblem_Creation_Event"),
  SPUR_TRAIT_UNIT_FIELD ("weight", UINT64, NONE, "units", "how much work it is"))

SPUR_DEFINE_EVENT_CLASS (
  A7SubproblemGrowthEvent,
  a7_subproblem_growth_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("Subproblem_Growth_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD ("weight", UINT64, NONE, "units", "how much work it is from now on"))

SPUR_DEFINE_EVENT_CLASS (
  A7DiffusionLoadEvent,
  a7_diffusion_load_event,
  SPUR_TYPE_LM_TARGET_LOAD_EVENT,
  SPUR_TRAIT_NAME ("Diffusion_Load_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD ("round", UINT32, NONE, "1", "round of the strategy, from 0"),
  SPUR_TRAIT_UNIT_FIELD ("subproblems", UINT32, NONE, "1", "how many subproblems are there"))

SIM_DEFINE_MESSAGE_CLASSES (
  A7SubproblemMigration,
  a7_subproblem_migration,
  SPUR_TYPE_LO_MIGRATION,
  "Subproblem_Migration",
  SPUR_TRAIT_UNIT_FIELD ("weight", UINT64, NONE, "units", "how much work it is"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of its description"),
  SPUR_TRAIT_UNIT_FIELD ("round",
                         UINT32,
                         NONE,
                         "1",
                         "round of the strategy; the greatest number for the initial distribution"))

SIM_DEFINE_MESSAGE_CLASSES (
  A7DiffusionMessage,
  a7_diffusion_message,
  SPUR_TYPE_LM_MESSAGE,
  "Diffusion_Message",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_UNIT_FIELD ("round", UINT32, NONE, "1", "round of the strategy"),
  SPUR_TRAIT_UNIT_FIELD ("load", DOUBLE, LOAD, "units", "load of the sender"),
  SPUR_TRAIT_UNIT_FIELD (
    "quiet", UINT32, NONE, "1", "for how many rounds nothing happened around the sender"))
