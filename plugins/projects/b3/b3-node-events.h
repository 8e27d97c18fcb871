/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * B3LeafCreationEvent:
 *
 * A new leaf is made by the node above it.
 */
#define B3_TYPE_LEAF_CREATION_EVENT (b3_leaf_creation_event_get_type ())
G_DECLARE_FINAL_TYPE (B3LeafCreationEvent,
                      b3_leaf_creation_event,
                      B3,
                      LEAF_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

/**
 * B3NodeEnlargementEvent:
 *
 * An internal node gets more unknowns.
 */
#define B3_TYPE_NODE_ENLARGEMENT_EVENT (b3_node_enlargement_event_get_type ())
G_DECLARE_FINAL_TYPE (B3NodeEnlargementEvent,
                      b3_node_enlargement_event,
                      B3,
                      NODE_ENLARGEMENT_EVENT,
                      SpurLoStateChangeEvent)

/**
 * B3ComputationBeginEvent:
 *
 * The local computation within a node begins, inside of what its process does.
 */
#define B3_TYPE_COMPUTATION_BEGIN_EVENT (b3_computation_begin_event_get_type ())
G_DECLARE_FINAL_TYPE (B3ComputationBeginEvent,
                      b3_computation_begin_event,
                      B3,
                      COMPUTATION_BEGIN_EVENT,
                      SpurLoStateChangeEvent)

/**
 * B3ComputationEndEvent:
 *
 * The local computation within a node ends.
 */
#define B3_TYPE_COMPUTATION_END_EVENT (b3_computation_end_event_get_type ())
G_DECLARE_FINAL_TYPE (B3ComputationEndEvent,
                      b3_computation_end_event,
                      B3,
                      COMPUTATION_END_EVENT,
                      SpurLoStateChangeEvent)

/**
 * B3NodeMigrationSendEvent:
 *
 * A node leaves its process.
 */
#define B3_TYPE_NODE_MIGRATION_SEND_EVENT (b3_node_migration_send_event_get_type ())
G_DECLARE_FINAL_TYPE (B3NodeMigrationSendEvent,
                      b3_node_migration_send_event,
                      B3,
                      NODE_MIGRATION_SEND_EVENT,
                      SpurLoMigrationSendEvent)

/**
 * B3NodeMigrationReceiveEvent:
 *
 * A node has come to its new process.
 */
#define B3_TYPE_NODE_MIGRATION_RECEIVE_EVENT (b3_node_migration_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B3NodeMigrationReceiveEvent,
                      b3_node_migration_receive_event,
                      B3,
                      NODE_MIGRATION_RECEIVE_EVENT,
                      SpurLoMigrationReceiveEvent)

G_END_DECLS
