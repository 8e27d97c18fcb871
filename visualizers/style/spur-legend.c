/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the colours and signs of a picture mean, in rows above it. */
#include "visualizers/style/spur-legend-internal.h"

#define ROW_PX SPUR_LEGEND_ROW_PX
#define GAP_PX 20.0
#define SAMPLE_PX SPUR_LEGEND_SAMPLE_PX
#define TEXT_PX 12.0
/* Room for the names of most classes and states, and for the value behind a label of five words. */
#define MAX_LABEL_PX 340.0
/* The rim of samples that are nearly as pale as the paper. */
#define COLOR_RIM 0xc5cbd3

char *
spur_legend_describe_level (const SpurStyle *style, double largest)
{
  if (style->full > largest)
    return g_strdup_printf ("%s, up to %.4g of %.4g", style->label, largest, style->full);
  return g_strdup_printf ("%s, up to %.4g", style->label, largest);
}

SpurPoint
spur_legend_place_entry (SpurLegend *self, const char *label, double sample_px)
{
  SpurText text = {
    .text = label, .size_px = TEXT_PX, .color = SPUR_COLOR_INK, .max_width_px = MAX_LABEL_PX
  };
  double label_px = MIN (self->canvas->measure_text (self->canvas, &text), MAX_LABEL_PX);
  double width = sample_px + 7.0 + label_px;
  SpurPoint at;

  if (self->x > self->left && self->x + width > self->right)
    {
      self->x = self->left;
      self->y += ROW_PX;
    }
  at = (SpurPoint){ self->x, self->y - 4.0 };
  text.at = (SpurPoint){ self->x + sample_px + 7.0, self->y };
  self->canvas->draw_text (self->canvas, SPUR_LAYER_FRAME, &text);
  self->x += width + GAP_PX;
  return at;
}

static void
add_swatch (SpurLegend *self, const SpurSwatch *swatch)
{
  g_autofree char *label = swatch->n_states > 1
                             ? g_strdup_printf ("%s (%u)", swatch->label, swatch->n_states)
                             : g_strdup (swatch->label);
  SpurPoint at = spur_legend_place_entry (self, label, SAMPLE_PX);
  const SpurRect edge = { at.x, at.y - SAMPLE_PX / 2.0, SAMPLE_PX, SAMPLE_PX };
  const SpurRect inside = { edge.x + 0.8, edge.y + 0.8, SAMPLE_PX - 1.6, SAMPLE_PX - 1.6 };
  const SpurPaint fill = spur_paint_of_swatch (swatch);
  const SpurPaint line =
    swatch->kind == SPUR_STATE_IDLE ? (SpurPaint){ .color = COLOR_RIM, .opacity = 1.0 } : fill;

  self->canvas->fill_rects (self->canvas, SPUR_LAYER_FRAME, &line, &edge, 1);
  self->canvas->fill_rects (self->canvas, SPUR_LAYER_FRAME, &fill, &inside, 1);
}

void
spur_legend_add_palette (SpurLegend *self, const SpurPalette *palette, const gboolean *is_shown)
{
  for (guint i = 0; i < palette->n_swatches; i++)
    if (is_shown[i])
      add_swatch (self, &palette->all[i]);
}

void
spur_legend_end_row (SpurLegend *self)
{
  if (self->x <= self->left)
    return;
  self->x = self->left;
  self->y += ROW_PX;
}

double
spur_legend_get_bottom (const SpurLegend *self)
{
  return self->x > self->left ? self->y + 8.0 : self->y - ROW_PX + 8.0;
}
