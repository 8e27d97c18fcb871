/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of a project as a table: its types of active objects and its event classes. Plugins
 * and simulators register the same table. */
#pragma once

#include "core/model/events/spur-event-define.h"

/* @name, @parent: names of GTypes; a parent stands before its children or is the library's.
 * @traits: what an event class says beside its parent; NULL for a type of active objects. */
typedef struct
{
  const char *name;
  const char *parent;
  const SpurEventTrait *traits;
} SimClass;

/* An event class, by the names of its type, its parent and itself in traces, without their ends:
 * "A1Login", "SpurTargetStateChange" and "OMIS_Login" are A1LoginEvent and OMIS_Login_Event. */
#define SIM_EVENT(type_name, parent_name, event_name, ...)                                         \
  {                                                                                                \
    type_name "Event", parent_name "Event", (const SpurEventTrait[])                               \
    {                                                                                              \
      SPUR_TRAIT_NAME (event_name "_Event"), ##__VA_ARGS__, { 0 }                                  \
    }                                                                                              \
  }

/* Two event classes that differ only in being sent and received. */
#define SIM_MESSAGE(type_name, parent_name, event_name, ...)                                       \
  SIM_EVENT (type_name "Send", parent_name "Send", event_name "_Send", ##__VA_ARGS__),             \
    SIM_EVENT (type_name "Receive", parent_name "Receive", event_name "_Receive", ##__VA_ARGS__)

/* The same, matched by a number instead of by their order. */
#define SIM_MESSAGE_BY_ID(type_name, parent_name, event_name, ...)                                 \
  SIM_EVENT (type_name "Send", parent_name "Send", event_name "_Send",                             \
             SPUR_TRAIT_ROLE (SEND, BY_ID), ##__VA_ARGS__),                                        \
    SIM_EVENT (type_name "Receive", parent_name "Receive", event_name "_Receive",                  \
               SPUR_TRAIT_ROLE (RECEIVE, BY_ID), ##__VA_ARGS__)

/* Fields that only the project knows; those that all know by their use; and those left out. */
#define SIM_FIELD(name, TYPE, unit, description)                                                   \
  SPUR_TRAIT_UNIT_FIELD (name, TYPE, NONE, unit, description)
#define SIM_USED SPUR_TRAIT_UNIT_FIELD
#define SIM_OMIT SPUR_TRAIT_OMIT

/* Registers the classes of a table, which ends with one without a name; again is allowed. */
void sim_classes_register (const SimClass *classes);

/* The type of a name that is registered. */
GType sim_type (const char *name);
