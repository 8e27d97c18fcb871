/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Images as PNG files. cairo has libpng try all filters on each row and compress as zlib does by
 * default: on pictures of four traces that took 4 to 6 times as long as this. Bands of an image are
 * compressed by all threads; libpng frames them. */
#include "visualizers/canvas/spur-png-private.h"

#include <png.h>
#include <string.h>
#include <zlib.h>

#include "core/base/spur-job.h"

#define BITS_PER_CHANNEL 8
#define CHANNELS ((gsize) 3)
#define COMPRESSION_LEVEL 1
/* Bytes of an image, or a row where that is more, that are compressed at once: enough that the
 * block that ends each counts little, and a tenth of what a picture of a screen has. */
#define BAND_BYTES ((gsize) 512 << 10)
/* What zlib looks back at. */
#define WINDOW_BYTES ((gsize) 32 << 10)
/* Compressed bytes without a head, which is that of the whole image. */
#define RAW_WINDOW_BITS (-MAX_WBITS)
#define MEMORY_LEVEL 8
/* An empty block of zlib, behind the last bits of the block before. */
#define FLUSH_BYTES 8
/* What zlib writes before bytes of level 1, with that window. */
static const guint8 zlib_head[] = { 0x78, 0x01 };

/* A part of the image. */
typedef struct
{
  guint8 *bytes;
  gsize n_bytes;
  gsize n_raw_bytes;
  guint32 checksum;
} Band;

typedef struct
{
  const guint8 *pixels;
  gsize stride_bytes;
  guint width;
  guint height;
  gsize row_bytes;
  guint band_rows;
  guint n_bands;
  Band *bands;
} Image;

/* A pixel of cairo is a number of 32 bits, whose highest byte has no meaning. A row begins with its
 * filter. Pixels have few colours, so that the compressor finds them again as they are: of 12
 * pictures of traces 10 were smaller without a filter than as differences from the row above, those
 * with most states by a third, and took a fifth less time. */
static guint8 *
put_row (const Image *self, guint y, guint8 *to)
{
  const guint32 *row = (const guint32 *) (gconstpointer) (self->pixels + y * self->stride_bytes);

  *to++ = PNG_FILTER_VALUE_NONE;
  for (guint x = 0; x < self->width; x++)
    {
      guint32 pixel = row[x];

      *to++ = (guint8) (pixel >> 16);
      *to++ = (guint8) (pixel >> 8);
      *to++ = (guint8) pixel;
    }
  return to;
}

/* Compresses @n_raw_bytes, which may refer to the @n_before bytes before them. */
static gboolean
deflate_band (Band *self, guint8 *raw, gsize n_before, gboolean is_last)
{
  z_stream stream = { 0 };
  gsize n_room;
  int status;

  if (deflateInit2 (&stream, COMPRESSION_LEVEL, Z_DEFLATED, RAW_WINDOW_BITS, MEMORY_LEVEL,
                    Z_DEFAULT_STRATEGY) != Z_OK)
    return FALSE;
  n_room = deflateBound (&stream, self->n_raw_bytes) + FLUSH_BYTES;
  self->bytes = g_malloc (n_room);
  if (n_before > 0)
    deflateSetDictionary (&stream, raw - n_before, (uInt) n_before);
  stream.next_in = raw;
  stream.avail_in = (uInt) self->n_raw_bytes;
  stream.next_out = self->bytes;
  stream.avail_out = (uInt) n_room;
  status = deflate (&stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  self->n_bytes = n_room - stream.avail_out;
  self->checksum = (guint32) adler32 (adler32 (0, NULL, 0), raw, (uInt) self->n_raw_bytes);
  deflateEnd (&stream);
  return status == (is_last ? Z_STREAM_END : Z_OK) && stream.avail_in == 0;
}

static void
compress_band (guint index, gpointer user_data)
{
  Image *self = user_data;
  Band *band = &self->bands[index];
  guint first = index * self->band_rows;
  guint end = MIN (first + self->band_rows, self->height);
  guint n_rows_before = (guint) MIN ((WINDOW_BYTES + self->row_bytes - 1) / self->row_bytes, first);
  g_autofree guint8 *raw = g_malloc ((end - first + (gsize) n_rows_before) * self->row_bytes);
  gsize n_before = n_rows_before * self->row_bytes;
  guint8 *at = raw;

  for (guint y = first - n_rows_before; y < end; y++)
    at = put_row (self, y, at);
  band->n_raw_bytes = (end - first) * self->row_bytes;
  if (!deflate_band (band, raw + n_before, MIN (n_before, WINDOW_BYTES), end == self->height))
    g_clear_pointer (&band->bytes, g_free);
}

static gboolean
compress_image (Image *self)
{
  gboolean is_compressed = TRUE;

  spur_job_run (NULL, self->n_bands, compress_band, self);
  for (guint i = 0; i < self->n_bands; i++)
    is_compressed &= self->bands[i].bytes != NULL;
  return is_compressed;
}

static void
append_bytes (png_structp png, png_bytep data, gsize n_bytes)
{
  g_byte_array_append (png_get_io_ptr (png), data, (guint) n_bytes);
}

static void
skip_flush (png_structp png)
{
}

static void
write_chunk (png_structp png, const char *name, const guint8 *bytes, gsize n_bytes)
{
  png_write_chunk (png, (png_const_bytep) name, bytes, n_bytes);
}

/* Bands make one row of compressed bytes, with a head before them and a checksum of all that is
 * compressed behind. libpng comes back to setjmp() where it fails. */
static gboolean
write_image (png_structp png, png_infop info, const Image *image)
{
  uLong checksum = adler32 (0, NULL, 0);
  guint32 end;

  if (setjmp (png_jmpbuf (png)) != 0)
    return FALSE;
  png_set_IHDR (png, info, image->width, image->height, BITS_PER_CHANNEL, PNG_COLOR_TYPE_RGB,
                PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info (png, info);
  write_chunk (png, "IDAT", zlib_head, sizeof zlib_head);
  for (guint i = 0; i < image->n_bands; i++)
    {
      const Band *band = &image->bands[i];

      write_chunk (png, "IDAT", band->bytes, band->n_bytes);
      checksum = adler32_combine (checksum, band->checksum, (z_off_t) band->n_raw_bytes);
    }
  end = GUINT32_TO_BE ((guint32) checksum);
  write_chunk (png, "IDAT", (const guint8 *) &end, sizeof end);
  write_chunk (png, "IEND", NULL, 0);
  return TRUE;
}

static gboolean
append_image (const Image *image, GByteArray *bytes)
{
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png != NULL ? png_create_info_struct (png) : NULL;
  gboolean is_written = FALSE;

  if (info != NULL)
    {
      png_set_write_fn (png, bytes, append_bytes, skip_flush);
      is_written = write_image (png, info, image);
    }
  png_destroy_write_struct (&png, &info);
  return is_written;
}

gboolean
spur_png_append (cairo_surface_t *surface, GByteArray *bytes)
{
  Image image = { .pixels = NULL };
  gboolean is_written;

  cairo_surface_flush (surface);
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return FALSE;
  image.pixels = cairo_image_surface_get_data (surface);
  image.stride_bytes = (gsize) cairo_image_surface_get_stride (surface);
  image.width = (guint) cairo_image_surface_get_width (surface);
  image.height = (guint) cairo_image_surface_get_height (surface);
  image.row_bytes = 1 + CHANNELS * image.width;
  image.band_rows = (guint) MAX (BAND_BYTES / image.row_bytes, 1);
  image.n_bands = (image.height + image.band_rows - 1) / image.band_rows;
  image.bands = g_new0 (Band, image.n_bands + 1);
  is_written = compress_image (&image) && append_image (&image, bytes);
  for (guint i = 0; i < image.n_bands; i++)
    g_free (image.bands[i].bytes);
  g_free (image.bands);
  return is_written;
}
