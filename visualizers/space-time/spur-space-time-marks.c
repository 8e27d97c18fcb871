/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* States in rows, marks of visualizers and collective operations of a space-time picture. */
#include <stdlib.h>

#include "core/base/spur-order-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/store/trace/spur-store-internal.h"
#include "visualizers/space-time/spur-space-time-internal.h"

#define MAX_TRACKS_PER_LANE 16
#define BATCH_EVENTS 1024

static void
free_track (gpointer data)
{
  SpurTrack *track = data;

  g_array_unref (track->spans);
  g_array_unref (track->open);
  g_free (track);
}

static SpurTrack *
add_track (SpurSpaceTime *self, guint32 lane, guint32 stream)
{
  SpurTrack *track = g_new0 (SpurTrack, 1);

  track->lane = lane;
  track->stream = stream;
  track->owner = SPUR_NONE;
  track->index = self->n_tracks_of_lane[lane]++;
  track->spans = g_array_new (FALSE, FALSE, sizeof (guint32));
  track->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (self->tracks, track);
  return track;
}

/* What rows are filled with, and where objects are drawn. */
typedef struct
{
  SpurSpaceTime *picture;
  const SpurSpan *spans;
  gsize n_spans;
  /* By lane, its rows. */
  GPtrArray *tracks_of_lane;
  /* By span, until when its object stays without a gap. */
  gint64 *stay_ends_ns;
  /* By object, the row that it was drawn in last. */
  SpurTrack **track_of_object;
  guint32 n_objects;
} RowFilling;

/* Whether one span is drawn inside of another: a stream entered it there. Objects whose states were
 * set are there at once, each for itself. */
static gboolean
is_inside (const SpurSpan *span, const SpurSpan *around)
{
  return span->is_entered && span->end_ns <= around->end_ns &&
         (!around->is_entered || around->depth < span->depth);
}

static const SpurSpan *
get_innermost (const RowFilling *self, SpurTrack *track, gint64 time_ns)
{
  GArray *open = track->open;

  while (open->len > 0 &&
         self->spans[g_array_index (open, guint32, open->len - 1)].end_ns <= time_ns)
    g_array_set_size (open, open->len - 1);
  return open->len > 0 ? &self->spans[g_array_index (open, guint32, open->len - 1)] : NULL;
}

/* States that are entered lie on the bar of their object, or of an object of the same stream, from
 * one end of its stay to the other, whichever states it takes meanwhile. */
static gboolean
fits_owner (const SpurTrack *track, const SpurSpan *innermost, const SpurSpan *span)
{
  if (!span->is_entered)
    return track->owner == span->object;
  if ((track->owner != span->object && track->stream != span->stream) ||
      span->end_ns > track->owned_until_ns)
    return FALSE;
  return innermost == NULL || !innermost->is_entered ||
         (innermost->stream == span->stream && is_inside (span, innermost));
}

/* Whether @span lies apart from what the track has open, or inside of it. */
static gboolean
fits_track (const RowFilling *self, SpurTrack *track, const SpurSpan *span)
{
  const SpurSpan *innermost = get_innermost (self, track, span->begin_ns);

  if (track->owner != SPUR_NONE && span->begin_ns < track->owned_until_ns)
    return fits_owner (track, innermost, span);
  return track->stream == span->stream && (innermost == NULL || is_inside (span, innermost));
}

/* Objects stay in their rows where these have room. */
static SpurTrack *
find_track (RowFilling *self, const SpurSpan *span, guint32 lane)
{
  GPtrArray *tracks = g_ptr_array_index (self->tracks_of_lane, lane);
  SpurTrack *track = span->object < self->n_objects ? self->track_of_object[span->object] : NULL;

  if (track != NULL && track->lane == lane && fits_track (self, track, span))
    return track;
  for (guint i = 0; i < tracks->len; i++)
    if (fits_track (self, g_ptr_array_index (tracks, i), span))
      return g_ptr_array_index (tracks, i);
  if (tracks->len == MAX_TRACKS_PER_LANE)
    return g_ptr_array_index (tracks, tracks->len - 1);
  track = add_track (self->picture, lane, span->stream);
  g_ptr_array_add (tracks, track);
  return track;
}

static void
add_to_track (RowFilling *self, SpurTrack *track, guint32 index)
{
  const SpurSpan *span = &self->spans[index];
  gboolean is_owned = track->owner != SPUR_NONE && span->begin_ns < track->owned_until_ns;

  g_array_append_val (track->spans, index);
  if (!span->is_entered && is_owned && track->owner == span->object && track->open->len > 0)
    g_array_index (track->open, guint32, 0) = index;
  else
    g_array_append_val (track->open, index);
  if (span->object >= self->n_objects)
    return;
  self->track_of_object[span->object] = track;
  if (span->is_entered || is_owned)
    return;
  track->owner = span->object;
  track->owned_until_ns = self->stay_ends_ns[index];
}

/* Spans of an object that touch are one stay on a target. */
static void
find_stays (RowFilling *self)
{
  g_autofree gsize *next = g_new (gsize, (gsize) self->n_objects + 1);

  self->stay_ends_ns = g_new (gint64, self->n_spans + 1);
  for (guint32 i = 0; i < self->n_objects; i++)
    next[i] = G_MAXSIZE;
  for (gsize i = self->n_spans; i > 0; i--)
    {
      const SpurSpan *span = &self->spans[i - 1];
      const SpurSpan *after;

      self->stay_ends_ns[i - 1] = span->end_ns;
      if (span->is_entered || span->object >= self->n_objects)
        continue;
      after = next[span->object] != G_MAXSIZE ? &self->spans[next[span->object]] : NULL;
      if (after != NULL && after->target == span->target && after->begin_ns == span->end_ns)
        self->stay_ends_ns[i - 1] = self->stay_ends_ns[next[span->object]];
      next[span->object] = i - 1;
    }
}

/* A row for each stream. */
static void
add_stream_tracks (SpurSpaceTime *self, GPtrArray *tracks_of_lane)
{
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      guint32 lane = self->lanes->lane_of_stream[i];

      if (lane != SPUR_NONE && self->n_tracks_of_lane[lane] < MAX_TRACKS_PER_LANE)
        g_ptr_array_add (g_ptr_array_index (tracks_of_lane, lane), add_track (self, lane, i));
    }
}

/* Sorts the states of the span into rows. Spans come by target and begin. */
void
spur_space_time_add_tracks (SpurSpaceTime *self)
{
  guint n_lanes = self->lanes->n_lanes;
  RowFilling filling = { .picture = self,
                         .n_objects = spur_definitions_get_n_objects (
                           spur_trace_get_definitions (self->trace)) };

  filling.spans = spur_history_get_spans (self->history, &filling.n_spans);
  filling.n_spans = MIN (filling.n_spans, G_MAXUINT32);
  self->tracks = g_ptr_array_new_with_free_func (free_track);
  self->n_tracks_of_lane = g_new0 (guint, n_lanes + 1);
  filling.tracks_of_lane = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  filling.track_of_object = g_new0 (SpurTrack *, (gsize) filling.n_objects + 1);
  find_stays (&filling);
  for (guint i = 0; i < n_lanes; i++)
    g_ptr_array_add (filling.tracks_of_lane, g_ptr_array_new ());
  if (self->has_stream_rows)
    add_stream_tracks (self, filling.tracks_of_lane);
  for (gsize i = 0; i < filling.n_spans; i++)
    {
      const SpurSpan *span = &filling.spans[i];
      guint32 lane = spur_lanes_find (self->lanes, self->trace, span->target, span->stream);

      if (lane == SPUR_NONE || span->end_ns < self->from_ns || span->begin_ns > self->to_ns)
        continue;
      add_to_track (&filling, find_track (&filling, span, lane), (guint32) i);
    }
  g_ptr_array_unref (filling.tracks_of_lane);
  g_free (filling.track_of_object);
  g_free (filling.stay_ends_ns);
}

/* Events of one class and stream that wait to be handed over. */
typedef struct
{
  gsize n_events;
  gint64 times_ns[BATCH_EVENTS];
  const guint8 *records[BATCH_EVENTS];
  /* NULL where the visualizer gets every event. */
  SpurBucketing *bucketing;
} Pending;

static void
hand_over (SpurSpaceTime *self, guint class_index, guint stream, Pending *pending)
{
  const SpurEventBatch batch = { .trace = self->trace,
                                 .layout = spur_trace_get_class (self->trace, class_index),
                                 .style = self->style_of_class[class_index],
                                 .stream = stream,
                                 .lane = self->lanes->lane_of_stream[stream],
                                 .target_lanes = self->lanes->lane_of_object,
                                 .n_events = pending->n_events,
                                 .times_ns = pending->times_ns,
                                 .records = pending->records };

  if (pending->n_events > 0 && pending->bucketing != NULL)
    spur_bucketing_add (pending->bucketing, &batch);
  else if (pending->n_events > 0)
    spur_visualizer_add_marks (g_ptr_array_index (self->visualizer_of_class, class_index),
                               self->scene, &batch);
  pending->n_events = 0;
}

/* The walk through the streams, for the classes whose visualizers want events. */
typedef struct
{
  SpurSpaceTime *picture;
  guint stream;
  Pending **pending;
  /* By class, whether it has one. */
  const guint8 *is_pending;
} Walk;

/* The records go with the chunk. */
static void
hand_over_all (Walk *walk, guint n_classes)
{
  for (guint i = 0; i < n_classes; i++)
    {
      if (walk->pending[i] != NULL)
        hand_over (walk->picture, i, walk->stream, walk->pending[i]);
    }
}

static void
take_event (Walk *walk, guint class_index, guint64 event, const guint8 *record)
{
  SpurSpaceTime *self = walk->picture;
  Pending *pending = walk->pending[class_index];
  gint64 time_ns = spur_space_time_event_ns (self, walk->stream, event);

  if (time_ns < self->from_ns || time_ns > self->to_ns)
    return;
  pending->times_ns[pending->n_events] = time_ns;
  pending->records[pending->n_events++] = record;
  if (pending->n_events == BATCH_EVENTS)
    hand_over (self, class_index, walk->stream, pending);
}

/* @wanted are those with a pending class; NULL where these have to be looked for. */
static void
walk_chunk (Walk *walk, const SpurChunk *chunk, const guint64 *wanted, guint32 n_wanted)
{
  const guint8 *record = chunk->records;

  for (guint32 i = 0; wanted != NULL && i < n_wanted; i++)
    {
      guint32 position = (guint32) (wanted[i] >> 32);

      take_event (walk, chunk->classes[position], chunk->first + position,
                  chunk->records + (guint32) wanted[i]);
    }
  for (guint32 i = 0; wanted == NULL && i < chunk->n_events; i++)
    {
      guint class_index = chunk->classes[i];

      if (walk->pending[class_index] != NULL)
        take_event (walk, class_index, chunk->first + i, record);
      record += spur_trace_get_class (walk->picture->trace, class_index)->n_bytes;
    }
}

/* How many events are before a time, in a stream whose times never fall. */
static guint64
count_before (SpurSpaceTime *self, guint stream, gint64 time_ns)
{
  guint64 low = 0, high = spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream));
  guint64 middle;

  SPUR_BISECT (low, high, middle, spur_space_time_event_ns (self, stream, middle) < time_ns)
  return low;
}

/* Finds the events of the picture's span: by an index, or by their raw times, else all. */
static void
find_events (SpurSpaceTime *self, guint stream, guint64 *begin, guint64 *end)
{
  SpurStream *of = spur_trace_get_stream (self->trace, stream);

  *begin = 0;
  *end = spur_stream_get_n_events (of);
  if (self->index != NULL)
    {
      *begin = spur_index_count_until (self->index, stream, self->from_ns - 1, self->raw);
      *end = spur_index_count_until (self->index, stream, self->to_ns, self->raw);
    }
  else if (self->raw && spur_stream_get_n_steps_back (of) == 0)
    {
      *begin = count_before (self, stream, self->from_ns);
      *end = count_before (self, stream, self->to_ns + 1);
    }
}

/* Through the events of the picture's span, where it is known which these are. */
static void
walk_stream (Walk *walk, guint n_classes)
{
  SpurSpaceTime *self = walk->picture;
  SpurStream *stream = spur_trace_get_stream (self->trace, walk->stream);
  guint64 begin, end;
  g_autoptr (SpurChunkWalk) chunks =
    spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  const SpurChunk *chunk;

  spur_chunk_walk_want_classes (chunks, walk->is_pending);
  find_events (self, walk->stream, &begin, &end);
  if (begin == end)
    return;
  spur_chunk_walk_seek (chunks, begin);
  while ((chunk = spur_chunk_walk_next (chunks)) != NULL && chunk->first < end)
    {
      guint32 n_wanted;
      const guint64 *wanted = spur_chunk_walk_get_wanted (chunks, &n_wanted);

      walk_chunk (walk, chunk, wanted, n_wanted);
      hand_over_all (walk, n_classes);
    }
  for (guint i = 0; i < n_classes; i++)
    if (walk->pending[i] != NULL && walk->pending[i]->bucketing != NULL)
      spur_bucketing_flush (walk->pending[i]->bucketing);
}

static void
free_pending (gpointer data)
{
  Pending *self = data;

  if (self != NULL)
    g_clear_pointer (&self->bucketing, spur_bucketing_free);
  g_free (self);
}

static gboolean
has_marks (SpurSpaceTime *self, guint class_index)
{
  const SpurStyle *style =
    &g_array_index (self->scene->styles, SpurStyle, self->style_of_class[class_index]);

  return spur_visualizer_has_marks (g_ptr_array_index (self->visualizer_of_class, class_index),
                                    style);
}

gboolean
spur_space_time_has_marks (SpurSpaceTime *self)
{
  for (guint i = 0; i < spur_trace_get_n_classes (self->trace); i++)
    {
      if (has_marks (self, i))
        return TRUE;
    }
  return FALSE;
}

/* What gathers the events of a class, or NULL where its visualizer adds no marks. A page wants
 * every mark, so there are no buckets on it. */
static Pending *
make_pending (SpurSpaceTime *self, guint class_index)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, class_index);
  SpurVisualizer *visualizer = g_ptr_array_index (self->visualizer_of_class, class_index);
  const SpurStyle *style =
    &g_array_index (self->scene->styles, SpurStyle, self->style_of_class[class_index]);
  Pending *pending;

  if (!has_marks (self, class_index))
    return NULL;
  pending = g_new0 (Pending, 1);
  if (!self->scene->keeps_all && spur_visualizer_has_buckets (visualizer, layout, style))
    pending->bucketing = spur_bucketing_new (visualizer, self->scene);
  return pending;
}

/* Whether the loads that the class measures come from the index. */
static gboolean
has_indexed_loads (SpurSpaceTime *self, guint class_index)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, class_index);
  const SpurStyle *style =
    &g_array_index (self->scene->styles, SpurStyle, self->style_of_class[class_index]);

  return self->index != NULL && !self->scene->keeps_all && spur_index_has_values_of (layout) &&
         spur_visualizer_shows_load (g_ptr_array_index (self->visualizer_of_class, class_index),
                                     layout, style);
}

void
spur_space_time_add_glyphs (SpurSpaceTime *self)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  g_autoptr (GPtrArray) pending = g_ptr_array_new_with_free_func (free_pending);
  g_autofree guint8 *is_pending = g_new0 (guint8, (gsize) n_classes + 1);
  g_autofree guint8 *is_load = g_new0 (guint8, (gsize) n_classes + 1);
  gboolean any_pending = FALSE, any_load = FALSE;

  for (guint i = 0; i < n_classes; i++)
    {
      is_load[i] = has_indexed_loads (self, i);
      g_ptr_array_add (pending, is_load[i] ? NULL : make_pending (self, i));
      is_pending[i] = g_ptr_array_index (pending, i) != NULL;
      any_load |= is_load[i];
      any_pending |= is_pending[i];
    }
  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    {
      Walk walk = { self, s, (Pending **) pending->pdata, is_pending };

      if (any_pending)
        walk_stream (&walk, n_classes);
      if (any_load)
        spur_space_time_add_loads (self, s, is_load);
    }
}

/* The latest enter that member @index waits for, by the operation's pattern. */
static gint64
find_bound (const SpurCollective *collective, const SpurBandMember *times, guint32 index)
{
  gint64 bound_ns = G_MININT64;

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      if (spur_collective_depends (collective, i, index))
        bound_ns = MAX (bound_ns, times[i].enter_ns);
    }
  return bound_ns;
}

/* All enters and exits of an operation at most: members of large ones are looked at for as many
 * as a picture can show. */
#define MAX_CHECKED_MEMBERS 256

static gboolean
is_violated (const SpurCollective *collective, const SpurBandMember *times)
{
  guint32 step = MAX (collective->n_members / MAX_CHECKED_MEMBERS, 1);

  for (guint32 i = 0; i < collective->n_members; i += step)
    if (times[i].exit_ns < find_bound (collective, times, i))
      return TRUE;
  return FALSE;
}

static int
compare_members (const void *a, const void *b)
{
  const SpurBandMember *x = a, *y = b;

  return SPUR_ORDER (x->lane, y->lane);
}

/* Reads an operation's times, and its span. */
static void
read_members (SpurSpaceTime *self,
              const SpurCollective *collective,
              GArray *times,
              gint64 *begin_ns,
              gint64 *end_ns)
{
  *begin_ns = G_MAXINT64;
  *end_ns = G_MININT64;
  g_array_set_size (times, 0);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *member = &collective->members[i];
      const SpurBandMember time = {
        .enter_ns = spur_space_time_event_ns (self, member->stream, member->enter_event),
        .exit_ns = spur_space_time_event_ns (self, member->stream, member->exit_event),
        .lane = self->lanes->lane_of_stream[member->stream]
      };

      *begin_ns = MIN (*begin_ns, MIN (time.enter_ns, time.exit_ns));
      *end_ns = MAX (*end_ns, MAX (time.enter_ns, time.exit_ns));
      g_array_append_val (times, time);
    }
}

/* Collective operations of the span, spread evenly over all of them where there are too many. */
void
spur_space_time_add_bands (SpurSpaceTime *self, guint max_bands)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->edges);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (SpurBandMember));
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (gsize));
  gint64 begin_ns, end_ns;

  self->bands = g_array_new (FALSE, FALSE, sizeof (SpurBand));
  self->band_members = g_array_new (FALSE, FALSE, sizeof (SpurBandMember));
  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (self->edges, i, &collective);
      read_members (self, &collective, times, &begin_ns, &end_ns);
      if (collective.n_members < 2 || end_ns < self->from_ns || begin_ns > self->to_ns)
        continue;
      g_array_append_val (shown, i);
    }
  self->counts.n_bands = shown->len;
  self->counts.n_bands_drawn = MIN (shown->len, max_bands);
  for (guint i = 0; i < self->counts.n_bands_drawn; i++)
    {
      gsize place = (gsize) ((guint64) i * shown->len / self->counts.n_bands_drawn);
      SpurCollective collective;
      SpurBand band = { .first_member = self->band_members->len };

      spur_edges_get_collective (self->edges, g_array_index (shown, gsize, place), &collective);
      read_members (self, &collective, times, &begin_ns, &end_ns);
      band.n_members = collective.n_members;
      band.violated = is_violated (&collective, (const SpurBandMember *) times->data);
      qsort (times->data, times->len, sizeof (SpurBandMember), compare_members);
      g_array_append_vals (self->band_members, times->data, times->len);
      g_array_append_val (self->bands, band);
    }
}
