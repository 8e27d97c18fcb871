/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* A sealed trace of four hosts with at least one event of every event class of the library: agents
 * and tasks with load management, threads with a lock, and processes with a window. */
SpurTrace *zoo_trace_new (void);

/* How many edges between streams the trace has, collective operations aside. */
#define ZOO_N_EDGES 27
