/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas-internal.h"

/* Draws a picture; @is_svg where it becomes a list of shapes, FALSE where it becomes points. */
typedef void (*SpurPictureFunc) (SpurCanvas *canvas, gboolean is_svg, gpointer user_data);

/* Draws into a file, SVG or PNG by its name, that appears complete or not at all; the errors are
 * those of spur_space_time_view_save(). */
gboolean spur_picture_file_save (const char *path,
                                 double width_px,
                                 double height_px,
                                 SpurPictureFunc draw,
                                 gpointer user_data,
                                 GError **error);
