/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <cairo.h>
#include <glib.h>

/* A black image to draw on, of RGB pixels, in huge pages. Like cairo it gives a surface with an
 * error where that cannot be. */
cairo_surface_t *spur_image_new (guint width, guint height);
