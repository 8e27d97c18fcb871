/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-option.h"

#include "visualizers/view/spur-view-internal.h"

#define DEFAULT_WIDTH_PX 1600
/* The width of most screens and projectors. A picture with more pixels is the same one in a higher
 * density, so that what is read on a small screen is read on a large one. */
#define MAX_LAYOUT_PX 1920.0

/**
 * SpurView:
 *
 * A picture of a trace, or of a span of it.
 *
 * Each kind of picture is a class. What all have in common, the trace, the span, the title and the
 * size, is here; what a class has beside that are its properties, to be read and written, which
 * spur_view_set_option() sets by text. A class of a plugin is found by spur_view_make() under the
 * name that the plugin's manifest gives it:
 *
 * ```xml
 * <view name="task-list" type="TasklogListView"/>
 * ```
 *
 * A view collects what it draws when it is first drawn after a change, or by spur_view_prepare(),
 * which alone says what is wrong with an option.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurTrace *trace;
  SpurRegistry *registry;
  char *title;
  /* The trace's own, where the title is not set. */
  char *found_title;
  gboolean has_span;
  gint64 from_ns;
  gint64 to_ns;
  gboolean raw;
  gboolean is_dark;
  guint width_px;
  guint height_px;
  gboolean is_prepared;
} SpurViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurView, spur_view, G_TYPE_OBJECT)

static SpurViewPrivate *
get_private (SpurView *self)
{
  return spur_view_get_instance_private (self);
}

void
spur_view_forget (SpurView *self)
{
  get_private (self)->is_prepared = FALSE;
}

/* Any property may change the picture. */
static void
spur_view_notify (GObject *object, GParamSpec *pspec)
{
  spur_view_forget (SPUR_VIEW (object));
}

static void
spur_view_finalize (GObject *object)
{
  SpurViewPrivate *private = get_private (SPUR_VIEW (object));

  g_clear_object (&private->trace);
  g_clear_object (&private->registry);
  g_free (private->title);
  g_free (private->found_title);
  G_OBJECT_CLASS (spur_view_parent_class)->finalize (object);
}

static void
spur_view_class_init (SpurViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = spur_view_finalize;
  object_class->notify = spur_view_notify;
}

static void
spur_view_init (SpurView *self)
{
  get_private (self)->width_px = DEFAULT_WIDTH_PX;
}

/**
 * spur_view_set_trace:
 * @self: a view
 * @trace: a sealed trace
 *
 * Says which trace is drawn. A view without one draws nothing.
 *
 * Since: 1.0
 */
void
spur_view_set_trace (SpurView *self, SpurTrace *trace)
{
  SpurViewPrivate *private;

  g_return_if_fail (SPUR_IS_VIEW (self));
  g_return_if_fail (SPUR_IS_TRACE (trace));

  private = get_private (self);
  g_set_object (&private->trace, trace);
  g_clear_pointer (&private->found_title, g_free);
  spur_view_forget (self);
}

/**
 * spur_view_get_trace:
 * @self: a view
 *
 * Gets the trace that is drawn.
 *
 * Returns: (transfer none) (nullable): the trace; it lives as long as @self has it
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurTrace *, spur_view_get_trace, SpurView, SPUR_IS_VIEW, get_private (self)->trace)

/**
 * spur_view_set_registry:
 * @self: a view
 * @registry: where visualizers and colours are found; the default registry without this
 *
 * Sets where visualizers and colours are found.
 *
 * Since: 1.0
 */
void
spur_view_set_registry (SpurView *self, SpurRegistry *registry)
{
  g_return_if_fail (SPUR_IS_VIEW (self));
  g_return_if_fail (SPUR_IS_REGISTRY (registry));

  g_set_object (&get_private (self)->registry, registry);
  spur_view_forget (self);
}

/**
 * spur_view_get_registry:
 * @self: a view
 *
 * Gets where visualizers and colours are found.
 *
 * Returns: (transfer none): the registry
 *
 * Since: 1.0
 */
SpurRegistry *
spur_view_get_registry (SpurView *self)
{
  SpurRegistry *registry;

  g_return_val_if_fail (SPUR_IS_VIEW (self), NULL);

  registry = get_private (self)->registry;
  return registry != NULL ? registry : spur_registry_get_default ();
}

/**
 * spur_view_set_title:
 * @self: a view
 * @title: (nullable): what is written above the picture; %NULL for the trace's own title
 *
 * Sets the title of the picture.
 *
 * Since: 1.0
 */
void
spur_view_set_title (SpurView *self, const char *title)
{
  SpurViewPrivate *private;

  g_return_if_fail (SPUR_IS_VIEW (self));

  private = get_private (self);
  g_free (private->title);
  private->title = g_strdup (title);
}

/**
 * spur_view_get_title:
 * @self: a view with a trace
 *
 * Gets what is written above the picture.
 *
 * Returns: (transfer none): the title; it lives until @self is changed
 *
 * Since: 1.0
 */
const char *
spur_view_get_title (SpurView *self)
{
  SpurViewPrivate *private;

  g_return_val_if_fail (SPUR_IS_VIEW (self), NULL);
  private = get_private (self);
  g_return_val_if_fail (private->trace != NULL, NULL);

  if (private->title != NULL)
    return private->title;
  if (private->found_title == NULL)
  private->found_title = spur_view_find_title (private->trace);
  return private->found_title;
}

/**
 * spur_view_set_span_ns:
 * @self: a view
 * @from_ns: begin of the span, in ns of trace time, within plus or minus %SPUR_TIME_LIMIT_NS
 * @to_ns: its end, after @from_ns
 *
 * Says which span of time is drawn; without it the whole trace. A view of one time has no use for
 * it.
 *
 * Since: 1.0
 */
void
spur_view_set_span_ns (SpurView *self, gint64 from_ns, gint64 to_ns)
{
  SpurViewPrivate *private;

  g_return_if_fail (SPUR_IS_VIEW (self));
  g_return_if_fail (from_ns < to_ns);

  private = get_private (self);
  private->from_ns = CLAMP (from_ns, -SPUR_TIME_LIMIT_NS, SPUR_TIME_LIMIT_NS - 1);
  private->to_ns = CLAMP (to_ns, private->from_ns + 1, SPUR_TIME_LIMIT_NS);
  private->has_span = TRUE;
  spur_view_forget (self);
}

/**
 * spur_view_get_span_ns:
 * @self: a view with a trace
 * @from_ns: (out): begin of the span that is drawn, in ns of trace time
 * @to_ns: (out): its end, after @from_ns
 *
 * Gets the span that is drawn: that which was set, else the whole trace.
 *
 * Since: 1.0
 */
void
spur_view_get_span_ns (SpurView *self, gint64 *from_ns, gint64 *to_ns)
{
  SpurViewPrivate *private;

  g_return_if_fail (SPUR_IS_VIEW (self));
  g_return_if_fail (from_ns != NULL && to_ns != NULL);
  private = get_private (self);
  g_return_if_fail (private->trace != NULL);

  *from_ns = private->from_ns;
  *to_ns = private->to_ns;
  if (!private->has_span)
    spur_trace_get_span_ns (private->trace, private->raw, from_ns, to_ns);
  *to_ns = MAX (*to_ns, *from_ns + 1);
}

/**
 * spur_view_set_raw:
 * @self: a view
 * @raw: whether to draw the times as they were recorded, not the corrected ones
 *
 * Sets which times are drawn.
 *
 * Since: 1.0
 */
void
spur_view_set_raw (SpurView *self, gboolean raw)
{
  g_return_if_fail (SPUR_IS_VIEW (self));

  get_private (self)->raw = raw;
  spur_view_forget (self);
}

/**
 * spur_view_get_raw:
 * @self: a view
 *
 * Tells which times are drawn.
 *
 * Returns: whether the times are drawn as they were recorded
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (gboolean, spur_view_get_raw, SpurView, SPUR_IS_VIEW, get_private (self)->raw)

/**
 * spur_view_set_dark:
 * @self: a view
 * @dark: whether to draw on dark paper, as for a dark slide
 *
 * Sets the paper of the picture. Views of plugins, which draw on a cairo context themselves, have
 * white paper in any case.
 *
 * Since: 1.0
 */
void
spur_view_set_dark (SpurView *self, gboolean dark)
{
  g_return_if_fail (SPUR_IS_VIEW (self));

  get_private (self)->is_dark = dark;
}

/**
 * spur_view_get_dark:
 * @self: a view
 *
 * Tells whether the picture has dark paper.
 *
 * Returns: whether it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  gboolean, spur_view_get_dark, SpurView, SPUR_IS_VIEW, get_private (self)->is_dark)

/**
 * spur_view_set_size:
 * @self: a view
 * @width_px: width in pixels; 0 for 1600
 * @height_px: height in pixels; 0 for as high as the picture needs
 *
 * Says how large the picture is. One that is wider than 1,920 pixels has larger text and lines, as
 * on a screen of higher density.
 *
 * Since: 1.0
 */
void
spur_view_set_size (SpurView *self, guint width_px, guint height_px)
{
  SpurViewPrivate *private;

  g_return_if_fail (SPUR_IS_VIEW (self));

  private = get_private (self);
  private->width_px = width_px > 0 ? width_px : DEFAULT_WIDTH_PX;
  private->height_px = height_px;
  spur_view_forget (self);
}

/**
 * spur_view_get_width_px:
 * @self: a view
 *
 * Gets how wide the picture is.
 *
 * Returns: the width in pixels
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_view_get_width_px, SpurView, SPUR_IS_VIEW, get_private (self)->width_px)

/**
 * spur_view_set_option:
 * @self: a view
 * @name: a property's name, or without the "-ns" at its end
 * @value: its value as text; times may have a unit
 * @error: return location for an error
 *
 * Sets a property of the view's class, as the command does.
 *
 * Returns: %FALSE with %SPUR_VIEW_ERROR_OPTION where the view has no such property, or this cannot
 *   have the value
 *
 * Since: 1.0
 */
gboolean
spur_view_set_option (SpurView *self, const char *name, const char *value, GError **error)
{
  g_autoptr (GError) problem = NULL;

  g_return_val_if_fail (SPUR_IS_VIEW (self), FALSE);
  g_return_val_if_fail (name != NULL && value != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (spur_option_set (G_OBJECT (self), name, value, &problem))
    return TRUE;
  return spur_error_set (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION, "option of the view: %s",
                         problem->message);
}

/**
 * spur_view_prepare:
 * @self: a view with a trace
 * @job: (nullable): how
 * @error: return location for an error
 *
 * Collects what is drawn, if that was not done since the view was changed. Drawing does it, too,
 * and draws nothing where it cannot be.
 *
 * Returns: %FALSE with %SPUR_VIEW_ERROR_OPTION where an option says nothing of the trace, or what
 *   else the class says
 *
 * Since: 1.0
 */
gboolean
spur_view_prepare (SpurView *self, const SpurJob *job, GError **error)
{
  SpurViewPrivate *private;
  SpurViewClass *klass;

  g_return_val_if_fail (SPUR_IS_VIEW (self), FALSE);
  private = get_private (self);
  g_return_val_if_fail (private->trace != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  klass = SPUR_VIEW_GET_CLASS (self);
  if (!private->is_prepared)
  private->is_prepared = klass->prepare == NULL || klass->prepare (self, job, error);
  return private->is_prepared;
}

/* Pixels for one of the layout. */
static double
get_scale (SpurView *self)
{
  return MAX (get_private (self)->width_px / MAX_LAYOUT_PX, 1.0);
}

/* Of a view that is prepared, in pixels of the layout. */
static SpurViewSize
get_size (SpurView *self, gboolean is_svg)
{
  SpurViewPrivate *private = get_private (self);
  SpurViewClass *klass = SPUR_VIEW_GET_CLASS (self);
  double scale = get_scale (self);
  SpurViewSize size = { spur_view_get_title (self), private->width_px / scale,
                        private->height_px / scale, is_svg };

  if (size.height_px <= 0.0)
    size.height_px = klass->get_height (self, size.width_px);
  return size;
}

/* In the canvas's pixels, which are those of the layout. */
static void
draw_sized (SpurView *self, SpurCanvas *canvas, const SpurViewSize *size)
{
  SpurViewClass *klass = SPUR_VIEW_GET_CLASS (self);

  if (klass->draw_on != NULL)
    ((SpurViewDrawFunc) klass->draw_on) (self, canvas, size);
  else
    {
      cairo_t *context = spur_cairo_canvas_get_context (canvas);

      cairo_save (context);
      cairo_set_source_rgb (context, 1.0, 1.0, 1.0);
      cairo_rectangle (context, 0.0, 0.0, size->width_px, size->height_px);
      cairo_fill (context);
      cairo_restore (context);
      klass->draw (self, context, size->width_px, size->height_px);
    }
}

void
spur_view_draw_on (SpurView *self, SpurCanvas *canvas)
{
  SpurViewSize size;

  if (!spur_view_prepare (self, NULL, NULL))
    return;
  size = get_size (self, FALSE);
  draw_sized (self, canvas, &size);
}

/**
 * spur_view_draw:
 * @self: a view with a trace
 * @context: where to draw, in pixels of the picture
 *
 * Draws the picture into a window, say. One that is wider than 1,920 pixels has larger text and
 * lines, as on a screen of higher density.
 *
 * Since: 1.0
 */
void
spur_view_draw (SpurView *self, cairo_t *context)
{
  SpurCanvas *canvas;

  g_return_if_fail (SPUR_IS_VIEW (self));
  g_return_if_fail (context != NULL);

  canvas = spur_cairo_canvas_new (context);
  spur_cairo_canvas_set_dark (canvas, get_private (self)->is_dark);
  cairo_save (context);
  cairo_scale (context, get_scale (self), get_scale (self));
  spur_view_draw_on (self, canvas);
  cairo_restore (context);
  spur_cairo_canvas_free (canvas);
}

/**
 * spur_view_get_note:
 * @self: a view with a trace
 *
 * Says what the picture shows and what it leaves out, in a sentence or two.
 *
 * Returns: (transfer full) (nullable): the note, or %NULL where the view says nothing
 *
 * Since: 1.0
 */
char *
spur_view_get_note (SpurView *self)
{
  SpurViewClass *klass;

  g_return_val_if_fail (SPUR_IS_VIEW (self), NULL);

  klass = SPUR_VIEW_GET_CLASS (self);
  if (klass->dup_note == NULL || !spur_view_prepare (self, NULL, NULL))
    return NULL;
  return klass->dup_note (self);
}

static void
draw_picture (SpurCanvas *canvas, gboolean is_svg, gpointer user_data)
{
  SpurViewSize size = get_size (user_data, is_svg);
  cairo_t *context = spur_cairo_canvas_get_context (canvas);

  spur_cairo_canvas_set_dark (canvas, get_private (user_data)->is_dark);
  cairo_save (context);
  cairo_scale (context, get_scale (user_data), get_scale (user_data));
  draw_sized (user_data, canvas, &size);
  cairo_restore (context);
}

/**
 * spur_view_save:
 * @self: a view with a trace
 * @path: a file whose name ends in .svg, .pdf or .png
 * @error: return location for an error
 *
 * Draws the picture into a file, which appears complete or not at all.
 *
 * Returns: %FALSE with %SPUR_VIEW_ERROR_SUFFIX where the name ends otherwise,
 *   %SPUR_VIEW_ERROR_SIZE where the picture is larger than 16,000 pixels,
 *   %SPUR_VIEW_ERROR_WRITE where it could not be drawn, an error of spur_view_prepare(), or one of
 *   #GIOErrorEnum
 *
 * Since: 1.0
 */
gboolean
spur_view_save (SpurView *self, const char *path, GError **error)
{
  SpurViewSize size;
  double scale;

  g_return_val_if_fail (SPUR_IS_VIEW (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!spur_view_prepare (self, NULL, error))
    return FALSE;
  size = get_size (self, FALSE);
  scale = get_scale (self);
  return spur_picture_file_save (path, round (size.width_px * scale),
                                 round (size.height_px * scale), draw_picture, self, error);
}
