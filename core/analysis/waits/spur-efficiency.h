/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SpurEfficiency:
 * @n_streams: streams with events, over which means are taken
 * @runtime_ns: from the first event of all streams to the last
 * @ideal_ns: how long the run would be if messages and collective operations took no time; -1 where
 *   edges form a cycle
 * @work_ns: time outside of communication and idle states, of all streams
 * @most_work_ns: the most of one stream
 * @load_balance: mean work of the streams / most work of one
 * @serialisation: most work / ideal run: what is lost because streams wait for each other
 * @transfer: ideal run / run: what is lost because messages take time
 * @communication: most work / run, which is serialisation * transfer
 * @parallel: mean work / run, which is load balance * communication
 *
 * How well the streams of a run are used: the efficiencies of the POP project, each from 0 to 1.
 *
 * A figure that cannot be known is NaN: all of them where no stream has events, and serialisation
 * and transfer where edges form a cycle. On times that reverse messages transfer may be above 1.
 *
 * Since: 1.0
 */
typedef struct
{
  guint n_streams;
  gint64 runtime_ns;
  gint64 ideal_ns;
  gint64 work_ns;
  gint64 most_work_ns;
  double load_balance;
  double serialisation;
  double transfer;
  double communication;
  double parallel;
} SpurEfficiency;

G_END_DECLS
