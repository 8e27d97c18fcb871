/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tasklog-begin-visualizer.h"

/* Marks where an urgent task begins. The bar of the task comes from the style that the event class
 * inherits, as its meaning does. */
struct _TasklogBeginVisualizer
{
  SpurVisualizer parent_instance;

  /* Tasks are urgent from this priority on. A project file sets it as a parameter. */
  guint urgent;
};

G_DEFINE_FINAL_TYPE (TasklogBeginVisualizer, tasklog_begin_visualizer, SPUR_TYPE_VISUALIZER)

#define PROPERTY_URGENT 1

static void
tasklog_begin_visualizer_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_uint (value, TASKLOG_BEGIN_VISUALIZER (object)->urgent);
}

static void
tasklog_begin_visualizer_set_property (GObject *object,
                                       guint id,
                                       const GValue *value,
                                       GParamSpec *pspec)
{
  TASKLOG_BEGIN_VISUALIZER (object)->urgent = g_value_get_uint (value);
}

static const SpurStyle urgent_style = {
  .form = SPUR_FORM_GLYPH,
  .glyph = SPUR_GLYPH_TRIANGLE,
  .color = 0xb5541b,
  .opacity = 1.0,
  .width_px = 5.0,
  .label = "urgent task",
};

static void
tasklog_begin_visualizer_add_marks (SpurVisualizer *visualizer,
                                    SpurScene *scene,
                                    const SpurEventBatch *batch)
{
  guint least = TASKLOG_BEGIN_VISUALIZER (visualizer)->urgent;
  int priority = spur_event_layout_find_field (batch->layout, "priority");
  guint style = spur_scene_add_style (scene, &urgent_style);

  SPUR_VISUALIZER_CLASS (tasklog_begin_visualizer_parent_class)
    ->add_marks (visualizer, scene, batch);
  for (gsize i = 0; priority >= 0 && i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, style };

      if (spur_event_layout_get_uint (batch->layout, (guint) priority, batch->records[i]) >= least)
        spur_scene_add_glyph (scene, &glyph);
    }
}

/* Of tasks that begin at one place of the picture, one mark where the most urgent one is urgent.
 * How many of them are, a bucket does not say. */
static void
tasklog_begin_visualizer_add_bucket (SpurVisualizer *visualizer,
                                     SpurScene *scene,
                                     const SpurEventBucket *bucket)
{
  SpurSceneGlyph glyph = { .time_ns = bucket->first_ns, .lane = bucket->lane };

  SPUR_VISUALIZER_CLASS (tasklog_begin_visualizer_parent_class)
    ->add_bucket (visualizer, scene, bucket);
  glyph.style = spur_scene_add_style (scene, &urgent_style);
  if (bucket->most >= TASKLOG_BEGIN_VISUALIZER (visualizer)->urgent)
    spur_scene_add_glyph (scene, &glyph);
}

static void
tasklog_begin_visualizer_class_init (TasklogBeginVisualizerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  SPUR_VISUALIZER_CLASS (klass)->add_marks = tasklog_begin_visualizer_add_marks;
  SPUR_VISUALIZER_CLASS (klass)->add_bucket = tasklog_begin_visualizer_add_bucket;
  object_class->get_property = tasklog_begin_visualizer_get_property;
  object_class->set_property = tasklog_begin_visualizer_set_property;
  g_object_class_install_property (object_class, PROPERTY_URGENT,
                                   g_param_spec_uint ("urgent", NULL, NULL, 0, G_MAXUINT8, 5,
                                                      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void
tasklog_begin_visualizer_init (TasklogBeginVisualizer *self)
{
  self->urgent = 5;
  /* Whose range a bucket of events has. */
  g_object_set (self, "value-field", "priority", NULL);
}
