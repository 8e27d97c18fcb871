/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* CIEDE2000 as Sharma, Wu and Dalal write it down (2005), in their names. */
#include "tests/views/color-distance.h"

#include <math.h>

#define RADIANS(degrees) ((degrees) *G_PI / 180.0)
#define POWER_7_OF_25 6103515625.0

typedef struct
{
  double l;
  double a;
  double b;
} Lab;

static const double simulations[N_VISIONS][3][3] = {
  { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } },
  { { 0.152286, 1.052583, -0.204868 },
    { 0.114503, 0.786281, 0.099216 },
    { -0.003882, -0.048116, 1.051998 } },
  { { 0.367322, 0.860646, -0.227968 },
    { 0.280085, 0.672501, 0.047413 },
    { -0.011820, 0.042940, 0.968881 } },
};

/* From linear sRGB to XYZ, by the white point D65. */
static const double to_xyz[3][3] = {
  { 0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047 },
  { 0.2126729, 0.7151522, 0.0721750 },
  { 0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883 },
};

static double
find_linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
find_root (double value)
{
  return value > 216.0 / 24389.0 ? cbrt (value) : (24389.0 / 27.0 * value + 16.0) / 116.0;
}

static void
multiply (const double matrix[3][3], const double in[3], double out[3])
{
  for (guint i = 0; i < 3; i++)
    out[i] = matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2];
}

static Lab
find_lab (guint32 color, Vision vision)
{
  double linear[3], seen[3], xyz[3];

  for (guint i = 0; i < 3; i++)
    linear[i] = find_linear ((color >> (16 - 8 * i) & 0xff) / 255.0);
  multiply (simulations[vision], linear, seen);
  for (guint i = 0; i < 3; i++)
    seen[i] = CLAMP (seen[i], 0.0, 1.0);
  multiply (to_xyz, seen, xyz);
  for (guint i = 0; i < 3; i++)
    xyz[i] = find_root (xyz[i]);
  return (Lab){ 116.0 * xyz[1] - 16.0, 500.0 * (xyz[0] - xyz[1]), 200.0 * (xyz[1] - xyz[2]) };
}

/* In degrees, from 0 to 360. */
static double
find_hue (double a, double b)
{
  double degrees = atan2 (b, a) * 180.0 / G_PI;

  return degrees < 0.0 ? degrees + 360.0 : degrees;
}

static double
find_mean_hue (double h1, double h2, double chromas)
{
  if (chromas == 0.0)
    return h1 + h2;
  if (fabs (h1 - h2) <= 180.0)
    return (h1 + h2) / 2.0;
  return h1 + h2 < 360.0 ? (h1 + h2 + 360.0) / 2.0 : (h1 + h2 - 360.0) / 2.0;
}

static double
find_excess (double chroma)
{
  double power = pow (chroma, 7.0);

  return sqrt (power / (power + POWER_7_OF_25));
}

/* The lengths that the difference consists of, weighted, and the hue between the two. */
typedef struct
{
  double l;
  double c;
  double h;
  double mean_c;
  double mean_h;
} Parts;

static Parts
find_parts (Lab one, Lab other)
{
  double g = 0.5 * (1.0 - find_excess ((hypot (one.a, one.b) + hypot (other.a, other.b)) / 2.0));
  double a1 = one.a * (1.0 + g), a2 = other.a * (1.0 + g);
  double c1 = hypot (a1, one.b), c2 = hypot (a2, other.b);
  double h1 = find_hue (a1, one.b), h2 = find_hue (a2, other.b);
  double turn = c1 * c2 == 0.0 ? 0.0 : remainder (h2 - h1, 360.0);
  double mean_l = (one.l + other.l) / 2.0 - 50.0;
  Parts parts = { .mean_c = (c1 + c2) / 2.0, .mean_h = find_mean_hue (h1, h2, c1 * c2) };
  double t = 1.0 - 0.17 * cos (RADIANS (parts.mean_h - 30.0)) +
             0.24 * cos (RADIANS (2.0 * parts.mean_h)) +
             0.32 * cos (RADIANS (3.0 * parts.mean_h + 6.0)) -
             0.20 * cos (RADIANS (4.0 * parts.mean_h - 63.0));

  parts.l = (other.l - one.l) / (1.0 + 0.015 * mean_l * mean_l / sqrt (20.0 + mean_l * mean_l));
  parts.c = (c2 - c1) / (1.0 + 0.045 * parts.mean_c);
  parts.h = 2.0 * sqrt (c1 * c2) * sin (RADIANS (turn / 2.0)) / (1.0 + 0.015 * parts.mean_c * t);
  return parts;
}

double
measure_distance (guint32 one, guint32 other, Vision vision)
{
  Parts parts = find_parts (find_lab (one, vision), find_lab (other, vision));
  double around = (parts.mean_h - 275.0) / 25.0;
  double rotation =
    -sin (RADIANS (60.0 * exp (-around * around))) * 2.0 * find_excess (parts.mean_c);

  return sqrt (parts.l * parts.l + parts.c * parts.c + parts.h * parts.h +
               rotation * parts.c * parts.h);
}
