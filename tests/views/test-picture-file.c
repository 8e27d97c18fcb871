/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "visualizers/canvas/spur-canvas-internal.h"
#include "visualizers/canvas/spur-png-private.h"

#define WIDTH_PX 1600
#define HEIGHT_PX 1200
#define LARGEST_BYTES 5000000

/* A picture with rectangles of random places and colours in its plot. Its ground comes first, as in
 * every picture: cairo takes time with the square of their number where shapes lie on nothing. */
static void
draw_rects (SpurCanvas *canvas, gboolean is_svg G_GNUC_UNUSED, gpointer n_rects)
{
  const SpurRect plot = { 100, 100, WIDTH_PX - 200, HEIGHT_PX - 200 };
  const SpurPaint white = { .color = 0xffffff, .opacity = 1.0 };
  const SpurRect page = { 0, 0, WIDTH_PX, HEIGHT_PX };
  const SpurText text = { .text = "above the plot", .at = { 20, 50 }, .size_px = 20 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  canvas->fill_rects (canvas, SPUR_LAYER_FRAME, &white, &page, 1);
  canvas->draw_text (canvas, SPUR_LAYER_FRAME, &text);
  spur_canvas_begin_plot (canvas, &plot);
  for (guint i = 0; i < GPOINTER_TO_UINT (n_rects); i++)
    {
      const SpurPaint paint = { .color = g_rand_int (rand) & 0x808080, .opacity = 1.0 };
      const SpurRect rect = { g_rand_double_range (rand, 100, WIDTH_PX - 110),
                              g_rand_double_range (rand, 100, HEIGHT_PX - 110), 2.5, 2.5 };

      canvas->fill_rects (canvas, SPUR_LAYER_BAR, &paint, &rect, 1);
    }
  spur_canvas_end_plot (canvas);
}

static char *
save_rects (const char *name, guint n_rects, gsize *n_bytes)
{
  g_autofree char *folder = g_dir_make_tmp ("test-picture-file-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes;

  g_assert_true (spur_picture_file_save (path, WIDTH_PX, HEIGHT_PX, draw_rects,
                                         GUINT_TO_POINTER (n_rects), &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, n_bytes, &error));
  g_assert_no_error (error);
  g_remove (path);
  g_rmdir (folder);
  return bytes;
}

static guint
count_text (const char *svg, const char *text)
{
  guint n = 0;

  for (const char *at = strstr (svg, text); at != NULL; at = strstr (at + 1, text))
    n++;
  return n;
}

static void
test_shapes (void)
{
  gsize n_bytes;
  g_autofree char *svg = save_rects ("picture.svg", 1000, &n_bytes);

  g_test_summary ("What fits into an SVG file is shapes.");

  g_assert_cmpuint (count_text (svg, "<image"), ==, 0);
  g_assert_cmpuint (count_text (svg, "<path"), >=, 1000);
}

static void
test_image (void)
{
  gsize n_bytes;
  g_autofree char *svg = save_rects ("picture.svg", 40000, &n_bytes);

  g_test_summary ("More shapes are one image among shapes, and the file stays below 5 MB.");

  g_assert_cmpuint (n_bytes, <=, LARGEST_BYTES);
  g_assert_cmpuint (count_text (svg, "<image"), ==, 1);
  /* The letters of the title. */
  g_assert_cmpuint (count_text (svg, "<use"), >=, strlen ("abovetheplot"));
}

static const char *
find_text (const char *bytes, gsize n_bytes, const char *text)
{
  return memmem (bytes, n_bytes, text, strlen (text));
}

static void
test_pdf (void)
{
  gsize n_bytes, n_image_bytes;
  g_autofree char *pdf = save_rects ("picture.PDF", 1000, &n_bytes);
  g_autofree char *image = save_rects ("picture.pdf", 40000, &n_image_bytes);

  g_test_summary ("A PDF file has a page of 1/96 inch a pixel, and its size has the same limit.");

  g_assert_true (g_str_has_prefix (pdf, "%PDF-"));
  g_assert_nonnull (find_text (pdf, n_bytes, "/MediaBox [ 0 0 1200 900 ]"));
  g_assert_null (find_text (pdf, n_bytes, "/Subtype /Image"));
  g_assert_nonnull (find_text (image, n_image_bytes, "/Subtype /Image"));
  g_assert_cmpuint (n_image_bytes, <=, LARGEST_BYTES);
}

#define SIDE_PX 120

/* Columns of fractional heights, painted as columns or drawn as rectangles. */
static cairo_surface_t *
draw_columns (double scale, gboolean as_rects, gboolean *is_filled)
{
  const double heights[] = { 3.0, 10.5, 0.25, 0.0, 7.75 };
  const SpurColumns columns = { 5.0, 1.0, 9.5, 20.0, heights, G_N_ELEMENTS (heights) };
  const SpurPaint paint = { .color = 0x3060c0, .opacity = 1.0 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIDE_PX, SIDE_PX);
  cairo_t *context = cairo_create (surface);
  SpurCanvas *canvas = spur_cairo_canvas_new (context);

  cairo_scale (context, scale, scale);
  spur_cairo_canvas_set_image (canvas, surface);
  if (!as_rects)
    *is_filled = canvas->fill_columns (canvas, SPUR_LAYER_BAR, &paint, &columns);
  for (guint i = 0; as_rects && i < columns.n_columns; i++)
    {
      const SpurRect rect = { columns.x + i, columns.foot - heights[i],
                              MIN (1.0, columns.right - columns.x - i), heights[i] };

      canvas->fill_rects (canvas, SPUR_LAYER_BAR, &paint, &rect, 1);
    }
  spur_cairo_canvas_free (canvas);
  cairo_destroy (context);
  cairo_surface_flush (surface);
  return surface;
}

/* The largest difference of a colour of a pixel. */
static guint
compare_images (cairo_surface_t *p, cairo_surface_t *q)
{
  const guint8 *p_bytes = cairo_image_surface_get_data (p);
  const guint8 *q_bytes = cairo_image_surface_get_data (q);
  int n_bytes = cairo_image_surface_get_stride (p) * cairo_image_surface_get_height (p);
  guint most = 0;

  g_assert_cmpint (cairo_image_surface_get_stride (p), ==, cairo_image_surface_get_stride (q));
  for (int i = 0; i < n_bytes; i++)
    {
      if (i % 4 != 3)
        most = MAX (most, (guint) ABS (p_bytes[i] - q_bytes[i]));
    }
  return most;
}

static void
test_columns (void)
{
  const double scales[] = { 1.0, 1.5, 2.0, 3.0 };

  g_test_summary ("Columns painted into an image are where their rectangles are, in every scale.");

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      gboolean is_filled = FALSE;
      cairo_surface_t *painted = draw_columns (scales[i], FALSE, &is_filled);
      cairo_surface_t *drawn = draw_columns (scales[i], TRUE, NULL);

      /* At 1.5 the columns begin at half pixels, which are left to paths. */
      g_assert_true (is_filled == (scales[i] != 1.5));
      if (is_filled)
        g_assert_cmpuint (compare_images (painted, drawn), <=, 4);
      cairo_surface_destroy (painted);
      cairo_surface_destroy (drawn);
    }
}

/* Rectangles at any places, also outside, of which some are whole pixels. */
static cairo_surface_t *
draw_places (const SpurRect *rects, guint n_rects, double scale, gboolean has_image)
{
  const SpurPaint paint = { .color = 0x3060c0, .opacity = 1.0 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIDE_PX, SIDE_PX);
  cairo_t *context = cairo_create (surface);
  SpurCanvas *canvas = spur_cairo_canvas_new (context);

  cairo_scale (context, scale, scale);
  if (has_image)
    spur_cairo_canvas_set_image (canvas, surface);
  canvas->fill_rects (canvas, SPUR_LAYER_BAR, &paint, rects, n_rects);
  spur_cairo_canvas_free (canvas);
  cairo_destroy (context);
  cairo_surface_flush (surface);
  return surface;
}

static void
test_rects (void)
{
  const double scales[] = { 1.0, 1.5, 2.0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  g_test_summary ("Rectangles painted into an image are where cairo draws them.");

  for (guint round = 0; round < 60; round++)
    {
      SpurRect rects[10];
      cairo_surface_t *painted, *drawn;

      for (guint i = 0; i < G_N_ELEMENTS (rects); i++)
        rects[i] =
          (SpurRect){ g_rand_int_range (rand, -20, 240) / 2.0,
                      g_rand_int_range (rand, -20, 240) / 2.0, g_rand_int_range (rand, 0, 40) / 2.0,
                      g_rand_int_range (rand, 0, 40) / 2.0 };
      painted = draw_places (rects, G_N_ELEMENTS (rects), scales[round % 3], TRUE);
      drawn = draw_places (rects, G_N_ELEMENTS (rects), scales[round % 3], FALSE);
      g_assert_cmpuint (compare_images (painted, drawn), <=, 1);
      cairo_surface_destroy (painted);
      cairo_surface_destroy (drawn);
    }
}

/* A PNG file in memory that cairo reads. */
typedef struct
{
  GByteArray *bytes;
  guint at;
} Reader;

static cairo_status_t
read_bytes (void *closure, unsigned char *data, unsigned int length)
{
  Reader *self = closure;

  if (length > self->bytes->len - self->at)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (data, self->bytes->data + self->at, length);
  self->at += length;
  return CAIRO_STATUS_SUCCESS;
}

/* Flat for some pixels, then noise, which does not become smaller. */
static cairo_surface_t *
make_noise (int width, int height, GRand *rand)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  guint8 *bytes = cairo_image_surface_get_data (image);
  int stride_bytes = cairo_image_surface_get_stride (image);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      ((guint32 *) (gpointer) (bytes + y * stride_bytes))[x] =
        x < width / 3 ? 0xff204060 : 0xff000000 | (g_rand_int (rand) & 0xffffff);
  cairo_surface_mark_dirty (image);
  return image;
}

static void
test_png (void)
{
  /* Those of the last ones are compressed in several bands, of rows as short as and longer than
   * what zlib looks back at. */
  const int sizes[][2] = { { 1, 1 },     { 3, 1 },     { 1, 5 },     { 37, 21 },
                           { 640, 480 }, { 640, 820 }, { 16000, 25 } };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  g_test_summary ("An image is read from a PNG file pixel for pixel as it was.");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      cairo_surface_t *image = make_noise (sizes[i][0], sizes[i][1], rand);
      Reader reader = { bytes, 0 };
      cairo_surface_t *read;

      g_assert_true (spur_png_append (image, bytes));
      read = cairo_image_surface_create_from_png_stream (read_bytes, &reader);
      g_assert_cmpint (cairo_surface_status (read), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpint (cairo_image_surface_get_width (read), ==, sizes[i][0]);
      g_assert_cmpint (cairo_image_surface_get_height (read), ==, sizes[i][1]);
      g_assert_cmpuint (reader.at, ==, bytes->len);
      g_assert_cmpuint (compare_images (image, read), ==, 0);
      cairo_surface_destroy (image);
      cairo_surface_destroy (read);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture-file/shapes", test_shapes);
  g_test_add_func ("/picture-file/image", test_image);
  g_test_add_func ("/picture-file/pdf", test_pdf);
  g_test_add_func ("/picture-file/columns", test_columns);
  g_test_add_func ("/picture-file/rects", test_rects);
  g_test_add_func ("/picture-file/png", test_png);
  return g_test_run ();
}
