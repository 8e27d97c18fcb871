/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SpurDelayCost:
 * @stream: the stream that others waited for
 * @begin_ns: when it was last together with the first of them: a message between the two or an
 *   operation of both ended; its first event where there was none
 * @end_ns: when it did what they waited for
 * @excess_ns: how much longer it worked in between than the one that had least to do
 * @direct_ns: how long others waited because of that
 * @indirect_ns: how long others waited for those, and so on
 *
 * A delay, and what it cost.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 stream;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 excess_ns;
  gint64 direct_ns;
  gint64 indirect_ns;
} SpurDelayCost;

/**
 * SpurDelayTotal:
 * @direct_ns: waits that its delays caused
 * @indirect_ns: waits for streams that waited because of them, and so on
 * @unexplained_ns: its own waits that no delay explains: messages that were long under way, the end
 *   of collective operations, idle states
 *
 * The delays of a stream together. Direct, indirect and unexplained times of all streams are as
 * long as all waits.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 direct_ns;
  gint64 indirect_ns;
  gint64 unexplained_ns;
} SpurDelayTotal;

G_END_DECLS
