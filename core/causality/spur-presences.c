/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where the events of each active object are, one presence after the other. */
#include "core/base/spur-order-internal.h"
#include "core/base/spur-page-array-private.h"
#include "core/causality/spur-moves-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-replay-internal.h"

typedef struct
{
  SpurTrace *trace;
  /* Of each class: whether its events create their subject. */
  guint8 *creates;
  guint n_classes;
  guint n_objects;
  SpurPageArray *of_stream; /* SpurStreamPresence */
  /* What was needed to look through a stream, for the next one: for each object %SPUR_NONE. There
   * may be as many objects as streams, so that it is not made anew for each of those. */
  GAsyncQueue *open;
} Listing;

static gboolean
is_placement (const SpurEventLayout *layout)
{
  return spur_replay_get_movement (layout) == SPUR_MOVEMENT_ARRIVES;
}

/* Whether a place is where the stream runs, or what that is part of. */
static gboolean
is_own (SpurTrace *trace, guint32 target, guint32 place)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint n = 0; target < spur_definitions_get_n_objects (definitions) && n < 64; n++)
    {
      if (target == place)
        return TRUE;
      target = spur_definitions_get_object (definitions, target)->parent;
    }
  return FALSE;
}

typedef struct
{
  const Listing *listing;
  SpurPageArray presences;
  guint32 *open;
  guint32 stream;
} Walk;

static SpurStreamPresence *
begin_presence (Walk *walk, guint32 object, guint64 event, guint32 comes_from)
{
  SpurStreamPresence *presence = SPUR_PAGE_ARRAY_ADD (&walk->presences, SpurStreamPresence);

  walk->open[object] = (guint32) (walk->presences.n - 1);
  *presence = (SpurStreamPresence){ event,     event,      object,    walk->stream,
                                    SPUR_NONE, comes_from, SPUR_NONE, FALSE };
  return presence;
}

/* A place that an event names, other than where its stream runs; else %SPUR_NONE. */
static guint32
get_other_place (const SpurReplay *replay, SpurUse use)
{
  guint32 place = spur_replay_get_use (replay, use);

  return is_own (replay->trace, replay->target, place) ? SPUR_NONE : place;
}

static void
take_event (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;
  guint32 object = replay->subject;
  guint32 source = SPUR_NONE, destination = SPUR_NONE;
  gboolean is_placed = replay->layout->effect == SPUR_EFFECT_PLACE;
  SpurStreamPresence *presence;

  if (object >= walk->listing->n_objects)
    return;
  if (is_placed || replay->layout->role == SPUR_ROLE_SEND)
    destination = get_other_place (replay, SPUR_USE_DESTINATION);
  if (is_placed && destination == SPUR_NONE)
    source = get_other_place (replay, SPUR_USE_SOURCE);

  if (walk->open[object] == SPUR_NONE || source != SPUR_NONE)
    presence = begin_presence (walk, object, replay->event, source);
  else
    presence = SPUR_PAGE_ARRAY_AT (&walk->presences, SpurStreamPresence, walk->open[object]);
  presence->last_event = replay->event;
  presence->is_created |= walk->listing->creates[replay->class_index];
  if (destination != SPUR_NONE)
    {
      presence->goes_to = destination;
      walk->open[object] = SPUR_NONE;
    }
}

static guint32 *
take_open (const Listing *listing)
{
  guint32 *open = g_async_queue_try_pop (listing->open);

  if (open == NULL)
    {
      open = g_new (guint32, MAX (listing->n_objects, 1));
      memset (open, 0xff, listing->n_objects * sizeof *open);
    }
  return open;
}

/* Objects that were met in the stream have presences there. */
static void
give_open (const Listing *listing, guint32 *open, const SpurPageArray *presences)
{
  for (gsize i = 0; i < presences->n; i++)
    open[SPUR_PAGE_ARRAY_AT (presences, SpurStreamPresence, i)->object] = SPUR_NONE;
  g_async_queue_push (listing->open, open);
}

static void
list_presences (guint index, gpointer user_data)
{
  const Listing *listing = user_data;
  Walk walk = { listing, { 0 }, take_open (listing), index };

  spur_replay_stream (listing->trace, index, SPUR_REPLAY_SUBJECTS, take_event, NULL, &walk);
  give_open (listing, walk.open, &walk.presences);
  spur_page_array_fit (&walk.presences, sizeof (SpurStreamPresence));
  listing->of_stream[index] = walk.presences;
}

/* Whether a stream has events of the classes in @is_asked. */
static gboolean
has_events (SpurStream *stream, const guint8 *is_asked)
{
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES);
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      guint8 has = 0;

      for (guint32 i = 0; i < chunk->n_events; i++)
        has |= is_asked[chunk->classes[i]];
      if (has != 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether a stream has messages of the family of a class. */
static gboolean
has_messages (const SpurScan *scan, const SpurScanClass *klass)
{
  for (guint32 i = 0; i < scan->n_channels; i++)
    {
      if (scan->channels[i].key.group >> SPUR_CHANNEL_FAMILY_SHIFT ==
          klass->family >> SPUR_CHANNEL_FAMILY_SHIFT)
        return TRUE;
    }
  return FALSE;
}

/* Whether some event of the trace may say where an object is. Where none does the trace is not
 * looked through; and what was scanned is not looked at once more. */
static gboolean
has_moves (const Listing *listing,
           const SpurScanClasses *scanned,
           const SpurScan *scans,
           const guint8 *is_own)
{
  guint n_streams = spur_trace_get_n_streams (listing->trace);
  g_autofree guint8 *is_asked = g_new0 (guint8, MAX (listing->n_classes, 1));
  gboolean is_any = FALSE;

  for (guint i = 0; i < listing->n_classes; i++)
    {
      if (!listing->creates[i] && !is_placement (spur_trace_get_class (listing->trace, i)))
        continue;
      is_asked[i] = !scanned->is_wanted[i];
      is_any |= is_asked[i];
      for (guint s = 0; !is_asked[i] && s < n_streams; s++)
        {
          if (has_messages (&scans[s], &scanned->classes[i]))
            return TRUE;
        }
    }
  for (guint s = 0; is_any && s < n_streams; s++)
    {
      if ((is_own == NULL || is_own[s]) &&
          has_events (spur_trace_get_stream (listing->trace, s), is_asked))
        return TRUE;
    }
  return FALSE;
}

/* Streams come in order, so that the presences of an object are by stream, and in a stream in
 * order. Takes what streams have. */
static SpurPresences *
sort_by_object (const Listing *listing)
{
  SpurPresences *self = g_new0 (SpurPresences, 1);
  guint n_streams = spur_trace_get_n_streams (listing->trace);
  g_autofree gsize *fill = NULL;
  gsize n_presences = 0;

  self->n_objects = listing->n_objects;
  self->first_of_object = g_new0 (gsize, listing->n_objects + 1);
  for (guint s = 0; s < n_streams; s++)
    {
      const SpurStreamPresence *presences = listing->of_stream[s].elements;

      for (gsize i = 0; i < listing->of_stream[s].n; i++)
        self->first_of_object[presences[i].object + 1]++;
      n_presences += listing->of_stream[s].n;
    }
  for (guint i = 0; i < listing->n_objects; i++)
    self->first_of_object[i + 1] += self->first_of_object[i];
  self->presences = SPUR_PAGES_NEW (SpurStreamPresence, MAX (n_presences, 1));
  fill = g_memdup2 (self->first_of_object, (listing->n_objects + 1) * sizeof *fill);
  for (guint s = 0; s < n_streams; s++)
    {
      const SpurStreamPresence *presences = listing->of_stream[s].elements;

      for (gsize i = 0; i < listing->of_stream[s].n; i++)
        self->presences[fill[presences[i].object]++] = presences[i];
      spur_page_array_clear (&listing->of_stream[s]);
    }
  return self;
}

static void
init_listing (Listing *self, SpurTrace *trace)
{
  *self =
    (Listing){ .trace = trace,
               .n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (trace)),
               .n_classes = spur_trace_get_n_classes (trace) };
  self->creates = g_new (guint8, MAX (self->n_classes, 1));
  for (guint i = 0; i < self->n_classes; i++)
    self->creates[i] = spur_event_layout_is_creation (spur_trace_get_class (trace, i));
}

SpurPresences *
spur_presences_new (SpurTrace *trace,
                    const SpurScanClasses *scanned,
                    const SpurScan *scans,
                    const SpurJob *job)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  Listing listing;
  g_autofree guint8 *creates = NULL;
  g_autofree SpurPageArray *of_stream = g_new0 (SpurPageArray, n_streams + 1);

  init_listing (&listing, trace);
  creates = listing.creates;
  listing.of_stream = of_stream;
  if (!has_moves (&listing, scanned, scans, NULL))
    return NULL;
  listing.open = g_async_queue_new_full (g_free);
  spur_job_run (job, n_streams, list_presences, &listing);
  g_async_queue_unref (listing.open);
  return sort_by_object (&listing);
}

gboolean
spur_presences_exist (SpurTrace *trace,
                      const SpurScanClasses *scanned,
                      const SpurScan *scans,
                      const guint8 *is_own)
{
  Listing listing;
  g_autofree guint8 *creates = NULL;

  init_listing (&listing, trace);
  creates = listing.creates;
  return has_moves (&listing, scanned, scans, is_own);
}

void
spur_presences_free (SpurPresences *self)
{
  spur_pages_free (self->presences);
  g_free (self->first_of_object);
  g_free (self);
}

guint32
spur_presences_find_turn (const SpurPresences *self, guint32 object, guint32 stream, guint64 event)
{
  gsize low, high, middle;

  if (self == NULL || object >= self->n_objects)
    return SPUR_NONE;
  low = self->first_of_object[object];
  high = self->first_of_object[object + 1];
  SPUR_BISECT (
    low, high, middle,
    self->presences[middle].stream < stream ||
      (self->presences[middle].stream == stream && self->presences[middle].last_event < event));
  if (low == self->first_of_object[object + 1] || self->presences[low].stream != stream ||
      self->presences[low].first_event > event)
    return SPUR_NONE;
  return self->presences[low].turn;
}
