/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/space-time/spur-space-time-view.h"

#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/view/spur-view-internal.h"

#define MAX_ARROWS 3000
#define MAX_BANDS 240
/* Keeps an SVG file below some two megabytes. */
#define SVG_MAX_CELLS 12000
/* Of more events states are not made one by one: rows have some ten times fewer pixels, and each
 * state takes 40 bytes. */
#define MAX_SPAN_EVENTS (1u << 19)

struct _SpurSpaceTimeView
{
  SpurView parent_instance;

  /* NULL until they are needed, where they were not given. */
  SpurEdges *edges;
  SpurIndex *index;
  SpurSpaceTime *picture;
};

/**
 * SpurSpaceTimeView:
 *
 * A picture of a span of time: a lane for every target, the states of load objects as bars,
 * messages as arrows between the lanes, those that are received before they are sent in red,
 * and the moves of load objects on top.
 *
 * It stays readable and small for any number of events: states that are shorter than a pixel
 * are drawn as their shares of a column of pixels, and arrows are thinned evenly, moves and
 * violated edges last. What was left out is said in the picture.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (SpurSpaceTimeView, spur_space_time_view, SPUR_TYPE_VIEW)

static void
spur_space_time_view_finalize (GObject *object)
{
  SpurSpaceTimeView *self = SPUR_SPACE_TIME_VIEW (object);

  g_clear_pointer (&self->picture, spur_space_time_free);
  g_clear_object (&self->edges);
  g_clear_object (&self->index);
  G_OBJECT_CLASS (spur_space_time_view_parent_class)->finalize (object);
}

static gboolean
spur_space_time_view_prepare (SpurView *view, const SpurJob *job, GError **error)
{
  SpurSpaceTimeView *self = SPUR_SPACE_TIME_VIEW (view);
  SpurSpaceTimeOptions options = { .trace = spur_view_get_trace (view),
                                   .registry = spur_view_get_registry (view),
                                   .index = self->index,
                                   .raw = spur_view_get_raw (view),
                                   .has_span = TRUE,
                                   .n_columns = spur_view_get_width_px (view),
                                   .max_arrows = MAX_ARROWS,
                                   .max_bands = MAX_BANDS,
                                   .max_span_events = MAX_SPAN_EVENTS };

  g_clear_pointer (&self->picture, spur_space_time_free);
  if (self->edges == NULL)
    self->edges = spur_edges_new_for_trace (options.trace, job, error);
  if (self->edges == NULL)
    return FALSE;
  options.edges = self->edges;
  spur_view_get_span_ns (view, &options.from_ns, &options.to_ns);
  self->picture = spur_space_time_new (&options);
  return TRUE;
}

static double
spur_space_time_view_get_height (SpurView *view, double width_px)
{
  return spur_space_time_get_natural_height (SPUR_SPACE_TIME_VIEW (view)->picture);
}

static void
spur_space_time_view_draw_picture (SpurView *view, SpurCanvas *canvas, const SpurViewSize *size)
{
  const SpurSpaceTimeSize shown = { .title = size->title,
                                    .width_px = size->width_px,
                                    .height_px = size->height_px,
                                    .max_cells = size->is_svg ? SVG_MAX_CELLS : 0 };

  spur_space_time_draw (SPUR_SPACE_TIME_VIEW (view)->picture, canvas, &shown);
}

static char *
spur_space_time_view_dup_note (SpurView *view)
{
  return spur_space_time_get_note (SPUR_SPACE_TIME_VIEW (view)->picture);
}

static void
spur_space_time_view_class_init (SpurSpaceTimeViewClass *klass)
{
  SpurViewClass *view_class = SPUR_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_space_time_view_finalize;
  view_class->prepare = spur_space_time_view_prepare;
  view_class->get_height = spur_space_time_view_get_height;
  view_class->draw_on = spur_space_time_view_draw_picture;
  view_class->dup_note = spur_space_time_view_dup_note;
}

static void
spur_space_time_view_init (SpurSpaceTimeView *self)
{
}

SpurSpaceTime *
spur_space_time_view_peek (SpurSpaceTimeView *self)
{
  return self->picture;
}

/**
 * spur_space_time_view_new:
 * @trace: a sealed trace
 * @edges: its edges
 *
 * Makes a view of the whole trace, at corrected times where there are any, 1600 pixels wide and
 * as high as its lanes need.
 *
 * Returns: (transfer full): a view
 *
 * Since: 1.0
 */
SpurSpaceTimeView *
spur_space_time_view_new (SpurTrace *trace, SpurEdges *edges)
{
  SpurSpaceTimeView *self;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (SPUR_IS_EDGES (edges), NULL);

  self = g_object_new (SPUR_TYPE_SPACE_TIME_VIEW, NULL);
  self->edges = g_object_ref (edges);
  spur_view_set_trace (SPUR_VIEW (self), trace);
  return self;
}

/**
 * spur_space_time_view_set_index:
 * @self: a view
 * @index: (nullable): the index of the trace
 *
 * Spares the view looking at all events of the trace for a span of it, where an index tells enough:
 * where streams only enter and leave states.
 *
 * Since: 1.0
 */
void
spur_space_time_view_set_index (SpurSpaceTimeView *self, SpurIndex *index)
{
  g_return_if_fail (SPUR_IS_SPACE_TIME_VIEW (self));
  g_return_if_fail (index == NULL || SPUR_IS_INDEX (index));

  g_set_object (&self->index, index);
  spur_view_forget (SPUR_VIEW (self));
}
