/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

/**
 * B4MigrationInitiationSendEvent:
 *
 * The controller tells a slow simulator to hand a partition on.
 */
#define B4_TYPE_MIGRATION_INITIATION_SEND_EVENT (b4_migration_initiation_send_event_get_type ())
G_DECLARE_FINAL_TYPE (B4MigrationInitiationSendEvent,
                      b4_migration_initiation_send_event,
                      B4,
                      MIGRATION_INITIATION_SEND_EVENT,
                      SpurLmMessageSendEvent)

/**
 * B4MigrationInitiationReceiveEvent:
 *
 * A simulator is told to hand a partition on.
 */
#define B4_TYPE_MIGRATION_INITIATION_RECEIVE_EVENT                                                 \
  (b4_migration_initiation_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B4MigrationInitiationReceiveEvent,
                      b4_migration_initiation_receive_event,
                      B4,
                      MIGRATION_INITIATION_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

/**
 * B4MigrationCompletionSendEvent:
 *
 * A simulator tells the controller that a partition is there and runs.
 */
#define B4_TYPE_MIGRATION_COMPLETION_SEND_EVENT (b4_migration_completion_send_event_get_type ())
G_DECLARE_FINAL_TYPE (B4MigrationCompletionSendEvent,
                      b4_migration_completion_send_event,
                      B4,
                      MIGRATION_COMPLETION_SEND_EVENT,
                      SpurLmMessageSendEvent)

/**
 * B4MigrationCompletionReceiveEvent:
 *
 * The controller hears that a migration is complete.
 */
#define B4_TYPE_MIGRATION_COMPLETION_RECEIVE_EVENT                                                 \
  (b4_migration_completion_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B4MigrationCompletionReceiveEvent,
                      b4_migration_completion_receive_event,
                      B4,
                      MIGRATION_COMPLETION_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

/**
 * B4NewLocationSendEvent:
 *
 * The controller tells where a partition is from now on.
 */
#define B4_TYPE_NEW_LOCATION_SEND_EVENT (b4_new_location_send_event_get_type ())
G_DECLARE_FINAL_TYPE (B4NewLocationSendEvent,
                      b4_new_location_send_event,
                      B4,
                      NEW_LOCATION_SEND_EVENT,
                      SpurLmMessageSendEvent)

/**
 * B4NewLocationReceiveEvent:
 *
 * A simulator hears where a partition is from now on.
 */
#define B4_TYPE_NEW_LOCATION_RECEIVE_EVENT (b4_new_location_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B4NewLocationReceiveEvent,
                      b4_new_location_receive_event,
                      B4,
                      NEW_LOCATION_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

/**
 * B4EventForwardingSendEvent:
 *
 * Signals for a partition that is no longer here are handed on to where it went.
 */
#define B4_TYPE_EVENT_FORWARDING_SEND_EVENT (b4_event_forwarding_send_event_get_type ())
G_DECLARE_FINAL_TYPE (B4EventForwardingSendEvent,
                      b4_event_forwarding_send_event,
                      B4,
                      EVENT_FORWARDING_SEND_EVENT,
                      SpurLmMessageSendEvent)

/**
 * B4EventForwardingReceiveEvent:
 *
 * Signals that were sent to where the partition was have come here.
 */
#define B4_TYPE_EVENT_FORWARDING_RECEIVE_EVENT (b4_event_forwarding_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B4EventForwardingReceiveEvent,
                      b4_event_forwarding_receive_event,
                      B4,
                      EVENT_FORWARDING_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

/**
 * B4ProgressMessageSendEvent:
 *
 * A message of the rounds in which the controller finds the global virtual time.
 */
#define B4_TYPE_PROGRESS_MESSAGE_SEND_EVENT (b4_progress_message_send_event_get_type ())
G_DECLARE_FINAL_TYPE (B4ProgressMessageSendEvent,
                      b4_progress_message_send_event,
                      B4,
                      PROGRESS_MESSAGE_SEND_EVENT,
                      SpurLmMessageSendEvent)

/**
 * B4ProgressMessageReceiveEvent:
 *
 * The same where it is received.
 */
#define B4_TYPE_PROGRESS_MESSAGE_RECEIVE_EVENT (b4_progress_message_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B4ProgressMessageReceiveEvent,
                      b4_progress_message_receive_event,
                      B4,
                      PROGRESS_MESSAGE_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

G_END_DECLS
