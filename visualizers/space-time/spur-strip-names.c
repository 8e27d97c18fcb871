/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Names the load objects and the states of a row on those of its bars that are wide enough. */
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/style/spur-legend-internal.h"

#define NAME_PX 10.5
#define NAME_GAP_PX 4.0
/* What a bar that has just room for its name leaves on both sides. */
#define LEAST_GAP_PX 2.0
/* A bar that is narrower has no room for any name. */
#define MIN_BAR_PX 24.0
/* With more names than this, the bars of a row are hidden by text. */
#define MAX_NAMES 400
/* An object is named again on a row where it comes back after a gap that is wider than the least
 * bar, or where the eye, in a window of this width, would not find its last name. */
#define NAME_DISTANCE_PX 480.0

/* A bar, or several of one state and object that touch. */
typedef struct
{
  guint32 object;
  guint32 state;
  /* On how many others it lies. */
  guint depth;
  double begin_px;
  double end_px;
  /* Where the next bar begins that lies on it, or its end. */
  double free_px;
  /* Where the first bar that lies on it ends. */
  double next_end_px;
  guint32 next_object;
} Run;

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
  /* The state that was named last, whose it was, and where; where the row's last text ends. */
  guint32 last_state;
  guint32 last_owner;
  double last_state_px;
  double text_end_px;
  /* Of states that are open (SpurOpenState). */
  GArray *stack;
} Row;

static double
find_px (const Row *self, gint64 time_ns)
{
  const SpurSpaceTime *picture = self->picture;
  gint64 shown_ns = CLAMP (time_ns, picture->from_ns, picture->to_ns);

  return (double) (shown_ns - picture->from_ns) * self->box->width /
         (double) (picture->to_ns - picture->from_ns);
}

/* NULL where the row itself is named after the object. */
static const char *
get_object_name (const SpurSpaceTime *self, guint32 index)
{
  const SpurObject *object =
    spur_definitions_get_object (spur_trace_get_definitions (self->trace), index);

  if (object == NULL || !g_type_is_a (object->type, SPUR_TYPE_LOAD_OBJECT))
    return NULL;
  return object->name;
}

static const char *
get_state_name (const SpurSpaceTime *self, guint32 index)
{
  const SpurState *state =
    spur_definitions_get_state (spur_trace_get_definitions (self->trace), index);

  return state != NULL ? state->name : NULL;
}

/* What a text takes at least, with a gap on both of its sides. */
static double
measure_name (const Row *self, const char *name)
{
  const SpurText text = { .text = name, .size_px = NAME_PX };

  return self->canvas->measure_text (self->canvas, &text) + 2.0 * LEAST_GAP_PX;
}

/* Where a bar begins that lies on @depth others. */
static double
get_top (const Row *self, guint depth)
{
  return self->box->y + spur_state_strip_get_inset (self->box, depth);
}

static double
get_height (const Row *self, guint depth)
{
  return self->box->height - spur_state_strip_get_inset (self->box, depth);
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
draw_name (Row *self, const Run *run, const char *name)
{
  const SpurPalette *palette = self->picture->palette;
  const SpurSwatch *swatch = &palette->all[spur_palette_find (palette, run->state)];
  SpurText text = spur_text_on_swatch (swatch);
  double name_px, gap_px;

  text.text = name;
  text.size_px = NAME_PX;
  name_px = self->canvas->measure_text (self->canvas, &text);
  gap_px = MIN ((run->end_px - run->begin_px - name_px) / 2.0, NAME_GAP_PX);
  text.at = (SpurPoint){ self->box->x + run->begin_px + gap_px,
                         get_top (self, run->depth) + get_height (self, run->depth) / 2.0 +
                           NAME_PX * 0.36 };
  if (self->box->x + run->free_px < text.at.x + name_px)
    draw_plate (self, &text, name_px, swatch);
  self->canvas->draw_text (self->canvas, SPUR_LAYER_BAR, &text);
  self->text_end_px = run->begin_px + gap_px + name_px;
}

static gboolean
is_named (const Row *self, guint32 object, double begin_px)
{
  return object == self->last_object && begin_px < self->last_px + NAME_DISTANCE_PX &&
         begin_px < self->last_end_px + MIN_BAR_PX;
}

static gboolean
is_state_named (const Row *self, const Run *run)
{
  return run->state == self->last_state && run->object == self->last_owner &&
         run->begin_px < self->last_state_px + NAME_DISTANCE_PX;
}

/* Where a bar lies on this one from its begin on and is of the same object, the object's name is
 * left to that. */
static gboolean
leaves_name (const Run *run, double room_px)
{
  return run->free_px - run->begin_px < NAME_GAP_PX && run->next_object == run->object &&
         run->next_end_px - run->free_px >= room_px;
}

static gboolean
try_object (Row *self, const Run *run, const char *object, const char *state)
{
  g_autofree char *both = state != NULL ? g_strdup_printf ("%s · %s", object, state) : NULL;
  double room_px = measure_name (self, object);
  gboolean has_both = both != NULL && measure_name (self, both) <= run->free_px - run->begin_px;

  if (room_px > run->end_px - run->begin_px || leaves_name (run, room_px))
    return FALSE;
  draw_name (self, run, has_both ? both : object);
  self->last_object = run->object;
  self->last_px = run->begin_px;
  self->last_end_px = run->end_px;
  self->last_owner = run->object;
  self->last_state = has_both ? run->state : SPUR_NONE;
  self->last_state_px = run->begin_px;
  return TRUE;
}

/* States are only written where nothing lies on their bars. */
static gboolean
try_state (Row *self, const Run *run, const char *state)
{
  if (state == NULL || is_state_named (self, run) ||
      measure_name (self, state) > run->free_px - run->begin_px)
    return FALSE;
  draw_name (self, run, state);
  self->last_owner = run->object;
  self->last_state = run->state;
  self->last_state_px = run->begin_px;
  return TRUE;
}

/* Names a bar where that has room for it, and its last name is far: by its object and its state,
 * or by one of them. Gives whether it did. */
static gboolean
try_name (Row *self, const Run *run)
{
  const char *object = get_object_name (self->picture, run->object);
  const char *state = get_state_name (self->picture, run->state);

  if (run->end_px - run->begin_px < MIN_BAR_PX || run->begin_px < self->text_end_px ||
      get_height (self, run->depth) < NAME_PX)
    return FALSE;
  if (object != NULL && !is_named (self, run->object, run->begin_px))
    return try_object (self, run, object, state);
  return try_state (self, run, state);
}

/* Whether a state goes on in the next span, as an index tells states that were left and entered
 * again at once. */
static gboolean
is_same_run (const SpurSpan *span, const SpurSpan *next)
{
  return next->object == span->object && next->state == span->state && next->depth == span->depth &&
         next->begin_ns == span->end_ns;
}

static guint
push_span (GArray *stack, const SpurSpan *span)
{
  const SpurOpenState state = { .end_ns = span->end_ns,
                                .owner = span->is_entered ? SPUR_NONE : span->object };

  while (stack->len > 0 &&
         g_array_index (stack, SpurOpenState, stack->len - 1).end_ns <= span->begin_ns)
    g_array_set_size (stack, stack->len - 1);
  return spur_state_strip_push (stack, &state);
}

/* Takes the spans of a run, from the one at @first on; gives the one after it. */
static guint
read_run (Row *self, const SpurSpan *spans, const GArray *indexes, guint first, Run *run)
{
  const guint32 *all = (const guint32 *) indexes->data;
  const SpurSpan *span = &spans[all[first]], *next;
  guint end = first + 1;

  *run = (Run){ .object = span->object,
                .state = span->state,
                .depth = push_span (self->stack, span),
                .begin_px = find_px (self, span->begin_ns),
                .next_object = SPUR_NONE };
  while (end < indexes->len && is_same_run (span, &spans[all[end]]))
    {
      span = &spans[all[end++]];
      push_span (self->stack, span);
    }
  run->end_px = run->free_px = run->next_end_px = find_px (self, span->end_ns);
  next = end < indexes->len ? &spans[all[end]] : NULL;
  if (next != NULL && next->begin_ns < span->end_ns)
    {
      run->free_px = find_px (self, next->begin_ns);
      run->next_end_px = find_px (self, next->end_ns);
      run->next_object = next->object;
    }
  return end;
}

void
spur_state_strip_draw_names (SpurSpaceTime *self,
                             const SpurTrack *track,
                             SpurCanvas *canvas,
                             const SpurStripBox *box)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (SpurOpenState));
  Row row = { .picture = self,
              .canvas = canvas,
              .box = box,
              .last_object = SPUR_NONE,
              .last_state = SPUR_NONE,
              .stack = stack };
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (self->history, &n_spans);
  guint n_names = 0, next;
  Run run;

  if (box->height < NAME_PX * 1.3)
    return;
  for (guint i = 0; i < track->spans->len && n_names < MAX_NAMES; i = next)
    {
      next = read_run (&row, spans, track->spans, i, &run);
      n_names += try_name (&row, &run);
      /* A bar that comes after a gap and left its name to the one on it begins anew. */
      if (is_named (&row, run.object, run.begin_px))
        row.last_end_px = MAX (row.last_end_px, run.end_px);
    }
}

/* The name of the state that a colour stands for, if it is only one. */
static const char *
get_swatch_name (const SpurSwatch *swatch)
{
  return swatch->n_states == 1 ? swatch->label : NULL;
}

void
spur_state_strip_name_bars (SpurSpaceTime *self, const GArray *bars, SpurCanvas *canvas)
{
  const SpurStripBar *last = NULL;

  for (guint i = 0, n_names = 0; i < bars->len && n_names < MAX_NAMES; i++)
    {
      const SpurStripBar *bar = &g_array_index (bars, SpurStripBar, i);
      const SpurSwatch *swatch = &self->palette->all[bar->swatch];
      SpurText text = spur_text_on_swatch (swatch);
      gboolean is_named = last != NULL && last->swatch == bar->swatch &&
                          last->rect.y == bar->rect.y &&
                          bar->rect.x < last->rect.x + NAME_DISTANCE_PX;
      double gap_px;

      text.text = get_swatch_name (swatch);
      text.size_px = NAME_PX;
      if (text.text == NULL || is_named || bar->rect.height < NAME_PX * 1.3 ||
          bar->rect.width < MIN_BAR_PX)
        continue;
      gap_px = (bar->rect.width - canvas->measure_text (canvas, &text)) / 2.0;
      if (gap_px < LEAST_GAP_PX)
        continue;
      text.at = (SpurPoint){ bar->rect.x + MIN (gap_px, NAME_GAP_PX),
                             bar->rect.y + bar->rect.height / 2.0 + NAME_PX * 0.36 };
      canvas->draw_text (canvas, SPUR_LAYER_BAR, &text);
      last = bar;
      n_names++;
    }
}
