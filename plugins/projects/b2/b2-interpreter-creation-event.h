/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define B2_TYPE_INTERPRETER_CREATION_EVENT (b2_interpreter_creation_event_get_type ())

/* An interpreter is started for a partial query, in a process of its own, where it stays. */
G_DECLARE_FINAL_TYPE (B2InterpreterCreationEvent,
                      b2_interpreter_creation_event,
                      B2,
                      INTERPRETER_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

G_END_DECLS
