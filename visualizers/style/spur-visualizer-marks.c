/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Marks that several visualizers add. */
#include "config.h"

#include <string.h>

#include "visualizers/style/spur-visualizer-internal.h"

/* The lane of an event: that of the target that it is about, by @use, else that of its stream. */
static guint32
find_event_lane (const SpurEventBatch *batch, gsize index, SpurUse use)
{
  guint32 object =
    (guint32) spur_event_layout_get_use (batch->layout, use, batch->records[index], SPUR_NONE);

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
      const SpurSceneGlyph glyph = { batch->times_ns[i], find_event_lane (batch, i, use), style };

      spur_scene_add_glyph (scene, &glyph);
    }
}

void
spur_visualizer_add_line (
  SpurScene *scene, const SpurEventBatch *batch, gsize index, guint32 from, guint32 to)
{
  const SpurSceneArrow line = { .from_ns = batch->times_ns[index],
                                .to_ns = batch->times_ns[index],
                                .from_lane = from,
                                .to_lane = to,
                                .style = (guint16) batch->style };

  if (from != to)
    spur_scene_add_arrow (scene, &line);
}

void
spur_visualizer_add_glyph (SpurScene *scene, const SpurEventBatch *batch, gsize index, guint32 lane)
{
  const SpurSceneGlyph glyph = { batch->times_ns[index], lane, batch->style };

  spur_scene_add_glyph (scene, &glyph);
}

void
spur_visualizer_add_values (SpurScene *scene, const SpurEventBatch *batch)
{
  for (gsize i = 0; i < batch->n_events; i++)
    {
      const guint8 *record = batch->records[i];
      guint64 bits = spur_event_layout_get_use (batch->layout, SPUR_USE_LOAD, record, 0);
      SpurSceneValue value = { .time_ns = batch->times_ns[i],
                               .lane = find_event_lane (batch, i, SPUR_USE_SUBJECT),
                               .style = batch->style,
                               .series = (guint32) spur_event_layout_get_use (
                                 batch->layout, SPUR_USE_SUBJECT, record, SPUR_NONE) };

      memcpy (&value.value, &bits, sizeof value.value);
      spur_scene_add_value (scene, &value);
    }
}
