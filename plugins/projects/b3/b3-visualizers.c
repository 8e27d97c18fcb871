/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b3/b3-visualizers.h"

/* Signs grow with the unknowns of the node, in steps that the eye can tell apart. */
static void
set_size (guint64 n_unknowns, SpurStyle *style)
{
  static const struct
  {
    guint64 below;
    double width_px;
  } steps[] = { { 100, 4.0 }, { 200, 6.0 }, { 400, 8.0 }, { G_MAXUINT64, 11.0 } };
  guint i = 0;

  while (n_unknowns >= steps[i].below)
    i++;
  style->width_px = steps[i].width_px;

  /* One size stands for all in the legend. */
  if (i != 1)
    style->label = NULL;
}

static void
add_sized_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  int unknowns = spur_event_layout_find_field (batch->layout, "unknowns");
  gsize n_styles;
  SpurStyle own = spur_scene_get_styles (scene, &n_styles)[batch->style];

  for (gsize i = 0; unknowns >= 0 && i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, 0 };
      SpurStyle style = own;

      set_size (spur_event_layout_get_uint (batch->layout, (guint) unknowns, batch->records[i]),
                &style);
      glyph.style = spur_scene_add_style (scene, &style);
      spur_scene_add_glyph (scene, &glyph);
    }
}

G_DEFINE_TYPE (B3LeafCreationVisualizer, b3_leaf_creation_visualizer, SPUR_TYPE_VISUALIZER)

static void
b3_leaf_creation_visualizer_class_init (B3LeafCreationVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_sized_marks;
}

static void
b3_leaf_creation_visualizer_init (B3LeafCreationVisualizer *self)
{
}

struct _B3NodeEnlargementVisualizer
{
  B3LeafCreationVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B3NodeEnlargementVisualizer,
                     b3_node_enlargement_visualizer,
                     B3_TYPE_LEAF_CREATION_VISUALIZER)

static void
b3_node_enlargement_visualizer_class_init (B3NodeEnlargementVisualizerClass *klass)
{
}

static void
b3_node_enlargement_visualizer_init (B3NodeEnlargementVisualizer *self)
{
}
