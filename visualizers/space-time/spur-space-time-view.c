/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/space-time/spur-space-time-view.h"

#include "core/base/spur-object-internal.h"
#include "visualizers/space-time/spur-space-time-internal.h"

#define DEFAULT_WIDTH_PX 1600
#define MAX_ARROWS 3000
#define MAX_BANDS 240
/* Keeps an SVG file below some two megabytes. */
#define SVG_MAX_CELLS 12000
/* Of more events states are not made one by one: rows have some ten times fewer pixels, and each
 * state takes 40 bytes. */
#define MAX_SPAN_EVENTS (1u << 19)

struct _SpurSpaceTimeView
{
  GObject parent_instance;

  SpurSpaceTimeOptions options;
  char *title;
  guint width_px;
  guint height_px;
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
SPUR_DEFINE_OBJECT (SpurSpaceTimeView, spur_space_time_view, G_TYPE_FLAG_FINAL)

static void
forget_picture (SpurSpaceTimeView *self)
{
  g_clear_pointer (&self->picture, spur_space_time_free);
}

static void
spur_space_time_view_clear (SpurSpaceTimeView *self)
{
  forget_picture (self);
  g_clear_object (&self->options.trace);
  g_clear_object (&self->options.index);
  g_clear_object (&self->options.edges);
  g_clear_object (&self->options.registry);
  g_free (self->title);
}

static void
spur_space_time_view_init (SpurSpaceTimeView *self)
{
  self->width_px = DEFAULT_WIDTH_PX;
  self->options = (SpurSpaceTimeOptions){ .max_arrows = MAX_ARROWS,
                                          .max_bands = MAX_BANDS,
                                          .max_span_events = MAX_SPAN_EVENTS };
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
  self->options.trace = g_object_ref (trace);
  self->options.edges = g_object_ref (edges);
  return self;
}

/**
 * spur_space_time_view_set_registry:
 * @self: a view
 * @registry: where visualizers are found; the default registry without this
 *
 * Sets where visualizers, styles and colours are found.
 *
 * Since: 1.0
 */
void
spur_space_time_view_set_registry (SpurSpaceTimeView *self, SpurRegistry *registry)
{
  g_return_if_fail (SPUR_IS_SPACE_TIME_VIEW (self));
  g_return_if_fail (SPUR_IS_REGISTRY (registry));

  g_set_object (&self->options.registry, registry);
  forget_picture (self);
}

/**
 * spur_space_time_view_set_title:
 * @self: a view
 * @title: (nullable): what is written above the picture; %NULL for the trace's own title
 *
 * Sets the title of the picture.
 *
 * Since: 1.0
 */
void
spur_space_time_view_set_title (SpurSpaceTimeView *self, const char *title)
{
  g_return_if_fail (SPUR_IS_SPACE_TIME_VIEW (self));

  g_free (self->title);
  self->title = g_strdup (title);
}

/**
 * spur_space_time_view_set_span_ns:
 * @self: a view
 * @from_ns: begin of the span, in ns of trace time, within plus or minus %SPUR_TIME_LIMIT_NS
 * @to_ns: its end, after @from_ns
 *
 * Says which span of time is drawn; without it the whole trace.
 *
 * Since: 1.0
 */
void
spur_space_time_view_set_span_ns (SpurSpaceTimeView *self, gint64 from_ns, gint64 to_ns)
{
  g_return_if_fail (SPUR_IS_SPACE_TIME_VIEW (self));
  g_return_if_fail (from_ns < to_ns);

  self->options.from_ns = CLAMP (from_ns, -SPUR_TIME_LIMIT_NS, SPUR_TIME_LIMIT_NS - 1);
  self->options.to_ns = CLAMP (to_ns, self->options.from_ns + 1, SPUR_TIME_LIMIT_NS);
  self->options.has_span = TRUE;
  forget_picture (self);
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

  g_set_object (&self->options.index, index);
  forget_picture (self);
}

/**
 * spur_space_time_view_set_raw:
 * @self: a view
 * @raw: whether to draw the times as they were recorded, not the corrected ones
 *
 * Sets which times are drawn.
 *
 * Since: 1.0
 */
void
spur_space_time_view_set_raw (SpurSpaceTimeView *self, gboolean raw)
{
  g_return_if_fail (SPUR_IS_SPACE_TIME_VIEW (self));

  self->options.raw = raw;
  forget_picture (self);
}

/**
 * spur_space_time_view_set_size:
 * @self: a view
 * @width_px: width in pixels; 0 for 1600
 * @height_px: height in pixels; 0 for as high as the lanes need
 *
 * Says how large the picture is.
 *
 * Since: 1.0
 */
void
spur_space_time_view_set_size (SpurSpaceTimeView *self, guint width_px, guint height_px)
{
  g_return_if_fail (SPUR_IS_SPACE_TIME_VIEW (self));

  self->width_px = width_px > 0 ? width_px : DEFAULT_WIDTH_PX;
  self->height_px = height_px;
  forget_picture (self);
}

static SpurSpaceTime *
ensure_picture (SpurSpaceTimeView *self)
{
  if (self->options.registry == NULL)
    self->options.registry = g_object_ref (spur_registry_get_default ());
  if (self->picture == NULL)
    {
      self->options.n_columns = self->width_px;
      self->picture = spur_space_time_new (&self->options);
    }
  return self->picture;
}

static SpurSpaceTimeSize
get_size (SpurSpaceTimeView *self)
{
  double height_px = self->height_px;

  if (height_px <= 0.0)
    height_px = spur_space_time_get_natural_height (ensure_picture (self));
  if (self->title == NULL)
    self->title = spur_view_find_title (self->options.trace);
  return (
    SpurSpaceTimeSize){ .title = self->title, .width_px = self->width_px, .height_px = height_px };
}

void
spur_space_time_view_draw_on (SpurSpaceTimeView *self, SpurCanvas *canvas)
{
  SpurSpaceTimeSize size = get_size (self);

  spur_space_time_draw (ensure_picture (self), canvas, &size);
}

/**
 * spur_space_time_view_draw:
 * @self: a view
 * @context: where to draw, in pixels of the picture
 *
 * Draws the picture into a window, say.
 *
 * Since: 1.0
 */
void
spur_space_time_view_draw (SpurSpaceTimeView *self, cairo_t *context)
{
  SpurCanvas *canvas;

  g_return_if_fail (SPUR_IS_SPACE_TIME_VIEW (self));
  g_return_if_fail (context != NULL);

  canvas = spur_cairo_canvas_new (context);
  spur_space_time_view_draw_on (self, canvas);
  spur_cairo_canvas_free (canvas);
}

/**
 * spur_space_time_view_get_note:
 * @self: a view
 *
 * Says what the picture shows and what it leaves out, in a sentence or two.
 *
 * Returns: (transfer full): the note
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (char *,
                    spur_space_time_view_get_note,
                    SpurSpaceTimeView,
                    SPUR_IS_SPACE_TIME_VIEW,
                    spur_space_time_get_note (ensure_picture (self)))

static void
draw_picture (SpurCanvas *canvas, gboolean is_svg, gpointer user_data)
{
  SpurSpaceTimeView *self = user_data;
  SpurSpaceTimeSize size = get_size (self);

  size.max_cells = is_svg ? SVG_MAX_CELLS : 0;
  spur_space_time_draw (ensure_picture (self), canvas, &size);
}

/**
 * spur_space_time_view_save:
 * @self: a view
 * @path: a file whose name ends in .svg, .pdf or .png
 * @error: return location for an error
 *
 * Draws the picture into a file, which appears complete or not at all.
 *
 * Returns: %FALSE with %SPUR_VIEW_ERROR_SUFFIX where the name ends otherwise,
 *   %SPUR_VIEW_ERROR_SIZE where the picture is larger than 16,000 pixels,
 *   %SPUR_VIEW_ERROR_WRITE where it could not be drawn, or an error of
 *   #GIOErrorEnum
 *
 * Since: 1.0
 */
gboolean
spur_space_time_view_save (SpurSpaceTimeView *self, const char *path, GError **error)
{
  SpurSpaceTimeSize size;

  g_return_val_if_fail (SPUR_IS_SPACE_TIME_VIEW (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  size = get_size (self);
  return spur_picture_file_save (path, size.width_px, size.height_px, draw_picture, self, error);
}
