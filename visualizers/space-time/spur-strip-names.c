/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Names the load objects of a row on those of its bars that are wide enough. */
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/style/spur-legend-internal.h"

#define NAME_PX 10.5
#define NAME_GAP_PX 4.0
/* A bar that is narrower has no room for any name. */
#define MIN_BAR_PX 24.0
/* With more names than this, the bars of a row are hidden by text. */
#define MAX_NAMES 400
/* An object is named again on a row where it comes back after a gap that is wider than the least
 * bar, or where the eye, in a window of this width, would not find its last name. */
#define NAME_DISTANCE_PX 480.0

/* A row while its names are drawn. */
typedef struct
{
  const SpurSpaceTime *picture;
  SpurCanvas *canvas;
  const SpurStripBox *box;
  /* The object that was named last, where its name is, and where its last bar ends. */
  guint32 last_object;
  double last_px;
  double last_end_px;
} Row;

static double
find_px (const Row *self, gint64 time_ns)
{
  const SpurSpaceTime *picture = self->picture;
  gint64 shown_ns = CLAMP (time_ns, picture->from_ns, picture->to_ns);

  return (double) (shown_ns - picture->from_ns) * self->box->width /
         (double) (picture->to_ns - picture->from_ns);
}

static const char *
get_name (const SpurSpaceTime *self, const SpurSpan *span)
{
  const SpurObject *object =
    spur_definitions_get_object (spur_trace_get_definitions (self->trace), span->object);

  if (object == NULL || !g_type_is_a (object->type, SPUR_TYPE_LOAD_OBJECT))
    return NULL;
  return object->name;
}

/* A plate in the colour of the bar, so that a name is read where other bars lie on its bar. */
static void
draw_plate (const Row *self, const SpurText *name, double name_px, const SpurSwatch *swatch)
{
  SpurPaint paint = spur_paint_of_swatch (swatch);
  const SpurRect plate = { name->at.x - 2.0, name->at.y - NAME_PX, name_px + 4.0, NAME_PX * 1.3 };

  paint.opacity = 0.85;
  self->canvas->fill_rects (self->canvas, SPUR_LAYER_FRAME, &paint, &plate, 1);
}

static void
draw_name (Row *self, const SpurSpan *span, const char *name, double covered_px)
{
  const SpurPalette *palette = self->picture->palette;
  const SpurSwatch *swatch = &palette->all[spur_palette_find (palette, span->state)];
  SpurText text = spur_text_on_swatch (swatch);
  double name_px;

  text.text = name;
  text.size_px = NAME_PX;
  text.at = (SpurPoint){ self->box->x + find_px (self, span->begin_ns) + NAME_GAP_PX,
                         self->box->y + self->box->height / 2.0 + NAME_PX * 0.36 };
  name_px = self->canvas->measure_text (self->canvas, &text);
  if (covered_px < text.at.x + name_px)
    draw_plate (self, &text, name_px, swatch);
  self->canvas->draw_text (self->canvas, SPUR_LAYER_BAR, &text);
}

static gboolean
is_named (const Row *self, guint32 object, double begin_px)
{
  return object == self->last_object && begin_px < self->last_px + NAME_DISTANCE_PX &&
         begin_px < self->last_end_px + MIN_BAR_PX;
}

/* Names a bar where that has room for it, and the object's last name is far; gives whether it did.
 * @next is the bar after it, or NULL: where that lies on it from its begin on and is of the same
 * object, the name is left to that. */
static gboolean
try_name (Row *self, const SpurSpan *span, const SpurSpan *next)
{
  double begin_px = find_px (self, span->begin_ns), end_px = find_px (self, span->end_ns);
  const char *name = end_px - begin_px < MIN_BAR_PX ? NULL : get_name (self->picture, span);
  const SpurText text = { .text = name, .size_px = NAME_PX };
  double room_px, next_px;

  if (name == NULL || is_named (self, span->object, begin_px))
    return FALSE;
  room_px = self->canvas->measure_text (self->canvas, &text) + 2.0 * NAME_GAP_PX;
  if (room_px > end_px - begin_px)
    return FALSE;
  next_px = next != NULL && next->begin_ns < span->end_ns ? find_px (self, next->begin_ns) : end_px;
  if (next_px - begin_px < NAME_GAP_PX && next->object == span->object &&
      find_px (self, next->end_ns) - next_px >= room_px)
    return FALSE;
  draw_name (self, span, name, self->box->x + next_px);
  self->last_object = span->object;
  self->last_px = begin_px;
  self->last_end_px = end_px;
  return TRUE;
}

void
spur_state_strip_draw_names (SpurSpaceTime *self,
                             const SpurTrack *track,
                             SpurCanvas *canvas,
                             const SpurStripBox *box)
{
  Row row = { .picture = self, .canvas = canvas, .box = box, .last_object = SPUR_NONE };
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (self->history, &n_spans);
  const guint32 *indexes = (const guint32 *) track->spans->data;
  guint n_names = 0;

  if (box->height < NAME_PX * 1.3)
    return;
  for (guint i = 0; i < track->spans->len && n_names < MAX_NAMES; i++)
    {
      const SpurSpan *span = &spans[indexes[i]];

      n_names += try_name (&row, span, i + 1 < track->spans->len ? &spans[indexes[i + 1]] : NULL);
      /* A bar that comes after a gap and left its name to the one on it begins anew. */
      if (is_named (&row, span->object, find_px (&row, span->begin_ns)))
        row.last_end_px = MAX (row.last_end_px, find_px (&row, span->end_ns));
    }
}
