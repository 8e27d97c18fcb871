/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which targets and streams of a trace have a lane of their own in a picture. */
#include "core/store/trace/spur-chunk-walk.h"
#include "visualizers/space-time/spur-space-time-internal.h"

static guint32
add_lane (SpurLanes *self, const char *name, guint32 target)
{
  const SpurLane lane = { name != NULL ? name : "", target };

  g_array_append_val (self->lanes, lane);
  self->n_targets += target != SPUR_NONE;
  self->all = (const SpurLane *) self->lanes->data;
  return self->n_lanes++;
}

/* Whether events of a class say of a target that something is there, and which field does. */
static int
find_place (const SpurEventLayout *layout)
{
  switch (layout->effect)
    {
    case SPUR_EFFECT_PLACE:
      return layout->field_of_use[SPUR_USE_DESTINATION];
    case SPUR_EFFECT_SET:
    case SPUR_EFFECT_MEASURE:
      return layout->field_of_use[SPUR_USE_SUBJECT];
    default:
      return -1;
    }
}

/* Targets of a stream that tells of others, as a monitor's does. */
static void
find_places (SpurTrace *trace, const int *place_of_class, SpurStream *stream, gboolean *used)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurChunkWalk) walk =
    spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      const guint8 *record = chunk->records;

      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          const SpurEventLayout *layout = spur_trace_get_class (trace, chunk->classes[i]);
          int field = place_of_class[chunk->classes[i]];
          guint64 object =
            field >= 0 ? spur_event_layout_get_uint (layout, (guint) field, record) : SPUR_NONE;

          if (object < n_objects &&
              g_type_is_a (spur_definitions_get_object (definitions, (guint32) object)->type,
                           SPUR_TYPE_TARGET))
            used[object] = TRUE;
          record += layout->n_bytes;
        }
    }
}

static void
find_all_places (SpurTrace *trace, gboolean *used)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  g_autofree int *place_of_class = g_new (int, n_classes + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < n_classes; i++)
    {
      place_of_class[i] = find_place (spur_trace_get_class (trace, i));
      any |= place_of_class[i] >= 0;
    }
  for (guint s = 0; any && s < spur_trace_get_n_streams (trace); s++)
    find_places (trace, place_of_class, spur_trace_get_stream (trace, s), used);
}

static gboolean
is_added_or_removed (SpurTimeline *timeline, guint32 target)
{
  guint n_lives;
  g_autofree SpurLife *lives = spur_timeline_get_lives (timeline, target, &n_lives);

  return n_lives > 0 && (lives[0].is_begun || lives[0].is_ended);
}

/* Targets that something runs on, is placed on, or is measured on, and those that were added though
 * nothing is on them, where they count as targets of load; a host that only holds other targets has
 * no lane. */
static gboolean *
find_used_targets (SpurTrace *trace, SpurLoad *loads)
{
  g_autoptr (GArray) counted = spur_load_list_targets (loads, G_MININT64, G_MAXINT64);
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (trace));
  gboolean *used = g_new0 (gboolean, n_objects + 1);

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, i));

      if (target < n_objects)
        used[target] = TRUE;
    }
  for (guint i = 0; i < counted->len; i++)
    {
      guint32 target = g_array_index (counted, guint32, i);

      used[target] |= is_added_or_removed (spur_load_get_timeline (loads), target);
    }
  find_all_places (trace, used);
  return used;
}

SpurLanes *
spur_lanes_new (SpurTrace *trace, SpurLoad *loads)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  SpurLanes *self = g_rc_box_new0 (SpurLanes);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree gboolean *used = find_used_targets (trace, loads);

  self->lanes = g_array_new (FALSE, FALSE, sizeof (SpurLane));
  self->lane_of_object = g_new (guint32, n_objects + 1);
  self->lane_of_stream = g_new (guint32, n_streams + 1);
  for (guint32 i = 0; i < n_objects; i++)
    {
      const SpurObject *info = spur_definitions_get_object (definitions, i);

      self->lane_of_object[i] = used[i] ? add_lane (self, info->name, i) : SPUR_NONE;
    }
  for (guint i = 0; i < n_streams; i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      guint32 target = spur_stream_get_target (stream);

      self->lane_of_stream[i] = target < n_objects
                                  ? self->lane_of_object[target]
                                  : add_lane (self, spur_stream_get_name (stream), SPUR_NONE);
    }
  return self;
}

static void
clear_lanes (gpointer data)
{
  SpurLanes *self = data;

  g_array_unref (self->lanes);
  g_free (self->lane_of_object);
  g_free (self->lane_of_stream);
}

void
spur_lanes_unref (SpurLanes *self)
{
  g_rc_box_release_full (self, clear_lanes);
}

guint32
spur_lanes_find (const SpurLanes *self, SpurTrace *trace, guint32 object, guint32 stream)
{
  guint32 lane = SPUR_NONE;

  if (object < spur_definitions_get_n_objects (spur_trace_get_definitions (trace)))
    lane = self->lane_of_object[object];
  if (lane == SPUR_NONE && stream < spur_trace_get_n_streams (trace))
    lane = self->lane_of_stream[stream];
  return lane;
}
