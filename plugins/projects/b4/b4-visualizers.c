/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b4/b4-visualizers.h"

#define TICKS_PER_COLOR 25

/* Virtual times: the hues repeat, neighbours among them are far apart. */
static const guint32 time_colors[] = { 0x1b4965, 0xe9c46a, 0x5fa8d3, 0x9d4edd };

struct _B4RollbackVisualizer
{
  SpurVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B4RollbackVisualizer, b4_rollback_visualizer, SPUR_TYPE_VISUALIZER)

static void
set_rollback_size (guint64 n_undone, SpurStyle *style)
{
  style->width_px = n_undone < 4 ? 4.0 : n_undone < 16 ? 6.0 : 9.0;
  style->label = n_undone < 4    ? "rollback of up to 3 signals"
                 : n_undone < 16 ? "rollback of 4 to 15 signals"
                                 : "rollback of 16 signals and more";
}

static void
b4_rollback_visualizer_add_marks (SpurVisualizer *visualizer,
                                  SpurScene *scene,
                                  const SpurEventBatch *batch)
{
  int undone = spur_event_layout_find_field (batch->layout, "undone");
  gsize n_styles;
  SpurStyle style = spur_scene_get_styles (scene, &n_styles)[batch->style];

  for (gsize i = 0; i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, 0 };
      guint64 n_undone =
        undone >= 0 ? spur_event_layout_get_uint (batch->layout, (guint) undone, batch->records[i])
                    : 0;

      set_rollback_size (n_undone, &style);
      glyph.style = spur_scene_add_style (scene, &style);
      spur_scene_add_glyph (scene, &glyph);
    }
}

static void
b4_rollback_visualizer_class_init (B4RollbackVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->add_marks = b4_rollback_visualizer_add_marks;
}

static void
b4_rollback_visualizer_init (B4RollbackVisualizer *self)
{
}

struct _B4LocalTimeVisualizer
{
  SpurVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B4LocalTimeVisualizer, b4_local_time_visualizer, SPUR_TYPE_VISUALIZER)

static void
b4_local_time_visualizer_add_marks (SpurVisualizer *visualizer,
                                    SpurScene *scene,
                                    const SpurEventBatch *batch)
{
  int virtual_time = spur_event_layout_find_field (batch->layout, "virtual_time");
  gsize n_styles;
  SpurStyle style = spur_scene_get_styles (scene, &n_styles)[batch->style];

  for (gsize i = 0; virtual_time >= 0 && i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, 0 };
      guint64 band =
        spur_event_layout_get_uint (batch->layout, (guint) virtual_time, batch->records[i]) /
        TICKS_PER_COLOR;

      style.color = time_colors[band % G_N_ELEMENTS (time_colors)];
      style.label =
        band % G_N_ELEMENTS (time_colors) == 0 ? "virtual time, a colour for 25 ticks" : NULL;
      glyph.style = spur_scene_add_style (scene, &style);
      spur_scene_add_glyph (scene, &glyph);
    }
}

static void
b4_local_time_visualizer_class_init (B4LocalTimeVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->add_marks = b4_local_time_visualizer_add_marks;
}

static void
b4_local_time_visualizer_init (B4LocalTimeVisualizer *self)
{
}
