/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/logical/spur-clock-pass-private.h"

/* Events of a stream, by position, between which its corrected time is a straight line. The time
 * after never falls. */
typedef SpurKnot SpurClockPoint;

typedef struct
{
  SpurClockPoint *all;
  gsize n_points;
  gsize n_allocated;
} SpurClockPoints;

void spur_clock_points_reserve (SpurClockPoints *self, gsize n_points);

void spur_clock_points_insert (SpurClockPoints *self, gsize index, const SpurClockPoint *point);

/* Index of the first point later than @to_ns. */
gsize spur_clock_points_find (const SpurClockPoints *self, gint64 to_ns);

/* A time map through all points, with no more knots than it needs to give each of them exactly.
 * Only these are left of the points. */
SpurTimeMap *spur_clock_points_take_map (SpurClockPoints *self, GError **error);

/* Turns the points of a mirrored pass into those of the trace itself. */
void spur_clock_points_mirror (SpurClockPoints *self, guint64 last_event);

/* The points between those of @self and those of @mirror, both of one stream and either possibly
 * without any: @mix_ppb of the way from the one to the other. */
void spur_clock_points_mix (SpurClockPoints *self, const SpurClockPoints *mirror, gint64 mix_ppb);

void spur_clock_points_clear (SpurClockPoints *self);

/* The backward pass of one stream: its points in the direction of the pass, none where nothing
 * moves. */
void spur_clock_amortize (SpurClockPoints *points,
                          const SpurClockPass *pass,
                          const SpurClockParameters *parameters,
                          const SpurClockWork *work,
                          guint stream);

/* The backward pass of all streams, each with limits from what those before it are given. */
gboolean spur_clock_amortize_in_reverse (SpurClockPoints *points,
                                         SpurClockPass *pass,
                                         const SpurClockParameters *parameters,
                                         const SpurClockWork *work,
                                         GError **error);

/* The lower convex hull of points that come by rising abscissa (clock-correction.md section 3). */
typedef struct
{
  gint64 at_ns;
  gint64 height_ns;
} SpurVertex;

typedef struct
{
  SpurVertex *vertices;
  gsize n_vertices;
  gsize n_allocated;
} SpurHull;

void spur_hull_begin (SpurHull *self, gint64 at_ns, gint64 height_ns);

void spur_hull_add (SpurHull *self, gint64 at_ns, gint64 height_ns);

/* The height above @at_ns, rounded down; @segment is 0 at first, and @at_ns rises. */
gint64 spur_hull_get_height (const SpurHull *self, gsize *segment, gint64 at_ns);

/* The same for any place, 0 outside of the window. */
gint64 spur_hull_get_height_at (const SpurVertex *vertices, gsize n_vertices, gint64 at_ns);

/* Where the hull begins to be steeper than 1; FALSE where it never is. */
gboolean spur_hull_find_steep (const SpurHull *self, gint64 *at_ns);

void spur_hull_clear (SpurHull *self);
