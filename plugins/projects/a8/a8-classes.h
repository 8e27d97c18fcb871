/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A8: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A host of the distributed operating system. */
#define A8_TYPE_HOST (a8_host_get_type ())
GType a8_host_get_type (void);

/* An active object: a thread, and with its depots an actor sphere. */
#define A8_TYPE_ACTOR (a8_actor_get_type ())
GType a8_actor_get_type (void);

/* A passive object that actors use, one at a time. */
#define A8_TYPE_DEPOT (a8_depot_get_type ())
GType a8_depot_get_type (void);

/* The load management of a host: it tells load indices, and chooses hosts for new actor spheres. */
#define A8_TYPE_MANAGER (a8_manager_get_type ())
GType a8_manager_get_type (void);

/* Events */

/* An actor is created: a local thread, or a remote one where its type says so. */
#define A8_TYPE_ACTOR_CREATION_EVENT (a8_actor_creation_event_get_type ())
GType a8_actor_creation_event_get_type (void);

/* A depot is created in an actor sphere. */
#define A8_TYPE_DEPOT_CREATION_EVENT (a8_depot_creation_event_get_type ())
GType a8_depot_creation_event_get_type (void);

/* An actor or a depot ends. */
#define A8_TYPE_COMPONENT_TERMINATION_EVENT (a8_component_termination_event_get_type ())
GType a8_component_termination_event_get_type (void);

/* An actor or a depot changes its state, because it uses or is used. */
#define A8_TYPE_COMPONENT_STATE_EVENT (a8_component_state_event_get_type ())
GType a8_component_state_event_get_type (void);

/* A manager tells the load index of its host. */
#define A8_TYPE_LOAD_INDEX_SEND_EVENT (a8_load_index_send_event_get_type ())
GType a8_load_index_send_event_get_type (void);

/* A manager hears the load index of another host. */
#define A8_TYPE_LOAD_INDEX_RECEIVE_EVENT (a8_load_index_receive_event_get_type ())
GType a8_load_index_receive_event_get_type (void);

/* A manager has an actor sphere created on another host. */
#define A8_TYPE_SPHERE_CREATION_SEND_EVENT (a8_sphere_creation_send_event_get_type ())
GType a8_sphere_creation_send_event_get_type (void);

/* A manager is to create an actor sphere. */
#define A8_TYPE_SPHERE_CREATION_RECEIVE_EVENT (a8_sphere_creation_receive_event_get_type ())
GType a8_sphere_creation_receive_event_get_type (void);

/* A manager tells where a new actor is. */
#define A8_TYPE_LOCATION_SEND_EVENT (a8_location_send_event_get_type ())
GType a8_location_send_event_get_type (void);

/* A manager hears where a new actor is. */
#define A8_TYPE_LOCATION_RECEIVE_EVENT (a8_location_receive_event_get_type ())
GType a8_location_receive_event_get_type (void);

/* An actor calls an operation of a depot: the first message of a use. */
#define A8_TYPE_CALL_SEND_EVENT (a8_call_send_event_get_type ())
GType a8_call_send_event_get_type (void);

/* A depot is called. */
#define A8_TYPE_CALL_RECEIVE_EVENT (a8_call_receive_event_get_type ())
GType a8_call_receive_event_get_type (void);

/* A depot answers: the second message of a use. */
#define A8_TYPE_RETURN_SEND_EVENT (a8_return_send_event_get_type ())
GType a8_return_send_event_get_type (void);

/* An actor gets the answer of a depot. */
#define A8_TYPE_RETURN_RECEIVE_EVENT (a8_return_receive_event_get_type ())
GType a8_return_receive_event_get_type (void);

G_END_DECLS
