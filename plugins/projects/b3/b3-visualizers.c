/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b3/b3-visualizers.h"

#include "plugins/projects/kit/sim-visualizer.h"

SIM_DEFINE_VISUALIZER (B3EdgeSendVisualizer,
                       b3_edge_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0x42526b,
                       .opacity = 0.6,
                       .width_px = 0.8,
                       .label = "along an edge of the tree")

SIM_DEFINE_VISUALIZER (B3BalancingMessageSendVisualizer,
                       b3_balancing_message_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0x2a9d8f,
                       .opacity = 0.8,
                       .width_px = 1.0,
                       .label = "balancing")

SIM_DEFINE_VISUALIZER (B3TraversalVisualizer,
                       b3_traversal_visualizer,
                       SpurEventVisualizer,
                       SPUR_TYPE_EVENT_VISUALIZER,
                       .form = SPUR_FORM_GLYPH,
                       .glyph = SPUR_GLYPH_DIAMOND,
                       .color = 0x14142b,
                       .width_px = 9.0,
                       .label = "traversal begins",
                       .opacity = 1.0)

SIM_DEFINE_VISUALIZER (B3BisectionVisualizer,
                       b3_bisection_visualizer,
                       SpurLoStateChangeVisualizer,
                       SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER,
                       .form = SPUR_FORM_GLYPH,
                       .glyph = SPUR_GLYPH_TRIANGLE,
                       .color = 0x6a4c93,
                       .width_px = 9.0,
                       .label = "bisection",
                       .opacity = 1.0)

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

  for (gsize i = 0; unknowns >= 0 && i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, 0 };
      SpurStyle style = SPUR_VISUALIZER_GET_CLASS (visualizer)->style;

      set_size (spur_event_layout_get_uint (batch->layout, (guint) unknowns, batch->records[i]),
                &style);
      glyph.style = spur_scene_add_style (scene, &style);
      spur_scene_add_glyph (scene, &glyph);
    }
}

#define DEFINE_SIZED_VISUALIZER(TypeName, type_name, ParentName, PARENT_TYPE, ...)                 \
  struct _##TypeName                                                                               \
  {                                                                                                \
    ParentName parent_instance;                                                                    \
  };                                                                                               \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, PARENT_TYPE)                                           \
  static void type_name##_class_init (TypeName##Class *klass)                                      \
  {                                                                                                \
    SpurVisualizerClass *visualizer_class = SPUR_VISUALIZER_CLASS (klass);                         \
                                                                                                   \
    visualizer_class->style = (SpurStyle){ .form = SPUR_FORM_GLYPH, .opacity = 1.0, __VA_ARGS__ }; \
    visualizer_class->add_marks = add_sized_marks;                                                 \
  }                                                                                                \
  static void type_name##_init (TypeName *self) {}

DEFINE_SIZED_VISUALIZER (B3LeafCreationVisualizer,
                         b3_leaf_creation_visualizer,
                         SpurLoCreationVisualizer,
                         SPUR_TYPE_LO_CREATION_VISUALIZER,
                         .glyph = SPUR_GLYPH_DOT,
                         .color = 0x3a7d44,
                         .width_px = 6.0,
                         .label = "new leaf, by its size")

DEFINE_SIZED_VISUALIZER (B3NodeEnlargementVisualizer,
                         b3_node_enlargement_visualizer,
                         SpurLoStateChangeVisualizer,
                         SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER,
                         .glyph = SPUR_GLYPH_SQUARE,
                         .color = 0xe07a1f,
                         .width_px = 6.0,
                         .label = "node enlarged, by its size")
