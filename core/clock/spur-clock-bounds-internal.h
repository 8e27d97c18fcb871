/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* How far the corrected clock of each stream may be off, kept with the correction as its fact
 * "maps.bounds-ns": of each stream half widths in ns at equally distant times from its first event
 * to its last, with commas between them, one where they are all the same, and "-" for what is
 * unknown. */
typedef struct _SpurClockBounds SpurClockBounds;

/* (transfer full): The bounds of a correction of the trace; @correction may be NULL, and nothing is
 * known then. */
SpurClockBounds *spur_clock_bounds_read (SpurTrace *trace, SpurCorrection *correction);

void spur_clock_bounds_free (SpurClockBounds *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockBounds, spur_clock_bounds_free)

/* Within how much of the truth the stream's clock is at a corrected time; -1 where that is unknown.
 */
gint64 spur_clock_bounds_get_ns (const SpurClockBounds *self, guint stream, gint64 time_ns);
