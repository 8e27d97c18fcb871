/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which targets and streams of a trace have a lane of their own in a picture. */
#include "core/store/trace/spur-store-internal.h"
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

/* Targets of streams that tell of others, as a monitor's does. */
typedef struct
{
  SpurDefinitions *definitions;
  guint n_objects;
  gboolean *used;
} PlaceSearch;

static gboolean
is_target (const PlaceSearch *self, guint32 object)
{
  return g_type_is_a (spur_definitions_get_object (self->definitions, object)->type,
                      SPUR_TYPE_TARGET);
}

/* Whether there is a target that is not known to be used. */
static gboolean
has_unused_target (const PlaceSearch *self)
{
  for (guint32 i = 0; i < self->n_objects; i++)
    {
      if (!self->used[i] && is_target (self, i))
        return TRUE;
    }
  return FALSE;
}

static void
note_place (const SpurEventLayout *layout, const guint8 *record, guint64 event, gpointer data)
{
  PlaceSearch *self = data;
  guint64 object = spur_event_layout_get_uint (layout, (guint) find_place (layout), record);

  if (object < self->n_objects && is_target (self, (guint32) object))
    self->used[object] = TRUE;
}

/* Targets whose loads an index has the values of. */
static void
note_measured (PlaceSearch *self, SpurIndex *index, guint stream)
{
  for (guint i = 0; i < spur_index_get_n_series (index, stream); i++)
    {
      SpurIndexSeries series;

      spur_index_get_series (index, stream, i, &series);
      if (series.subject < self->n_objects && is_target (self, series.subject))
        self->used[series.subject] = TRUE;
    }
}

static void
find_all_places (SpurTrace *trace, SpurIndex *index, gboolean *used)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  PlaceSearch search = { definitions, spur_definitions_get_n_objects (definitions), used };
  guint n_classes = spur_trace_get_n_classes (trace);
  g_autofree guint8 *has_place = g_new0 (guint8, (gsize) n_classes + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      has_place[i] =
        find_place (layout) >= 0 && (index == NULL || !spur_index_has_values_of (layout));
      any |= has_place[i];
    }
  for (guint s = 0; index != NULL && s < spur_trace_get_n_streams (trace); s++)
    note_measured (&search, index, s);
  any = any && has_unused_target (&search);
  for (guint s = 0; any && s < spur_trace_get_n_streams (trace); s++)
    spur_stream_visit_wanted (spur_trace_get_stream (trace, s), has_place, note_place, &search);
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
find_used_targets (SpurTrace *trace, SpurIndex *index, SpurLoad *loads)
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
  find_all_places (trace, index, used);
  return used;
}

SpurLanes *
spur_lanes_new (SpurTrace *trace, SpurIndex *index, SpurLoad *loads)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  SpurLanes *self = g_rc_box_new0 (SpurLanes);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree gboolean *used = find_used_targets (trace, index, loads);

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
