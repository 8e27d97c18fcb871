/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/style/spur-visualizer-internal.h"
#include "visualizers/style/spur-visualizers.h"

/* Larger groups are drawn up to this member: more lines than a picture has pixels tell nothing. */
#define MAX_LINKED_LANES 4096

/**
 * SpurNeighborhoodVisualizer:
 *
 * Draws that objects become neighbours, or are neighbours no more: a thin line between the lanes
 * where the members of the event's group are, with a sign on each.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurNeighborhoodVisualizer, spur_neighborhood_visualizer, SPUR_TYPE_VISUALIZER)

static int
compare_lanes (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

/* (element-type guint32): the lanes of the members, sorted. */
static GArray *
find_member_lanes (SpurScene *scene, const SpurEventBatch *batch, gsize index)
{
  guint32 id = (guint32) spur_event_layout_get_use (batch->layout, SPUR_USE_MEMBERS,
                                                    batch->records[index], SPUR_NONE);
  const SpurGroup *group = spur_trace_get_group (batch->trace, id);
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; group != NULL && i < MIN (group->n_members, MAX_LINKED_LANES); i++)
    {
      guint32 lane = spur_scene_find_lane (scene, group->members[i], batch->times_ns[index]);

      if (lane != SPUR_NONE)
        g_array_append_val (lanes, lane);
    }
  if (lanes->len == 0)
    g_array_append_val (lanes, batch->lane);
  g_array_sort (lanes, compare_lanes);
  return lanes;
}

static void
add_neighborhood_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  for (gsize event = 0; event < batch->n_events; event++)
    {
      g_autoptr (GArray) lanes = find_member_lanes (scene, batch, event);
      guint32 last = SPUR_NONE;

      for (guint i = 0; i < lanes->len; i++)
        {
          guint32 lane = g_array_index (lanes, guint32, i);

          if (lane == last)
            continue;
          spur_visualizer_add_glyph (scene, batch, event, lane);
          if (last != SPUR_NONE)
            spur_visualizer_add_line (scene, batch, event, last, lane);
          last = lane;
        }
    }
}

static void
spur_neighborhood_visualizer_class_init (SpurNeighborhoodVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_neighborhood_marks;
}

static void
spur_neighborhood_visualizer_init (SpurNeighborhoodVisualizer *self)
{
}
