/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Visualizers whose signs depend on a field of the event; the rest of the style is a row of the
 * manifest. */
#pragma once

#include "visualizers/style/spur-visualizer.h"

/* Changes @style, which is that of the row, to that of an event with @value. */
typedef void (*SimSetStyle) (guint64 value, SpurStyle *style);

static inline void
sim_add_glyphs (SpurScene *scene,
                const SpurEventBatch *batch,
                const char *field_name,
                SimSetStyle set_style)
{
  int field = spur_event_layout_find_field (batch->layout, field_name);
  gsize n_styles;
  SpurStyle own = spur_scene_get_styles (scene, &n_styles)[batch->style];

  for (gsize i = 0; field >= 0 && i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, 0 };
      SpurStyle style = own;

      set_style (spur_event_layout_get_uint (batch->layout, (guint) field, batch->records[i]),
                 &style);
      glyph.style = spur_scene_add_style (scene, &style);
      spur_scene_add_glyph (scene, &glyph);
    }
}

/* @field_name, @set_style: as above */
#define SIM_DEFINE_VISUALIZER(TypeName, type_name, field_name, set_style)                          \
  typedef SpurVisualizer TypeName;                                                                 \
  typedef SpurVisualizerClass TypeName##Class;                                                     \
  G_DEFINE_TYPE (TypeName, type_name, SPUR_TYPE_VISUALIZER)                                        \
  static void type_name##_add_marks (SpurVisualizer *self, SpurScene *scene,                       \
                                     const SpurEventBatch *batch)                                  \
  {                                                                                                \
    sim_add_glyphs (scene, batch, field_name, set_style);                                          \
  }                                                                                                \
  static void type_name##_class_init (SpurVisualizerClass *klass)                                  \
  {                                                                                                \
    klass->add_marks = type_name##_add_marks;                                                      \
  }                                                                                                \
  static void type_name##_init (SpurVisualizer *self) {}
