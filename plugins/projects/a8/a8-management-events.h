/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

/**
 * A8LoadIndexSendEvent:
 *
 * A manager tells the load index of its host.
 */
#define A8_TYPE_LOAD_INDEX_SEND_EVENT (a8_load_index_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A8LoadIndexSendEvent, a8_load_index_send_event, A8, LOAD_INDEX_SEND_EVENT, SpurLmMessageSendEvent)

/**
 * A8LoadIndexReceiveEvent:
 *
 * A manager hears the load index of another host.
 */
#define A8_TYPE_LOAD_INDEX_RECEIVE_EVENT (a8_load_index_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (A8LoadIndexReceiveEvent,
                      a8_load_index_receive_event,
                      A8,
                      LOAD_INDEX_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

/**
 * A8SphereCreationSendEvent:
 *
 * A manager has an actor sphere created on another host.
 */
#define A8_TYPE_SPHERE_CREATION_SEND_EVENT (a8_sphere_creation_send_event_get_type ())
G_DECLARE_FINAL_TYPE (A8SphereCreationSendEvent,
                      a8_sphere_creation_send_event,
                      A8,
                      SPHERE_CREATION_SEND_EVENT,
                      SpurLmMessageSendEvent)

/**
 * A8SphereCreationReceiveEvent:
 *
 * A manager is to create an actor sphere.
 */
#define A8_TYPE_SPHERE_CREATION_RECEIVE_EVENT (a8_sphere_creation_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (A8SphereCreationReceiveEvent,
                      a8_sphere_creation_receive_event,
                      A8,
                      SPHERE_CREATION_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

/**
 * A8LocationSendEvent:
 *
 * A manager tells where a new actor is.
 */
#define A8_TYPE_LOCATION_SEND_EVENT (a8_location_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A8LocationSendEvent, a8_location_send_event, A8, LOCATION_SEND_EVENT, SpurLmMessageSendEvent)

/**
 * A8LocationReceiveEvent:
 *
 * A manager hears where a new actor is.
 */
#define A8_TYPE_LOCATION_RECEIVE_EVENT (a8_location_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (A8LocationReceiveEvent,
                      a8_location_receive_event,
                      A8,
                      LOCATION_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

G_END_DECLS
