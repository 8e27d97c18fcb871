/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What of a trace's begin still matters when the begin goes: the trace of a recording that grows
 * has its newest events only. */
#include "core/causality/live/spur-pending-internal.h"

#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-replay-internal.h"
#include "core/store/trace/spur-store-internal.h"

/* Sends of a stream that may still be received; of more, the newest ones. */
#define MAX_SENDS 4096

/* The latest event of a class about an active object. */
typedef struct
{
  guint32 subject;
  guint32 class_index;
  guint64 event;
  guint32 stream;
  gint64 time_ns;
} Latest;

/* A state of a stream that is entered and left. */
typedef struct
{
  SpurStreamEvent enter;
  SpurStreamEvent leave;
} Visit;

typedef struct
{
  SpurTrace *trace;
  const guint64 *first;
  /* Of SpurStreamEvent. */
  GArray *events;
  /* By stream, guint64: sends that are received, and begins of operations that end. */
  GArray **sent;
  /* Set of #Latest, and that of them with which an object ended, by object. */
  GHashTable *latest;
  GHashTable *ends;

  /* Of ends of edges and of operations, and of first events: Visit. */
  GArray *visits;

  /* Of the present stream: what is entered, as guint64, what was left last, where any was, and
   * sends that are not received. */
  GArray *entered;
  Visit last;
  gboolean has_last;
  GArray *sends;
} Pending;

static void
add_event (Pending *self, guint32 stream, guint64 event)
{
  const SpurStreamEvent one = { event, stream };

  g_array_append_val (self->events, one);
}

/* ---- What is under way ---- */

static gboolean
is_gone (const Pending *self, guint32 stream, guint64 event)
{
  return event < self->first[stream];
}

/* What has its partner waits for none. */
static void
note_sent (Pending *self, SpurEdges *edges)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    if (is_gone (self, all[i].from_stream, all[i].from_event))
      g_array_append_val (self->sent[all[i].from_stream], all[i].from_event);
  for (gsize i = 0; i < spur_edges_get_n_collectives (edges); i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          const SpurMember *member = &collective.members[k];

          if (is_gone (self, member->stream, member->enter_event))
            g_array_append_val (self->sent[member->stream], member->enter_event);
        }
    }
}

SPUR_DEFINE_ORDER (compare_numbers, guint64, SPUR_ORDER (*p, *q))

static gboolean
is_sent (const Pending *self, guint32 stream, guint64 event)
{
  return g_array_binary_search (self->sent[stream], &event, compare_numbers, NULL);
}

static gboolean
is_under_way (const Pending *self, const SpurReplay *replay)
{
  SpurRole role = replay->layout->role;

  if (role == SPUR_ROLE_COLLECTIVE_BEGIN)
    return TRUE;
  return role == SPUR_ROLE_SEND && !is_sent (self, replay->stream, replay->event);
}

/* ---- The latest events of objects ---- */

static guint
hash_latest (gconstpointer data)
{
  const Latest *latest = data;

  return latest->subject * 31 + latest->class_index;
}

static gboolean
equal_latest (gconstpointer a, gconstpointer b)
{
  const Latest *first = a, *second = b;

  return first->subject == second->subject && first->class_index == second->class_index;
}

static void
note_latest (Pending *self, const SpurReplay *replay)
{
  const Latest key = { .subject = replay->subject, .class_index = replay->class_index };
  Latest *latest = g_hash_table_lookup (self->latest, &key);

  if (latest != NULL && latest->time_ns > replay->time_ns)
    return;
  if (latest == NULL)
    {
      latest = g_memdup2 (&key, sizeof key);
      g_hash_table_add (self->latest, latest);
    }
  latest->event = replay->event;
  latest->stream = replay->stream;
  latest->time_ns = replay->time_ns;
  if (spur_replay_get_movement (replay->layout) == SPUR_MOVEMENT_ENDS)
    g_hash_table_insert (self->ends, GUINT_TO_POINTER (replay->subject + 1), latest);
}

/* Of an object that has ended this is left. */
static void
add_latest (Pending *self)
{
  GHashTableIter iter;
  gpointer data;

  g_hash_table_iter_init (&iter, self->latest);
  while (g_hash_table_iter_next (&iter, &data, NULL))
    {
      const Latest *latest = data;
      const Latest *end = g_hash_table_lookup (self->ends, GUINT_TO_POINTER (latest->subject + 1));

      if (end == NULL || end == latest || end->time_ns < latest->time_ns)
        add_event (self, latest->stream, latest->event);
    }
}

/* ---- Streams ---- */

static void
leave_state (Pending *self, const SpurReplay *replay)
{
  guint64 entered = g_array_index (self->entered, guint64, self->entered->len - 1);
  const Visit visit = { { entered, replay->stream }, { replay->event, replay->stream } };

  g_array_set_size (self->entered, self->entered->len - 1);
  self->last = visit;
  self->has_last = TRUE;
  if (replay->layout->role != SPUR_ROLE_INTERNAL || entered == 0)
    g_array_append_val (self->visits, visit);
}

static void
take_event (SpurReplay *replay, gpointer data)
{
  Pending *self = data;

  if (!is_gone (self, replay->stream, replay->event))
    return;
  if (replay->layout->effect == SPUR_EFFECT_ENTER)
    g_array_append_val (self->entered, replay->event);
  else if (replay->layout->effect == SPUR_EFFECT_LEAVE && self->entered->len > 0)
    leave_state (self, replay);
  else if (replay->subject != SPUR_NONE && replay->layout->effect != SPUR_EFFECT_LEAVE)
    note_latest (self, replay);
  if (is_under_way (self, replay))
    g_array_append_val (self->sends, replay->event);
}

static void
take_stream (Pending *self, guint stream)
{
  guint n_before = self->events->len, n_sends;

  self->has_last = FALSE;
  g_array_set_size (self->entered, 0);
  g_array_set_size (self->sends, 0);
  g_array_sort (self->sent[stream], compare_numbers);
  spur_replay_stream (self->trace, stream, SPUR_REPLAY_ALL_CORRECTED, take_event, NULL, self);
  for (guint i = 0; i < self->entered->len; i++)
    add_event (self, stream, g_array_index (self->entered, guint64, i));
  n_sends = MIN (self->sends->len, MAX_SENDS);
  for (guint i = self->sends->len - n_sends; i < self->sends->len; i++)
    add_event (self, stream, g_array_index (self->sends, guint64, i));
  /* Since when the state around it lasts. */
  if (self->has_last)
    {
      g_array_append_val (self->events, self->last.enter);
      g_array_append_val (self->events, self->last.leave);
    }
  /* A stream stays where it has nothing to say. */
  if (self->events->len == n_before && self->first[stream] > 0)
    add_event (self, stream, self->first[stream] - 1);
}

SPUR_DEFINE_ORDER (compare_events,
                   SpurStreamEvent,
                   SPUR_ORDER (p->stream, q->stream) ?: SPUR_ORDER (p->event, q->event))

static void
order_events (GArray *events)
{
  guint n_kept = 0;

  g_array_sort (events, compare_events);
  for (guint i = 0; i < events->len; i++)
    {
      const SpurStreamEvent *event = &g_array_index (events, SpurStreamEvent, i);

      if (n_kept == 0 ||
          compare_events (event, &g_array_index (events, SpurStreamEvent, n_kept - 1)) != 0)
        g_array_index (events, SpurStreamEvent, n_kept++) = *event;
    }
  g_array_set_size (events, n_kept);
}

/* When the trace begins. */
static void
add_first (Pending *self)
{
  guint32 first = SPUR_NONE;
  gint64 first_ns = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (self->trace, i);

      if (spur_stream_get_n_events (stream) == 0 ||
          (first != SPUR_NONE && spur_stream_get_raw_ns (stream, 0) >= first_ns))
        continue;
      first = i;
      first_ns = spur_stream_get_raw_ns (stream, 0);
    }
  if (first != SPUR_NONE && is_gone (self, first, 0))
    add_event (self, first, 0);
}

/* ---- Partners ---- */

static gboolean
is_there (const Pending *self, guint32 stream, guint64 event)
{
  const SpurStreamEvent one = { event, stream };

  return !is_gone (self, stream, event) ||
         g_array_binary_search (self->events, &one, compare_events, NULL);
}

static void
add_edge_ends (Pending *self, SpurEdges *edges, GArray *added)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      const SpurEdge *edge = &all[i];
      const SpurStreamEvent from = { edge->from_event, edge->from_stream };
      const SpurStreamEvent to = { edge->to_event, edge->to_stream };
      gboolean has_from = is_there (self, from.stream, from.event);
      gboolean has_to = is_there (self, to.stream, to.event);

      if (has_from && !has_to)
        g_array_append_val (added, to);
      else if (has_to && !has_from)
        g_array_append_val (added, from);
    }
}

static void
add_members (Pending *self, const SpurCollective *collective, GArray *added)
{
  guint32 n_there = 0;

  for (guint32 i = 0; i < collective->n_members; i++)
    n_there += is_there (self, collective->members[i].stream, collective->members[i].enter_event) +
               is_there (self, collective->members[i].stream, collective->members[i].exit_event);
  for (guint32 i = 0; n_there > 0 && i < collective->n_members; i++)
    {
      const SpurMember *member = &collective->members[i];
      const SpurStreamEvent ends[] = { { member->enter_event, member->stream },
                                       { member->exit_event, member->stream } };

      for (guint k = 0; k < G_N_ELEMENTS (ends); k++)
        if (!is_there (self, ends[k].stream, ends[k].event))
          g_array_append_val (added, ends[k]);
    }
}

/* A state that is left and not entered would be another one. */
static void
add_visits (Pending *self, GArray *added)
{
  for (guint i = 0; i < self->visits->len; i++)
    {
      const Visit *visit = &g_array_index (self->visits, Visit, i);
      gboolean has_enter = is_there (self, visit->enter.stream, visit->enter.event);
      gboolean has_leave = is_there (self, visit->leave.stream, visit->leave.event);

      if (has_enter && !has_leave)
        g_array_append_val (added, visit->leave);
      else if (has_leave && !has_enter)
        g_array_append_val (added, visit->enter);
    }
}

/* An end without the other one would be taken for the end of another message. */
static void
add_partners (Pending *self, SpurEdges *edges)
{
  g_autoptr (GArray) added = g_array_new (FALSE, FALSE, sizeof (SpurStreamEvent));

  do
    {
      g_array_set_size (added, 0);
      add_edge_ends (self, edges, added);
      add_visits (self, added);
      for (gsize i = 0; i < spur_edges_get_n_collectives (edges); i++)
        {
          SpurCollective collective;

          spur_edges_get_collective (edges, i, &collective);
          add_members (self, &collective, added);
        }
      if (added->len > 0)
        g_array_append_vals (self->events, added->data, added->len);
      order_events (self->events);
    }
  while (added->len > 0);
}

/**
 * spur_pending_list: (skip)
 * @trace: a trace whose begin goes
 * @edges: its edges
 * @first: (array): of each stream the first event that stays
 *
 * Finds events of the begin without which later ones would mean something else: those that opened
 * states which are open, that last said where active objects are and what is known of them, and
 * messages and operations that are under way, each with its partners. The trace's first event is
 * among them, since times count from there.
 *
 * Returns: (transfer full) (element-type SpurStreamEvent): the events, in the order of the
 * streams
 *
 * Since: 1.0
 */
GArray *
spur_pending_list (SpurTrace *trace, SpurEdges *edges, const guint64 *first)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autoptr (GHashTable) latest = g_hash_table_new_full (hash_latest, equal_latest, g_free, NULL);
  g_autoptr (GHashTable) ends = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) visits = g_array_new (FALSE, FALSE, sizeof (Visit));
  g_autoptr (GArray) sends = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree GArray **sent = g_new (GArray *, (gsize) n_streams + 1);
  Pending self = { .trace = trace,
                   .first = first,
                   .events = g_array_new (FALSE, FALSE, sizeof (SpurStreamEvent)),
                   .sent = sent,
                   .latest = latest,
                   .ends = ends,
                   .visits = visits,
                   .entered = entered,
                   .sends = sends };

  for (guint i = 0; i < n_streams; i++)
    sent[i] = g_array_new (FALSE, FALSE, sizeof (guint64));
  note_sent (&self, edges);
  for (guint i = 0; i < n_streams; i++)
    take_stream (&self, i);
  add_latest (&self);
  add_first (&self);
  order_events (self.events);
  add_partners (&self, edges);
  for (guint i = 0; i < n_streams; i++)
    g_array_unref (sent[i]);
  return self.events;
}
