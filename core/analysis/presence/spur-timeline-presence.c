/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which target an object is on: through all that it is in, at any time. */
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"

/* Targets are parts of one another by definition; damaged definitions form circles. */
#define MAX_PARENTS 64

static void
lower_until (gint64 *until_ns, const SpurTimelineRow *next)
{
  if (until_ns != NULL && next != NULL)
    *until_ns = MIN (*until_ns, next->time_ns);
}

static const SpurTimelineRow *
find_existence_change (const SpurTimeline *self, guint32 object, gint64 time_ns)
{
  return spur_timeline_find_next (self, SPUR_TIMELINE_EXISTENCE, object, time_ns);
}

guint32
spur_timeline_count_ends_before (const SpurTimeline *self,
                                 guint32 object,
                                 const SpurTimelineRow *row)
{
  const SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_EXISTENCE];
  const SpurTimelineRow *first = rows->rows + rows->firsts[object];
  const SpurTimelineRow *end = rows->rows + rows->firsts[object + 1];
  const SpurTimelineRow *last;

  /* Most never end. */
  if (first == end || end[-1].list == 0)
    return 0;
  last = spur_timeline_find_row (self, SPUR_TIMELINE_EXISTENCE, object, row->time_ns);
  while (last != NULL && last->time_ns == row->time_ns && last->origin > row->origin)
    last = last > first ? last - 1 : NULL;
  return last != NULL ? last->list : 0;
}

/* Whether the place to which @row put something is there still: one that has ended holds nothing
 * any more, even if it comes anew. */
static gboolean
is_there_still (const SpurTimeline *self, const SpurTimelineRow *row, gint64 time_ns)
{
  const SpurTimelineRow *last =
    spur_timeline_find_row (self, SPUR_TIMELINE_EXISTENCE, row->value, time_ns);

  return spur_timeline_find_existence (self, row->value, time_ns) &&
         spur_timeline_count_ends_before (self, row->value, row) == (last != NULL ? last->list : 0);
}

guint32
spur_timeline_find_place (const SpurTimeline *self,
                          guint32 object,
                          gint64 time_ns,
                          gint64 *until_ns)
{
  const SpurTimelineRow *row = spur_timeline_find_row (self, SPUR_TIMELINE_PLACES, object, time_ns);
  guint32 place = row != NULL ? row->value : SPUR_NONE;

  if (until_ns != NULL)
    {
      lower_until (until_ns, find_existence_change (self, object, time_ns));
      lower_until (until_ns, spur_timeline_find_next (self, SPUR_TIMELINE_PLACES, object, time_ns));
    }
  if (place >= self->n_objects || !spur_timeline_find_existence (self, object, time_ns))
    return SPUR_NONE;
  if (until_ns != NULL)
    lower_until (until_ns, find_existence_change (self, place, time_ns));
  return is_there_still (self, row, time_ns) ? place : SPUR_NONE;
}

gboolean
spur_timeline_is_target_there (const SpurTimeline *self,
                               guint32 target,
                               gint64 time_ns,
                               gint64 *until_ns)
{
  gboolean is_there = TRUE;

  for (guint n = 0; n < MAX_PARENTS && target < self->n_objects; n++)
    {
      is_there &= spur_timeline_find_existence (self, target, time_ns);
      if (until_ns != NULL)
        lower_until (until_ns, find_existence_change (self, target, time_ns));
      target =
        spur_definitions_get_object (spur_trace_get_definitions (self->trace), target)->parent;
    }
  return is_there;
}

guint32
spur_timeline_find_target (const SpurTimeline *self,
                           guint32 object,
                           gint64 time_ns,
                           gint64 *until_ns)
{
  guint32 mark = SPUR_NONE;
  guint64 n_steps = 0, n_mark = 1;

  if (until_ns != NULL)
    *until_ns = G_MAXINT64;
  while (object < self->n_objects && self->is_load_object[object] && object != mark)
    {
      /* The mark follows in growing steps, so that any circle meets it (Brent). */
      if (++n_steps == n_mark)
        {
          mark = object;
          n_mark *= 2;
        }
      object = spur_timeline_find_place (self, object, time_ns, until_ns);
    }
  if (object >= self->n_objects || !self->is_target[object])
    return SPUR_NONE;
  return spur_timeline_is_target_there (self, object, time_ns, until_ns) ? object : SPUR_NONE;
}

/**
 * spur_timeline_get_target:
 * @self: an index
 * @object: an entry of the trace's table of active objects
 * @time_ns: a time, corrected or raw as the index is
 *
 * The target that a load object is on, found through all containers that it is in at that time; of
 * a target, the target itself. On its way between two targets, before its creation, after its end
 * or the end of something that it is in, an object is on none.
 *
 * Returns: the target, or %SPUR_NONE
 *
 * Since: 1.0
 */
guint32
spur_timeline_get_target (SpurTimeline *self, guint32 object, gint64 time_ns)
{
  g_return_val_if_fail (SPUR_IS_TIMELINE (self), SPUR_NONE);
  g_return_val_if_fail (object < self->n_objects, SPUR_NONE);

  return spur_timeline_find_target (self, object, time_ns, NULL);
}

/**
 * spur_timeline_get_presences:
 * @self: an index
 * @object: an entry of the trace's table of active objects
 * @n_presences: (out): how many
 *
 * Where a load object is from when to when, in order of time. What is not known to end goes on to
 * the end of the trace.
 *
 * Returns: (transfer full) (array length=n_presences): the presences; no two of the same target
 *   touch
 *
 * Since: 1.0
 */
SpurPresence *
spur_timeline_get_presences (SpurTimeline *self, guint32 object, guint *n_presences)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SpurPresence));
  gint64 time_ns, until_ns;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (object < self->n_objects && n_presences != NULL, NULL);

  for (time_ns = self->begin_ns; time_ns < self->end_ns; time_ns = until_ns)
    {
      guint32 target = spur_timeline_find_target (self, object, time_ns, &until_ns);
      SpurPresence presence = { time_ns, MIN (until_ns, self->end_ns), target };
      SpurPresence *last =
        found->len > 0 ? &g_array_index (found, SpurPresence, found->len - 1) : NULL;

      if (last != NULL && last->target == target && last->end_ns == time_ns)
        last->end_ns = presence.end_ns;
      else if (target != SPUR_NONE)
        g_array_append_val (found, presence);
    }
  *n_presences = found->len;
  return (SpurPresence *) (gpointer) g_array_free (found, FALSE);
}

/**
 * spur_timeline_get_residences:
 * @self: an index
 * @object: an entry of the trace's table of active objects
 * @n_residences: (out): how many
 *
 * What an object is on or in itself, from when to when, in order of time: the place of
 * spur_timeline_get_situation(). What is not known to end goes on to the end of the trace.
 *
 * Returns: (transfer full) (array length=n_residences): the residences; no two of the same place
 *   touch
 *
 * Since: 1.0
 */
SpurResidence *
spur_timeline_get_residences (SpurTimeline *self, guint32 object, guint *n_residences)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SpurResidence));
  gint64 time_ns, until_ns;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (object < self->n_objects && n_residences != NULL, NULL);

  for (time_ns = self->begin_ns; time_ns < self->end_ns; time_ns = until_ns)
    {
      SpurResidence residence = { time_ns, 0, SPUR_NONE };
      SpurResidence *last =
        found->len > 0 ? &g_array_index (found, SpurResidence, found->len - 1) : NULL;

      until_ns = self->end_ns;
      residence.place = spur_timeline_find_place (self, object, time_ns, &until_ns);
      residence.end_ns = until_ns;
      if (last != NULL && last->place == residence.place && last->end_ns == time_ns)
        last->end_ns = until_ns;
      else if (residence.place != SPUR_NONE)
        g_array_append_val (found, residence);
    }
  *n_residences = found->len;
  return (SpurResidence *) (gpointer) g_array_free (found, FALSE);
}

/* The part of @resident in which the place has it: both are there, and the place is the one that it
 * came to. */
static gboolean
clip_resident (const SpurTimeline *self,
               guint32 place,
               const SpurInterval *interval,
               SpurTimelineResident *resident)
{
  gint64 since_ns = interval->begin_ns;

  resident->begin_ns = MAX (resident->begin_ns, since_ns);
  resident->end_ns = MIN (resident->end_ns, interval->end_ns);
  while (resident->begin_ns < resident->end_ns)
    {
      gint64 until_ns = G_MAXINT64;
      gboolean is_there =
        spur_timeline_find_place (self, resident->object, resident->begin_ns, &until_ns) == place;

      if (is_there)
        {
          resident->end_ns = MIN (resident->end_ns, until_ns);
          return TRUE;
        }
      resident->begin_ns = until_ns;
    }
  return FALSE;
}

/* Adds what is in a place within a span; what is there twice in it, as after its end and a new
 * begin, has a row for each time. */
static void
add_residents (const SpurTimeline *self,
               guint32 place,
               const SpurTimelineResident *span,
               GArray *intervals,
               GArray *found)
{
  g_array_set_size (intervals, 0);
  spur_intervals_find_overlaps (&self->residents, place, span->begin_ns, span->end_ns, intervals);
  for (guint i = 0; i < intervals->len; i++)
    {
      const SpurInterval *interval = &g_array_index (intervals, SpurInterval, i);
      SpurTimelineResident resident = { span->begin_ns, span->end_ns, interval->value };

      while (self->is_load_object[resident.object] &&
             clip_resident (self, place, interval, &resident))
        {
          g_array_append_val (found, resident);
          resident.begin_ns = resident.end_ns;
          resident.end_ns = span->end_ns;
        }
    }
}

/* Parts of the span in which the target is there. */
static void
add_target (const SpurTimeline *self, guint32 target, gint64 begin_ns, gint64 end_ns, GArray *found)
{
  g_autoptr (GArray) intervals = g_array_new (FALSE, FALSE, sizeof (SpurInterval));
  gint64 until_ns;

  for (; begin_ns < end_ns; begin_ns = until_ns)
    {
      until_ns = G_MAXINT64;
      if (spur_timeline_is_target_there (self, target, begin_ns, &until_ns))
        add_residents (self, target,
                       &(SpurTimelineResident){ begin_ns, MIN (until_ns, end_ns), target },
                       intervals, found);
    }
}

/* At any time containers form a forest, so that each object is reached once. */
GArray *
spur_timeline_list_contents (const SpurTimeline *self,
                             guint32 target,
                             gint64 begin_ns,
                             gint64 end_ns)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SpurTimelineResident));
  g_autoptr (GArray) intervals = g_array_new (FALSE, FALSE, sizeof (SpurInterval));

  if (target >= self->n_objects || !self->is_target[target])
    return found;
  add_target (self, target, begin_ns, end_ns, found);
  for (guint i = 0; i < found->len; i++)
    {
      const SpurTimelineResident container = g_array_index (found, SpurTimelineResident, i);

      add_residents (self, container.object, &container, intervals, found);
    }
  return found;
}

/**
 * spur_timeline_get_contents:
 * @self: an index
 * @target: a target
 * @time_ns: a time, corrected or raw as the index is
 * @n_contents: (out): how many
 *
 * All load objects that are on a target: those placed there, and what is in them, in any depth.
 *
 * Returns: (transfer full) (array length=n_contents): the load objects, containers before what is
 * in them
 *
 * Since: 1.0
 */
guint32 *
spur_timeline_get_contents (SpurTimeline *self, guint32 target, gint64 time_ns, guint *n_contents)
{
  g_autoptr (GArray) found = NULL;
  guint32 *contents;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (target < self->n_objects && n_contents != NULL, NULL);
  g_return_val_if_fail (time_ns < G_MAXINT64, NULL);

  found = spur_timeline_list_contents (self, target, time_ns, time_ns + 1);
  contents = g_new (guint32, found->len + 1);
  for (guint i = 0; i < found->len; i++)
    contents[i] = g_array_index (found, SpurTimelineResident, i).object;
  *n_contents = found->len;
  return contents;
}

/* Moves */

/* Where an object was last, while its moves are looked for. */
typedef struct
{
  guint32 target;
  guint32 stream;
  gint64 left_ns;
} Whereabouts;

/* When an object that is only seen was last seen before @row. */
static gint64
find_last_seen (const SpurTimeline *self, guint32 object, const SpurTimelineRow *row)
{
  const SpurTimelineRow *state =
    spur_timeline_find_row (self, SPUR_TIMELINE_STATES, object, row->time_ns);
  const SpurTimelineRow *first =
    self->kinds[SPUR_TIMELINE_STATES].rows + self->kinds[SPUR_TIMELINE_STATES].firsts[object];

  while (state != NULL && state > first && state->time_ns == row->time_ns &&
         state->origin != row->origin)
    state--;
  return state != NULL && state > first && state[-1].list == SPUR_TIMELINE_LEFT ? state[-1].time_ns
                                                                                : row->time_ns;
}

/* The target that an object is on by just this row, though others may be of the same time.
 * *@until_ns, which may be NULL, is the next time at which that may change. */
static guint32
find_target_by (const SpurTimeline *self,
                guint32 object,
                const SpurTimelineRow *row,
                gint64 time_ns,
                gint64 *until_ns)
{
  gint64 place_until_ns = G_MAXINT64;
  guint32 target = SPUR_NONE;

  if (until_ns != NULL)
    {
      *until_ns = G_MAXINT64;
      lower_until (until_ns, find_existence_change (self, object, time_ns));
    }
  if (row->value >= self->n_objects)
    return SPUR_NONE;
  if (until_ns != NULL)
    lower_until (until_ns, find_existence_change (self, row->value, time_ns));
  if (spur_timeline_find_existence (self, object, time_ns) && is_there_still (self, row, time_ns))
    target = spur_timeline_find_target (self, row->value, time_ns,
                                        until_ns != NULL ? &place_until_ns : NULL);
  if (until_ns != NULL)
    *until_ns = MIN (*until_ns, place_until_ns);
  return target;
}

/* The first target that the object is on while @row holds; *@time_ns is when. Mostly that is at
 * once. */
static guint32
find_first_target (const SpurTimeline *self,
                   guint32 object,
                   const SpurTimelineRow *row,
                   gint64 end_ns,
                   gint64 *time_ns)
{
  guint32 target = find_target_by (self, object, row, row->time_ns, NULL);
  gint64 until_ns = row->time_ns;

  *time_ns = row->time_ns;
  while (target == SPUR_NONE && until_ns < end_ns)
    {
      *time_ns = until_ns;
      target = find_target_by (self, object, row, *time_ns, &until_ns);
    }
  return target;
}

/* The last target that the object is on while @row holds, which it is no more at the end of that:
 * its target was removed, or what it is in ended or left. Sets when it was last there. */
static guint32
find_last_target (const SpurTimeline *self,
                  guint32 object,
                  const SpurTimelineRow *row,
                  gint64 came_ns,
                  Whereabouts *last)
{
  guint32 found = SPUR_NONE;
  gint64 time_ns = came_ns, end_ns = row[1].time_ns, until_ns;

  for (; time_ns < end_ns; time_ns = until_ns)
    {
      guint32 target = find_target_by (self, object, row, time_ns, &until_ns);

      if (target == SPUR_NONE)
        continue;
      found = target;
      last->left_ns = MIN (until_ns, end_ns);
    }
  return found;
}

static void
take_place (SpurTimeline *self, guint32 object, gsize index, Whereabouts *last)
{
  const SpurTimelineRows *places = &self->kinds[SPUR_TIMELINE_PLACES];
  const SpurTimelineRow *row = &places->rows[index];
  gboolean is_last = index + 1 == places->firsts[object + 1];
  gint64 end_ns = is_last ? self->end_ns : row[1].time_ns;
  gint64 came_ns;
  guint32 stream = spur_timeline_row_get_stream (row);
  guint32 target = find_first_target (self, object, row, end_ns, &came_ns);
  SpurMove move = { object, last->target, target, last->stream, stream, last->left_ns, came_ns };

  if (row->list == SPUR_TIMELINE_SEEN)
    move.left_ns = find_last_seen (self, object, row);
  if (target == SPUR_NONE)
    return;
  if (last->target != SPUR_NONE && last->target != target)
    *SPUR_PAGE_ARRAY_ADD (&self->moves, SpurMove) = move;
  last->target = target;
  last->stream = stream;

  last->left_ns = end_ns;

  /* What it is in may have moved meanwhile, or arrive just as the object is placed anew. */
  target = find_target_by (self, object, row, end_ns, NULL);
  if (target == SPUR_NONE)
    target = find_target_by (self, object, row, MAX (end_ns - 1, came_ns), NULL);
  if (target == SPUR_NONE && !is_last && row[1].list != SPUR_TIMELINE_ENDED)
    target = find_last_target (self, object, row, came_ns, last);
  if (target != SPUR_NONE)
    last->target = target;
  if (!is_last && row[1].list == SPUR_TIMELINE_SENT)
    last->stream = spur_timeline_row_get_stream (&row[1]);
}

void
spur_timeline_find_moves (SpurTimeline *self)
{
  const SpurTimelineRows *places = &self->kinds[SPUR_TIMELINE_PLACES];

  for (guint32 object = 0; object < self->n_objects; object++)
    {
      Whereabouts last = { SPUR_NONE, SPUR_NONE, 0 };

      if (!self->is_load_object[object])
        continue;
      for (gsize i = places->firsts[object]; i < places->firsts[object + 1]; i++)
        {
          if (places->rows[i].list == SPUR_TIMELINE_ENDED)
            last.target = SPUR_NONE;
          else if (places->rows[i].list != SPUR_TIMELINE_SENT)
            take_place (self, object, i, &last);
        }
    }
}

/**
 * spur_timeline_get_moves:
 * @self: an index
 * @n_moves: (out): how many
 *
 * Gets every time that a load object itself came to another target than before, ordered by object,
 * then by time.
 *
 * Returns: (transfer none) (array length=n_moves): the moves
 *
 * Since: 1.0
 */
const SpurMove *
spur_timeline_get_moves (SpurTimeline *self, gsize *n_moves)
{
  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (n_moves != NULL, NULL);

  *n_moves = self->moves.n;
  return self->moves.elements;
}
