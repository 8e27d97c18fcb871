/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/logical/spur-clock-forward-private.h"

/* A forward pass from a cut of a trace on, for a view of a part of it: only as far as it is asked
 * for. Positions are those of the pass, so they are counted from the end where it is mirrored. */
typedef struct _SpurClockCut SpurClockCut;

/* @edges are those of the pass, and @first is the first event of each stream after the cut. Events
 * before it count with the times that they have, where @has_past is set, and not at all otherwise.
 */
SpurClockCut *spur_clock_cut_new (const SpurClockParameters *parameters,
                                  SpurTrace *trace,
                                  SpurEdges *edges,
                                  SpurCorrection *correction,
                                  const guint64 *first,
                                  gboolean has_past);

void spur_clock_cut_free (SpurClockCut *self);

/* Goes on until the next event of every stream is later than @until_ns. */
gboolean spur_clock_cut_go (SpurClockCut *self, gint64 until_ns, GError **error);

/* The first event of a stream that was not gone through. */
guint64 spur_clock_cut_get_next (const SpurClockCut *self, guint stream);

/* LC' of an event that was gone through. */
gint64 spur_clock_cut_get_time (SpurClockCut *self, guint stream, guint64 event);
