/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-sink.h"

/* Sends messages to a socket of the system, by a thread of its own: the daemon there may be
 * slow or stand still, and the recorder goes on. What does not fit into the queue is dropped. */
typedef struct _SpurDatagrams SpurDatagrams;

/* What it drops is counted at @sink, which is held. */
SpurDatagrams *spur_datagrams_new (SpurSink *sink, const char *path, GError **error);

/* Takes a message; FALSE where the queue is full. */
gboolean spur_datagrams_put (SpurDatagrams *self, GBytes *message, GError **error);

/* Waits until all is sent that was put by now, or nothing was for a while. */
void spur_datagrams_flush (SpurDatagrams *self);

/* The same, then ends; what is left is dropped. */
void spur_datagrams_free (SpurDatagrams *self);
