/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-interpreter-creation-event.h"

struct _B2InterpreterCreationEvent
{
  SpurLoCreationPlacementEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2InterpreterCreationEvent,
                     b2_interpreter_creation_event,
                     SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT)

static void
b2_interpreter_creation_event_class_init (B2InterpreterCreationEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Interpreter_Creation_Event");
  spur_event_class_add_field (event_class, "query", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the query of which it interprets a part");
  spur_event_class_add_field (event_class, "operation", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "which part");
  spur_event_class_add_field (event_class, "resources", SPUR_FIELD_LIST, SPUR_USE_RESOURCES,
                              "what it needs");
}

static void
b2_interpreter_creation_event_init (B2InterpreterCreationEvent *self)
{
}
