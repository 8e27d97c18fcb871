/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "visualizers/style/spur-palette-internal.h"

/**
 * SpurVisualizer:
 *
 * Draws the events of one event class: by itself a sign, a short line or a measured value for each,
 * where the style of the class says so.
 *
 * How a class looks is data: see spur_view_add_style(). A class that draws more is found by the
 * name of the event class, "Event" replaced by "Visualizer", else by that of the parent class, and
 * so on. So a plugin that derives an event class from LO_Migration_Event has it drawn as a
 * migration without one more line.
 *
 * A view asks once for every event class of a trace and then draws millions of events by the
 * answer. A visualizer that draws its events itself gets them in batches.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurStyle style;
  SpurStyle sign;
} SpurVisualizerPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurVisualizer, spur_visualizer, G_TYPE_OBJECT)

/* Begins, places and ends of objects are where these are, whichever stream records them. */
static gboolean
is_at_object (const SpurEventBatch *batch)
{
  SpurEffect effect = batch->layout->effect;

  return effect == SPUR_EFFECT_BEGIN || effect == SPUR_EFFECT_PLACE || effect == SPUR_EFFECT_END ||
         spur_stream_get_target (spur_trace_get_stream (batch->trace, batch->stream)) == SPUR_NONE;
}

/* The lane of an event: that of the target that it is about, by @use, or on which that is, else
 * that of its stream. */
static guint32
find_event_lane (SpurScene *scene, const SpurEventBatch *batch, gsize index, SpurUse use)
{
  guint32 object =
    (guint32) spur_event_layout_get_use (batch->layout, use, batch->records[index], SPUR_NONE);
  guint32 lane = SPUR_NONE;

  if (object >= spur_definitions_get_n_objects (spur_trace_get_definitions (batch->trace)))
    return batch->lane;
  if (batch->target_lanes[object] != SPUR_NONE)
    return batch->target_lanes[object];
  if (is_at_object (batch))
    lane = spur_scene_find_lane (scene, object, batch->times_ns[index]);
  return lane != SPUR_NONE ? lane : batch->lane;
}

void
spur_visualizer_add_glyphs (SpurScene *scene, const SpurEventBatch *batch, guint32 style)
{
  SpurUse use = batch->layout->field_of_use[SPUR_USE_DESTINATION] >= 0 ? SPUR_USE_DESTINATION
                                                                       : SPUR_USE_SUBJECT;

  for (gsize i = 0; i < batch->n_events; i++)
    {
      const SpurSceneGlyph glyph = { batch->times_ns[i], find_event_lane (scene, batch, i, use),
                                     style };

      spur_scene_add_glyph (scene, &glyph);
    }
}

/* Adds what every event measures, in the batch's style. */
static void
add_values (SpurScene *scene, const SpurEventBatch *batch)
{
  for (gsize i = 0; i < batch->n_events; i++)
    {
      const guint8 *record = batch->records[i];
      guint64 bits = spur_event_layout_get_use (batch->layout, SPUR_USE_LOAD, record, 0);
      SpurSceneValue value = { .time_ns = batch->times_ns[i],
                               .lane = find_event_lane (scene, batch, i, SPUR_USE_SUBJECT),
                               .style = batch->style,
                               .series = (guint32) spur_event_layout_get_use (
                                 batch->layout, SPUR_USE_SUBJECT, record, SPUR_NONE) };

      memcpy (&value.value, &bits, sizeof value.value);
      spur_scene_add_value (scene, &value);
    }
}

static void
spur_visualizer_real_add_marks (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch)
{
  gsize n_styles;
  const SpurStyle *style = &spur_scene_get_styles (scene, &n_styles)[batch->style];

  if (style->form == SPUR_FORM_TICK || style->form == SPUR_FORM_GLYPH)
    spur_visualizer_add_glyphs (scene, batch, batch->style);
  else if (style->form == SPUR_FORM_LEVEL)
    add_values (scene, batch);
}

static void
spur_visualizer_class_init (SpurVisualizerClass *klass)
{
  klass->add_marks = spur_visualizer_real_add_marks;
}

static void
spur_visualizer_init (SpurVisualizer *self)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);

  spur_style_init (&private->style);
  spur_style_init (&private->sign);
}

void
spur_visualizer_set_style (SpurVisualizer *self, const SpurStyle *style, const SpurStyle *sign)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);

  private->style = *style;
  private->sign = *sign;
}

const SpurStyle *
spur_visualizer_peek_sign (SpurVisualizer *self)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);

  return &private->sign;
}

/**
 * spur_visualizer_get_style:
 * @self: a visualizer
 * @layout: the event class that is to be drawn
 * @style: (out caller-allocates): how its events are drawn
 *
 * Asks how the events of a class are drawn.
 *
 * Since: 1.0
 */
void
spur_visualizer_get_style (SpurVisualizer *self, const SpurEventLayout *layout, SpurStyle *style)
{
  SpurVisualizerPrivate *private;

  g_return_if_fail (SPUR_IS_VISUALIZER (self));
  g_return_if_fail (layout != NULL);
  g_return_if_fail (style != NULL);

  private = spur_visualizer_get_instance_private (self);
  *style = private->style;
  if (SPUR_VISUALIZER_GET_CLASS (self)->get_style != NULL)
    SPUR_VISUALIZER_GET_CLASS (self)->get_style (self, layout, style);
}

gboolean
spur_visualizer_has_marks (SpurVisualizer *self, const SpurStyle *style)
{
  if (SPUR_VISUALIZER_GET_CLASS (self)->add_marks != spur_visualizer_real_add_marks)
    return TRUE;
  return style->form == SPUR_FORM_TICK || style->form == SPUR_FORM_GLYPH ||
         style->form == SPUR_FORM_LEVEL;
}

/**
 * spur_visualizer_add_marks:
 * @self: a visualizer
 * @scene: where the marks are added
 * @batch: events of one class and one stream
 *
 * Adds the marks of some events.
 *
 * Since: 1.0
 */
void
spur_visualizer_add_marks (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch)
{
  g_return_if_fail (SPUR_IS_VISUALIZER (self));
  g_return_if_fail (SPUR_IS_SCENE (scene));
  g_return_if_fail (batch != NULL);

  SPUR_VISUALIZER_GET_CLASS (self)->add_marks (self, scene, batch);
}
