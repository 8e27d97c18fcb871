/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas-internal.h"
#include "visualizers/style/spur-palette-internal.h"

#define SPUR_LEGEND_SAMPLE_PX 12.0
#define SPUR_LEGEND_ROW_PX 20.0

/* How states of a swatch are drawn. */
static inline SpurPaint
spur_paint_of_swatch (const SpurSwatch *swatch)
{
  return (SpurPaint){ .color = swatch->color, .dark_color = swatch->dark_color, .opacity = 1.0 };
}

/* How text is written on states of a swatch. */
static inline SpurText
spur_text_on_swatch (const SpurSwatch *swatch)
{
  return (SpurText){ .color = spur_color_choose_text (swatch->color, FALSE),
                     .dark_color = spur_color_choose_text (swatch->dark_color, TRUE) };
}

/* A legend while it is drawn: where its next entry goes. */
typedef struct
{
  SpurCanvas *canvas;
  double left;
  double right;
  double x;
  double y;
} SpurLegend;

/* Makes room for an entry, on the next row where this one is full, and writes its label; gives
 * where its sample begins. */
SpurPoint spur_legend_place_entry (SpurLegend *self, const char *label, double sample_px);

/* What the legend says of a style of levels: its largest value, and where none reached the top of
 * the lane what is there. */
char *spur_legend_describe_level (const SpurStyle *style, double largest);

/* Adds the swatches that the picture shows. */
void
spur_legend_add_palette (SpurLegend *self, const SpurPalette *palette, const gboolean *is_shown);

/* What comes next stands in a new row. */
void spur_legend_end_row (SpurLegend *self);

double spur_legend_get_bottom (const SpurLegend *self);
