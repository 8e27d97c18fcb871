/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Used for nothing but edges that are received before they are sent. */
#define SPUR_COLOR_VIOLATION 0xd0021b

#define SPUR_COLOR_INK 0x1c2430
#define SPUR_COLOR_MUTED 0x5b6673
#define SPUR_COLOR_HAIRLINE 0xdfe3e8
#define SPUR_COLOR_GRID 0xeef0f3
#define SPUR_COLOR_PAPER 0xffffff
/* The paper of pictures for dark screens and slides. */
#define SPUR_COLOR_DARK_PAPER 0x14171c

/* What a colour, 0xRRGGBB, of lines, signs and text becomes on dark paper, in every picture, page
 * and terminal. States have two colours of their own. */
guint32 spur_color_find_dark (guint32 color);

/* The contrast ratio of WCAG 2, from 1 to 21. */
double spur_color_get_contrast (guint32 color, guint32 other);

/* Of ink and paper, in the light or the dark scheme, the one that is read better on @ground; both
 * are as they are drawn there. */
guint32 spur_color_choose_text (guint32 ground, gboolean is_dark);
