/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-dependence-internal.h"
#include "core/clock/logical/spur-clock-pass-private.h"
#include "core/clock/parallel/spur-share-private.h"

G_BEGIN_DECLS

#define SPUR_NO_JOIN G_MAXSIZE

/* An own stream on its way; while it waits it is in the heap of the stream that it waits for, or
 * has a member that waits for its bound. */
typedef struct
{
  SpurClockTimes times;
  SpurNodeWalk walk;
  SpurClockLine line;
  SpurClockControl control;
  guint64 node;
  gboolean is_begun;
  gboolean is_done;

  guint64 event;
  gint64 from_ns;
  gint64 clock_b_ns;
  gint64 bound_ns;
  gint64 largest_jump_ns;
  gint64 largest_error_ns;
  gsize edge;
  gsize last_edge;
  gsize first_end;
  gsize end;
  gsize last_end;
  gsize route;
  gsize last_route;

  guint32 waits_for;
  guint32 first_child;
  guint32 next_waiter;
  gsize awaited_slot;
  gsize waits_in;
} SpurShareRun;

/* How far a collective operation is that this rank has. */
typedef struct
{
  SpurTopTwo top;
  guint32 n_pending;
  guint32 n_leading;
} SpurShareInstance;

typedef struct
{
  gint64 enter_ns;
  guint8 is_entered;
  guint8 is_served;
} SpurShareMember;

typedef enum
{
  SPUR_SHARE_GOING,
  SPUR_SHARE_FINISHED,
  SPUR_SHARE_STUCK,
  SPUR_SHARE_FAILED,
} SpurShareState;

/* The forward pass with its streams spread over ranks. */
typedef struct
{
  SpurShare *share;
  SpurClockPass *pass;
  const SpurClockParameters *parameters;
  const SpurNodes *nodes;
  const SpurJob *job;
  SpurShareRun *runs;

  /* Of every stream the first slot that no value has come for, and the heap of those who wait. */
  gsize *arrived;
  guint32 *waiters;
  gint64 *slot_ns;

  SpurShareInstance *instances;
  SpurShareMember *members;

  guint32 *queue;
  guint n_queued;
  guint queue_begin;
  guint queue_end;
  guint n_done;
  guint n_own;

  GByteArray **batches;
  guint n_unsent;
  guint64 n_sent;
  guint64 n_received;
  SpurShareState state;
  gboolean has_told;

  /* Rank 0 asks all others where they are when nothing happens. */
  guint n_told;
  guint n_answers;
  guint64 sums[2];
  guint64 last_sums[2];
  gboolean is_probing;
  gboolean has_last_sums;
} SpurShareFlow;

/* What goes from rank to rank: the clock at a send, a value for the next slot of a stream; the
 * clock at an enter, for a member that the receiver has; or what an exit waits for. */
typedef enum
{
  SPUR_SHARE_VALUE,
  SPUR_SHARE_ENTER,
  SPUR_SHARE_BOUND,
} SpurShareItem;

void spur_share_flow_put (
  SpurShareFlow *self, guint rank, SpurShareItem item, guint64 index, gint64 value);

void spur_share_flow_wake (SpurShareFlow *self, guint32 stream);

void spur_share_joins_init (SpurShareFlow *self);

void spur_share_joins_clear (SpurShareFlow *self);

/* The operations that wait for nobody. */
void spur_share_joins_begin (SpurShareFlow *self);

/* Takes the bounds of the exits at the stream's present event; FALSE where one is not known. */
gboolean spur_share_joins_take (SpurShareFlow *self, guint32 stream);

/* Tells the owners of the enters at the stream's present event, and goes past it. */
void spur_share_joins_publish (SpurShareFlow *self, guint32 stream, gint64 clock_ns);

/* A member that this rank has has entered. */
void spur_share_joins_enter (SpurShareFlow *self, gsize member, gint64 clock_ns);

/* The bound of a member in an own stream is known. */
void spur_share_joins_bound (SpurShareFlow *self, gsize join, gint64 bound_ns);

/* Lowers the limits of all senders, when all clocks are known. */
void spur_share_limit (SpurShareFlow *self);

/* Says which events wait for each other; all ranks call it. */
void spur_share_name_cycle (SpurShareFlow *self, GError **error);

/* As spur_clock_pass_run(), for the own streams. Whether it succeeds is the same on all ranks. */
gboolean spur_share_pass_run (SpurClockPass *pass,
                              const SpurClockParameters *parameters,
                              SpurShare *share,
                              SpurCorrection *correction,
                              const SpurJob *job,
                              GError **error);

G_END_DECLS
