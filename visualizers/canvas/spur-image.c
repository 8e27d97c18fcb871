/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Images to draw on. cairo would take their memory from the heap, where the kernel gives a small
 * page at a time: of an image that is drawn once that takes longer than to paint it. */
#include "visualizers/canvas/spur-image-private.h"

#include "core/base/spur-pages-internal.h"

cairo_surface_t *
spur_image_new (guint width, guint height)
{
  static const cairo_user_data_key_t pixels_key;
  int stride_bytes = cairo_format_stride_for_width (CAIRO_FORMAT_RGB24, (int) width);
  cairo_surface_t *image;
  guint8 *pixels;

  /* Of such a width cairo makes no image. */
  if (stride_bytes < 0)
    return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  pixels = spur_pages_new0 (height, (gsize) stride_bytes);
  image = cairo_image_surface_create_for_data (pixels, CAIRO_FORMAT_RGB24, (int) width,
                                               (int) height, stride_bytes);
  if (cairo_surface_set_user_data (image, &pixels_key, pixels, spur_pages_free) ==
      CAIRO_STATUS_SUCCESS)
    return image;
  cairo_surface_finish (image);
  spur_pages_free (pixels);
  return image;
}
