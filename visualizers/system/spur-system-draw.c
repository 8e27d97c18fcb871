/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Draws the boxes of the system at a time on a canvas. */
#include <math.h>

#include "visualizers/style/spur-legend-internal.h"
#include "visualizers/system/spur-system-internal.h"

#define MARGIN_PX 28.0
#define TITLE_PX 20.0
#define TEXT_PX 12.0
/* Title, subtitle and two rows of the legend. */
#define HEADER_PX 112.0
#define NOTE_PX 48.0
/* A screen's height; and what is higher for the names of many boxes is scrolled through. */
#define PLOT_PX 760.0
#define MAX_PLOT_PX 1900.0
#define MIN_PLOT_PX 60.0
/* Mostly the second one changes nothing any more. */
#define MAX_FITTINGS 4
#define TEXT_GAP_PX 5.0
/* Among boxes with others in them one without is no higher than its two lines need. */
#define MAX_LEAF_PX 38.0
/* Less is not read. */
#define LEAST_TEXT_PX 7.0
#define LEAST_TEXT_WIDTH_PX 22.0
#define COLOR_BOX 0xf6f7f9
#define COLOR_HEAD 0xe6e9ee
#define COLOR_RIM 0xb9c1cb

/* A picture while it is drawn. */
typedef struct
{
  SpurSystem *system;
  SpurCanvas *canvas;
  SpurSystemLayout layout;
  /* By box, where it lies. */
  SpurRect *rects;
} Drawing;

/* The grid in which a box lies; NULL where it is too small to be drawn. */
static const SpurSystemGrid *
get_grid (const Drawing *drawing, const SpurSystemBox *box)
{
  const SpurSystemLayout *layout = &drawing->layout;
  const SpurSystemGrid *grid = NULL;

  if (box->is_nowhere)
    grid = box->depth == 1 ? &layout->strip : box->depth == 2 ? &layout->in_strip : NULL;
  else if (box->depth < layout->depths->len)
    grid = &g_array_index (layout->depths, SpurSystemGrid, box->depth);
  return grid != NULL && !grid->is_counted ? grid : NULL;
}

static void
fill_rect (Drawing *drawing, const SpurSwatch *swatch, const SpurRect *rect)
{
  const SpurPaint paint = spur_paint_of_swatch (swatch);

  drawing->canvas->fill_rects (drawing->canvas, SPUR_LAYER_BAR, &paint, rect, 1);
}

/* A rectangle with a rim of less than a pixel. */
static void
fill_box (Drawing *drawing, const SpurSwatch *rim, const SpurSwatch *swatch, const SpurRect *rect)
{
  const SpurRect inside = { rect->x + 0.8, rect->y + 0.8, rect->width - 1.6, rect->height - 1.6 };

  fill_rect (drawing, rim, rect);
  if (inside.width > 0.0 && inside.height > 0.0)
    fill_rect (drawing, swatch, &inside);
}

static void
draw_dashes (Drawing *drawing, const SpurRect *rect)
{
  const SpurPaint paint = { .color = COLOR_RIM, .opacity = 1.0, .width_px = 1.0, .dash_px = 4.0 };
  const SpurPoint corners[] = { { rect->x, rect->y },
                                { rect->x + rect->width, rect->y },
                                { rect->x + rect->width, rect->y + rect->height },
                                { rect->x, rect->y + rect->height } };
  SpurSegment sides[4];

  for (guint i = 0; i < 4; i++)
    sides[i] = (SpurSegment){ corners[i], corners[(i + 1) % 4] };
  drawing->canvas->draw_segments (drawing->canvas, SPUR_LAYER_BAR, &paint, sides, 4);
}

/* A text within a rectangle, in the middle of its height. Gives how wide it is, 0 where there is no
 * room for it. */
static double
draw_text (Drawing *drawing, const SpurRect *rect, SpurText *text)
{
  double room_px = rect->width - 2.0 * TEXT_GAP_PX;
  g_autofree char *fitted = NULL;
  double width_px;

  text->size_px = MIN (text->size_px, rect->height * 0.78);
  if (text->size_px < LEAST_TEXT_PX || rect->width < LEAST_TEXT_WIDTH_PX)
    return 0.0;
  text->text = fitted = spur_view_fit_name (drawing->canvas, text, room_px);
  width_px = MIN (drawing->canvas->measure_text (drawing->canvas, text), room_px);
  text->max_width_px = room_px;
  text->at = (SpurPoint){ text->align == SPUR_ALIGN_END ? rect->x + rect->width - TEXT_GAP_PX
                                                        : rect->x + TEXT_GAP_PX,
                          rect->y + rect->height / 2.0 + text->size_px * 0.36 };
  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_GLYPH, text);
  text->text = NULL;
  return width_px;
}

static const SpurSwatch *
get_swatch (const Drawing *drawing, const SpurSystemBox *box)
{
  return &drawing->system->palette->all[box->swatch];
}

/* What is no state. */
static SpurSwatch
make_swatch (guint32 color)
{
  return (SpurSwatch){ .color = color, .dark_color = spur_color_find_dark (color) };
}

/* What is behind the texts of a box: its state, or without one @color. */
static SpurSwatch
find_ground (const Drawing *drawing, const SpurSystemBox *box, guint32 color)
{
  return box->state != SPUR_NONE ? *get_swatch (drawing, box) : make_swatch (color);
}

static const char *
get_state_name (const Drawing *drawing, const SpurSystemBox *box)
{
  const SpurState *state =
    spur_definitions_get_state (spur_trace_get_definitions (drawing->system->trace), box->state);

  return state != NULL ? state->name : NULL;
}

/* Work stands out; paler colours need a rim to be seen. */
static SpurSwatch
find_rim (const Drawing *drawing, const SpurSystemBox *box)
{
  const SpurSwatch *swatch = get_swatch (drawing, box);

  return box->state != SPUR_NONE && swatch->kind == SPUR_STATE_WORK ? *swatch
                                                                    : make_swatch (COLOR_RIM);
}

/* Of a box that holds nothing: its name, and below it its state where there is room. */
static void
draw_leaf (Drawing *drawing, const SpurSystemBox *box, const SpurRect *rect)
{
  const char *state = get_state_name (drawing, box);
  const SpurSwatch ground = find_ground (drawing, box, SPUR_COLOR_PAPER);
  const SpurSwatch rim = find_rim (drawing, box);
  SpurText text = box->exists ? spur_text_on_swatch (&ground) : (SpurText){ 0 };
  SpurRect line = *rect;

  text.text = spur_system_get_name (drawing->system, box);
  text.size_px = TEXT_PX - 1.0;
  text.bold = box->is_target;
  if (!box->exists)
    {
      text.color = SPUR_COLOR_MUTED;
      draw_dashes (drawing, rect);
      draw_text (drawing, &line, &text);
      return;
    }
  fill_box (drawing, &rim, &ground, rect);
  if (state == NULL || rect->height < 26.0)
    {
      draw_text (drawing, &line, &text);
      return;
    }
  line = (SpurRect){ rect->x, rect->y + rect->height / 2.0 - 14.0, rect->width, 15.0 };
  draw_text (drawing, &line, &text);
  line.y += 13.0;
  text.text = state;
  text.size_px = TEXT_PX - 2.5;
  text.bold = FALSE;
  draw_text (drawing, &line, &text);
}

/* On the right of the head, as much as fits: the state, and how many load objects are in it. */
static void
draw_count (Drawing *drawing, const SpurSystemBox *box, const SpurRect *head, SpurText *text)
{
  const char *state = get_state_name (drawing, box);
  g_autofree char *number = g_strdup (SPUR_VIEW_COUNT (box->n_inside));
  g_autofree char *count = g_strconcat (number, box->n_inside == 1 ? " object" : " objects", NULL);
  g_autofree char *both = state != NULL ? g_strconcat (state, " \xc2\xb7 ", count, NULL) : NULL;
  const char *texts[] = { both, count, number };

  if (!box->exists || box->n_inside == 0)
    {
      texts[0] = box->exists ? state : "not there";
      texts[1] = texts[2] = NULL;
    }
  text->align = SPUR_ALIGN_END;
  text->bold = FALSE;
  text->size_px = TEXT_PX - 1.0;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      text->text = texts[i];
      if (texts[i] != NULL &&
          drawing->canvas->measure_text (drawing->canvas, text) <= head->width - 2.0 * TEXT_GAP_PX)
        {
          draw_text (drawing, head, text);
          return;
        }
    }
}

static void
draw_head (Drawing *drawing, const SpurSystemBox *box, const SpurRect *rect, double head_px)
{
  const SpurSwatch ground = find_ground (drawing, box, COLOR_HEAD);
  SpurRect head = { rect->x + 0.8, rect->y + 0.8, rect->width - 1.6, head_px };
  gboolean is_there = box->exists && box->object != SPUR_NONE;
  SpurText text =
    is_there ? spur_text_on_swatch (&ground) : (SpurText){ .color = SPUR_COLOR_MUTED };
  double name_px;

  text.text = spur_system_get_name (drawing->system, box);
  text.size_px = TEXT_PX;
  text.bold = box->is_target;
  if (is_there)
    fill_rect (drawing, &ground, &head);
  name_px = draw_text (drawing, &head, &text);
  head.x += name_px + TEXT_GAP_PX;
  head.width -= name_px + TEXT_GAP_PX;
  draw_count (drawing, box, &head, &text);
}

/* Boxes in it that are too small to be drawn: the shares of their states, in the legend's order. */
static void
draw_shares (Drawing *drawing, const SpurSystemBox *box, const SpurRect *rect, double head_px)
{
  const SpurPalette *palette = drawing->system->palette;
  const SpurSwatch rim = make_swatch (COLOR_RIM), paper = make_swatch (SPUR_COLOR_PAPER);
  g_autofree guint *counts = g_new0 (guint, palette->n_swatches);
  double pad_px = rect->width > 20.0 && rect->height > 20.0 ? SPUR_SYSTEM_PAD_PX : 1.0;
  SpurRect part = { rect->x + pad_px, rect->y + head_px + pad_px, 0.0,
                    rect->height - head_px - 2.0 * pad_px };

  for (guint i = 0; i < box->n_children; i++)
    counts[drawing->system->boxes[box->first_child + i].swatch]++;
  for (guint i = 0; i < palette->n_swatches; i++)
    {
      if (counts[i] == 0)
        continue;
      part.width = (rect->width - 2.0 * pad_px) * counts[i] / box->n_children;
      /* The last one is of what has no state. */
      if (i + 1 < palette->n_swatches)
        fill_rect (drawing, &palette->all[i], &part);
      else
        fill_box (drawing, &rim, &paper, &part);
      part.x += part.width;
    }
}

static void
draw_container (Drawing *drawing, const SpurSystemBox *box, const SpurRect *rect)
{
  const SpurSystemGrid *grid = get_grid (drawing, box);
  const SpurSwatch rim = find_rim (drawing, box), inside = make_swatch (COLOR_BOX);

  if (box->exists && box->object != SPUR_NONE)
    fill_box (drawing, &rim, &inside, rect);
  else
    draw_dashes (drawing, rect);
  if (grid->head_px > 0.0)
    draw_head (drawing, box, rect, grid->head_px);
  if (box->n_children > 0 && get_grid (drawing, &drawing->system->boxes[box->first_child]) == NULL)
    draw_shares (drawing, box, rect, grid->head_px);
}

/* Where a box lies in that around it, whose place is known. */
static SpurRect
place_box (const Drawing *drawing, const SpurSystemBox *box, guint index)
{
  const SpurSystemBox *around = &drawing->system->boxes[box->parent];
  const SpurRect *outer = &drawing->rects[box->parent];
  const SpurSystemGrid *grid = get_grid (drawing, box);
  double pad_px = box->depth > 1 ? SPUR_SYSTEM_PAD_PX : 0.0;
  guint place = index - around->first_child;

  if (box->is_nowhere && box->depth == 1)
    return (SpurRect){ outer->x, outer->y + drawing->layout.height_px - grid->height_px,
                       grid->width_px, grid->height_px };
  return (SpurRect){ outer->x + pad_px + place % grid->n_columns * (grid->width_px + grid->gap_px),
                     outer->y + pad_px + get_grid (drawing, around)->head_px +
                       place / grid->n_columns * (grid->height_px + grid->gap_px),
                     grid->width_px, grid->height_px };
}

/* Boxes come from the outer to the inner ones. Targets are drawn as holders, also where they are
 * empty, if any holds something. */
static void
draw_boxes (Drawing *drawing, const SpurRect *plot)
{
  const SpurSystem *system = drawing->system;

  drawing->rects[0] = *plot;
  for (guint i = 1; i < system->n_boxes; i++)
    {
      const SpurSystemBox *box = &system->boxes[i];
      const SpurSystemGrid *grid = get_grid (drawing, box);

      if (grid == NULL || get_grid (drawing, &system->boxes[box->parent]) == NULL)
        continue;
      drawing->rects[i] = place_box (drawing, box, i);
      if (box->n_children == 0 && !box->is_target)
        drawing->rects[i].height = MIN (drawing->rects[i].height, MAX_LEAF_PX);
      if (grid->head_px > 0.0 && (box->n_children > 0 || box->is_target))
        draw_container (drawing, box, &drawing->rects[i]);
      else
        draw_leaf (drawing, box, &drawing->rects[i]);
    }
}

/* By swatch, whether a box is in a state of its colour. */
static gboolean *
find_shown (const SpurSystem *self)
{
  gboolean *is_shown = g_new0 (gboolean, self->palette->n_swatches);

  for (guint i = 0; i < self->n_boxes; i++)
    if (self->boxes[i].state != SPUR_NONE)
      is_shown[self->boxes[i].swatch] = TRUE;
  return is_shown;
}

static double
draw_header (Drawing *drawing, const SpurSystemSize *size)
{
  SpurSystem *self = drawing->system;
  g_autofree char *date = spur_view_find_date (self->trace, self->time_ns);
  g_autofree gboolean *is_shown = find_shown (self);
  g_autoptr (GString) subtitle = g_string_new (NULL);
  SpurLegend legend = { .canvas = drawing->canvas,
                        .left = MARGIN_PX,
                        .right = size->width_px - MARGIN_PX,
                        .x = MARGIN_PX };
  SpurText text = { .text = size->title,
                    .at = { MARGIN_PX, MARGIN_PX + TITLE_PX * 0.8 },
                    .size_px = TITLE_PX,
                    .color = SPUR_COLOR_INK,
                    .bold = TRUE,
                    .max_width_px = size->width_px - 2.0 * MARGIN_PX };

  g_string_append_printf (subtitle, "%s s after the trace's begin",
                          SPUR_VIEW_DECIMAL (self->time_ns - self->zero_ns, 9));
  if (date != NULL)
    g_string_append_printf (subtitle, ", %s", date);
  spur_view_append_counted (subtitle, ": ", self->n_targets, "target");
  if (self->n_objects > 0)
    spur_view_append_counted (subtitle, " with ", self->n_objects, "object");
  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
  text.text = subtitle->str;
  text.at.y += 22.0;
  text.size_px = TEXT_PX;
  text.bold = FALSE;
  text.color = SPUR_COLOR_MUTED;
  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
  legend.y = text.at.y + 28.0;
  spur_legend_add_palette (&legend, self->palette, is_shown);
  return spur_legend_get_bottom (&legend);
}

static void
draw_note (Drawing *drawing, const SpurSystemSize *size)
{
  g_autofree char *note = spur_system_get_note (drawing->system);
  SpurText text = { .text = note,
                    .at = { MARGIN_PX, size->height_px - 22.0 },
                    .size_px = 11.0,
                    .color = SPUR_COLOR_MUTED,
                    .max_width_px = size->width_px - 2.0 * MARGIN_PX };

  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
}

static double
get_plot_height (const SpurSystem *self, double width_px, double most_px)
{
  g_auto (SpurSystemLayout) layout = { 0 };

  spur_system_layout_init (&layout, self, width_px, most_px);
  return layout.height_px;
}

double
spur_system_get_natural_height (const SpurSystem *self, double width_px)
{
  double room_px = MAX (width_px - 2.0 * MARGIN_PX, 10.0);
  double most_px = CLAMP (spur_system_get_full_height (self, room_px), PLOT_PX, MAX_PLOT_PX);
  double plot_px = most_px;

  /* Boxes that need less than there is may lie in other columns where there is just that. */
  for (guint i = 0; i < MAX_FITTINGS; i++)
    plot_px = get_plot_height (self, room_px, plot_px);

  return ceil (MARGIN_PX + HEADER_PX + MAX (plot_px, MIN_PLOT_PX) + NOTE_PX);
}

char *
spur_system_get_note (const SpurSystem *self)
{
  GString *note = g_string_new (self->raw ? "Times as recorded; b" : "Corrected times; b");

  if (spur_trace_get_correction (self->trace) == NULL)
    g_string_assign (note, "Times as recorded; b");
  g_string_append (note, "oxes are targets, and what is in them is on them");
  if (self->n_nowhere > 0)
    spur_view_append_counted (note, "; ", self->n_nowhere, "object");
  if (self->n_nowhere > 0)
    g_string_append (note, " on no target, as on the way from one to another");
  g_string_append_c (note, '.');
  return g_string_free (note, FALSE);
}

void
spur_system_draw (SpurSystem *self, SpurCanvas *canvas, const SpurSystemSize *size)
{
  const SpurPaint paper = { .color = SPUR_COLOR_PAPER, .opacity = 1.0 };
  const SpurRect all = { 0.0, 0.0, size->width_px, size->height_px };
  Drawing drawing = { .system = self, .canvas = canvas };
  SpurRect plot = { .x = MARGIN_PX, .width = MAX (size->width_px - 2.0 * MARGIN_PX, 10.0) };

  canvas->fill_rects (canvas, SPUR_LAYER_FRAME, &paper, &all, 1);
  plot.y = draw_header (&drawing, size) + 14.0;
  plot.height = MAX (size->height_px - NOTE_PX - plot.y, 10.0);
  spur_system_layout_init (&drawing.layout, self, plot.width, plot.height);
  drawing.rects = g_new0 (SpurRect, self->n_boxes);
  spur_canvas_begin_plot (canvas, &plot);
  draw_boxes (&drawing, &plot);
  spur_canvas_end_plot (canvas);
  draw_note (&drawing, size);
  spur_system_layout_clear (&drawing.layout);
  g_free (drawing.rects);
}
