/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The way of an active object from stream to stream. Nothing is claimed that its events leave open:
 * an object that is created twice, or comes from nowhere, makes no edges. */
#include "core/causality/spur-moves-internal.h"

#include "core/causality/spur-edges-internal.h"

#define SEVERAL (SPUR_NONE - 1)

/* The presences that are next in their streams and come from one and the same stream: how many they
 * are, and the sum of their positions, which is that of the only one. */
typedef struct
{
  gsize n_presences;
  gsize sum;
} Arrivals;

typedef struct
{
  SpurTrace *trace;
  GArray *edges;
  guint32 *stream_of_target;
  guint n_objects;

  /* Of the object that is looked at. */
  SpurStreamPresence *presences;
  gsize n_presences;
  gsize creation;
  guint n_creations;

  /* For each stream the next presence that is not reached yet; only those of the object are valid.
   */
  gsize *next;
  guint *n_coming;
  Arrivals *arrivals;
  GArray *way;

  /* The first presence of the object in each of its streams. */
  GArray *firsts;
} Following;

/* A target, and all that it is part of, stands for the one stream that runs there. */
static void
list_targets (Following *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);

  self->n_objects = spur_definitions_get_n_objects (definitions);
  self->stream_of_target = g_new (guint32, MAX (self->n_objects, 1));
  for (guint i = 0; i < self->n_objects; i++)
    self->stream_of_target[i] = SPUR_NONE;
  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (self->trace, s));

      for (guint n = 0; target < self->n_objects && n < 64; n++)
        {
          guint32 *stream = &self->stream_of_target[target];

          *stream = *stream == SPUR_NONE ? s : SEVERAL;
          target = spur_definitions_get_object (definitions, target)->parent;
        }
    }
}

/* SPUR_NONE where no stream runs at the place, or several do. */
static guint32
find_stream (const Following *self, guint32 place)
{
  guint32 stream = place < self->n_objects ? self->stream_of_target[place] : SPUR_NONE;

  return stream == SEVERAL ? SPUR_NONE : stream;
}

/* From an event in the presence @from to the first one of the presence @to. */
static void
add_edge (Following *self,
          const SpurStreamPresence *from,
          guint64 event,
          const SpurStreamPresence *to,
          SpurEdgeKind kind)
{
  SpurKindEdge edge = { { event, to->first_event, SPUR_MU_DEFAULT, from->stream, to->stream },
                        kind };

  if (from->stream != to->stream)
    g_array_append_val (self->edges, edge);
}

/* An object that was created once was created before anything else happened to it. The creation is
 * the first event of its presence, as nothing can happen to the object before. */
static void
follow_creation (Following *self)
{
  const SpurStreamPresence *created = &self->presences[self->creation];

  for (gsize i = 0; i < self->n_presences; i++)
    {
      const SpurStreamPresence *presence = &self->presences[i];

      if (i == 0 || presence->stream != presence[-1].stream)
        add_edge (self, created, created->first_event, presence, SPUR_EDGE_CREATION);
    }
}

/* The stream's presence that is not reached yet, or none. Streams where the object never is have no
 * valid place. */
static gsize
get_next (const Following *self, guint32 stream)
{
  gsize next = self->next[stream];

  return next < self->n_presences && self->presences[next].stream == stream ? next
                                                                            : self->n_presences;
}

/* Whether the presence that is next in a stream counts among those that come from its origin, from
 * now on. */
static void
count_arrival (Following *self, guint32 stream, gboolean is_next)
{
  gsize next = get_next (self, stream);
  guint32 from = SPUR_NONE;

  if (next != self->n_presences)
    from = find_stream (self, self->presences[next].comes_from);
  if (from == SPUR_NONE)
    return;
  self->arrivals[from].n_presences += is_next ? 1 : -1;
  self->arrivals[from].sum += is_next ? next : -next;
}

/* Prepares a way: where in each stream the object's presences begin, and how often it goes there.
 */
static void
open_way (Following *self)
{
  for (gsize i = self->n_presences; i-- > 0;)
    {
      self->next[self->presences[i].stream] = i;
      self->n_coming[self->presences[i].stream] = 0;
      self->arrivals[self->presences[i].stream] = (Arrivals){ 0, 0 };
    }
  for (gsize i = 0; i < self->n_presences; i++)
    {
      guint32 to = find_stream (self, self->presences[i].goes_to);

      if (to != SPUR_NONE && to != self->presences[i].stream)
        self->n_coming[to]++;
    }
  g_array_set_size (self->way, 0);
  g_array_set_size (self->firsts, 0);
  for (gsize i = 0; i < self->n_presences; i++)
    {
      if (i > 0 && self->presences[i].stream == self->presences[i - 1].stream)
        continue;
      g_array_append_val (self->firsts, i);
      count_arrival (self, self->presences[i].stream, TRUE);
    }
}

/* The presence that the object's way begins with: that of its creation, or the only one that
 * nothing leads to. */
static gsize
find_start (const Following *self)
{
  gsize start = self->n_presences;

  if (self->n_creations == 1)
    return self->creation;
  for (guint k = 0; k < self->firsts->len; k++)
    {
      gsize i = g_array_index (self->firsts, gsize, k);
      gsize end =
        k + 1 < self->firsts->len ? g_array_index (self->firsts, gsize, k + 1) : self->n_presences;

      if (self->presences[i].comes_from != SPUR_NONE ||
          end - i <= self->n_coming[self->presences[i].stream])
        continue;
      if (start != self->n_presences)
        return self->n_presences;
      start = i;
    }
  return start;
}

/* The presence after one that does not say where it leads: the only one that says it comes from
 * there.
 */
static gsize
find_successor (const Following *self, const SpurStreamPresence *from)
{
  const Arrivals *arrivals = &self->arrivals[from->stream];

  return arrivals->n_presences == 1 ? arrivals->sum : self->n_presences;
}

/* Whether the way leads through all presences. */
static gboolean
find_way (Following *self)
{
  gsize at = find_start (self);

  while (at != self->n_presences && self->way->len < self->n_presences)
    {
      const SpurStreamPresence *presence = &self->presences[at];
      guint32 to;

      if (get_next (self, presence->stream) != at)
        return FALSE;
      count_arrival (self, presence->stream, FALSE);
      self->next[presence->stream]++;
      count_arrival (self, presence->stream, TRUE);
      g_array_append_val (self->way, at);
      to = find_stream (self, presence->goes_to);
      if (presence->goes_to == SPUR_NONE)
        at = find_successor (self, presence);
      else
        at = to != SPUR_NONE && to != presence->stream ? get_next (self, to) : self->n_presences;
    }
  return self->way->len == self->n_presences;
}

static void
follow_way (Following *self)
{
  for (guint i = 0; i < self->way->len; i++)
    {
      SpurStreamPresence *presence = &self->presences[g_array_index (self->way, gsize, i)];
      const SpurStreamPresence *before;

      presence->turn = i;
      if (i == 0)
        continue;
      before = &self->presences[g_array_index (self->way, gsize, i - 1)];
      add_edge (self, before, before->last_event, presence, SPUR_EDGE_MIGRATION);
    }
}

/* Without a whole way what remains are objects that went somewhere once, and were there once, after
 * that. */
static void
follow_single (Following *self)
{
  open_way (self);
  for (gsize i = 0; i < self->n_presences; i++)
    {
      const SpurStreamPresence *presence = &self->presences[i];
      guint32 to = find_stream (self, presence->goes_to);
      gsize there;

      if (to == SPUR_NONE || to == presence->stream || self->n_coming[to] != 1)
        continue;
      there = get_next (self, to);
      if (there == self->n_presences || self->presences[there].is_created ||
          (there + 1 < self->n_presences && self->presences[there + 1].stream == to))
        continue;
      if (self->n_creations == 1 || self->presences[there].comes_from != SPUR_NONE)
        add_edge (self, presence, presence->last_event, &self->presences[there],
                  SPUR_EDGE_MIGRATION);
    }
}

static void
follow_object (Following *self)
{
  self->n_creations = 0;
  for (gsize i = 0; i < self->n_presences; i++)
    {
      if (!self->presences[i].is_created)
        continue;
      self->creation = i;
      self->n_creations++;
    }
  if (self->presences[0].stream == self->presences[self->n_presences - 1].stream ||
      self->n_creations > 1)
    return;
  if (self->n_creations == 1)
    follow_creation (self);
  open_way (self);
  if (find_way (self))
    follow_way (self);
  else
    follow_single (self);
}

void
spur_presences_follow (SpurPresences *self, SpurTrace *trace, GArray *edges)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree gsize *next = g_new0 (gsize, MAX (n_streams, 1));
  g_autofree guint *n_coming = g_new0 (guint, MAX (n_streams, 1));
  g_autofree Arrivals *arrivals = g_new0 (Arrivals, MAX (n_streams, 1));
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (gsize));
  Following following = { .trace = trace,
                          .edges = edges,
                          .next = next,
                          .n_coming = n_coming,
                          .arrivals = arrivals,
                          .way = way,
                          .firsts = firsts };

  list_targets (&following);
  for (guint i = 0; i < self->n_objects; i++)
    {
      following.presences = self->presences + self->first_of_object[i];
      following.n_presences = self->first_of_object[i + 1] - self->first_of_object[i];
      if (following.n_presences > 1)
        follow_object (&following);
    }
  g_free (following.stream_of_target);
}
