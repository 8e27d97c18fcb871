/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* What begins as a container is one; else the input is its sections with a marker between them, and
 * the frame around them is made here, so that a section can grow. */
GBytes *container_frame_make (const guint8 *data, gsize size);
