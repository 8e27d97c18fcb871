/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <cairo.h>

#include "visualizers/scene/spur-style.h"

/* What a piece of a picture belongs to, the lowest first. */
typedef enum
{
  SPUR_LAYER_FRAME,      /* background, lanes, axis, legend */
  SPUR_LAYER_COLLECTIVE, /* collective operations */
  SPUR_LAYER_BAR,        /* states */
  SPUR_LAYER_MESSAGE,    /* edges that obey the clock condition */
  SPUR_LAYER_VIOLATION,  /* edges that are received before they are sent */
  SPUR_LAYER_GLYPH,      /* marks at one instant */
  SPUR_LAYER_MOVE,       /* moves of load objects */
} SpurLayer;

#define SPUR_N_LAYERS (SPUR_LAYER_MOVE + 1)

/* Which part of a text is at its point. */
typedef enum
{
  SPUR_ALIGN_START,
  SPUR_ALIGN_CENTER,
  SPUR_ALIGN_END,
} SpurAlign;

/* How shapes are drawn. */
typedef struct
{
  guint32 color; /* 0xRRGGBB */
  double opacity;
  double width_px; /* width of lines; size of signs */
  double halo_px;  /* width of a white rim around lines and arrows; 0 for none */
  double head_px;  /* length of the arrow head; 0 for none */
  double dash_px;  /* length of the dashes of lines; 0 for lines without gaps */
} SpurPaint;

static inline SpurPaint
spur_paint_of_style (const SpurStyle *style)
{
  return (SpurPaint){ .color = style->color,
                      .opacity = style->opacity,
                      .width_px = style->width_px,
                      .dash_px = style->dash_px };
}

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} SpurRect;

typedef struct
{
  double x;
  double y;
} SpurPoint;

/* A straight line, or an arrow with its head at the end. */
typedef struct
{
  SpurPoint from;
  SpurPoint to;
} SpurSegment;

/* A line of text, with its base line at a point. */
typedef struct
{
  const char *text;
  SpurPoint at;
  SpurAlign align;
  double size_px;
  guint32 color;
  gboolean bold;
  double max_width_px; /* ellipsized beyond this; 0 for no limit */
} SpurText;

typedef struct _SpurCanvas SpurCanvas;

/* What pictures are drawn on: cairo, or a test that counts. Lengths are in pixels of the picture
 * at scale 1, from the upper left corner. Pieces of one paint come together; there may be none
 * of them, or too few points for a polygon. */
struct _SpurCanvas
{
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
  /* The width in pixels; the place does not matter. */
  double (*measure_text) (SpurCanvas *self, const SpurText *text);
};

/* A canvas on a cairo context, in the scale that this has. */
SpurCanvas *spur_cairo_canvas_new (cairo_t *context);

void spur_cairo_canvas_free (SpurCanvas *self);
