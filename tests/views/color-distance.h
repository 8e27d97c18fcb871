/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* How colours are seen. */
typedef enum
{
  VISION_NORMAL,
  VISION_PROTANOPIA,
  VISION_DEUTERANOPIA,
} Vision;

#define N_VISIONS (VISION_DEUTERANOPIA + 1)

/* The difference of two colours, 0xRRGGBB, by CIEDE2000; who lacks a kind of cones sees them as
 * Machado, Oliveira and Fernandes simulate it (2009, severity 1). */
double measure_distance (guint32 one, guint32 other, Vision vision);
