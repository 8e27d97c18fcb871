/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* States in rows, marks of visualizers and collective operations of a space-time picture. */
#include <stdlib.h>

#include "core/base/spur-order-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/store/trace/spur-chunk-walk.h"
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
  track->index = self->n_tracks_of_lane[lane]++;
  track->spans = g_array_new (FALSE, FALSE, sizeof (guint32));
  track->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (self->tracks, track);
  return track;
}

/* Whether one span is drawn inside of another: a stream entered it there. Objects whose states were
 * set are there at once, each for itself. */
static gboolean
is_inside (const SpurSpan *span, const SpurSpan *around)
{
  return span->is_entered && span->end_ns <= around->end_ns &&
         (!around->is_entered || around->depth < span->depth);
}

/* Whether @span lies apart from what the track has open, or inside of it. */
static gboolean
fits_track (SpurTrack *track, const SpurSpan *spans, const SpurSpan *span)
{
  GArray *open = track->open;

  if (track->stream != span->stream)
    return FALSE;
  while (open->len > 0 &&
         spans[g_array_index (open, guint32, open->len - 1)].end_ns <= span->begin_ns)
    g_array_set_size (open, open->len - 1);
  return open->len == 0 || is_inside (span, &spans[g_array_index (open, guint32, open->len - 1)]);
}

static SpurTrack *
find_track (
  SpurSpaceTime *self, GPtrArray *tracks, const SpurSpan *spans, const SpurSpan *span, guint32 lane)
{
  SpurTrack *track;

  for (guint i = 0; i < tracks->len; i++)
    if (fits_track (g_ptr_array_index (tracks, i), spans, span))
      return g_ptr_array_index (tracks, i);
  if (tracks->len == MAX_TRACKS_PER_LANE)
    return g_ptr_array_index (tracks, tracks->len - 1);
  track = add_track (self, lane, span->stream);
  g_ptr_array_add (tracks, track);
  return track;
}

/* Sorts the states of the span into rows. Spans come by target and begin. */
void
spur_space_time_add_tracks (SpurSpaceTime *self)
{
  guint n_lanes = self->lanes->n_lanes;
  g_autoptr (GPtrArray) tracks_of_lane = NULL;
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (self->history, &n_spans);

  self->tracks = g_ptr_array_new_with_free_func (free_track);
  self->n_tracks_of_lane = g_new0 (guint, n_lanes + 1);
  tracks_of_lane = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < n_lanes; i++)
    g_ptr_array_add (tracks_of_lane, g_ptr_array_new ());
  for (gsize i = 0; i < n_spans && i < G_MAXUINT32; i++)
    {
      const SpurSpan *span = &spans[i];
      guint32 lane = spur_lanes_find (self->lanes, self->trace, span->target, span->stream);
      guint32 index = (guint32) i;
      SpurTrack *track;

      if (lane == SPUR_NONE || span->end_ns < self->from_ns || span->begin_ns > self->to_ns)
        continue;
      track = find_track (self, g_ptr_array_index (tracks_of_lane, lane), spans, span, lane);
      g_array_append_val (track->spans, index);
      g_array_append_val (track->open, index);
    }
}

/* Events of one class and stream that wait to be handed over. */
typedef struct
{
  gsize n_events;
  gint64 times_ns[BATCH_EVENTS];
  const guint8 *records[BATCH_EVENTS];
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

  if (pending->n_events > 0)
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
walk_chunk (Walk *walk, SpurStream *stream, const SpurChunk *chunk)
{
  SpurSpaceTime *self = walk->picture;
  const guint8 *record = chunk->records;

  for (guint32 i = 0; i < chunk->n_events; i++)
    {
      guint class_index = chunk->classes[i];
      Pending *pending = walk->pending[class_index];

      if (pending != NULL)
        {
          gint64 time_ns = spur_space_time_event_ns (self, walk->stream, chunk->first + i);

          if (time_ns >= self->from_ns && time_ns <= self->to_ns)
            {
              pending->times_ns[pending->n_events] = time_ns;
              pending->records[pending->n_events++] = record;
            }
          if (pending->n_events == BATCH_EVENTS)
            hand_over (self, class_index, walk->stream, pending);
        }
      record += spur_trace_get_class (self->trace, class_index)->n_bytes;
    }
}

void
spur_space_time_add_glyphs (SpurSpaceTime *self)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  g_autoptr (GPtrArray) pending = g_ptr_array_new_with_free_func (g_free);
  const SpurStyle *styles = (const SpurStyle *) self->scene->styles->data;
  gboolean any = FALSE;

  for (guint i = 0; i < n_classes; i++)
    {
      gboolean wanted = spur_visualizer_has_marks (g_ptr_array_index (self->visualizer_of_class, i),
                                                   &styles[self->style_of_class[i]]);

      g_ptr_array_add (pending, wanted ? g_new0 (Pending, 1) : NULL);
      any |= wanted;
    }
  for (guint s = 0; any && s < spur_trace_get_n_streams (self->trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (self->trace, s);
      g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (stream, SPUR_CHUNK_ALL);
      Walk walk = { self, s, (Pending **) pending->pdata };
      const SpurChunk *chunk;

      while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
        {
          walk_chunk (&walk, stream, chunk);
          hand_over_all (&walk, n_classes);
        }
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

/* Reads an operation's times into @times, which may be NULL, and its span. */
static void
read_members (SpurSpaceTime *self,
              const SpurCollective *collective,
              GArray *times,
              gint64 *begin_ns,
              gint64 *end_ns)
{
  *begin_ns = G_MAXINT64;
  *end_ns = G_MININT64;
  if (times != NULL)
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
      if (times != NULL)
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
      self->counts.n_bands_violated +=
        is_violated (&collective, (const SpurBandMember *) times->data);
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

gboolean
spur_space_time_find_band_span (SpurSpaceTime *self, gsize index, gint64 *begin_ns, gint64 *end_ns)
{
  SpurCollective collective;

  spur_edges_get_collective (self->edges, index, &collective);
  read_members (self, &collective, NULL, begin_ns, end_ns);
  return collective.n_members >= 2;
}
