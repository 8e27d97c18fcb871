/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/lifeline/spur-lifeline-view.h"

#include "visualizers/lifeline/spur-lifelines-internal.h"
#include "visualizers/view/spur-view-internal.h"

/* Of 32 bytes each: 32 MiB, and while they are sorted as much again. */
#define MAX_EVENTS (1u << 20)

typedef enum
{
  PROPERTY_IDENTITY = 1,
  PROPERTY_ROWS,
  PROPERTY_POINTS,
  PROPERTY_LOAD_LINE,
  PROPERTY_GROUP,
  N_PROPERTIES,
} Property;

struct _SpurLifelineView
{
  SpurView parent_instance;

  /* By property; NULL where it is not set. */
  char *texts[N_PROPERTIES];
  SpurLifelines *picture;
};

/**
 * SpurLifelineView:
 *
 * A picture of lifelines, load-lines and points, as the tool nlv of NetLogger draws them (Tierney
 * et al., 1998, section 2.2): time goes to the right, events have a row each by their class and
 * state, and the events of one object, as a request on its way through a distributed system, are
 * joined by a line. Steep lines are fast, flat ones are slow, and lines that cross tell of objects
 * that pass each other.
 *
 * Rows stand in the order in which most lifelines go through them, the first one at the bottom.
 * Single events, as the retransmission of a packet, are signs in their rows. Numbers that change in
 * the course of time are lines below, each in a strip with an axis.
 *
 * What is drawn is said by properties: #SpurLifelineView:identity, #SpurLifelineView:rows,
 * #SpurLifelineView:points, #SpurLifelineView:load-line and #SpurLifelineView:group.
 *
 * Of more than about a million events it draws what each column of pixels shows of an object: where
 * it comes from, the rows that it is in, and where it goes to. With more objects than that allows,
 * it draws a sample of them, and says so.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (SpurLifelineView, spur_lifeline_view, SPUR_TYPE_VIEW)

static void
spur_lifeline_view_finalize (GObject *object)
{
  SpurLifelineView *self = SPUR_LIFELINE_VIEW (object);

  g_clear_pointer (&self->picture, spur_lifelines_free);
  for (guint i = 0; i < N_PROPERTIES; i++)
    g_free (self->texts[i]);
  G_OBJECT_CLASS (spur_lifeline_view_parent_class)->finalize (object);
}

static void
spur_lifeline_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_string (value, SPUR_LIFELINE_VIEW (object)->texts[id]);
}

/* An empty text is as good as none. */
static void
spur_lifeline_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SpurLifelineView *self = SPUR_LIFELINE_VIEW (object);
  const char *text = g_value_get_string (value);

  g_free (self->texts[id]);
  self->texts[id] = text != NULL && *text != '\0' ? g_strdup (text) : NULL;
}

static gboolean
spur_lifeline_view_prepare (SpurView *view, const SpurJob *job, GError **error)
{
  SpurLifelineView *self = SPUR_LIFELINE_VIEW (view);
  SpurLifelinesOptions options = { .trace = spur_view_get_trace (view),
                                   .registry = spur_view_get_registry (view),
                                   .raw = spur_view_get_raw (view),
                                   .identity = self->texts[PROPERTY_IDENTITY],
                                   .rows = self->texts[PROPERTY_ROWS],
                                   .points = self->texts[PROPERTY_POINTS],
                                   .load_line = self->texts[PROPERTY_LOAD_LINE],
                                   .group = self->texts[PROPERTY_GROUP],
                                   .max_events = MAX_EVENTS,
                                   .n_columns = spur_view_get_width_px (view) };

  g_clear_pointer (&self->picture, spur_lifelines_free);
  spur_view_get_span_ns (view, &options.from_ns, &options.to_ns);
  self->picture = spur_lifelines_new (&options, job, error);
  return self->picture != NULL;
}

static double
spur_lifeline_view_get_height (SpurView *view, double width_px)
{
  return spur_lifelines_get_height (SPUR_LIFELINE_VIEW (view)->picture);
}

static void
spur_lifeline_view_draw_picture (SpurView *view, SpurCanvas *canvas, const SpurViewSize *size)
{
  const SpurLifelinesSize shown = { .title = size->title,
                                    .width_px = size->width_px,
                                    .height_px = size->height_px };

  spur_lifelines_draw (SPUR_LIFELINE_VIEW (view)->picture, canvas, &shown);
}

static char *
spur_lifeline_view_dup_note (SpurView *view)
{
  return spur_lifelines_get_note (SPUR_LIFELINE_VIEW (view)->picture);
}

static void
install_text (GObjectClass *klass, Property property, const char *name)
{
  g_object_class_install_property (
    klass, property,
    g_param_spec_string (name, NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void
install_properties (GObjectClass *object_class)
{
  /**
   * SpurLifelineView:identity:
   *
   * Fields by which events belong to one lifeline, separated by commas: where all of them have the
   * same values. Fields are those of event classes, or values that events carry in lists. Without
   * it, the load object that an event is about, else its message.
   *
   * Since: 1.0
   */
  install_text (object_class, PROPERTY_IDENTITY, "identity");

  /**
   * SpurLifelineView:rows:
   *
   * The rows, from the bottom, separated by commas: event classes, with what derives from them, or
   * with wildcards as in `LM_*`; or a class with a state, as in `LO_State_Change_Event: running`.
   * Without it all that is on lifelines, in their order.
   *
   * Since: 1.0
   */
  install_text (object_class, PROPERTY_ROWS, "rows");

  /**
   * SpurLifelineView:points:
   *
   * Rows, named as in #SpurLifelineView:rows, whose events are drawn each by itself.
   *
   * Since: 1.0
   */
  install_text (object_class, PROPERTY_POINTS, "points");

  /**
   * SpurLifelineView:load-line:
   *
   * Numbers that are drawn as lines over time, separated by commas: fields, or formulas of fields,
   * constants, brackets and the signs + - * and /, as in `size / 1024`. A field whose name has
   * other characters than letters, digits, points and underscores is between quotes. Each object,
   * or what has the same #SpurLifelineView:identity, has a line of its own.
   *
   * Since: 1.0
   */
  install_text (object_class, PROPERTY_LOAD_LINE, "load-line");

  /**
   * SpurLifelineView:group:
   *
   * The field whose first value on a line says the line's colour. Without it, the target of the
   * stream that the first event is in.
   *
   * Since: 1.0
   */
  install_text (object_class, PROPERTY_GROUP, "group");
}

static void
spur_lifeline_view_class_init (SpurLifelineViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  SpurViewClass *view_class = SPUR_VIEW_CLASS (klass);

  object_class->finalize = spur_lifeline_view_finalize;
  object_class->get_property = spur_lifeline_view_get_property;
  object_class->set_property = spur_lifeline_view_set_property;
  view_class->prepare = spur_lifeline_view_prepare;
  view_class->get_height = spur_lifeline_view_get_height;
  view_class->draw_on = spur_lifeline_view_draw_picture;
  view_class->dup_note = spur_lifeline_view_dup_note;
  install_properties (object_class);
}

static void
spur_lifeline_view_init (SpurLifelineView *self)
{
}

/**
 * spur_lifeline_view_new:
 * @trace: a sealed trace
 *
 * Makes a view of the lifelines of all load objects of a trace.
 *
 * Returns: (transfer full): a view
 *
 * Since: 1.0
 */
SpurLifelineView *
spur_lifeline_view_new (SpurTrace *trace)
{
  SpurLifelineView *self;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);

  self = g_object_new (SPUR_TYPE_LIFELINE_VIEW, NULL);
  spur_view_set_trace (SPUR_VIEW (self), trace);
  return self;
}
