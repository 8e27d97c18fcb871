/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "tests/collect/collect-kit.h"

/* The recorder's end of a connection to a collector in the same program. What the collector says is
 * kept in @in. */
typedef struct
{
  GSocket *socket;
  GByteArray *in;
} Peer;

/* Lets the collector do what it can do now. */
void peer_turn (void);

/* At a Unix socket. */
Peer *peer_connect (const char *path);
void peer_free (Peer *peer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Peer, peer_free)

/* Reads what is there; FALSE when the other end was closed. */
gboolean peer_take (Peer *peer);

/* Sends as long as the other end takes it. */
gboolean peer_send (Peer *peer, const guint8 *bytes, gsize n_bytes);

/* The bytes behind the header of the @index-th message of a kind, or NULL. */
const guint8 *peer_find_message (Peer *peer, SpurAnswerKind kind, guint index);

/* Waits until @n_packets packets are acknowledged. */
void peer_await (Peer *peer, const Kit *kit, guint n_packets);

void peer_await_close (Peer *peer);
