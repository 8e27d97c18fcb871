/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/space-time/spur-space-time-internal.h"

/* Draws what the colours and arrows of the picture mean; gives where the legend ends. */
double spur_space_time_legend_draw (
  SpurSpaceTime *self, SpurCanvas *canvas, double x, double y, double width);
