/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Colours on light and on dark paper, and how well they are read. */
#include "visualizers/style/spur-color-internal.h"

#include <math.h>

/* Grey levels between which a colour is seen on white and on dark paper: 130 has a contrast of 3.9
 * to white and 4.7 to SPUR_COLOR_DARK_PAPER, 190 of 9.7 to the latter (WCAG 2). */
#define DARK_GRAY 130.0
#define PALE_GRAY 190.0

/* Pale colours are dark on dark paper, from that of the paper on, and dark ones light, the more so
 * the less hue they have; what is between is seen on both. */
guint32
spur_color_find_dark (guint32 color)
{
  double red = color >> 16 & 0xff, green = color >> 8 & 0xff, blue = color & 0xff;
  /* By the weights of ITU-R BT.601. */
  double gray = 0.299 * red + 0.587 * green + 0.114 * blue;
  double chroma = fmax (fmax (red, green), blue) - fmin (fmin (red, green), blue);
  double factor = 1.0, lift = 0.0;
  guint32 found = 0;

  if (color == SPUR_COLOR_PAPER)
    return SPUR_COLOR_DARK_PAPER;
  if (gray > PALE_GRAY)
    factor = 0.1 + 0.36 * (255.0 - gray) / (255.0 - PALE_GRAY);
  else if (gray < DARK_GRAY)
    lift = fmin (1.15 * (1.0 - gray / DARK_GRAY), 0.9) * (1.0 - 0.6 * chroma / 255.0);
  for (guint shift = 0; shift < 24; shift += 8)
    {
      double value = factor * (color >> shift & 0xff);

      found |= (guint32) (value + (255.0 - value) * lift + 0.5) << shift;
    }
  return found;
}

static double
find_linear (guint32 color, guint shift)
{
  double value = (color >> shift & 0xff) / 255.0;

  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
find_luminance (guint32 color)
{
  return 0.2126 * find_linear (color, 16) + 0.7152 * find_linear (color, 8) +
         0.0722 * find_linear (color, 0);
}

double
spur_color_get_contrast (guint32 color, guint32 other)
{
  double one = find_luminance (color) + 0.05, two = find_luminance (other) + 0.05;

  return fmax (one, two) / fmin (one, two);
}

guint32
spur_color_choose_text (guint32 ground, gboolean is_dark)
{
  guint32 ink = is_dark ? spur_color_find_dark (SPUR_COLOR_INK) : SPUR_COLOR_INK;
  guint32 paper = is_dark ? SPUR_COLOR_DARK_PAPER : SPUR_COLOR_PAPER;

  return spur_color_get_contrast (ink, ground) >= spur_color_get_contrast (paper, ground) ? ink
                                                                                          : paper;
}
