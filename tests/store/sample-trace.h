/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* A trace with every kind of definition and every field type, made from a seed. */
SpurTrace *sample_trace_new (guint32 seed, guint n_streams, guint n_events, guint chunk_events);

/* Fails the test where two traces differ in anything that a container holds. */
void sample_trace_assert_equal (SpurTrace *a, SpurTrace *b);

/* Reads everything that there is to read. */
guint64 sample_trace_walk (SpurTrace *trace);
