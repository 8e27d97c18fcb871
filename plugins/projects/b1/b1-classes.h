/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B1: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A computer of the network. */
#define B1_TYPE_COMPUTER (b1_computer_get_type ())
GType b1_computer_get_type (void);

/* A process that administers blocks of faults: it sends them to servers and collects results. */
#define B1_TYPE_CLIENT (b1_client_get_type ())
GType b1_client_get_type (void);

/* A process that generates test patterns, one block after the other. */
#define B1_TYPE_SERVER (b1_server_get_type ())
GType b1_server_get_type (void);

/* A block of path delay faults; how many remain is its load index. */
#define B1_TYPE_BLOCK (b1_block_get_type ())
GType b1_block_get_type (void);

/* Events */

/* A client sends a block of faults to a server, or none where the server is to end. */
#define B1_TYPE_TASK_SEND_EVENT (b1_task_send_event_get_type ())
GType b1_task_send_event_get_type (void);

/* A server gets a block of faults. */
#define B1_TYPE_TASK_RECEIVE_EVENT (b1_task_receive_event_get_type ())
GType b1_task_receive_event_get_type (void);

/* A server sends what came out of a block. */
#define B1_TYPE_RESULT_SEND_EVENT (b1_result_send_event_get_type ())
GType b1_result_send_event_get_type (void);

/* A client gets what came out of a block. */
#define B1_TYPE_RESULT_RECEIVE_EVENT (b1_result_receive_event_get_type ())
GType b1_result_receive_event_get_type (void);

/* A client changes its state. */
#define B1_TYPE_CLIENT_STATE_EVENT (b1_client_state_event_get_type ())
GType b1_client_state_event_get_type (void);

/* A server changes its state. */
#define B1_TYPE_SERVER_STATE_EVENT (b1_server_state_event_get_type ())
GType b1_server_state_event_get_type (void);

/* A block becomes shorter. It has no other state than that. */
#define B1_TYPE_BLOCK_STATE_EVENT (b1_block_state_event_get_type ())
GType b1_block_state_event_get_type (void);

/* A server tells its client how much of its block remains. */
#define B1_TYPE_LOAD_INDEX_SEND_EVENT (b1_load_index_send_event_get_type ())
GType b1_load_index_send_event_get_type (void);

/* A client hears how much of a block remains. */
#define B1_TYPE_LOAD_INDEX_RECEIVE_EVENT (b1_load_index_receive_event_get_type ())
GType b1_load_index_receive_event_get_type (void);

/* A client tells a server to give half of what remains to an idle one. */
#define B1_TYPE_STEAL_SEND_EVENT (b1_steal_send_event_get_type ())
GType b1_steal_send_event_get_type (void);

/* A server is told to give half of what remains to an idle one. */
#define B1_TYPE_STEAL_RECEIVE_EVENT (b1_steal_receive_event_get_type ())
GType b1_steal_receive_event_get_type (void);

/* A block is made of half of what remains of another one, its creator. */
#define B1_TYPE_BLOCK_SPLIT_EVENT (b1_block_split_event_get_type ())
GType b1_block_split_event_get_type (void);

/* A stolen block leaves its server. */
#define B1_TYPE_BLOCK_MIGRATION_SEND_EVENT (b1_block_migration_send_event_get_type ())
GType b1_block_migration_send_event_get_type (void);

/* A stolen block comes to an idle server. */
#define B1_TYPE_BLOCK_MIGRATION_RECEIVE_EVENT (b1_block_migration_receive_event_get_type ())
GType b1_block_migration_receive_event_get_type (void);

G_END_DECLS
