/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * A1ProcessCreationEvent:
 *
 * A process is created on a computer.
 */
#define A1_TYPE_PROCESS_CREATION_EVENT (a1_process_creation_event_get_type ())
G_DECLARE_FINAL_TYPE (A1ProcessCreationEvent,
                      a1_process_creation_event,
                      A1,
                      PROCESS_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

/**
 * A1ThreadCreationEvent:
 *
 * A thread is created in a process.
 */
#define A1_TYPE_THREAD_CREATION_EVENT (a1_thread_creation_event_get_type ())
G_DECLARE_FINAL_TYPE (A1ThreadCreationEvent,
                      a1_thread_creation_event,
                      A1,
                      THREAD_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

/**
 * A1ObjectCreationEvent:
 *
 * An object is created in a process.
 */
#define A1_TYPE_OBJECT_CREATION_EVENT (a1_object_creation_event_get_type ())
G_DECLARE_FINAL_TYPE (A1ObjectCreationEvent,
                      a1_object_creation_event,
                      A1,
                      OBJECT_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

/**
 * A1RequirementsEvent:
 *
 * A process needs other resources than before. Its state stays what it is.
 */
#define A1_TYPE_REQUIREMENTS_EVENT (a1_requirements_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A1RequirementsEvent, a1_requirements_event, A1, REQUIREMENTS_EVENT, SpurLoStateChangeEvent)

/**
 * A1TerminationEvent:
 *
 * A process, thread or object ends.
 */
#define A1_TYPE_TERMINATION_EVENT (a1_termination_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A1TerminationEvent, a1_termination_event, A1, TERMINATION_EVENT, SpurLoTerminationEvent)

G_END_DECLS
