/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Upper bounds of the differences of clocks' offsets, each as tight as all pairs together make
 * it. All numbers in ns. */
typedef struct _SpurOffsetBounds SpurOffsetBounds;

/* No bound is known. */
#define SPUR_NO_BOUND G_MAXINT64

SpurOffsetBounds *spur_offset_bounds_new (guint n_clocks);

void spur_offset_bounds_free (SpurOffsetBounds *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOffsetBounds, spur_offset_bounds_free)

/* offset(from) - offset(to) <= bound */
void spur_offset_bounds_add (SpurOffsetBounds *self, guint from, guint to, gint64 bound_ns);

/* Tightens. What had to be added to all bounds so that they do not contradict each other. */
gint64 spur_offset_bounds_solve (SpurOffsetBounds *self);

gint64 spur_offset_bounds_get (SpurOffsetBounds *self, guint from, guint to);

/* Offset in the middle of what is possible, relative to the first clock that bounds it from both
 * sides; 0 for that one. */
gint64 spur_offset_bounds_get_middle (SpurOffsetBounds *self, guint clock, guint *reference);

/* How far the middle may be off from that of all that bound the clock from both sides; none where
 * there are too many clocks to look at every pair. */
gint64 spur_offset_bounds_get_half_width (SpurOffsetBounds *self, guint clock);

G_END_DECLS
