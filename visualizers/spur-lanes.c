/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-space-time-private.h"

static guint32
add_lane (SpurLanes *self, const char *name, guint32 target)
{
  const SpurLane lane = { name != NULL ? name : "", target };

  g_array_append_val (self->lanes, lane);
  return self->lanes->len - 1;
}

/* Targets that something runs on; a host that only holds other targets has no lane. */
static gboolean *
find_used_targets (SpurTrace *trace)
{
  guint n_objects = spur_trace_get_n_objects (trace);
  gboolean *used = g_new0 (gboolean, n_objects + 1);

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, i));

      if (target < n_objects)
        used[target] = TRUE;
    }
  return used;
}

SpurLanes *
spur_lanes_new (SpurTrace *trace)
{
  SpurLanes *self = g_new0 (SpurLanes, 1);
  guint n_objects = spur_trace_get_n_objects (trace);
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree gboolean *used = find_used_targets (trace);

  self->lanes = g_array_new (FALSE, FALSE, sizeof (SpurLane));
  self->lane_of_object = g_new (guint32, n_objects + 1);
  self->lane_of_stream = g_new (guint32, n_streams + 1);
  for (guint32 i = 0; i < n_objects; i++)
    {
      const SpurObject *info = spur_trace_get_object_info (trace, i);

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

void
spur_lanes_free (SpurLanes *self)
{
  g_array_unref (self->lanes);
  g_free (self->lane_of_object);
  g_free (self->lane_of_stream);
  g_free (self);
}

guint
spur_lanes_get_n (const SpurLanes *self)
{
  return self->lanes->len;
}

const SpurLane *
spur_lanes_get (const SpurLanes *self, guint lane)
{
  return &g_array_index (self->lanes, SpurLane, lane);
}

guint32
spur_lanes_find (const SpurLanes *self, SpurTrace *trace, guint32 object, guint32 stream)
{
  guint32 lane = SPUR_NONE;

  if (object < spur_trace_get_n_objects (trace))
    lane = self->lane_of_object[object];
  if (lane == SPUR_NONE && stream < spur_trace_get_n_streams (trace))
    lane = self->lane_of_stream[stream];
  return lane;
}
