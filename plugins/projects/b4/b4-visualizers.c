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
  SpurLoStateChangeVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B4RollbackVisualizer,
                     b4_rollback_visualizer,
                     SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER)

static void
set_rollback_style (guint64 n_undone, SpurStyle *style)
{
  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_TRIANGLE;
  style->color = 0xb5541b;
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
  SpurStyle style = SPUR_VISUALIZER_GET_CLASS (visualizer)->style;

  for (gsize i = 0; i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, 0 };
      guint64 n_undone =
        undone >= 0 ? spur_event_layout_get_uint (batch->layout, (guint) undone, batch->records[i])
                    : 0;

      set_rollback_style (n_undone, &style);
      glyph.style = spur_scene_add_style (scene, &style);
      spur_scene_add_glyph (scene, &glyph);
    }
}

static void
b4_rollback_visualizer_class_init (B4RollbackVisualizerClass *klass)
{
  SpurVisualizerClass *visualizer_class = SPUR_VISUALIZER_CLASS (klass);

  set_rollback_style (0, &visualizer_class->style);
  visualizer_class->add_marks = b4_rollback_visualizer_add_marks;
}

static void
b4_rollback_visualizer_init (B4RollbackVisualizer *self)
{
}

struct _B4LocalTimeVisualizer
{
  SpurLoStateChangeVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B4LocalTimeVisualizer,
                     b4_local_time_visualizer,
                     SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER)

static void
b4_local_time_visualizer_add_marks (SpurVisualizer *visualizer,
                                    SpurScene *scene,
                                    const SpurEventBatch *batch)
{
  int virtual_time = spur_event_layout_find_field (batch->layout, "virtual_time");
  SpurStyle style = SPUR_VISUALIZER_GET_CLASS (visualizer)->style;

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
  SpurVisualizerClass *visualizer_class = SPUR_VISUALIZER_CLASS (klass);

  visualizer_class->style.form = SPUR_FORM_TICK;
  visualizer_class->style.width_px = 2.0;
  visualizer_class->add_marks = b4_local_time_visualizer_add_marks;
}

static void
b4_local_time_visualizer_init (B4LocalTimeVisualizer *self)
{
}

struct _B4GlobalTimeVisualizer
{
  SpurLoStateChangeVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B4GlobalTimeVisualizer,
                     b4_global_time_visualizer,
                     SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER)

static void
b4_global_time_visualizer_class_init (B4GlobalTimeVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_DIAMOND;
  style->color = 0x14142b;
  style->width_px = 7.0;
  style->label = "global virtual time";
}

static void
b4_global_time_visualizer_init (B4GlobalTimeVisualizer *self)
{
}

/* The messages of the migration protocol stand out from those of the circuit. */
#define DEFINE_PROTOCOL_VISUALIZER(TypeName, type_name, protocol_color, protocol_label)            \
  struct _##TypeName                                                                               \
  {                                                                                                \
    SpurLoMessageVisualizer parent_instance;                                                       \
  };                                                                                               \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, SPUR_TYPE_LO_MESSAGE_VISUALIZER)                       \
  static void type_name##_class_init (TypeName##Class *klass)                                      \
  {                                                                                                \
    SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;                                      \
                                                                                                   \
    style->color = protocol_color;                                                                 \
    style->opacity = 1.0;                                                                          \
    style->width_px = 1.4;                                                                         \
    style->label = protocol_label;                                                                 \
  }                                                                                                \
  static void type_name##_init (TypeName *self) {}

DEFINE_PROTOCOL_VISUALIZER (B4MigrationInitiationSendVisualizer,
                            b4_migration_initiation_send_visualizer,
                            0x2a9d8f,
                            "migration initiation")
DEFINE_PROTOCOL_VISUALIZER (B4MigrationCompletionSendVisualizer,
                            b4_migration_completion_send_visualizer,
                            0x577590,
                            "migration completion")
DEFINE_PROTOCOL_VISUALIZER (B4NewLocationSendVisualizer,
                            b4_new_location_send_visualizer,
                            0x90a955,
                            "new location")
DEFINE_PROTOCOL_VISUALIZER (B4EventForwardingSendVisualizer,
                            b4_event_forwarding_send_visualizer,
                            0xe07a1f,
                            "event forwarding")
