/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Names of load objects on their bars, where there is room for them. */
#include "config.h"

#include "visualizers/space-time/spur-space-time-internal.h"

#define NAME_PX 10.5
#define GAP_PX 4.0
/* A bar that is narrower has no room for any name. */
#define MIN_BAR_PX 24.0
/* With more names than this, bars are hidden by text. */
#define MAX_NAMES 400

/* Whether light text is read better on it, by the weights of ITU-R BT.601. */
static gboolean
is_dark (guint32 color)
{
  guint red = color >> 16 & 0xff, green = color >> 8 & 0xff, blue = color & 0xff;

  return 299 * red + 587 * green + 114 * blue < 150 * 1000;
}

static const char *
get_name (const SpurSpaceTime *self, const SpurSpan *span)
{
  const SpurObject *object = spur_trace_get_object_info (self->trace, span->object);

  if (object == NULL || !g_type_is_a (object->type, SPUR_TYPE_LOAD_OBJECT))
    return NULL;
  return object->name;
}

static gboolean
draw_name (const SpurSpaceTime *self,
           const SpurSpan *span,
           SpurCanvas *canvas,
           const SpurStripBox *box)
{
  double px_per_ns = box->width / (double) (self->to_ns - self->from_ns);
  double begin_px = (double) (MAX (span->begin_ns, self->from_ns) - self->from_ns) * px_per_ns;
  double end_px = (double) (MIN (span->end_ns, self->to_ns) - self->from_ns) * px_per_ns;
  const char *name = end_px - begin_px < MIN_BAR_PX ? NULL : get_name (self, span);
  guint n_swatches;
  const SpurSwatch *swatches = spur_palette_get_swatches (self->palette, &n_swatches);
  SpurText text = { .text = name, .size_px = NAME_PX };

  if (name == NULL || canvas->measure_text (canvas, &text) > end_px - begin_px - 2.0 * GAP_PX)
    return FALSE;
  text.at = (SpurPoint){ box->x + begin_px + GAP_PX, box->y + box->height / 2.0 + NAME_PX * 0.36 };
  text.color = is_dark (swatches[spur_palette_find (self->palette, span->state)].color)
                 ? SPUR_COLOR_PAPER
                 : SPUR_COLOR_INK;
  canvas->draw_text (canvas, SPUR_LAYER_BAR, &text);
  return TRUE;
}

void
spur_space_time_draw_names (SpurSpaceTime *self,
                            const SpurTrack *track,
                            SpurCanvas *canvas,
                            const SpurStripBox *box)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (self->history, &n_spans);
  guint n_names = 0;

  if (box->height < NAME_PX * 1.3)
    return;
  for (guint i = 0; i < track->spans->len && n_names < MAX_NAMES; i++)
    n_names += draw_name (self, &spans[g_array_index (track->spans, guint32, i)], canvas, box);
}
