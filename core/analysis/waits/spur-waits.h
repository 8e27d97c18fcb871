/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/waits/spur-critical-path.h"
#include "core/analysis/waits/spur-delay-cost.h"
#include "core/analysis/waits/spur-efficiency.h"
#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WAITS (spur_waits_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurWaits, spur_waits, SPUR, WAITS, GObject)

/**
 * SpurWaitPattern:
 * @SPUR_WAIT_LATE_SENDER: a call that completes receives, until the send is entered
 * @SPUR_WAIT_WRONG_ORDER: the same, where a message that was sent earlier is received later
 * @SPUR_WAIT_LATE_RECEIVER: a call that sends or completes one message, until the receive is posted
 * @SPUR_WAIT_BARRIER: a barrier, until the last member enters it
 * @SPUR_WAIT_BARRIER_COMPLETION: a barrier, after the first member has left it
 * @SPUR_WAIT_N_TO_N: an operation of all with all, until the last member that sends enters it
 * @SPUR_WAIT_N_TO_N_COMPLETION: such an operation, after the first member has left it
 * @SPUR_WAIT_EARLY_REDUCE: the root of an operation, until the first member that sends enters it
 * @SPUR_WAIT_LATE_BROADCAST: a member of an operation, until the root enters it
 * @SPUR_WAIT_EARLY_SCAN: a member of a scan, until the last one before it enters it
 * @SPUR_WAIT_LOCK: a call that acquires a lock, until it is released
 * @SPUR_WAIT_IDLE: time in which the innermost state is of kind idle
 *
 * Why a call, or a target, waits. A wait is never longer than its call.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_WAIT_LATE_SENDER,
  SPUR_WAIT_WRONG_ORDER,
  SPUR_WAIT_LATE_RECEIVER,
  SPUR_WAIT_BARRIER,
  SPUR_WAIT_BARRIER_COMPLETION,
  SPUR_WAIT_N_TO_N,
  SPUR_WAIT_N_TO_N_COMPLETION,
  SPUR_WAIT_EARLY_REDUCE,
  SPUR_WAIT_LATE_BROADCAST,
  SPUR_WAIT_EARLY_SCAN,
  SPUR_WAIT_LOCK,
  SPUR_WAIT_IDLE,
} SpurWaitPattern;

/**
 * SPUR_N_WAIT_PATTERNS: (skip)
 *
 * How many patterns there are.
 *
 * Since: 1.0
 */
#define SPUR_N_WAIT_PATTERNS (SPUR_WAIT_IDLE + 1)

/**
 * SpurWait:
 * @pattern: why it waits
 * @stream: the stream that waits
 * @cause_stream: the stream that it waits for, or %SPUR_NONE
 * @event: position in @stream of the event that tells: a receive, a send, the end of a collective
 *   operation, the acquisition of a lock, or what the stream is idle after; @call_event where a
 * send that another call began is complete
 * @call_event: position in @stream of the event that enters the call; @event where there is none
 * @cause_event: position in @cause_stream of the event that it waits for
 * @begin_ns: when the wait begins
 * @duration_ns: how long it is, above 0
 * @error_ns: by how much @duration_ns may be off because both clocks are known only to within their
 *   half widths; 0 where both streams read one clock, below 0 where nothing is known of the clocks
 *
 * A wait. It is not determined where @error_ns is not below @duration_ns: there may be none.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurWaitPattern pattern;
  guint32 stream;
  guint32 cause_stream;
  guint64 event;
  guint64 call_event;
  guint64 cause_event;
  gint64 begin_ns;
  gint64 duration_ns;
  gint64 error_ns;
} SpurWait;

/**
 * SpurWaitTotal:
 * @n_waits: how many waits there are
 * @n_undetermined: how many of these may not be there, as far as clocks are known
 * @duration_ns: how long all of them are
 * @error_ns: by how much @duration_ns may be off; below 0 where nothing is known of the clocks
 *
 * Waits together. A clock that is off by its half width is so in all waits: what counts is by how
 * much that changes the total, and the changes by all clocks add up.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 n_waits;
  guint64 n_undetermined;
  gint64 duration_ns;
  gint64 error_ns;
} SpurWaitTotal;

/**
 * SpurWaitsSettings:
 * @raw: take raw times, not those of the trace's correction
 * @eager_bytes: messages of up to this many bytes are sent without waiting for the receiver; below
 * 0 for none
 * @begin_ns: waits before this time do not count
 * @end_ns: nor do those from this time on; a wait that reaches over one of the two counts in part
 * @with_causes: find the efficiencies of the whole run, its critical path and what the waits came
 *   from, too
 * @n_delays: how many of the delays that they came from are kept, the most costly ones
 *
 * What waits are looked for.
 *
 * Since: 1.0
 */
typedef struct
{
  gboolean raw;
  gint64 eager_bytes;
  gint64 begin_ns;
  gint64 end_ns;
  gboolean with_causes;
  guint n_delays;
} SpurWaitsSettings;

/**
 * SpurWaitColumn:
 * @SPUR_WAIT_COLUMN_PATTERN: #SpurWaitPattern; guint32
 * @SPUR_WAIT_COLUMN_STREAM: the stream that waits; guint32
 * @SPUR_WAIT_COLUMN_CAUSE_STREAM: the stream that it waits for; guint32
 * @SPUR_WAIT_COLUMN_EVENT: the event that tells; guint64
 * @SPUR_WAIT_COLUMN_CAUSE_EVENT: the event that it waits for; guint64
 * @SPUR_WAIT_COLUMN_BEGIN_NS: when it begins; gint64
 * @SPUR_WAIT_COLUMN_DURATION_NS: how long it is; gint64
 * @SPUR_WAIT_COLUMN_ERROR_NS: by how much that may be off; gint64
 *
 * The fields of #SpurWait as columns.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_WAIT_COLUMN_PATTERN,
  SPUR_WAIT_COLUMN_STREAM,
  SPUR_WAIT_COLUMN_CAUSE_STREAM,
  SPUR_WAIT_COLUMN_EVENT,
  SPUR_WAIT_COLUMN_CAUSE_EVENT,
  SPUR_WAIT_COLUMN_BEGIN_NS,
  SPUR_WAIT_COLUMN_DURATION_NS,
  SPUR_WAIT_COLUMN_ERROR_NS,
} SpurWaitColumn;

SPUR_AVAILABLE_IN_ALL
SpurWaits *spur_waits_new (SpurTrace *trace,
                           SpurEdges *edges,
                           const SpurWaitsSettings *settings,
                           const SpurJob *job,
                           GError **error);

SPUR_AVAILABLE_IN_ALL
guint64 spur_waits_get_n_waits (SpurWaits *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_waits_get_n_reversed (SpurWaits *self);

SPUR_AVAILABLE_IN_ALL
void spur_waits_get_wait (SpurWaits *self, guint64 index, SpurWait *wait);

SPUR_AVAILABLE_IN_ALL
GBytes *spur_waits_get_column (SpurWaits *self, SpurWaitColumn column);

SPUR_AVAILABLE_IN_ALL
void spur_waits_get_total (SpurWaits *self, guint32 stream, guint32 pattern, SpurWaitTotal *total);

SPUR_AVAILABLE_IN_ALL
guint64 *spur_waits_list_longest (SpurWaits *self, guint n_most, guint *n_longest);

SPUR_AVAILABLE_IN_ALL
gboolean spur_waits_get_efficiency (SpurWaits *self, SpurEfficiency *efficiency);

SPUR_AVAILABLE_IN_ALL
const SpurPathPart *spur_waits_get_critical_path (SpurWaits *self, gsize *n_parts);

SPUR_AVAILABLE_IN_ALL
const SpurPathShare *spur_waits_get_path_shares (SpurWaits *self, gsize *n_shares);

SPUR_AVAILABLE_IN_ALL
const SpurDelayCost *spur_waits_get_delay_costs (SpurWaits *self, gsize *n_costs);

SPUR_AVAILABLE_IN_ALL
gboolean spur_waits_get_delay_total (SpurWaits *self, guint32 stream, SpurDelayTotal *total);

G_END_DECLS
