/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Marks that several visualizers add. */
#include "config.h"

#include "visualizers/spur-visualizer-private.h"

#define MAX_LINKED_LANES 4096

static guint32
get_use (const SpurEventBatch *batch, gsize index, SpurUse use)
{
  return (guint32) spur_event_layout_get_use (batch->layout, use, batch->records[index], SPUR_NONE);
}

guint32
spur_visualizer_find_lane (const SpurEventBatch *batch, gsize index, SpurUse use)
{
  guint32 object = get_use (batch, index, use);

  if (object < spur_trace_get_n_objects (batch->trace) && batch->target_lanes[object] != SPUR_NONE)
    return batch->target_lanes[object];
  return batch->lane;
}

void
spur_visualizer_add_glyphs (SpurScene *scene, const SpurEventBatch *batch, guint32 style)
{
  SpurUse use = batch->layout->field_of_use[SPUR_USE_DESTINATION] >= 0 ? SPUR_USE_DESTINATION
                                                                       : SPUR_USE_SUBJECT;

  for (gsize i = 0; i < batch->n_events; i++)
    {
      const SpurSceneGlyph glyph = { batch->times_ns[i], spur_visualizer_find_lane (batch, i, use),
                                     style };

      spur_scene_add_glyph (scene, &glyph);
    }
}

static void
add_line (SpurScene *scene, const SpurEventBatch *batch, gsize index, guint32 from, guint32 to)
{
  const SpurSceneArrow line = { .from_ns = batch->times_ns[index],
                                .to_ns = batch->times_ns[index],
                                .from_lane = from,
                                .to_lane = to,
                                .style = (guint16) batch->style };

  if (from != to)
    spur_scene_add_arrow (scene, &line);
}

static void
add_glyph (SpurScene *scene, const SpurEventBatch *batch, gsize index, guint32 lane)
{
  const SpurSceneGlyph glyph = { batch->times_ns[index], lane, batch->style };

  spur_scene_add_glyph (scene, &glyph);
}

static int
compare_lanes (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

void
spur_visualizer_add_neighborhood (SpurScene *scene, const SpurEventBatch *batch, gsize index)
{
  const SpurGroup *group =
    spur_trace_get_group (batch->trace, get_use (batch, index, SPUR_USE_MEMBERS));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 last = SPUR_NONE;

  for (guint i = 0; group != NULL && i < MIN (group->n_members, MAX_LINKED_LANES); i++)
    {
      guint32 lane = spur_scene_find_lane (scene, group->members[i], batch->times_ns[index]);

      if (lane != SPUR_NONE)
        g_array_append_val (lanes, lane);
    }
  if (lanes->len == 0)
    g_array_append_val (lanes, batch->lane);
  g_array_sort (lanes, compare_lanes);
  for (guint i = 0; i < lanes->len; i++)
    {
      guint32 lane = g_array_index (lanes, guint32, i);

      if (lane == last)
        continue;
      add_glyph (scene, batch, index, lane);
      if (last != SPUR_NONE)
        add_line (scene, batch, index, last, lane);
      last = lane;
    }
}

void
spur_visualizer_add_transfer (SpurScene *scene,
                              const SpurEventBatch *batch,
                              gsize index,
                              SpurUse to)
{
  gint64 time_ns = batch->times_ns[index];
  guint32 subject = get_use (batch, index, SPUR_USE_SUBJECT);
  guint32 own = spur_scene_find_lane (scene, subject, time_ns);
  guint32 other = spur_scene_find_lane (scene, get_use (batch, index, SPUR_USE_PEER), time_ns);

  if (own == SPUR_NONE)
    own = batch->lane;
  if (other == SPUR_NONE)
    other = own;
  add_line (scene, batch, index, own, other);
  add_glyph (scene, batch, index, to == SPUR_USE_PEER ? other : own);
}
