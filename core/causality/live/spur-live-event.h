/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-meaning.h"

G_BEGIN_DECLS

typedef struct _SpurLiveEvent SpurLiveEvent;

/**
 * SPUR_LIVE_NEXT:
 *
 * The number of a receive that meets the next send of its channel that is left.
 *
 * Since: 1.0
 */
#define SPUR_LIVE_NEXT G_MAXUINT64

/**
 * SpurLiveEvent:
 * @stream: the stream
 * @role: what it is to other streams; decides which of the following count
 * @match: of sends and receives: %SPUR_MATCH_FIFO or %SPUR_MATCH_BY_ID; with any other they are
 *   internal
 * @key: of sends and receives: by equal keys they meet, as of communicator, sender and receiver in
 *   one number each or of an identifier; of ends of collective operations: the first is the
 *   communicator
 * @number: of receives by %SPUR_MATCH_FIFO: the how manieth posted one of its channel, counted from
 *   0, where they may end in another order than they were posted in; else %SPUR_LIVE_NEXT
 * @message: of sends and receives by %SPUR_MATCH_FIFO: the number that both record of the message,
 *   by which they meet; 0 where there is none
 * @pattern: of ends of collective operations: which members wait for which
 * @rank: of ends of collective operations: the member, in the communicator's order
 * @n_members: of ends of collective operations: how many members there are
 * @root: of ends of collective operations: the root's rank, or %SPUR_NONE
 * @sends: of ends of collective operations: whether the member has data for others
 * @receives: of ends of collective operations: whether the member gets data from others
 * @has_mu: of ends of edges: whether @mu_ns holds for those that end here
 * @mu_ns: of ends of edges: the least delay of those that end here and whose pair of streams has
 *   none of its own, in ns, not negative
 * @raw_ns: its time, in ns: what its clock said, or that after a pre-synchronisation
 * @data: whatever it stands for
 * @position: set when it leaves: position in its stream
 * @time_ns: set when it leaves: its corrected time, in ns
 * @late_ns: set when it leaves: how much later than it should it is, in ns, because it came after
 *   later events had left; 0 where it is in time
 * @is_unmatched: set when it leaves: an edge that ends here was given up, because its begin did not
 *   come in time
 * @is_behind: set when it leaves: the end of an edge that begins here had left before
 *
 * An event on its way through a #SpurLiveCorrector.
 *
 * Since: 1.0
 */
struct _SpurLiveEvent
{
  guint32 stream;
  SpurRole role;
  SpurMatch match;
  guint64 key[3];
  guint64 number;
  guint64 message;
  SpurPattern pattern;
  guint32 rank;
  guint32 n_members;
  guint32 root;
  gboolean sends;
  gboolean receives;
  gboolean has_mu;
  gint64 mu_ns;
  gint64 raw_ns;
  gpointer data;

  guint64 position;
  gint64 time_ns;
  gint64 late_ns;
  gboolean is_unmatched;
  gboolean is_behind;
};

G_END_DECLS
