/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <cairo.h>
#include <glib.h>

/* Appends an RGB24 image as a PNG file. FALSE where memory is short. */
gboolean spur_png_append (cairo_surface_t *image, GByteArray *bytes);
