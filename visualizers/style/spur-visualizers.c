/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The visualizers that draw events by more than their style. Event classes find them by name, so a
 * class that extends one of theirs is drawn so too. */
#include "visualizers/style/spur-palette-internal.h"

/* Larger groups are drawn up to this member: more lines than a picture has pixels tell nothing. */
#define MAX_LINKED_LANES 4096

#define DEFINE_VISUALIZER(TypeName, type_name, add)                                                \
  typedef SpurVisualizer TypeName;                                                                 \
  typedef SpurVisualizerClass TypeName##Class;                                                     \
                                                                                                   \
  G_DEFINE_TYPE (TypeName, type_name, SPUR_TYPE_VISUALIZER)                                        \
                                                                                                   \
  static void type_name##_class_init (TypeName##Class *klass) { klass->add_marks = add; }          \
                                                                                                   \
  static void type_name##_init (TypeName *self) {}

/* Adds an upright line between two lanes, at the time of an event. */
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

/* Adds a mark of the batch's style on a lane, at the time of an event. */
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

/* (element-type guint32): the lanes of the members, sorted. */
static GArray *
find_member_lanes (SpurScene *scene, const SpurEventBatch *batch, gsize index)
{
  guint32 id = (guint32) spur_event_layout_get_use (batch->layout, SPUR_USE_MEMBERS,
                                                    batch->records[index], SPUR_NONE);
  const SpurGroup *group =
    spur_definitions_get_group (spur_trace_get_definitions (batch->trace), id);
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

/* That objects become neighbours, or are neighbours no more: a thin line between the lanes where
 * the members of the event's group are, with a sign on each. */
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
          add_glyph (scene, batch, event, lane);
          if (last != SPUR_NONE)
            add_line (scene, batch, event, last, lane);
          last = lane;
        }
    }
}

static guint32
find_user_lane (SpurScene *scene, const SpurEventBatch *batch, gsize index, SpurUse use)
{
  guint32 object =
    (guint32) spur_event_layout_get_use (batch->layout, use, batch->records[index], SPUR_NONE);

  return spur_scene_find_lane (scene, object, batch->times_ns[index]);
}

/* A thin line between the two processes, with a sign where the data goes to. */
static void
add_access_marks (SpurScene *scene, const SpurEventBatch *batch, SpurUse to)
{
  for (gsize i = 0; i < batch->n_events; i++)
    {
      guint32 own = find_user_lane (scene, batch, i, SPUR_USE_SUBJECT);
      guint32 other = find_user_lane (scene, batch, i, SPUR_USE_PEER);

      if (own == SPUR_NONE)
        own = batch->lane;
      if (other == SPUR_NONE)
        other = own;
      add_line (scene, batch, i, own, other);
      add_glyph (scene, batch, i, to == SPUR_USE_PEER ? other : own);
    }
}

/* A process writes into the memory of another one. */
static void
add_put_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  add_access_marks (scene, batch, SPUR_USE_PEER);
}

/* A process reads from the memory of another one. */
static void
add_get_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  add_access_marks (scene, batch, SPUR_USE_SUBJECT);
}

/* A thread is forked, begins or ends: the sign of the nearest ancestor that is drawn as one, as a
 * creation, placement or end. The arrows between them are those of the edges. */
static void
add_thread_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  const SpurStyle *sign = spur_visualizer_peek_sign (visualizer);

  if (sign->form == SPUR_FORM_GLYPH)
    spur_visualizer_add_glyphs (scene, batch, spur_scene_add_style (scene, sign));
}

DEFINE_VISUALIZER (SpurNeighborhoodVisualizer, spur_neighborhood_visualizer, add_neighborhood_marks)
DEFINE_VISUALIZER (SpurPutVisualizer, spur_put_visualizer, add_put_marks)
DEFINE_VISUALIZER (SpurGetVisualizer, spur_get_visualizer, add_get_marks)
DEFINE_VISUALIZER (SpurThreadVisualizer, spur_thread_visualizer, add_thread_marks)
