/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/scene/spur-style.h"

G_BEGIN_DECLS

/**
 * SpurLayer:
 * @SPUR_LAYER_FRAME: background, lanes, axis, legend
 * @SPUR_LAYER_COLLECTIVE: collective operations
 * @SPUR_LAYER_BAR: states
 * @SPUR_LAYER_MESSAGE: edges that obey the clock condition
 * @SPUR_LAYER_VIOLATION: edges that are received before they are sent
 * @SPUR_LAYER_GLYPH: marks at one instant
 * @SPUR_LAYER_MOVE: moves of load objects
 *
 * What a piece of a picture belongs to, the lowest first.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_LAYER_FRAME,
  SPUR_LAYER_COLLECTIVE,
  SPUR_LAYER_BAR,
  SPUR_LAYER_MESSAGE,
  SPUR_LAYER_VIOLATION,
  SPUR_LAYER_GLYPH,
  SPUR_LAYER_MOVE,
} SpurLayer;

/**
 * SPUR_N_LAYERS: (skip)
 *
 * How many layers there are.
 *
 * Since: 1.0
 */
#define SPUR_N_LAYERS (SPUR_LAYER_MOVE + 1)

/**
 * SpurAlign:
 * @SPUR_ALIGN_START: the text begins at its point
 * @SPUR_ALIGN_CENTER: its middle is there
 * @SPUR_ALIGN_END: it ends there
 *
 * Where a text lies about its point.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_ALIGN_START,
  SPUR_ALIGN_CENTER,
  SPUR_ALIGN_END,
} SpurAlign;

typedef struct _SpurPaint SpurPaint;
typedef struct _SpurRect SpurRect;
typedef struct _SpurPoint SpurPoint;
typedef struct _SpurSegment SpurSegment;
typedef struct _SpurText SpurText;

/**
 * SpurPaint:
 * @color: red, green, blue as 0xRRGGBB
 * @opacity: from 0 to 1
 * @width_px: width of lines; size of signs
 * @halo_px: width of a white rim around lines and arrows; 0 for none
 * @head_px: length of the arrow head; 0 for none
 * @dash_px: length of the dashes of lines; 0 for lines without gaps
 *
 * How shapes are drawn.
 *
 * Since: 1.0
 */
struct _SpurPaint
{
  guint32 color;
  double opacity;
  double width_px;
  double halo_px;
  double head_px;
  double dash_px;
};

/**
 * SpurRect:
 * @x: left edge, in pixels
 * @y: upper edge
 * @width: width, in pixels
 * @height: height
 *
 * A rectangle of a picture.
 *
 * Since: 1.0
 */
struct _SpurRect
{
  double x;
  double y;
  double width;
  double height;
};

/**
 * SpurPoint:
 * @x: from the left, in pixels
 * @y: from above
 *
 * A point of a picture.
 *
 * Since: 1.0
 */
struct _SpurPoint
{
  double x;
  double y;
};

/**
 * SpurSegment:
 * @from: where it begins
 * @to: where it ends, with the head where there is one
 *
 * A straight line, or an arrow.
 *
 * Since: 1.0
 */
struct _SpurSegment
{
  SpurPoint from;
  SpurPoint to;
};

/**
 * SpurText:
 * @text: the text, UTF-8
 * @at: its place: the base line
 * @align: which part of it is there
 * @size_px: size of the font
 * @color: 0xRRGGBB
 * @bold: whether it is bold
 * @max_width_px: ellipsized beyond this; 0 for no limit
 *
 * A line of text.
 *
 * Since: 1.0
 */
struct _SpurText
{
  const char *text;
  SpurPoint at;
  SpurAlign align;
  double size_px;
  guint32 color;
  gboolean bold;
  double max_width_px;
};

#define SPUR_TYPE_CANVAS (spur_canvas_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCanvas, spur_canvas, SPUR, CANVAS, GObject)

/**
 * SpurCanvasClass:
 * @parent_class: the parent
 * @fill_rects: fills rectangles
 * @draw_segments: draws straight lines, with heads where the paint says so
 * @fill_polygon: fills a closed shape
 * @draw_glyphs: draws signs
 * @draw_text: draws a line of text
 * @measure_text: how wide a line of text is, in pixels
 *
 * What a view draws on. Pieces of one paint come together, so that a canvas handles many at
 * the price of one.
 *
 * Since: 1.0
 */
struct _SpurCanvasClass
{
  GObjectClass parent_class;

  void (*fill_rects) (SpurCanvas *self,
                      SpurLayer layer,
                      const SpurPaint *paint,
                      const SpurRect *rects,
                      gsize n_rects);
  void (*draw_segments) (SpurCanvas *self,
                         SpurLayer layer,
                         const SpurPaint *paint,
                         const SpurSegment *segments,
                         gsize n_segments);
  void (*fill_polygon) (SpurCanvas *self,
                        SpurLayer layer,
                        const SpurPaint *paint,
                        const SpurPoint *points,
                        gsize n_points);
  void (*draw_glyphs) (SpurCanvas *self,
                       SpurLayer layer,
                       const SpurPaint *paint,
                       SpurGlyph glyph,
                       const SpurPoint *points,
                       gsize n_points);
  void (*draw_text) (SpurCanvas *self, SpurLayer layer, const SpurText *text);
  double (*measure_text) (SpurCanvas *self, const SpurText *text);

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
void spur_canvas_fill_rects (
  SpurCanvas *self, SpurLayer layer, const SpurPaint *paint, const SpurRect *rects, gsize n_rects);

SPUR_AVAILABLE_IN_ALL
void spur_canvas_draw_segments (SpurCanvas *self,
                                SpurLayer layer,
                                const SpurPaint *paint,
                                const SpurSegment *segments,
                                gsize n_segments);

SPUR_AVAILABLE_IN_ALL
void spur_canvas_fill_polygon (SpurCanvas *self,
                               SpurLayer layer,
                               const SpurPaint *paint,
                               const SpurPoint *points,
                               gsize n_points);

SPUR_AVAILABLE_IN_ALL
void spur_canvas_draw_glyphs (SpurCanvas *self,
                              SpurLayer layer,
                              const SpurPaint *paint,
                              SpurGlyph glyph,
                              const SpurPoint *points,
                              gsize n_points);

SPUR_AVAILABLE_IN_ALL
void spur_canvas_draw_text (SpurCanvas *self, SpurLayer layer, const SpurText *text);

SPUR_AVAILABLE_IN_ALL
double spur_canvas_measure_text (SpurCanvas *self, const SpurText *text);

G_END_DECLS
