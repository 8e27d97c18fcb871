/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* A trace with events of every event class of this program, whose values are random and nasty:
 * extremes, empty and absent texts, line ends, quotes, names that are there twice. Clocks are no
 * finer than @max_hz. */
SpurTrace *any_trace_new (guint32 seed, guint n_events, guint64 max_hz);

/* Fails the test where two traces do not say the same: everything but the order in which their
 * strings and lists are numbered. */
void any_trace_assert_same (SpurTrace *a, SpurTrace *b);
