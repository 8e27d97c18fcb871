/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* The sends and receives that were recorded, and which of them belong together, by what their
 * classes say of them. */
typedef struct _SpurMessages SpurMessages;

SpurMessages *spur_messages_new (void);

void spur_messages_free (SpurMessages *self);

/* A send or a receive. @is_wanted: whether a receive's send is to be its predecessor. The rest is
 * for the messages themselves: @next is the send after it in the channel. */
typedef struct
{
  guint stream;
  gboolean is_wanted;
  guint64 event;
  gint64 time_ns;

  guint64 posted;
  guint channel;
  guint next;
} SpurMessageEnd;

/* Takes an event that was recorded, with a layout that lives as long as @self. Gives the send of a
 * receive, where it is known by now, until the next one is taken; else NULL. */
const SpurMessageEnd *spur_messages_take (SpurMessages *self,
                                          const SpurEventLayout *layout,
                                          const guint8 *record,
                                          const SpurMessageEnd *end);

/* Adds the send of every receive that wants it, as far as both are there: #SpurPredecessor. More
 * may be taken afterwards. */
void spur_messages_add_predecessors (const SpurMessages *self, GArray *predecessors);
