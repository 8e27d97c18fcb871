/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-dependence-private.h"
#include "core/clock/spur-clock-pass-private.h"

G_BEGIN_DECLS

/* An enter or exit of a collective operation in a stream; for an exit @member has a bit more. */
typedef struct
{
  guint64 event;
  guint32 instance;
  guint32 member;
} SpurClockJoin;

#define SPUR_CLOCK_JOIN_EXIT (1u << 31)

/* How far a collective operation is. */
typedef struct
{
  SpurTopTwo top;
  guint32 n_pending;
  guint32 n_leading;
} SpurClockInstance;

/* A stream on its way. While it waits it is in the heap of the stream that it waits for
 * (@waits_for), or known to the instance that it waits in (@waits_in). */
typedef struct
{
  SpurClockTimes times;
  SpurNodeWalk walk;
  SpurClockLine line;
  SpurClockControl control;
  guint64 node;
  guint64 progress;
  gboolean is_begun;
  gboolean is_done;

  guint64 event;
  gint64 from_ns;
  gint64 clock_b_ns;
  gint64 bound_ns;
  gint64 largest_jump_ns;
  gint64 largest_error_ns;
  const SpurEdge *first_edge;
  const SpurEdge *edge;
  const SpurEdge *last_edge;
  const SpurClockJoin *first_join;
  const SpurClockJoin *join;
  const SpurClockJoin *last_join;

  guint32 waits_for;
  guint32 waits_in;
  guint64 awaited_event;
  guint32 waiters;
  guint32 first_child;
  guint32 next_waiter;
} SpurClockRun;

typedef struct
{
  SpurClockPass *pass;
  const SpurClockParameters *parameters;
  const SpurNodes *nodes;
  SpurEdges *edges;
  SpurClockRun *runs;
  guint n_streams;
  guint32 *queue;
  guint32 queue_begin;
  guint32 queue_end;
  guint n_queued;

  /* Collective operations: all enters and exits by stream, and for the members of scans the
   * latest enter before them in the communicator. */
  SpurClockJoin *joins;
  SpurClockInstance *instances;
  gint64 *prefixes_ns;
  gsize *first_prefix;
} SpurClockForward;

void spur_clock_joins_init (SpurClockForward *self);

void spur_clock_joins_clear (SpurClockForward *self);

/* Takes the bounds of the exits at the stream's present event; FALSE where an enter is not done. */
gboolean spur_clock_joins_take (SpurClockForward *self, guint32 stream);

/* Tells the instances of the enters at the stream's present event, and goes past it. */
void spur_clock_joins_publish (SpurClockForward *self, guint32 stream, gint64 clock_ns);

/* An enter that is not done and that the stream waits for. */
void spur_clock_joins_get_awaited (SpurClockForward *self,
                                   guint32 stream,
                                   guint32 *from_stream,
                                   guint64 *from_event);

void spur_clock_wake (SpurClockForward *self, guint32 stream);

/* The limits of enters, when all exits are done. */
void spur_clock_limit_members (SpurClockPass *pass,
                               const SpurClockParameters *parameters,
                               SpurEdges *edges);

G_END_DECLS
