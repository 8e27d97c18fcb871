/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "events/spur-events.h"

/* A trace of processes that call MPI, made event by event at times of one true clock. The clock of
 * each process is that clock, or is off: it says time + time / 1000 * per_mille + offset. */

#define WAIT_TRACE_MAX_RANKS 8

typedef struct
{
  SpurTrace *trace;
  guint n_ranks;
  guint32 objects[WAIT_TRACE_MAX_RANKS];
  guint32 world;
  gint64 offsets_ns[WAIT_TRACE_MAX_RANKS];
  gint64 per_mille[WAIT_TRACE_MAX_RANKS];
  /* Set after it is made: clocks are off. */
  gboolean is_skewed;
} WaitTrace;

/* Processes of clocks of their own, or with @one_clock. */
void wait_trace_init (WaitTrace *self, guint n_ranks, gboolean one_clock);

void wait_trace_clear (WaitTrace *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WaitTrace, wait_trace_clear)

/* Events, each with its position in the stream. States are of kind communication where they begin
 * with "MPI_" or "lock", idle where they are called "idle", and else work; "MPI_I..." and
 * "MPI_Test" return at once. */
guint64 wait_trace_enter (WaitTrace *self, guint rank, gint64 time_ns, const char *state);
guint64 wait_trace_leave (WaitTrace *self, guint rank, gint64 time_ns);
guint64 wait_trace_send (WaitTrace *self, guint rank, gint64 time_ns, guint to, guint64 n_bytes);

/* The receive was posted at the event @posted; where it is the receive's own position, now. */
guint64
wait_trace_receive (WaitTrace *self, guint rank, gint64 time_ns, guint from, guint64 posted);
/* The send at @sent is complete. */
guint64 wait_trace_complete (WaitTrace *self, guint rank, gint64 time_ns, guint64 sent);
guint64 wait_trace_acquire (WaitTrace *self, guint rank, gint64 time_ns, guint64 order);
guint64 wait_trace_release (WaitTrace *self, guint rank, gint64 time_ns, guint64 order);

/* What a member does in an operation of all processes. */
typedef struct
{
  SpurPattern pattern;
  guint32 root;
  guint64 sent_bytes;
  guint64 received_bytes;
} WaitOperation;

/* The begin and the end alone. */
guint64 wait_trace_begin (WaitTrace *self, guint rank, gint64 time_ns);
guint64
wait_trace_end (WaitTrace *self, guint rank, gint64 time_ns, const WaitOperation *operation);

/* A call from @begin_ns to @end_ns; its end event. */
guint64 wait_trace_collective (
  WaitTrace *self, guint rank, gint64 begin_ns, gint64 end_ns, const WaitOperation *operation);

/* A call of one event: MPI_Send and MPI_Recv. Gives the event of the message. */
guint64
wait_trace_send_call (WaitTrace *self, guint rank, gint64 enter_ns, gint64 leave_ns, guint to);
guint64
wait_trace_receive_call (WaitTrace *self, guint rank, gint64 enter_ns, gint64 leave_ns, guint from);

/* No more events come. Where clocks are off, @is_corrected gives the trace the maps that undo it.
 */
void wait_trace_seal (WaitTrace *self, gboolean is_corrected);
