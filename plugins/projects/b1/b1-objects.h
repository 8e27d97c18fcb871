/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-load-object.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/**
 * B1Computer:
 *
 * A computer of the network.
 */
#define B1_TYPE_COMPUTER (b1_computer_get_type ())
G_DECLARE_FINAL_TYPE (B1Computer, b1_computer, B1, COMPUTER, SpurTarget)

/**
 * B1Client:
 *
 * A process that administers blocks of faults: it sends them to servers and collects results.
 */
#define B1_TYPE_CLIENT (b1_client_get_type ())
G_DECLARE_FINAL_TYPE (B1Client, b1_client, B1, CLIENT, SpurLoadObject)

/**
 * B1Server:
 *
 * A process that generates test patterns, one block after the other.
 */
#define B1_TYPE_SERVER (b1_server_get_type ())
G_DECLARE_FINAL_TYPE (B1Server, b1_server, B1, SERVER, SpurLoadObject)

/**
 * B1Block:
 *
 * A block of path delay faults; how many remain is its load index.
 */
#define B1_TYPE_BLOCK (b1_block_get_type ())
G_DECLARE_FINAL_TYPE (B1Block, b1_block, B1, BLOCK, SpurLoadObject)

G_END_DECLS
