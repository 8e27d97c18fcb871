/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/spur-trace.h"
#include "visualizers/spur-style.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SCENE (spur_scene_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurScene, spur_scene, SPUR, SCENE, GObject)

typedef struct _SpurSceneGlyph SpurSceneGlyph;
typedef struct _SpurSceneBar SpurSceneBar;
typedef struct _SpurSceneArrow SpurSceneArrow;

/**
 * SpurSceneGlyph:
 * @time_ns: when
 * @lane: on which lane
 * @style: entry of the scene's styles; a tick or a sign
 *
 * A mark at one instant.
 *
 * Since: 1.0
 */
struct _SpurSceneGlyph
{
  gint64 time_ns;
  guint32 lane;
  guint32 style;
};

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
struct _SpurSceneBar
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 lane;
  guint32 style;
};

/**
 * SpurSceneArrow:
 * @from_ns: when it leaves
 * @to_ns: when it arrives; before @from_ns where the clocks are wrong
 * @from_lane: lane that it leaves
 * @to_lane: lane at which it arrives
 * @style: entry of the scene's styles; %SPUR_FORM_MOVE is drawn on top
 * @violated: whether it is an edge that is received before it is sent
 *
 * A mark between two lanes.
 *
 * Since: 1.0
 */
struct _SpurSceneArrow
{
  gint64 from_ns;
  gint64 to_ns;
  guint32 from_lane;
  guint32 to_lane;
  guint16 style;
  guint16 violated;
};

SPUR_AVAILABLE_IN_ALL
SpurScene *spur_scene_new (gint64 from_ns, gint64 to_ns, guint n_lanes, guint n_columns);

SPUR_AVAILABLE_IN_ALL
void spur_scene_get_span_ns (SpurScene *self, gint64 *from_ns, gint64 *to_ns);

SPUR_AVAILABLE_IN_ALL
guint spur_scene_get_n_lanes (SpurScene *self);

/* What visualizers contribute. Whatever lies outside of the scene's span is ignored. */

SPUR_AVAILABLE_IN_ALL
guint spur_scene_add_style (SpurScene *self, const SpurStyle *style);

SPUR_AVAILABLE_IN_ALL
void spur_scene_add_glyph (SpurScene *self, const SpurSceneGlyph *glyph);

SPUR_AVAILABLE_IN_ALL
void spur_scene_add_bar (SpurScene *self, const SpurSceneBar *bar);

SPUR_AVAILABLE_IN_ALL
void spur_scene_add_arrow (SpurScene *self, const SpurSceneArrow *arrow);

/* What a view draws. */

SPUR_AVAILABLE_IN_ALL
const SpurStyle *spur_scene_get_styles (SpurScene *self, gsize *n_styles);

SPUR_AVAILABLE_IN_ALL
const SpurSceneGlyph *spur_scene_get_glyphs (SpurScene *self, gsize *n_glyphs);

SPUR_AVAILABLE_IN_ALL
const SpurSceneBar *spur_scene_get_bars (SpurScene *self, gsize *n_bars);

SPUR_AVAILABLE_IN_ALL
const SpurSceneArrow *spur_scene_get_arrows (SpurScene *self, gsize *n_arrows);

SPUR_AVAILABLE_IN_ALL
guint64 spur_scene_get_n_hidden (SpurScene *self);

SPUR_AVAILABLE_IN_ALL
void spur_scene_drop_crowded (SpurScene *self, guint max_ticks_per_lane);

SPUR_AVAILABLE_IN_ALL
guint64 spur_scene_thin_arrows (SpurScene *self, gsize max_arrows);

G_END_DECLS
