/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/system/spur-system-view.h"

#include "core/base/spur-object-internal.h"
#include "visualizers/system/spur-system-internal.h"

#define DEFAULT_WIDTH_PX 1600

struct _SpurSystemView
{
  GObject parent_instance;

  SpurTrace *trace;
  SpurRegistry *registry;
  char *title;
  gboolean raw;
  gboolean has_time;
  gint64 time_ns;
  guint width_px;
  guint height_px;
  SpurSystem *system;
};

/**
 * SpurSystemView:
 *
 * A picture of the system at one time: targets as boxes, and in them the load objects that are on
 * them, in what they are in, as an agent in its process on its host. Boxes have the colour of the
 * state that the object is in; these are the colours of #SpurSpaceTimeView. What exists and is on
 * no target, as on its way from one to another, has a box of its own.
 *
 * It shows what #SpurTimeline says of that time. Targets have the same boxes at all times. It stays
 * readable for thousands of objects: boxes become smaller, names are cut, and where boxes would be
 * smaller than four pixels that around them says how many there are in which state.
 *
 * Since: 1.0
 */
SPUR_DEFINE_OBJECT (SpurSystemView, spur_system_view, G_TYPE_FLAG_FINAL)

static void
spur_system_view_clear (SpurSystemView *self)
{
  g_clear_pointer (&self->system, spur_system_free);
  g_clear_object (&self->trace);
  g_clear_object (&self->registry);
  g_free (self->title);
}

static void
spur_system_view_init (SpurSystemView *self)
{
  self->width_px = DEFAULT_WIDTH_PX;
}

/**
 * spur_system_view_new:
 * @trace: a sealed trace
 *
 * Makes a view of the trace's end, at corrected times where there are any, 1600 pixels wide and as
 * high as its boxes need.
 *
 * Returns: (transfer full): a view
 *
 * Since: 1.0
 */
SpurSystemView *
spur_system_view_new (SpurTrace *trace)
{
  SpurSystemView *self;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);

  self = g_object_new (SPUR_TYPE_SYSTEM_VIEW, NULL);
  self->trace = g_object_ref (trace);
  return self;
}

/**
 * spur_system_view_set_registry:
 * @self: a view
 * @registry: where colours are found; the default registry without this
 *
 * Sets where colours are found.
 *
 * Since: 1.0
 */
void
spur_system_view_set_registry (SpurSystemView *self, SpurRegistry *registry)
{
  g_return_if_fail (SPUR_IS_SYSTEM_VIEW (self));
  g_return_if_fail (SPUR_IS_REGISTRY (registry));

  g_set_object (&self->registry, registry);
  g_clear_pointer (&self->system, spur_system_free);
}

/**
 * spur_system_view_set_title:
 * @self: a view
 * @title: (nullable): what is written above the picture; %NULL for the trace's own title
 *
 * Sets the title of the picture.
 *
 * Since: 1.0
 */
void
spur_system_view_set_title (SpurSystemView *self, const char *title)
{
  g_return_if_fail (SPUR_IS_SYSTEM_VIEW (self));

  g_free (self->title);
  self->title = g_strdup (title);
}

/**
 * spur_system_view_set_time_ns:
 * @self: a view
 * @time_ns: when, in ns of trace time, within plus or minus %SPUR_TIME_LIMIT_NS
 *
 * Says which time is drawn; without it the trace's end. To draw another time of the same trace does
 * not go through the trace again.
 *
 * Since: 1.0
 */
void
spur_system_view_set_time_ns (SpurSystemView *self, gint64 time_ns)
{
  g_return_if_fail (SPUR_IS_SYSTEM_VIEW (self));

  self->time_ns = CLAMP (time_ns, -SPUR_TIME_LIMIT_NS, SPUR_TIME_LIMIT_NS);
  self->has_time = TRUE;
  if (self->system != NULL)
    spur_system_set_time_ns (self->system, self->time_ns);
}

/**
 * spur_system_view_set_raw:
 * @self: a view
 * @raw: whether to go by the times as they were recorded, not by the corrected ones
 *
 * Sets which times count.
 *
 * Since: 1.0
 */
void
spur_system_view_set_raw (SpurSystemView *self, gboolean raw)
{
  g_return_if_fail (SPUR_IS_SYSTEM_VIEW (self));

  self->raw = raw;
  g_clear_pointer (&self->system, spur_system_free);
}

/**
 * spur_system_view_set_size:
 * @self: a view
 * @width_px: width in pixels; 0 for 1600
 * @height_px: height in pixels; 0 for as high as the boxes need
 *
 * Says how large the picture is.
 *
 * Since: 1.0
 */
void
spur_system_view_set_size (SpurSystemView *self, guint width_px, guint height_px)
{
  g_return_if_fail (SPUR_IS_SYSTEM_VIEW (self));

  self->width_px = width_px > 0 ? width_px : DEFAULT_WIDTH_PX;
  self->height_px = height_px;
}

static SpurSystem *
ensure_system (SpurSystemView *self)
{
  gint64 begin_ns, end_ns;

  if (self->system != NULL)
    return self->system;
  if (self->registry == NULL)
    self->registry = g_object_ref (spur_registry_get_default ());
  self->system = spur_system_new (self->trace, self->registry, self->raw);
  spur_trace_get_span_ns (self->trace, self->raw, &begin_ns, &end_ns);
  spur_system_set_time_ns (self->system, self->has_time ? self->time_ns : end_ns);
  return self->system;
}

static SpurSystemSize
get_size (SpurSystemView *self)
{
  double height_px = self->height_px;

  if (height_px <= 0.0)
    height_px = spur_system_get_natural_height (ensure_system (self), self->width_px);
  if (self->title == NULL)
    self->title = spur_view_find_title (self->trace);
  return (
    SpurSystemSize){ .title = self->title, .width_px = self->width_px, .height_px = height_px };
}

static void
draw_picture (SpurCanvas *canvas, gboolean is_svg, gpointer user_data)
{
  SpurSystemView *self = user_data;
  SpurSystemSize size = get_size (self);

  spur_system_draw (ensure_system (self), canvas, &size);
}

/**
 * spur_system_view_draw:
 * @self: a view
 * @context: where to draw, in pixels of the picture
 *
 * Draws the picture into a window, say.
 *
 * Since: 1.0
 */
void
spur_system_view_draw (SpurSystemView *self, cairo_t *context)
{
  SpurCanvas *canvas;

  g_return_if_fail (SPUR_IS_SYSTEM_VIEW (self));
  g_return_if_fail (context != NULL);

  canvas = spur_cairo_canvas_new (context);
  draw_picture (canvas, FALSE, self);
  spur_cairo_canvas_free (canvas);
}

/**
 * spur_system_view_get_note:
 * @self: a view
 *
 * Says what the picture shows, in a sentence.
 *
 * Returns: (transfer full): the note
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (char *,
                    spur_system_view_get_note,
                    SpurSystemView,
                    SPUR_IS_SYSTEM_VIEW,
                    spur_system_get_note (ensure_system (self)))

/**
 * spur_system_view_save:
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
spur_system_view_save (SpurSystemView *self, const char *path, GError **error)
{
  SpurSystemSize size;

  g_return_val_if_fail (SPUR_IS_SYSTEM_VIEW (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  size = get_size (self);
  return spur_picture_file_save (path, size.width_px, size.height_px, draw_picture, self, error);
}
