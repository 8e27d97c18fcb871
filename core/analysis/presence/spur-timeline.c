/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/model/objects/spur-object-location.h"

/**
 * SpurTimeline:
 *
 * The active objects of a trace at a time: where is this one, in which state, with which
 * neighbors and resources, what is on this target (TUM-I9909 sections 4.2.1 and 4.2.3).
 *
 * It is an index, made by going through the trace once. Every answer then takes time O(log n) and
 * what is found, at any time, so that a viewer can go forwards and backwards. Events of equal time
 * count in the order of their streams, those of a stream in their order; an event counts from its
 * own time on.
 *
 * A load object is where an event placed it, until it is sent away, ends, or what it is on or in
 * ends; between the send and the receive of a migration it is nowhere. What it does on the stream
 * of some recorder does not move it. Only an object that no event ever places is where it is seen:
 * on the target of the stream that enters one of its states, or sets them if none are entered, or
 * where something that is in it is seen (TUM-I9909 sections 3.1 and 3.2.1).
 *
 * The memory of an index is 24 bytes for each event that changes something, and 24 or 48 for each
 * time that an object is placed.
 *
 * Since: 1.0
 */

SPUR_DEFINE_OBJECT (SpurTimeline, spur_timeline, G_TYPE_FLAG_NONE)

static void
spur_timeline_clear (SpurTimeline *self)
{
  for (guint kind = 0; kind < SPUR_TIMELINE_N_KINDS; kind++)
    {
      spur_pages_free (self->kinds[kind].rows);
      g_free (self->kinds[kind].firsts);
    }
  spur_page_array_clear (&self->moves);
  g_free (self->is_load_object);
  g_free (self->is_target);
  g_free (self->implied);
  spur_intervals_clear (&self->residents);
  spur_intervals_clear (&self->memberships);
  spur_intervals_clear (&self->members);
  g_clear_object (&self->trace);
}

static void
spur_timeline_init (SpurTimeline *self)
{
  spur_intervals_init (&self->residents);
  spur_intervals_init (&self->memberships);
  spur_intervals_init (&self->members);
}

static SpurTimeline *
timeline_new (SpurTrace *trace, gboolean raw, gboolean is_of_places)
{
  SpurTimeline *self = g_object_new (SPUR_TYPE_TIMELINE, NULL);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  self->trace = g_object_ref (trace);
  self->raw = raw;
  self->is_of_places = is_of_places;
  self->n_objects = spur_definitions_get_n_objects (definitions);
  self->is_load_object = g_new0 (guint8, (gsize) self->n_objects + 1);
  self->is_target = g_new0 (guint8, (gsize) self->n_objects + 1);
  for (guint32 i = 0; i < self->n_objects; i++)
    self->is_target[i] =
      g_type_is_a (spur_definitions_get_object (definitions, i)->type, SPUR_TYPE_TARGET);
  return self;
}

/**
 * spur_timeline_new:
 * @trace: a sealed trace
 * @raw: whether to go by raw times where the trace has a correction
 *
 * Goes through the trace once, its streams in parallel.
 *
 * Returns: (transfer full): the index
 *
 * Since: 1.0
 */
SpurTimeline *
spur_timeline_new (SpurTrace *trace, gboolean raw)
{
  SpurTimeline *self;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);

  self = timeline_new (trace, raw, FALSE);
  spur_timeline_fill (self, NULL);
  return self;
}

SpurTimeline *
spur_timeline_new_of_parts (SpurTrace *trace, gboolean raw, const SpurTimelinePart *parts)
{
  g_autoptr (SpurTimeline) self = timeline_new (trace, raw, FALSE);

  return spur_timeline_fill (self, parts) ? g_steal_pointer (&self) : NULL;
}

SpurTimeline *
spur_timeline_new_of_places (SpurTrace *trace, gboolean raw)
{
  SpurTimeline *self = timeline_new (trace, raw, TRUE);

  spur_timeline_fill (self, NULL);
  return self;
}

SpurTimeline *
spur_timeline_new_without_events (SpurTrace *trace, gboolean raw)
{
  SpurTimeline *self = timeline_new (trace, raw, FALSE);

  spur_trace_get_span_ns (trace, raw, &self->begin_ns, &self->end_ns);
  for (guint kind = 0; kind < SPUR_TIMELINE_N_KINDS; kind++)
    spur_timeline_gather (self, kind, NULL, 0);
  spur_intervals_index (&self->residents, self->n_objects);
  spur_intervals_index (&self->memberships, self->n_objects);
  spur_intervals_index (&self->members, self->n_objects);
  return self;
}

/**
 * spur_timeline_get_trace:
 * @self: an index
 *
 * Gets the trace that the index is of.
 *
 * Returns: (transfer none): the trace
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurTrace *, spur_timeline_get_trace, SpurTimeline, SPUR_IS_TIMELINE, self->trace)

/**
 * spur_timeline_is_raw:
 * @self: an index
 *
 * Whether times are the raw ones of a trace that may have a correction.
 *
 * Returns: whether they are raw
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (gboolean, spur_timeline_is_raw, SpurTimeline, SPUR_IS_TIMELINE, self->raw)

/**
 * spur_timeline_get_n_omitted:
 * @self: an index
 *
 * How many changes the index leaves out, since a stream has more than 2^30 of a kind.
 *
 * Returns: the number of changes
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint64, spur_timeline_get_n_omitted, SpurTimeline, SPUR_IS_TIMELINE, self->n_omitted)

/* The first row of the object after @time_ns, or the end of its rows. */
static const SpurTimelineRow *
bisect_rows (const SpurTimelineRows *self, guint32 object, gint64 time_ns)
{
  gsize low = self->firsts[object], high = self->firsts[object + 1], middle;

  SPUR_BISECT (low, high, middle, self->rows[middle].time_ns <= time_ns);
  return self->rows + low;
}

const SpurTimelineRow *
spur_timeline_find_row (const SpurTimeline *self,
                        SpurTimelineKind kind,
                        guint32 object,
                        gint64 time_ns)
{
  const SpurTimelineRows *rows = &self->kinds[kind];
  const SpurTimelineRow *next = bisect_rows (rows, object, time_ns);

  return next > rows->rows + rows->firsts[object] ? next - 1 : NULL;
}

const SpurTimelineRow *
spur_timeline_find_next (const SpurTimeline *self,
                         SpurTimelineKind kind,
                         guint32 object,
                         gint64 time_ns)
{
  const SpurTimelineRows *rows = &self->kinds[kind];
  const SpurTimelineRow *next = bisect_rows (rows, object, time_ns);

  return next < rows->rows + rows->firsts[object + 1] ? next : NULL;
}

/* An object without a creation existed before its first event, as far as the trace can say. */
gboolean
spur_timeline_find_existence (const SpurTimeline *self, guint32 object, gint64 time_ns)
{
  const SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_EXISTENCE];
  const SpurTimelineRow *row =
    spur_timeline_find_row (self, SPUR_TIMELINE_EXISTENCE, object, time_ns);

  if (row != NULL)
    return row->value != 0;
  return rows->firsts[object] == rows->firsts[object + 1] ||
         rows->rows[rows->firsts[object]].value == 0;
}

/**
 * spur_timeline_get_situation:
 * @self: an index
 * @object: an entry of the trace's table of active objects
 * @time_ns: a time, corrected or raw as the index is
 * @situation: (out caller-allocates): the object at that time
 *
 * Where an active object is, and in which state. An object that no event created counts as
 * existing from the beginning.
 *
 * Since: 1.0
 */
void
spur_timeline_get_situation (SpurTimeline *self,
                             guint32 object,
                             gint64 time_ns,
                             SpurSituation *situation)
{
  const SpurTimelineRow *row;

  g_return_if_fail (SPUR_IS_TIMELINE (self));
  g_return_if_fail (object < self->n_objects && situation != NULL);

  *situation = (SpurSituation){ .exists = spur_timeline_find_existence (self, object, time_ns),
                                .place = spur_timeline_find_place (self, object, time_ns, NULL),
                                .target = spur_timeline_find_target (self, object, time_ns, NULL),
                                .state = SPUR_NONE,
                                .values = SPUR_NONE,
                                .load = NAN };
  situation->resources =
    spur_definitions_get_object (spur_trace_get_definitions (self->trace), object)->attributes;
  row = spur_timeline_find_row (self, SPUR_TIMELINE_PLACES, object, time_ns);
  if (situation->place != SPUR_NONE)
    situation->place_since_ns = row->time_ns;
  row = spur_timeline_find_row (self, SPUR_TIMELINE_STATES, object, time_ns);
  if (row != NULL)
    {
      situation->state = row->value;
      situation->state_since_ns = row->time_ns;
      situation->values = row->list < SPUR_TIMELINE_LEFT ? row->list : SPUR_NONE;
    }
  row = spur_timeline_find_row (self, SPUR_TIMELINE_RESOURCES, object, time_ns);
  if (row != NULL)
    situation->resources = row->list;
  row = spur_timeline_find_row (self, SPUR_TIMELINE_LOADS, object, time_ns);
  if (row != NULL)
    {
      situation->load = row->load;
      situation->load_since_ns = row->time_ns;
    }
}

/**
 * spur_timeline_get_location:
 * @self: an index
 * @object: an entry of the trace's table of active objects
 * @time_ns: a time, corrected or raw as the index is
 *
 * Where an active object is at a time, as an object (TUM-I9909 section 4.2.3): a
 * #SpurObjectLocation by what events say; where they say nothing, what the object says of itself,
 * as a #SpurNetworkAddress.
 *
 * Returns: (transfer full) (nullable): where it is, or %NULL where that is unknown
 *
 * Since: 1.0
 */
SpurLocation *
spur_timeline_get_location (SpurTimeline *self, guint32 object, gint64 time_ns)
{
  SpurActiveObject *place;
  SpurLocation *own;
  SpurSituation situation;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (object < self->n_objects, NULL);

  spur_timeline_get_situation (self, object, time_ns, &situation);
  place = spur_trace_get_object (self->trace, situation.place);
  if (SPUR_IS_TARGET (place) || SPUR_IS_LOAD_OBJECT (place))
    return spur_object_location_new (place);
  own = spur_active_object_get_location (spur_trace_get_object (self->trace, object));
  return own != NULL ? g_object_ref (own) : NULL;
}

static guint32 *
end_values (GArray *values, guint *n_values)
{
  *n_values = values->len;
  return (guint32 *) (gpointer) g_array_free (values, FALSE);
}

static guint32 *
find_values (const SpurIntervals *intervals, guint32 key, gint64 time_ns, guint *n_values)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  spur_intervals_find (intervals, key, time_ns, found);
  return end_values (found, n_values);
}

/**
 * spur_timeline_get_residents:
 * @self: an index
 * @place: a target, or a load object with others in it
 * @time_ns: a time, corrected or raw as the index is
 * @n_residents: (out): how many
 *
 * What is on a target or in a load object itself. What is in a load object that is on a target is
 * counted there, not here: spur_timeline_get_contents() has that, too.
 *
 * Returns: (transfer full) (array length=n_residents): active objects, in the order in which they
 *   came
 *
 * Since: 1.0
 */
guint32 *
spur_timeline_get_residents (SpurTimeline *self, guint32 place, gint64 time_ns, guint *n_residents)
{
  GArray *found, *residents;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (place < self->n_objects && n_residents != NULL, NULL);

  found = g_array_new (FALSE, FALSE, sizeof (guint32));
  residents = g_array_new (FALSE, FALSE, sizeof (guint32));
  spur_intervals_find (&self->residents, place, time_ns, found);
  for (guint i = 0; i < found->len; i++)
    {
      guint32 object = g_array_index (found, guint32, i);

      if (spur_timeline_find_place (self, object, time_ns, NULL) == place)
        g_array_append_val (residents, object);
    }
  g_array_unref (found);
  return end_values (residents, n_residents);
}

/**
 * spur_timeline_get_neighborhoods:
 * @self: an index
 * @object: an active object
 * @time_ns: a time, corrected or raw as the index is
 * @n_neighborhoods: (out): how many
 *
 * Gets the neighborhoods that the object belongs to, in the order in which it joined them.
 *
 * Returns: (transfer full) (array length=n_neighborhoods): the neighborhoods
 *
 * Since: 1.0
 */
guint32 *
spur_timeline_get_neighborhoods (SpurTimeline *self,
                                 guint32 object,
                                 gint64 time_ns,
                                 guint *n_neighborhoods)
{
  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (object < self->n_objects && n_neighborhoods != NULL, NULL);

  return find_values (&self->memberships, object, time_ns, n_neighborhoods);
}

static gboolean
contains_row (GArray *values, guint32 value)
{
  for (guint i = 0; i < values->len; i++)
    {
      if (g_array_index (values, guint32, i) == value)
        return TRUE;
    }
  return FALSE;
}

/**
 * spur_timeline_get_neighbors:
 * @self: an index
 * @object: an active object
 * @time_ns: a time, corrected or raw as the index is
 * @n_neighbors: (out): how many
 *
 * Gets the other members of the neighborhoods that the object belongs to, each once.
 *
 * Returns: (transfer full) (array length=n_neighbors): the other members
 *
 * Since: 1.0
 */
guint32 *
spur_timeline_get_neighbors (SpurTimeline *self, guint32 object, gint64 time_ns, guint *n_neighbors)
{
  g_autoptr (GArray) neighborhoods = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *found;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (object < self->n_objects && n_neighbors != NULL, NULL);

  found = g_array_new (FALSE, FALSE, sizeof (guint32));
  spur_intervals_find (&self->memberships, object, time_ns, neighborhoods);
  for (guint i = 0; i < neighborhoods->len; i++)
    spur_intervals_find (&self->members, g_array_index (neighborhoods, guint32, i), time_ns,
                         members);
  for (guint i = 0; i < members->len; i++)
    {
      guint32 member = g_array_index (members, guint32, i);

      if (member != object && !contains_row (found, member))
        g_array_append_val (found, member);
    }
  return end_values (found, n_neighbors);
}

static void
take_change (const SpurTimelineRow *row, SpurChange *change)
{
  *change = (SpurChange){ row->time_ns, spur_timeline_row_get_event (row),
                          spur_timeline_row_get_stream (row) };
}

static gboolean
is_before (const SpurTimelineRow *a, const SpurTimelineRow *b)
{
  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->origin < b->origin);
}

/**
 * spur_timeline_get_next_change:
 * @self: an index
 * @object: an active object
 * @time_ns: a time, corrected or raw as the index is
 * @change: (out caller-allocates): the first event after @time_ns that changes the object
 *
 * Goes forwards.
 *
 * Returns: whether there is one
 *
 * Since: 1.0
 */
gboolean
spur_timeline_get_next_change (SpurTimeline *self,
                               guint32 object,
                               gint64 time_ns,
                               SpurChange *change)
{
  const SpurTimelineRow *first = NULL;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), FALSE);
  g_return_val_if_fail (object < self->n_objects && change != NULL, FALSE);

  for (guint kind = 0; kind < SPUR_TIMELINE_N_CHANGES; kind++)
    {
      const SpurTimelineRow *row = spur_timeline_find_next (self, kind, object, time_ns);

      if (row != NULL && (first == NULL || is_before (row, first)))
        first = row;
    }
  if (first != NULL)
    take_change (first, change);
  return first != NULL;
}

/**
 * spur_timeline_get_previous_change:
 * @self: an index
 * @object: an active object
 * @time_ns: a time, corrected or raw as the index is
 * @change: (out caller-allocates): the last event before @time_ns that changes the object
 *
 * Goes backwards.
 *
 * Returns: whether there is one
 *
 * Since: 1.0
 */
gboolean
spur_timeline_get_previous_change (SpurTimeline *self,
                                   guint32 object,
                                   gint64 time_ns,
                                   SpurChange *change)
{
  const SpurTimelineRow *last = NULL;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), FALSE);
  g_return_val_if_fail (object < self->n_objects && change != NULL, FALSE);

  for (guint kind = 0; kind < SPUR_TIMELINE_N_CHANGES && time_ns > G_MININT64; kind++)
    {
      const SpurTimelineRow *row = spur_timeline_find_row (self, kind, object, time_ns - 1);

      if (row != NULL && (last == NULL || is_before (last, row)))
        last = row;
    }
  if (last != NULL)
    take_change (last, change);
  return last != NULL;
}

/**
 * spur_timeline_get_state_before:
 * @self: an index
 * @object: an active object
 * @stream: position of a stream
 * @event: position of one of its events, which sets the state of @object
 *
 * The old state of a state change that does not name it: what the trace last said of the object.
 *
 * Returns: entry of the state table, or %SPUR_NONE where the trace said nothing before, or where
 *   the event sets no state of the object
 *
 * Since: 1.0
 */
guint32
spur_timeline_get_state_before (SpurTimeline *self, guint32 object, guint stream, guint64 event)
{
  SpurCorrection *correction = self->raw ? NULL : spur_trace_get_correction (self->trace);
  guint64 origin = (guint64) stream << SPUR_TIMELINE_EVENT_BITS | event;
  const SpurTimelineRow *row, *first;
  gint64 time_ns;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), SPUR_NONE);
  g_return_val_if_fail (object < self->n_objects, SPUR_NONE);
  g_return_val_if_fail (stream < spur_trace_get_n_streams (self->trace), SPUR_NONE);

  time_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, stream), event);
  if (correction != NULL)
    time_ns = spur_correction_apply (correction, stream, event, time_ns);
  first = self->kinds[SPUR_TIMELINE_STATES].rows + self->kinds[SPUR_TIMELINE_STATES].firsts[object];
  row = spur_timeline_find_row (self, SPUR_TIMELINE_STATES, object, time_ns);
  for (; row != NULL && row > first && row->time_ns == time_ns; row--)
    {
      if (row->origin == origin)
        return row[-1].value;
    }
  return SPUR_NONE;
}
