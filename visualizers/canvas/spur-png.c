/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Images as PNG files. cairo has libpng try all filters on each row and compress as zlib does by
 * default: on pictures of four traces that took 4 to 6 times as long as this. */
#include "visualizers/canvas/spur-png-private.h"

#include <png.h>

#define BITS_PER_CHANNEL 8
#define COMPRESSION_LEVEL 1
#define CHUNK_BYTES ((gsize) 64 << 10)

static void
append_bytes (png_structp png, png_bytep data, gsize n_bytes)
{
  g_byte_array_append (png_get_io_ptr (png), data, (guint) n_bytes);
}

static void
skip_flush (png_structp png)
{
}

/* Pixels have few colours, so that the compressor finds them again as they are: of 12 pictures of
 * traces 10 were smaller without a filter than as differences from the row above, those with most
 * states by a third, and took a fifth less time. */
static void
set_header (png_structp png, png_infop info, guint width, guint height)
{
  png_set_IHDR (png, info, width, height, BITS_PER_CHANNEL, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_filter (png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level (png, COMPRESSION_LEVEL);
  png_set_compression_buffer_size (png, CHUNK_BYTES);
}

/* A pixel of cairo is a number of 32 bits, whose highest byte has no meaning. */
static void
set_layout (png_structp png)
{
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    png_set_bgr (png);
  png_set_filler (png, 0, G_BYTE_ORDER == G_LITTLE_ENDIAN ? PNG_FILLER_AFTER : PNG_FILLER_BEFORE);
}

/* libpng comes back to setjmp() where it fails. */
static gboolean
write_image (png_structp png, png_infop info, cairo_surface_t *image)
{
  const guint8 *pixels = cairo_image_surface_get_data (image);
  gsize stride_bytes = (gsize) cairo_image_surface_get_stride (image);
  guint height = (guint) cairo_image_surface_get_height (image);

  if (setjmp (png_jmpbuf (png)) != 0)
    return FALSE;
  set_header (png, info, (guint) cairo_image_surface_get_width (image), height);
  png_write_info (png, info);
  set_layout (png);
  for (guint y = 0; y < height; y++)
    png_write_row (png, pixels + y * stride_bytes);
  png_write_end (png, NULL);
  return TRUE;
}

gboolean
spur_png_append (cairo_surface_t *image, GByteArray *bytes)
{
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png != NULL ? png_create_info_struct (png) : NULL;
  gboolean is_written = FALSE;

  cairo_surface_flush (image);
  if (info != NULL && cairo_surface_status (image) == CAIRO_STATUS_SUCCESS)
    {
      png_set_write_fn (png, bytes, append_bytes, skip_flush);
      is_written = write_image (png, info, image);
    }
  png_destroy_write_struct (&png, &info);
  return is_written;
}
