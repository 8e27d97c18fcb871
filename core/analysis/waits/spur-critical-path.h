/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SpurPathKind:
 * @SPUR_PATH_STREAM: on the stream itself: its work and its calls
 * @SPUR_PATH_EDGE: under way to the stream, as a message or in a collective operation
 * @SPUR_PATH_BEFORE: the run has begun, but the stream has no event yet
 *
 * What a part of the critical path is.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_PATH_STREAM,
  SPUR_PATH_EDGE,
  SPUR_PATH_BEFORE,
} SpurPathKind;

/**
 * SpurPathPart:
 * @begin_ns: where the part before it ends
 * @end_ns: where the next one begins
 * @kind: what it is
 * @stream: the stream that it is on or leads to
 * @from_stream: the stream that an edge comes from; else @stream
 *
 * A part of the critical path: the chain of work and messages that decides how long a run is. The
 * parts follow each other without a gap from the first event of all streams to the last, so they
 * are as long as the run.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  SpurPathKind kind;
  guint32 stream;
  guint32 from_stream;
} SpurPathPart;

/**
 * SpurPathShare:
 * @state: entry of the state table; %SPUR_NONE for time outside of all states
 * @path_ns: time in the state on the critical path
 * @sum_ns: time in the state of all streams
 * @imbalance_ns: how much longer the path is in the state than a stream in the mean, at least 0:
 *   what a perfect balance of the state would gain at most
 *
 * What a state has to do with how long a run is. Time in a state is without that in states inside
 * of it.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 state;
  gint64 path_ns;
  gint64 sum_ns;
  gint64 imbalance_ns;
} SpurPathShare;

G_END_DECLS
