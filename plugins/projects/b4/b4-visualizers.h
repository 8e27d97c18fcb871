/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-visualizer.h"
#include "visualizers/spur-lo-state-change-visualizer.h"

G_BEGIN_DECLS

/**
 * B4RollbackVisualizer:
 *
 * A triangle for each rollback, the larger the more was undone.
 */
#define B4_TYPE_ROLLBACK_VISUALIZER (b4_rollback_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B4RollbackVisualizer,
                      b4_rollback_visualizer,
                      B4,
                      ROLLBACK_VISUALIZER,
                      SpurLoStateChangeVisualizer)

/**
 * B4LocalTimeVisualizer:
 *
 * Ticks in the colour of the virtual time: simulators that show the same colour at the same
 * time are as far as each other.
 */
#define B4_TYPE_LOCAL_TIME_VISUALIZER (b4_local_time_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B4LocalTimeVisualizer,
                      b4_local_time_visualizer,
                      B4,
                      LOCAL_TIME_VISUALIZER,
                      SpurLoStateChangeVisualizer)

/**
 * B4GlobalTimeVisualizer:
 *
 * A diamond for each new global virtual time.
 */
#define B4_TYPE_GLOBAL_TIME_VISUALIZER (b4_global_time_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B4GlobalTimeVisualizer,
                      b4_global_time_visualizer,
                      B4,
                      GLOBAL_TIME_VISUALIZER,
                      SpurLoStateChangeVisualizer)

/**
 * B4MigrationInitiationSendVisualizer:
 *
 * The arrow of an order to hand a partition on.
 */
#define B4_TYPE_MIGRATION_INITIATION_SEND_VISUALIZER                                               \
  (b4_migration_initiation_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B4MigrationInitiationSendVisualizer,
                      b4_migration_initiation_send_visualizer,
                      B4,
                      MIGRATION_INITIATION_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * B4MigrationCompletionSendVisualizer:
 *
 * The arrow of the message that a partition has arrived.
 */
#define B4_TYPE_MIGRATION_COMPLETION_SEND_VISUALIZER                                               \
  (b4_migration_completion_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B4MigrationCompletionSendVisualizer,
                      b4_migration_completion_send_visualizer,
                      B4,
                      MIGRATION_COMPLETION_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * B4NewLocationSendVisualizer:
 *
 * The arrow of the news of where a partition is.
 */
#define B4_TYPE_NEW_LOCATION_SEND_VISUALIZER (b4_new_location_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B4NewLocationSendVisualizer,
                      b4_new_location_send_visualizer,
                      B4,
                      NEW_LOCATION_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * B4EventForwardingSendVisualizer:
 *
 * The arrow of signals that follow a partition.
 */
#define B4_TYPE_EVENT_FORWARDING_SEND_VISUALIZER (b4_event_forwarding_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B4EventForwardingSendVisualizer,
                      b4_event_forwarding_send_visualizer,
                      B4,
                      EVENT_FORWARDING_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

G_END_DECLS
