/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/style/spur-visualizer-internal.h"
#include "visualizers/style/spur-visualizers.h"

/**
 * SpurTransferVisualizer:
 *
 * Draws that a process writes into the memory of another one: a thin line to a sign on the other
 * one's lane.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurTransferVisualizer, spur_transfer_visualizer, SPUR_TYPE_VISUALIZER)

static guint32
find_user_lane (SpurScene *scene, const SpurEventBatch *batch, gsize index, SpurUse use)
{
  guint32 object =
    (guint32) spur_event_layout_get_use (batch->layout, use, batch->records[index], SPUR_NONE);

  return spur_scene_find_lane (scene, object, batch->times_ns[index]);
}

static void
add_transfer_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  SpurUse to = SPUR_TRANSFER_VISUALIZER_GET_CLASS (visualizer)->to;

  for (gsize i = 0; i < batch->n_events; i++)
    {
      guint32 own = find_user_lane (scene, batch, i, SPUR_USE_SUBJECT);
      guint32 other = find_user_lane (scene, batch, i, SPUR_USE_PEER);

      if (own == SPUR_NONE)
        own = batch->lane;
      if (other == SPUR_NONE)
        other = own;
      spur_visualizer_add_line (scene, batch, i, own, other);
      spur_visualizer_add_glyph (scene, batch, i, to == SPUR_USE_PEER ? other : own);
    }
}

static void
spur_transfer_visualizer_class_init (SpurTransferVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_transfer_marks;
  klass->to = SPUR_USE_PEER;
}

static void
spur_transfer_visualizer_init (SpurTransferVisualizer *self)
{
}

/**
 * SpurFetchVisualizer:
 *
 * Draws that a process reads from the memory of another one: a thin line from there to a sign on
 * its own lane.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurFetchVisualizer, spur_fetch_visualizer, SPUR_TYPE_TRANSFER_VISUALIZER)

static void
spur_fetch_visualizer_class_init (SpurFetchVisualizerClass *klass)
{
  SPUR_TRANSFER_VISUALIZER_CLASS (klass)->to = SPUR_USE_SUBJECT;
}

static void
spur_fetch_visualizer_init (SpurFetchVisualizer *self)
{
}
