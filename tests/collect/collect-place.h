/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "tests/collect/collect-peer.h"

/* A collector in a folder of its own, which listens at a Unix socket. */
typedef struct
{
  char *folder;
  char *path;
  char *address;
  SpurCollector *collector;
  guint n_problems;
} Place;

void place_init (Place *self);
void place_clear (Place *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

/* What is to be set is set between these two. */
void place_begin (Place *self);
void place_listen (Place *self);

/* Sends the hello and the preamble, and then all packets. */
void place_say_hello (Peer *peer, const Kit *kit, const char *token);
void place_send_all (Peer *peer, const Kit *kit, const char *token);

/* Definitions, a stream and @n_packets of @n_events, and the end. */
void place_fill (Kit *kit, guint64 origin, guint n_packets, guint n_events);

/* (transfer full): where the recording of @origin is kept. */
char *place_get_path (const Place *self, guint64 origin);

/* (transfer full): the recording of @origin, which has to be readable. */
SpurTrace *place_read (const Place *self, guint64 origin);

void place_remove_folder (const char *folder);
