/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/kit/sim-visualizer.h"

typedef struct
{
  SpurVisualizerClass parent_class;
  const SimVisualizer *row;
} SimVisualizerClass;

static void
add_marks (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch)
{
  const SimVisualizer *row = ((SimVisualizerClass *) SPUR_VISUALIZER_GET_CLASS (self))->row;
  int field = spur_event_layout_find_field (batch->layout, row->field);
  gsize n_styles;
  SpurStyle own = spur_scene_get_styles (scene, &n_styles)[batch->style];

  for (gsize i = 0; field >= 0 && i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, 0 };
      SpurStyle style = own;

      row->set_style (spur_event_layout_get_uint (batch->layout, (guint) field, batch->records[i]),
                      &style);
      glyph.style = spur_scene_add_style (scene, &style);
      spur_scene_add_glyph (scene, &glyph);
    }
}

static void
init_class (gpointer klass, gpointer row)
{
  ((SpurVisualizerClass *) klass)->add_marks = add_marks;
  ((SimVisualizerClass *) klass)->row = row;
}

GType
sim_visualizer_register (const SimVisualizer *row)
{
  GTypeQuery query;

  g_type_query (SPUR_TYPE_VISUALIZER, &query);
  return g_type_register_static (SPUR_TYPE_VISUALIZER, row->name,
                                 &(GTypeInfo){ .class_size = sizeof (SimVisualizerClass),
                                               .class_init = init_class,
                                               .class_data = row,
                                               .instance_size = (guint16) query.instance_size },
                                 G_TYPE_FLAG_NONE);
}
