/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <cairo.h>

#include "core/store/trace/spur-trace.h"
#include "visualizers/scene/spur-style.h"

/* Room for any of the numbers below. */
#define SPUR_VIEW_TEXT_BYTES 64
#define SPUR_VIEW_TEXT ((char[SPUR_VIEW_TEXT_BYTES]){ 0 })

/* Numbers as a person reads them, the same in every locale. Text of a macro is valid within the
 * block around it, that of a function is what @text points to. */
#define SPUR_VIEW_COUNT(count) spur_view_write_count (SPUR_VIEW_TEXT, count)
const char *spur_view_write_count (char *text, guint64 count);

/* A length of time in the unit that suits it, with up to @digits significant digits. */
#define SPUR_VIEW_NS(ns, digits) spur_view_write_ns (SPUR_VIEW_TEXT, ns, digits)
const char *spur_view_write_ns (char *text, gint64 ns, guint digits);

/* @value in units of 10^-@decimals, with thousands separators: 1234567, 2 is "12,345.67". */
#define SPUR_VIEW_DECIMAL(value, decimals) spur_view_write_decimal (SPUR_VIEW_TEXT, value, decimals)
const char *spur_view_write_decimal (char *text, gint64 value, guint decimals);

/* The least of 1, 2 or 5 times a power of ten that is at least @least, above 0: between ticks. */
double spur_view_round_step (double least);

/* What a picture or page of @trace is called. */
char *spur_view_find_title (SpurTrace *trace);

/* When @time_ns of trace time is, in ns since 1970 in UTC; FALSE where the trace does not know. */
gboolean spur_view_find_unix_ns (SpurTrace *trace, gint64 time_ns, gint64 *unix_ns);

/* The same as a date to the nanosecond, as in "2026-11-26 22:23:03.999999000 UTC"; or NULL. */
char *spur_view_find_date (SpurTrace *trace, gint64 time_ns);

/* "2 streams" behind @before. */
void spur_view_append_counted (GString *text, const char *before, guint64 count, const char *what);

/* " with 3 load objects and 1 load management component", or what of it the trace has; components
 * are no load. */
void spur_view_append_objects (GString *text, SpurTrace *trace);

/* Names to choose from, in an error: collects each once and at most one more than is listed, so
 * that this costs no more than the list. */
void spur_view_add_name (GPtrArray *names, const char *name);

/* "a, b, c", or with more names than a person reads the first of them, "and more". */
char *spur_view_join_names (const GPtrArray *names);

/* Where a time axis has its ticks, and what is written there. */
typedef struct
{
  gint64 origin_ns;
  gint64 first_ns;
  gint64 step_ns;
  guint n_ticks;
  guint unit;
  guint decimals;
} SpurTimeAxis;

void spur_time_axis_init (
  SpurTimeAxis *self, gint64 from_ns, gint64 to_ns, gint64 zero_ns, guint max_ticks);

gint64 spur_time_axis_get_tick_ns (const SpurTimeAxis *self, guint tick);

char *spur_time_axis_get_label (const SpurTimeAxis *self, guint tick);

/* What the axis says below its labels: the unit, and from where it counts. */
char *spur_time_axis_get_title (const SpurTimeAxis *self, gint64 zero_ns);

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
  guint32 color;      /* 0xRRGGBB */
  guint32 dark_color; /* on dark paper; 0 for that of spur_color_find_dark() */
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

/* Columns side by side, each from a common foot up to its own height. The last one ends at @right
 * where that is nearer. */
typedef struct
{
  double x;
  double width_px;
  double right;
  double foot;
  const double *heights;
  guint n_columns;
} SpurColumns;

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
  guint32 dark_color; /* on dark paper; 0 for that of spur_color_find_dark() */
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
  /* What is drawn between these lies within a rectangle, and its shapes may become one image. NULL
   * where they never do. */
  void (*begin_plot) (SpurCanvas *self, const SpurRect *plot);
  void (*end_plot) (SpurCanvas *self);
  /* FALSE where they are to be drawn as a polygon; NULL where they always are. */
  gboolean (*fill_columns) (SpurCanvas *self,
                            SpurLayer layer,
                            const SpurPaint *paint,
                            const SpurColumns *columns);
};

/* A name of at most @width_px, where it can be: it loses letters before the number at its end,
 * which is what names mostly differ in, or, without one, is left to be ellipsized. */
char *spur_view_fit_name (SpurCanvas *canvas, const SpurText *text, double width_px);

/* Makes a text that is too wide smaller, as far as it can still be read. */
void spur_view_shrink_text (SpurCanvas *canvas, SpurText *text);

/* A canvas that nothing is drawn on; @measuring says how wide texts are. */
typedef struct
{
  SpurCanvas canvas;
  SpurCanvas *measuring;
} SpurBlankCanvas;

SpurBlankCanvas spur_blank_canvas (SpurCanvas *measuring);

/* A canvas on a cairo context, in the scale that this has. */
SpurCanvas *spur_cairo_canvas_new (cairo_t *context);

/* What a canvas on a cairo context draws on. */
cairo_t *spur_cairo_canvas_get_context (SpurCanvas *self);

/* Says that the context draws on the whole of an RGB image, in any scale, so that some of its
 * pixels can be painted without paths. */
void spur_cairo_canvas_set_image (SpurCanvas *self, cairo_surface_t *image);

/* Draws on dark paper, in colours that are seen there. */
void spur_cairo_canvas_set_dark (SpurCanvas *self, gboolean is_dark);

/* Draws nothing more once the shapes take more than about @max_bytes in an SVG file. */
void spur_cairo_canvas_set_max_bytes (SpurCanvas *self, gsize max_bytes);

gboolean spur_cairo_canvas_is_full (SpurCanvas *self);

/* Makes an image of a plot, of at most @max_pixels. */
void spur_cairo_canvas_set_plot_pixels (SpurCanvas *self, guint max_pixels);

void spur_cairo_canvas_free (SpurCanvas *self);

/* Cuts a segment at the plot's sides. FALSE where nothing is left. */
gboolean spur_segment_clip (SpurSegment *segment, const SpurRect *plot, gboolean *head_is_cut);

static inline void
spur_canvas_begin_plot (SpurCanvas *self, const SpurRect *plot)
{
  if (self->begin_plot != NULL)
    self->begin_plot (self, plot);
}

static inline void
spur_canvas_end_plot (SpurCanvas *self)
{
  if (self->end_plot != NULL)
    self->end_plot (self);
}

/* Draws a picture; @is_svg where it becomes a list of shapes, FALSE where it becomes points. */
typedef void (*SpurPictureFunc) (SpurCanvas *canvas, gboolean is_svg, gpointer user_data);

/* Draws into a file, SVG, PDF or PNG by its name, that appears complete or not at all; the errors
 * are those of spur_view_save(). */
gboolean spur_picture_file_save (const char *path,
                                 double width_px,
                                 double height_px,
                                 SpurPictureFunc draw,
                                 gpointer user_data,
                                 GError **error);
