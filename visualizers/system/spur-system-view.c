/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/system/spur-system-view.h"

#include "visualizers/system/spur-system-internal.h"
#include "visualizers/view/spur-view-internal.h"

struct _SpurSystemView
{
  SpurView parent_instance;

  gboolean has_time;
  gint64 time_ns;
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
G_DEFINE_FINAL_TYPE (SpurSystemView, spur_system_view, SPUR_TYPE_VIEW)

static void
spur_system_view_finalize (GObject *object)
{
  g_clear_pointer (&SPUR_SYSTEM_VIEW (object)->system, spur_system_free);
  G_OBJECT_CLASS (spur_system_view_parent_class)->finalize (object);
}

static gboolean
spur_system_view_prepare (SpurView *view, const SpurJob *job, GError **error)
{
  SpurSystemView *self = SPUR_SYSTEM_VIEW (view);
  gint64 begin_ns, end_ns;

  g_clear_pointer (&self->system, spur_system_free);
  self->system = spur_system_new (spur_view_get_trace (view), spur_view_get_registry (view),
                                  spur_view_get_raw (view));
  spur_trace_get_span_ns (spur_view_get_trace (view), spur_view_get_raw (view), &begin_ns, &end_ns);
  spur_system_set_time_ns (self->system, self->has_time ? self->time_ns : end_ns);
  return TRUE;
}

static double
spur_system_view_get_height (SpurView *view, double width_px)
{
  return spur_system_get_natural_height (SPUR_SYSTEM_VIEW (view)->system, width_px);
}

static void
spur_system_view_draw_picture (SpurView *view, SpurCanvas *canvas, const SpurViewSize *size)
{
  const SpurSystemSize shown = { .title = size->title,
                                 .width_px = size->width_px,
                                 .height_px = size->height_px };

  spur_system_draw (SPUR_SYSTEM_VIEW (view)->system, canvas, &shown);
}

static char *
spur_system_view_dup_note (SpurView *view)
{
  return spur_system_get_note (SPUR_SYSTEM_VIEW (view)->system);
}

static void
spur_system_view_class_init (SpurSystemViewClass *klass)
{
  SpurViewClass *view_class = SPUR_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_system_view_finalize;
  view_class->prepare = spur_system_view_prepare;
  view_class->get_height = spur_system_view_get_height;
  view_class->draw_on = spur_system_view_draw_picture;
  view_class->dup_note = spur_system_view_dup_note;
}

static void
spur_system_view_init (SpurSystemView *self)
{
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
  spur_view_set_trace (SPUR_VIEW (self), trace);
  return self;
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
