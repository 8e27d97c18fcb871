/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * A8ActorCreationEvent:
 *
 * An actor is created: a local thread, or a remote one where its type says so.
 */
#define A8_TYPE_ACTOR_CREATION_EVENT (a8_actor_creation_event_get_type ())
G_DECLARE_FINAL_TYPE (A8ActorCreationEvent,
                      a8_actor_creation_event,
                      A8,
                      ACTOR_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

/**
 * A8DepotCreationEvent:
 *
 * A depot is created in an actor sphere.
 */
#define A8_TYPE_DEPOT_CREATION_EVENT (a8_depot_creation_event_get_type ())
G_DECLARE_FINAL_TYPE (A8DepotCreationEvent,
                      a8_depot_creation_event,
                      A8,
                      DEPOT_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

/**
 * A8ComponentTerminationEvent:
 *
 * An actor or a depot ends.
 */
#define A8_TYPE_COMPONENT_TERMINATION_EVENT (a8_component_termination_event_get_type ())
G_DECLARE_FINAL_TYPE (A8ComponentTerminationEvent,
                      a8_component_termination_event,
                      A8,
                      COMPONENT_TERMINATION_EVENT,
                      SpurLoTerminationEvent)

/**
 * A8ComponentStateEvent:
 *
 * An actor or a depot changes its state, because it uses or is used.
 */
#define A8_TYPE_COMPONENT_STATE_EVENT (a8_component_state_event_get_type ())
G_DECLARE_FINAL_TYPE (A8ComponentStateEvent,
                      a8_component_state_event,
                      A8,
                      COMPONENT_STATE_EVENT,
                      SpurLoStateChangeEvent)

G_END_DECLS
