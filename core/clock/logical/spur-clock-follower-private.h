/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/logical/spur-clock-forward-private.h"
#include "core/clock/presync/spur-clock-points-private.h"

G_BEGIN_DECLS

/* Somebody who follows the sweeps of a forward pass with the limits and with the backward pass, on
 * a thread of its own. What it did not get to is left for who comes after it. */

/* NULL where that would not do: @parameters are of another kind of pass. */
SpurClockFollower *spur_clock_follower_new (const SpurClockParameters *parameters,
                                            SpurTrace *trace,
                                            SpurEdges *edges,
                                            SpurCorrection *correction,
                                            const SpurJob *job);

/* Forgets all that it did, as the pass begins anew. */
void spur_clock_follower_reset (SpurClockFollower *self);

/* Limits are its own from here on, until it ends. */
void spur_clock_follower_begin (SpurClockFollower *self, const SpurClockForward *forward);

/* All nodes with LC' below @horizon_ns are done, @n_done more than before. */
void spur_clock_follower_tell (SpurClockFollower *self, gint64 horizon_ns, guint64 n_done);

/* The limits that edges set are all there then. */
void spur_clock_follower_end (SpurClockFollower *self);

/* Whether the limits of a collective operation's enters are there. */
gboolean spur_clock_follower_has_limited (const SpurClockFollower *self, gsize index);

/* How many nodes of a stream it has taken. */
guint64 spur_clock_follower_count_done (const SpurClockFollower *self, guint stream);

/* The backward pass of a stream as far as it is; NULL where it did not begin. */
SpurClockAmortizer *spur_clock_follower_take (SpurClockFollower *self, guint stream);

/* How many nodes at a time it is told of at least. */
extern guint spur_clock_follow_nodes;

void spur_clock_follower_free (SpurClockFollower *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockFollower, spur_clock_follower_free)

G_END_DECLS
