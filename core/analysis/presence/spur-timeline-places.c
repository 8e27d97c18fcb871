/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where each object is, by the events that place it, else by where it is seen. */
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"

typedef struct
{
  SpurTimeline *timeline;
  /* By object: whether an event places it or sends it away. */
  guint8 *is_placed;
  SpurKeyedRows placed;
  SpurKeyedRows seen;
} Resolving;

/* The object whose events are gone through. */
typedef struct
{
  Resolving *resolving;
  guint32 object;
  guint32 place;
  gboolean is_sent;
  gboolean is_known;
  /* Of its present life, or the one that ended last. */
  gboolean is_ended;
  gboolean was_somewhere;
  /* Migrations that arrived before they were sent, as uncorrected clocks say: their sends come
   * late and move nothing any more. */
  GHashTable *early;
} Following;

static void
add_place (
  Following *self, gint64 time_ns, guint64 origin, guint32 place, SpurTimelinePlaced placed)
{
  *SPUR_KEYED_ROWS_ADD (&self->resolving->placed, self->object, SpurTimelineRow) =
    (SpurTimelineRow){ .time_ns = time_ns, .origin = origin, .value = place, .list = placed };
  self->place = place;
}

/* An object that first leaves a source was there before, since it exists. */
static void
begin_at_source (Following *self, const SpurTimelinePlace *first)
{
  SpurTimeline *timeline = self->resolving->timeline;
  const SpurTimelineRow *created =
    spur_timeline_find_row (timeline, SPUR_TIMELINE_EXISTENCE, self->object, first->time_ns);
  gboolean is_created = created != NULL && created->value != 0;

  add_place (self, is_created ? created->time_ns : timeline->begin_ns,
             is_created ? created->origin : first->origin, first->source, SPUR_TIMELINE_PLACED);
}

/* The begin or end of the object that came last before an event, with @skips_ends the begin; NULL
 * where there is none. */
static const SpurTimelineRow *
find_existence_before (const Following *self, const SpurTimelinePlace *place, gboolean skips_ends)
{
  const SpurTimeline *timeline = self->resolving->timeline;
  const SpurTimelineRows *rows = &timeline->kinds[SPUR_TIMELINE_EXISTENCE];
  const SpurTimelineRow *first = rows->rows + rows->firsts[self->object];
  const SpurTimelineRow *row =
    spur_timeline_find_row (timeline, SPUR_TIMELINE_EXISTENCE, self->object, place->time_ns);

  while (row != NULL && ((row->time_ns == place->time_ns && row->origin > place->origin) ||
                         (skips_ends && row->value == 0)))
    row = row > first ? row - 1 : NULL;
  return row;
}

static gboolean
is_dead (const Following *self, const SpurTimelinePlace *place)
{
  const SpurTimelineRow *last = find_existence_before (self, place, FALSE);

  return last != NULL && last->value == 0;
}

/* Logs of batch systems say where a job ran when it has ended: it was there all its life. */
static void
place_in_retrospect (Following *self, const SpurTimelinePlace *place)
{
  const SpurTimelineRow *begin = find_existence_before (self, place, TRUE);

  if (self->was_somewhere)
    return;
  add_place (self, begin != NULL ? begin->time_ns : self->resolving->timeline->begin_ns,
             begin != NULL ? begin->origin : 0, place->destination, SPUR_TIMELINE_PLACED);
  self->was_somewhere = TRUE;
}

/* Until an event places it, an object is where it is seen. */
static void
begin_where_seen (Following *self, const SpurTimelinePlace *first)
{
  SpurTimeline *timeline = self->resolving->timeline;
  const SpurTimelineRows *states = &timeline->kinds[SPUR_TIMELINE_STATES];

  for (gsize i = states->firsts[self->object]; i < states->firsts[self->object + 1]; i++)
    {
      const SpurTimelineRow *row = &states->rows[i];
      guint32 target = spur_stream_get_target (
        spur_trace_get_stream (timeline->trace, spur_timeline_row_get_stream (row)));

      if (row->time_ns >= first->time_ns)
        break;
      if (row->list == SPUR_TIMELINE_ENTERED && target != self->place)
        add_place (self, row->time_ns, row->origin, target, SPUR_TIMELINE_SEEN);
    }
}

static void
begin_following (Following *self, const SpurTimelinePlace *first)
{
  self->is_known = TRUE;
  if (first->creates)
    return;
  if (first->source != SPUR_NONE)
    begin_at_source (self, first);
  else
    begin_where_seen (self, first);
}

static void
take_arrival (Following *self, const SpurTimelinePlace *place)
{
  if (self->is_ended && !place->creates && is_dead (self, place))
    {
      place_in_retrospect (self, place);
      return;
    }
  self->is_ended = FALSE;
  self->was_somewhere = TRUE;
  if (place->has_migration && !self->is_sent)
    {
      if (self->early == NULL)
        self->early = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      g_hash_table_add (self->early, g_memdup2 (&place->migration, sizeof place->migration));
    }
  self->is_sent = FALSE;
  add_place (self, place->time_ns, place->origin, place->destination, SPUR_TIMELINE_PLACED);
}

static gboolean
is_early (const Following *self, const SpurTimelinePlace *sent)
{
  if (sent->has_migration && self->early != NULL &&
      g_hash_table_remove (self->early, &sent->migration))
    return TRUE;
  return self->place != SPUR_NONE && self->place == sent->destination &&
         self->place != sent->source;
}

static void
take_place (Following *self, const SpurTimelinePlace *place)
{
  if (place->placed != SPUR_TIMELINE_ENDED && !self->is_known)
    begin_following (self, place);
  switch ((SpurTimelinePlaced) place->placed)
    {
    case SPUR_TIMELINE_PLACED:
      take_arrival (self, place);
      break;
    case SPUR_TIMELINE_SENT:
      if (is_early (self, place))
        break;
      self->is_sent = TRUE;
      add_place (self, place->time_ns, place->origin, SPUR_NONE, SPUR_TIMELINE_SENT);
      break;
    case SPUR_TIMELINE_ENDED:
      if (self->is_ended)
        self->was_somewhere = FALSE;
      self->is_ended = TRUE;
      add_place (self, place->time_ns, place->origin, SPUR_NONE, SPUR_TIMELINE_ENDED);
      break;
    case SPUR_TIMELINE_SEEN:
      break;
    }
}

SPUR_DEFINE_ORDER (compare_places, SpurTimelinePlace, SPUR_BY_2 (time_ns, origin))
SPUR_DEFINE_SORT (sort_places, SpurTimelinePlace, compare_places)

/* Places in order by object, then by time and origin. */
typedef struct
{
  SpurTimelinePlace *places;
  gsize n_places;
  /* By object, the end of its places. */
  gsize *ends;
} SortedPlaces;

/* Takes what streams have, one after the other. */
static void
group_by_object (SortedPlaces *self, guint32 n_objects, SpurPageArray *streams[], guint n_streams)
{
  self->ends = g_new0 (gsize, (gsize) n_objects + 1);
  for (guint s = 0; s < n_streams; s++)
    {
      const SpurTimelinePlace *places = streams[s]->elements;

      for (gsize i = 0; i < streams[s]->n; i++)
        self->ends[places[i].object + 1]++;
    }
  for (guint32 i = 0; i < n_objects; i++)
    self->ends[i + 1] += self->ends[i];
  self->n_places = self->ends[n_objects];
  self->places = SPUR_PAGES_NEW (SpurTimelinePlace, self->n_places + 1);
  for (guint s = 0; s < n_streams; s++)
    {
      const SpurTimelinePlace *places = streams[s]->elements;

      for (gsize i = 0; i < streams[s]->n; i++)
        self->places[self->ends[places[i].object]++] = places[i];
      spur_page_array_clear (streams[s]);
    }
}

static void
sort_objects (SortedPlaces *self, guint32 n_objects)
{
  g_autofree SpurTimelinePlace *scratch = NULL;
  gsize n_most = 0, first = 0;

  for (guint32 i = 0; i < n_objects; first = self->ends[i++])
    n_most = MAX (n_most, self->ends[i] - first);
  scratch = g_new (SpurTimelinePlace, n_most / 2 + 1);
  first = 0;
  for (guint32 i = 0; i < n_objects; first = self->ends[i++])
    sort_places (self->places + first, self->ends[i] - first, scratch);
}

/* Takes the places. */
static void
follow_objects (Resolving *self, SpurPageArray *streams[], guint n_streams)
{
  Following following = { .resolving = self, .object = SPUR_NONE };
  SortedPlaces sorted;

  group_by_object (&sorted, self->timeline->n_objects, streams, n_streams);
  sort_objects (&sorted, self->timeline->n_objects);
  for (gsize i = 0; i < sorted.n_places; i++)
    {
      const SpurTimelinePlace *place = &sorted.places[i];

      self->is_placed[place->object] |= place->placed != SPUR_TIMELINE_ENDED;
      if (place->object != following.object)
        {
          g_clear_pointer (&following.early, g_hash_table_unref);
          following = (Following){ .resolving = self, .object = place->object, .place = SPUR_NONE };
        }
      take_place (&following, place);
    }
  g_clear_pointer (&following.early, g_hash_table_unref);
  spur_pages_free (sorted.places);
  g_free (sorted.ends);
}

static gboolean
has_entered (const SpurTimelineRows *states, guint32 object)
{
  for (gsize i = states->firsts[object]; i < states->firsts[object + 1]; i++)
    {
      if (states->rows[i].list == SPUR_TIMELINE_ENTERED)
        return TRUE;
    }
  return FALSE;
}

static SpurTimelineRow
make_seen (const SpurTimeline *self, const SpurTimelineRow *by)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, spur_timeline_row_get_stream (by));

  return (SpurTimelineRow){ .time_ns = by->time_ns,
                            .origin = by->origin,
                            .value = spur_stream_get_target (stream),
                            .list = SPUR_TIMELINE_SEEN };
}

static gboolean
is_end (const SpurTimelineRow *state)
{
  return state->value == SPUR_NONE && state->list == SPUR_NONE;
}

/* Being seen where it was seen last changes nothing, unless that has ended meanwhile. */
static gboolean
is_repetition (const SpurTimeline *self, const SpurTimelineRow *row, const SpurTimelineRow *last)
{
  return row->list == SPUR_TIMELINE_SEEN && row->value == last->value &&
         (row->value >= self->n_objects ||
          spur_timeline_count_ends_before (self, row->value, row) ==
            spur_timeline_count_ends_before (self, row->value, last));
}

/* Whether a state shows its object where it was not seen just before by states of this kind, @last,
 * which then is where it is now. */
static gboolean
is_sighting (const SpurTimeline *self, const SpurTimelineRow *state, SpurTimelineRow *last)
{
  SpurTimelineRow seen = make_seen (self, state);

  if (seen.value == SPUR_NONE || is_repetition (self, &seen, last))
    return FALSE;
  *last = seen;
  return TRUE;
}

gsize
spur_timeline_keep_sightings (const SpurTimeline *self, SpurTimelineRow *states, gsize n_states)
{
  SpurTimelineRow last_set = { .value = SPUR_NONE }, last_entered = { .value = SPUR_NONE };
  gboolean has_entered = FALSE;
  gsize n_kept = 0;

  for (gsize i = 0; i < n_states; i++)
    {
      const SpurTimelineRow *state = &states[i];
      gboolean is_kept = TRUE;

      if (is_end (state))
        last_set.value = last_entered.value = SPUR_NONE;
      else if (state->list != SPUR_TIMELINE_ENTERED)
        is_kept = state->value != SPUR_NONE && is_sighting (self, state, &last_set);
      else
        {
          /* The first one tells that states are entered, wherever that is. */
          is_kept = is_sighting (self, state, &last_entered) || !has_entered;
          has_entered = TRUE;
        }
      if (is_kept)
        states[n_kept++] = *state;
    }
  return n_kept;
}

/* States that are entered say where the object is; where there are none, those that are set. Only
 * changes of the place are kept. */
static void
see_by_states (Resolving *self, guint32 object)
{
  const SpurTimelineRows *states = &self->timeline->kinds[SPUR_TIMELINE_STATES];
  gboolean is_entered = has_entered (states, object);
  SpurTimelineRow last = { .value = SPUR_NONE };

  for (gsize i = states->firsts[object]; i < states->firsts[object + 1]; i++)
    {
      const SpurTimelineRow *row = &states->rows[i];
      gboolean shows = is_entered ? row->list == SPUR_TIMELINE_ENTERED : row->value != SPUR_NONE;
      SpurTimelineRow seen = make_seen (self->timeline, row);

      /* The object may have ended. */
      if (is_end (row))
        last.value = SPUR_NONE;
      if (!shows || seen.value == SPUR_NONE || is_repetition (self->timeline, &seen, &last))
        continue;
      *SPUR_KEYED_ROWS_ADD (&self->seen, object, SpurTimelineRow) = seen;
      last = seen;
    }
}

/* The outermost load object around one, as far as events place them; SPUR_NONE in a circle. */
static guint32
find_outermost (const Resolving *self, guint32 object, gint64 time_ns)
{
  guint32 mark = SPUR_NONE;
  guint64 n_steps = 0, n_mark = 1;

  while (object < self->timeline->n_objects && self->is_placed[object])
    {
      if (object == mark)
        return SPUR_NONE;
      if (++n_steps == n_mark)
        {
          mark = object;
          n_mark *= 2;
        }
      object = spur_timeline_find_place (self->timeline, object, time_ns, NULL);
    }
  return object < self->timeline->n_objects && self->timeline->is_load_object[object] ? object
                                                                                      : SPUR_NONE;
}

/* What is placed in an object that no event places shows where that is. */
static void
see_by_contents (Resolving *self, guint32 object)
{
  const SpurTimelineRows *states = &self->timeline->kinds[SPUR_TIMELINE_STATES];

  for (gsize i = states->firsts[object]; i < states->firsts[object + 1]; i++)
    {
      guint32 outermost;
      SpurTimelineRow seen;

      if (states->rows[i].list != SPUR_TIMELINE_ENTERED)
        continue;
      outermost = find_outermost (self, object, states->rows[i].time_ns);
      seen = make_seen (self->timeline, &states->rows[i]);
      if (outermost != SPUR_NONE && seen.value != SPUR_NONE)
        *SPUR_KEYED_ROWS_ADD (&self->seen, outermost, SpurTimelineRow) = seen;
    }
}

static gboolean
has_unplaced_container (const Resolving *self)
{
  const SpurTimelineRows *places = &self->timeline->kinds[SPUR_TIMELINE_PLACES];

  for (gsize i = 0; i < places->firsts[self->timeline->n_objects]; i++)
    {
      guint32 place = places->rows[i].value;

      if (place < self->timeline->n_objects && self->timeline->is_load_object[place] &&
          !self->is_placed[place])
        return TRUE;
    }
  return FALSE;
}

static void
drop_repetitions (SpurTimeline *self)
{
  SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_PLACES];
  gsize kept = 0;

  for (guint32 object = 0; object < self->n_objects; object++)
    {
      gsize first = rows->firsts[object], begin = kept;

      rows->firsts[object] = kept;
      for (gsize i = first; i < rows->firsts[object + 1]; i++)
        {
          if (kept > begin && is_repetition (self, &rows->rows[i], &rows->rows[kept - 1]))
            continue;
          rows->rows[kept++] = rows->rows[i];
        }
    }
  rows->firsts[self->n_objects] = kept;
}

/* Copies the rows of a kind into a column, so that others can be put beside them. */
static void
take_rows (SpurTimeline *self, SpurTimelineKind kind, SpurKeyedRows *column)
{
  SpurTimelineRows *rows = &self->kinds[kind];

  for (guint32 object = 0; object < self->n_objects; object++)
    {
      for (gsize i = rows->firsts[object]; i < rows->firsts[object + 1]; i++)
        *SPUR_KEYED_ROWS_ADD (column, object, SpurTimelineRow) = rows->rows[i];
    }
  g_clear_pointer (&rows->rows, spur_pages_free);
  g_clear_pointer (&rows->firsts, g_free);
}

gboolean
spur_timeline_resolve_places (SpurTimeline *self, SpurPageArray *streams[], guint n_streams)
{
  g_autofree guint8 *is_placed = g_new0 (guint8, (gsize) self->n_objects + 1);
  Resolving resolving = { .timeline = self, .is_placed = is_placed };
  SpurKeyedRows *columns[] = { &resolving.placed, &resolving.seen };
  gboolean shows_containers;

  follow_objects (&resolving, streams, n_streams);
  spur_timeline_gather (self, SPUR_TIMELINE_PLACES, columns, 1);
  for (guint32 object = 0; object < self->n_objects; object++)
    {
      if (self->is_load_object[object] && !is_placed[object])
        see_by_states (&resolving, object);
    }
  shows_containers = has_unplaced_container (&resolving);
  if (shows_containers)
    {
      for (guint32 object = 0; object < self->n_objects; object++)
        {
          if (self->is_load_object[object] && is_placed[object])
            see_by_contents (&resolving, object);
        }
    }
  if (resolving.seen.rows.n > 0)
    {
      take_rows (self, SPUR_TIMELINE_PLACES, &resolving.placed);
      spur_timeline_gather (self, SPUR_TIMELINE_PLACES, columns, 2);
      drop_repetitions (self);
    }
  spur_keyed_rows_clear (&resolving.seen);
  return shows_containers;
}
