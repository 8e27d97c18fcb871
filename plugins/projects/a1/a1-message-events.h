/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"
#include "events/spur-message-events.h"
#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * A1ServiceSendEvent:
 *
 * A monitor asks another one for a service, or answers.
 */
#define A1_TYPE_SERVICE_SEND_EVENT (a1_service_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A1ServiceSendEvent, a1_service_send_event, A1, SERVICE_SEND_EVENT, SpurLmMessageSendEvent)

/**
 * A1ServiceReceiveEvent:
 *
 * A monitor is asked for a service, or gets an answer.
 */
#define A1_TYPE_SERVICE_RECEIVE_EVENT (a1_service_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (A1ServiceReceiveEvent,
                      a1_service_receive_event,
                      A1,
                      SERVICE_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

/**
 * A1MessageSendEvent:
 *
 * A process sends to another one.
 */
#define A1_TYPE_MESSAGE_SEND_EVENT (a1_message_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A1MessageSendEvent, a1_message_send_event, A1, MESSAGE_SEND_EVENT, SpurLoMessageSendEvent)

/**
 * A1MessageReceiveEvent:
 *
 * A process gets a message.
 */
#define A1_TYPE_MESSAGE_RECEIVE_EVENT (a1_message_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (A1MessageReceiveEvent,
                      a1_message_receive_event,
                      A1,
                      MESSAGE_RECEIVE_EVENT,
                      SpurLoMessageReceiveEvent)

/**
 * A1CheckpointMigrationSendEvent:
 *
 * The checkpoint of a process leaves for another computer.
 */
#define A1_TYPE_CHECKPOINT_MIGRATION_SEND_EVENT (a1_checkpoint_migration_send_event_get_type ())
G_DECLARE_FINAL_TYPE (A1CheckpointMigrationSendEvent,
                      a1_checkpoint_migration_send_event,
                      A1,
                      CHECKPOINT_MIGRATION_SEND_EVENT,
                      SpurLoMigrationSendEvent)

/**
 * A1CheckpointMigrationReceiveEvent:
 *
 * A process goes on from its checkpoint.
 */
#define A1_TYPE_CHECKPOINT_MIGRATION_RECEIVE_EVENT                                                 \
  (a1_checkpoint_migration_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (A1CheckpointMigrationReceiveEvent,
                      a1_checkpoint_migration_receive_event,
                      A1,
                      CHECKPOINT_MIGRATION_RECEIVE_EVENT,
                      SpurLoMigrationReceiveEvent)

G_END_DECLS
