/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Draws a picture into an SVG, PDF or PNG file, for every view. */
#include "visualizers/canvas/spur-canvas-internal.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-new-files.h"
#include "visualizers/canvas/spur-image-private.h"
#include "visualizers/canvas/spur-png-private.h"
#include "visualizers/canvas/spur-view-error.h"

/* What cairo and most readers of PNG can take, at both sides. */
#define MAX_SIDE_PX 16000
/* Larger files of shapes are slow to open. Shapes beyond are drawn into an image, which takes less
 * than a byte a pixel mostly; one with a quarter of the pixels has a place in any file. */
#define MAX_SHAPE_BYTES 5000000
#define MAX_PLOT_PIXELS 6000000
#define MIN_PLOT_PIXELS 100000
/* A pixel is 1/96 inch, as in SVG. */
#define POINTS_PER_PIXEL 0.75

/* clang-format off */
/**
 * spur_view_error_quark:
 *
 * Gets the domain %SPUR_VIEW_ERROR.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
G_DEFINE_QUARK (spur-view-error-quark, spur_view_error)
/* clang-format on */

typedef struct
{
  double width_px;
  double height_px;
  gboolean is_pdf;
  SpurPictureFunc draw;
  gpointer user_data;
} Picture;

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
create_shapes (const Picture *picture, GByteArray *bytes)
{
  double scale = picture->is_pdf ? POINTS_PER_PIXEL : 1.0;
  cairo_surface_t *surface =
    (picture->is_pdf ? cairo_pdf_surface_create_for_stream : cairo_svg_surface_create_for_stream) (
      append_bytes, bytes, scale * picture->width_px, scale * picture->height_px);

  if (picture->is_pdf)
    cairo_surface_set_device_scale (surface, scale, scale);
  else
    cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

/* Draws into a file of shapes, the plot as an image of at most @plot_pixels where that is above 0.
 * What does not fit is empty. */
static cairo_status_t
draw_shapes (const Picture *picture, guint plot_pixels, GByteArray *bytes)
{
  cairo_surface_t *surface = create_shapes (picture, bytes);
  cairo_t *context = cairo_create (surface);
  SpurCanvas *canvas = spur_cairo_canvas_new (context);
  cairo_status_t status;
  gboolean is_full;

  spur_cairo_canvas_set_max_bytes (canvas, MAX_SHAPE_BYTES);
  spur_cairo_canvas_set_plot_pixels (canvas, plot_pixels);
  picture->draw (canvas, TRUE, picture->user_data);
  is_full = spur_cairo_canvas_is_full (canvas);
  spur_cairo_canvas_free (canvas);
  status = cairo_status (context);
  cairo_destroy (context);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (is_full || bytes->len > MAX_SHAPE_BYTES)
    g_byte_array_set_size (bytes, 0);
  return status;
}

/* Shapes where they fit into the file, else an image between shapes, as large as fits. */
static cairo_status_t
draw_as_fits (const Picture *picture, GByteArray *bytes)
{
  cairo_status_t status = draw_shapes (picture, 0, bytes);

  for (guint pixels = MAX_PLOT_PIXELS;
       status == CAIRO_STATUS_SUCCESS && bytes->len == 0 && pixels >= MIN_PLOT_PIXELS; pixels /= 2)
    status = draw_shapes (picture, pixels, bytes);
  return status;
}

static cairo_status_t
draw_png (const Picture *picture, GByteArray *bytes)
{
  cairo_surface_t *surface = spur_image_new ((guint) picture->width_px, (guint) picture->height_px);
  cairo_t *context = cairo_create (surface);
  SpurCanvas *canvas = spur_cairo_canvas_new (context);
  cairo_status_t status;

  spur_cairo_canvas_set_image (canvas, surface);
  picture->draw (canvas, FALSE, picture->user_data);
  spur_cairo_canvas_free (canvas);
  status = cairo_status (context);
  cairo_destroy (context);
  if (status == CAIRO_STATUS_SUCCESS && !spur_png_append (surface, bytes))
    status = CAIRO_STATUS_NO_MEMORY;
  cairo_surface_destroy (surface);
  return status;
}

gboolean
spur_picture_file_save (const char *path,
                        double width_px,
                        double height_px,
                        SpurPictureFunc draw,
                        gpointer user_data,
                        GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *lower = g_ascii_strdown (path, -1);
  gboolean is_pdf = g_str_has_suffix (lower, ".pdf");
  const Picture picture = { width_px, height_px, is_pdf, draw, user_data };
  cairo_status_t status;

  if (!is_pdf && !g_str_has_suffix (lower, ".svg") && !g_str_has_suffix (lower, ".png"))
    return spur_error_set (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_SUFFIX,
                           "%s: the name says no kind of picture; let it end in .svg, .pdf or .png",
                           path);
  if (width_px > MAX_SIDE_PX || height_px > MAX_SIDE_PX)
    return spur_error_set (
      error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_SIZE,
      "%s: a picture of %.0f x %.0f pixels is too large; the limit is %d on each side", path,
      width_px, height_px, MAX_SIDE_PX);
  status =
    g_str_has_suffix (lower, ".png") ? draw_png (&picture, bytes) : draw_as_fits (&picture, bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    return spur_error_set (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_WRITE,
                           "%s: could not be drawn: %s", path, cairo_status_to_string (status));
  if (bytes->len == 0)
    return spur_error_set (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_SIZE,
                           "%s: the picture has more shapes than fit into %d bytes; draw a .png",
                           path, MAX_SHAPE_BYTES);
  return spur_new_files_save (path, bytes->data, bytes->len,
                              "a picture is written as a regular file", error);
}
