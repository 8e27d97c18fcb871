/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "visualizers/scene/spur-style.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SCENE (spur_scene_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurScene, spur_scene, SPUR, SCENE, GObject)

/**
 * SpurSceneGlyph:
 * @time_ns: when
 * @lane: on which lane
 * @style: entry of the scene's styles; a tick or a sign
 * @n_events: how many events it stands for; 0 is 1
 *
 * A mark at one instant.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 time_ns;
  guint32 lane;
  guint32 style;
  guint64 n_events;
} SpurSceneGlyph;

/**
 * SpurSceneBar:
 * @begin_ns: its begin
 * @end_ns: its end, not before @begin_ns
 * @lane: on which lane
 * @style: entry of the scene's styles
 *
 * A mark that lasts.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 lane;
  guint32 style;
} SpurSceneBar;

/**
 * SpurSceneArrow:
 * @from_ns: when it leaves
 * @to_ns: when it arrives; before @from_ns where the clocks are wrong
 * @from_lane: lane that it leaves
 * @to_lane: lane at which it arrives
 * @style: entry of the scene's styles; %SPUR_FORM_MOVE is drawn on top
 * @violated: whether it is an edge that is received before it is sent
 * @is_move: whether a load object comes to another target by it
 * @n_joined: how many arrows it stands for; 0 counts as 1
 *
 * A mark between two lanes, or a bundle of marks of one kind between the same lanes at about the
 * same times: those that are violated or moves are in bundles of their own.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 from_ns;
  gint64 to_ns;
  guint32 from_lane;
  guint32 to_lane;
  guint16 style;
  guint16 violated;
  guint32 is_move;
  guint64 n_joined;
} SpurSceneArrow;

/**
 * SpurSceneValue:
 * @time_ns: when it was measured
 * @value: what was measured
 * @lane: on which lane
 * @style: entry of the scene's styles, a %SPUR_FORM_LEVEL
 * @series: what was measured, as an active object, or %SPUR_NONE; values of one series are one line
 *
 * A value that holds until the next one of its series.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 time_ns;
  double value;
  guint32 lane;
  guint32 style;
  guint32 series;
} SpurSceneValue;

SPUR_AVAILABLE_IN_ALL
SpurScene *spur_scene_new (gint64 from_ns, gint64 to_ns, guint n_lanes, guint n_columns);

SPUR_AVAILABLE_IN_ALL
guint32 spur_scene_find_lane (SpurScene *self, guint32 object, gint64 time_ns);

/* What visualizers contribute. Whatever lies outside of the scene's span is ignored. */

SPUR_AVAILABLE_IN_ALL
guint spur_scene_add_style (SpurScene *self, const SpurStyle *style);

SPUR_AVAILABLE_IN_ALL
void spur_scene_add_glyph (SpurScene *self, const SpurSceneGlyph *glyph);

SPUR_AVAILABLE_IN_ALL
void spur_scene_add_bar (SpurScene *self, const SpurSceneBar *bar);

SPUR_AVAILABLE_IN_ALL
void spur_scene_add_arrow (SpurScene *self, const SpurSceneArrow *arrow);

SPUR_AVAILABLE_IN_ALL
void spur_scene_add_value (SpurScene *self, const SpurSceneValue *value);

/* What a view draws. */

SPUR_AVAILABLE_IN_ALL
const SpurStyle *spur_scene_get_styles (SpurScene *self, gsize *n_styles);

SPUR_AVAILABLE_IN_ALL
const SpurSceneGlyph *spur_scene_get_glyphs (SpurScene *self, gsize *n_glyphs);

G_END_DECLS
