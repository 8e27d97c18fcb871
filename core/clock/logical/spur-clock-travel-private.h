/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-dependence-internal.h"
#include "core/clock/logical/spur-clock-pass-private.h"

G_BEGIN_DECLS

/* The forward pass step by step from any cut of a trace, for a view of a part of it: event
 * by event, and only as far as it is asked for. Positions are those of the pass, so they are
 * counted from the end where it is mirrored. */
typedef struct _SpurClockTravel SpurClockTravel;

/* @edges are those of the pass, and @first is the first event of each stream after the cut. Events
 * before it count with the times that they have, where @has_past is set, and not at all otherwise.
 */
SpurClockTravel *spur_clock_travel_new (const SpurClockParameters *parameters,
                                        SpurTrace *trace,
                                        SpurEdges *edges,
                                        SpurCorrection *correction,
                                        const guint64 *first,
                                        gboolean has_past);

void spur_clock_travel_free (SpurClockTravel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockTravel, spur_clock_travel_free)

/* Goes on until the next event of every stream is later than @until_ns. */
gboolean spur_clock_travel_go (SpurClockTravel *self, gint64 until_ns, GError **error);

/* The first event of a stream that was not gone through. */
guint64 spur_clock_travel_get_next (const SpurClockTravel *self, guint stream);

/* LC' of an event that was gone through. */
gint64 spur_clock_travel_get_time (const SpurClockTravel *self, guint stream, guint64 event);

G_END_DECLS
