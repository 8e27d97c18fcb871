/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-align-private.h"
#include "core/causality/spur-matcher-internal.h"
#include "core/causality/spur-nodes-internal.h"

/* An end without a begin counts as begun where it ended. */
static guint64
get_begin (const SpurCollectiveEnd *end)
{
  return end->begin_event != G_MAXUINT64 ? end->begin_event : end->end_event;
}

SPUR_DEFINE_ORDER (compare_begins, SpurCollectiveEnd, SPUR_ORDER (get_begin (p), get_begin (q)))

void
spur_scan_order_ends (SpurScan *scan)
{
  SPUR_SORT_UNLESS_SORTED (scan->ends, scan->n_ends, compare_begins);
}

/* The operations that a member was lost in, as far as it can be told. */
typedef struct
{
  gsize first_step;
  guint32 *holes;
  guint32 n_holes;
  guint32 n_steps;
  guint32 n_loose;
  guint32 n_passed;
  gboolean is_out;
} Lost;

/* A communicator that is used: where in it its members are, and how often each took part. Where
 * some took part less often than others, @lost has a row for each. */
typedef struct
{
  const SpurGroup *group;
  GHashTable *ranks;
  guint32 *n_done;
  Lost *lost;
  SpurAlignStep *steps;
  guint64 first_instance;
  guint32 n_instances;
} Communicator;

/* A member of an instance, before the instance is put together. */
typedef struct
{
  const SpurCollectiveEnd *end;
  guint32 stream;
  guint32 rank;
} Part;

typedef struct
{
  SpurTrace *trace;
  Communicator *communicators;
  guint n_communicators;
  guint64 n_dropped;
  GArray *unmatched;
  GArray *pairs;
} Joiner;

static void
free_communicators (Joiner *joiner)
{
  for (guint i = 0; i < joiner->n_communicators; i++)
    {
      g_clear_pointer (&joiner->communicators[i].ranks, g_hash_table_unref);
      g_free (joiner->communicators[i].n_done);
      for (guint k = 0;
           joiner->communicators[i].lost != NULL && k < joiner->communicators[i].group->n_members;
           k++)
        g_free (joiner->communicators[i].lost[k].holes);
      g_free (joiner->communicators[i].lost);
    }
  g_free (joiner->communicators);
}

static Communicator *
open_communicator (Joiner *joiner, guint32 number)
{
  Communicator *self;

  if (number >= joiner->n_communicators)
    return NULL;
  self = &joiner->communicators[number];
  if (self->ranks != NULL)
    return self;
  self->group = spur_definitions_get_group (spur_trace_get_definitions (joiner->trace), number);
  self->ranks = g_hash_table_new (NULL, NULL);
  self->n_done = g_new0 (guint32, MAX (self->group->n_members, 1));
  for (guint i = self->group->n_members; i-- > 0;)
    g_hash_table_insert (self->ranks, GUINT_TO_POINTER (self->group->members[i]),
                         GUINT_TO_POINTER (i));
  return self;
}

static gboolean
find_rank (const Communicator *self, guint32 subject, guint32 *rank)
{
  gpointer value;

  if (!g_hash_table_lookup_extended (self->ranks, GUINT_TO_POINTER (subject), NULL, &value))
    return FALSE;
  *rank = GPOINTER_TO_UINT (value);
  return TRUE;
}

/* In a stream a communicator is mostly used by one and the same member. */
typedef struct
{
  const Communicator *communicator;
  guint32 subject;
  guint32 rank;
} LastRank;

static gboolean
find_rank_near (LastRank *last, const Communicator *communicator, guint32 subject)
{
  if (last->communicator == communicator && last->subject == subject)
    return TRUE;
  if (!find_rank (communicator, subject, &last->rank))
    return FALSE;
  last->communicator = communicator;
  last->subject = subject;
  return TRUE;
}

static void
drop_end (Joiner *joiner, guint32 stream, guint64 event, SpurUnmatchedReason reason)
{
  joiner->n_dropped++;
  spur_unmatched_add (joiner->unmatched, stream, event, reason, SPUR_NONE);
}

/* Finds for every end how many its member has done before. An end without a begin still
 * counts, so that the ones after it keep their instances. */
static void
number_ends (Joiner *joiner, SpurScan *scan, guint stream)
{
  LastRank last = { NULL, 0, 0 };

  for (gsize i = 0; i < scan->n_ends; i++)
    {
      SpurCollectiveEnd *end = &scan->ends[i];
      Communicator *communicator = open_communicator (joiner, end->communicator);

      end->rank = SPUR_NONE;
      if (communicator == NULL || !find_rank_near (&last, communicator, end->subject))
        {
          drop_end (joiner, stream, end->end_event, SPUR_UNMATCHED_STRANGER);
          continue;
        }
      end->turn = communicator->n_done[last.rank]++;
      communicator->n_instances = MAX (communicator->n_instances, end->turn + 1);
      if (end->begin_event == G_MAXUINT64)
        drop_end (joiner, stream, end->end_event, SPUR_UNMATCHED_END);
      else
        end->rank = last.rank;
    }
}

/* Counts the members of each instance, or puts them in their places. */
static void
walk_ends (Joiner *joiner, SpurScan *scans, guint n_streams, guint64 *fill, Part *parts)
{
  for (guint s = 0; s < n_streams; s++)
    {
      for (gsize i = 0; i < scans[s].n_ends; i++)
        {
          const SpurCollectiveEnd *end = &scans[s].ends[i];
          guint64 instance;

          if (end->rank == SPUR_NONE)
            continue;
          instance = joiner->communicators[end->communicator].first_instance + end->turn;
          if (parts != NULL)
            parts[fill[instance]++] = (Part){ end, s, end->rank };
          else
            fill[instance + 1]++;
        }
    }
}

SPUR_DEFINE_ORDER (compare_parts, Part, SPUR_BY (rank))

/* Members that disagree on what they do belong to different operations, one of which was lost:
 * nothing can be said of which members wait for which. */
static gboolean
do_agree (const Part *parts, gsize n_parts)
{
  for (gsize i = 1; i < n_parts; i++)
    {
      if (parts[i].end->pattern != parts[0].end->pattern ||
          parts[i].end->root != parts[0].end->root)
        return FALSE;
    }
  return TRUE;
}

/* The first member that is not there, and how many are not. */
static void
note_missing (Joiner *joiner, const Communicator *communicator, const Part *parts, gsize n_parts)
{
  SpurUnmatched row = { parts[0].end->end_event, parts[0].stream, SPUR_UNMATCHED_MEMBER, SPUR_NONE,
                        communicator->group->n_members - (guint32) n_parts };
  gsize k = 0;

  if (row.n_missing == 0)
    row.reason = SPUR_UNMATCHED_DISAGREEMENT;
  for (guint32 i = 0; row.n_missing > 0 && i < communicator->group->n_members; i++)
    {
      if (k < n_parts && parts[k].rank == i)
        k++;
      else
        {
          row.object = communicator->group->members[i];
          break;
        }
    }
  if (joiner->unmatched->len < SPUR_EDGES_MAX_UNMATCHED)
    g_array_append_val (joiner->unmatched, row);
}

static const Part *
find_part (const Part *parts, gsize n_parts, guint32 rank)
{
  Part wanted = { .rank = rank };

  return bsearch (&wanted, parts, n_parts, sizeof *parts, compare_parts);
}

/* Which members got data from which, where it is recorded. */
static void
add_pairs (Joiner *joiner, const Communicator *communicator, const Part *parts, gsize n_parts)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (joiner->trace);

  for (gsize i = 0; i < n_parts; i++)
    {
      const SpurGroup *senders = parts[i].end->senders < spur_definitions_get_n_groups (definitions)
                                   ? spur_definitions_get_group (definitions, parts[i].end->senders)
                                   : NULL;

      for (guint k = 0; senders != NULL && k < senders->n_members; k++)
        {
          guint32 rank;
          const Part *from = find_rank (communicator, senders->members[k], &rank)
                               ? find_part (parts, n_parts, rank)
                               : NULL;
          SpurKindEdge pair = { { 0, parts[i].end->end_event, SPUR_MU_DEFAULT, 0, parts[i].stream },
                                SPUR_EDGE_COLLECTIVE };

          if (from == NULL || from->stream == parts[i].stream)
            continue;
          pair.edge.from_event = from->end->begin_event;
          pair.edge.from_stream = from->stream;
          g_array_append_val (joiner->pairs, pair);
        }
    }
}

static gboolean
add_instance (
  Joiner *joiner, SpurEdges *edges, const Communicator *communicator, Part *parts, gsize n_parts)
{
  g_autofree SpurMember *members = g_new (SpurMember, n_parts);
  SpurCollective collective = { SPUR_PATTERN_INTERNAL, SPUR_NONE, (guint32) n_parts, members };
  gboolean is_complete = n_parts == communicator->group->n_members;

  /* Streams mostly are in the order of ranks. */
  SPUR_SORT_UNLESS_SORTED (parts, n_parts, compare_parts);
  for (gsize i = 0; i < n_parts; i++)
    {
      const SpurCollectiveEnd *end = parts[i].end;

      members[i] = (SpurMember){ end->begin_event, end->end_event, parts[i].stream, end->sends,
                                 end->receives };
      if (parts[i].rank == end->root)
        collective.root = (guint32) i;
    }
  if (!do_agree (parts, n_parts))
    {
      collective.root = SPUR_NONE;
      is_complete = FALSE;
    }
  else if (parts[0].end->pattern <= SPUR_PATTERN_PAIRS)
    collective.pattern = (SpurPattern) parts[0].end->pattern;
  if (!is_complete)
    note_missing (joiner, communicator, parts, n_parts);
  if (collective.pattern == SPUR_PATTERN_PAIRS)
    add_pairs (joiner, communicator, parts, n_parts);
  spur_edges_add_collective (edges, &collective);
  return is_complete;
}

static guint64
number_instances (Joiner *joiner)
{
  guint64 n_instances = 0;

  for (guint i = 0; i < joiner->n_communicators; i++)
    {
      joiner->communicators[i].first_instance = n_instances;
      n_instances += joiner->communicators[i].n_instances;
    }
  return n_instances;
}

static void
add_instances (
  Joiner *joiner, SpurEdges *edges, const guint64 *end_of, Part *parts, SpurMatchCounts *counts)
{
  for (guint i = 0; i < joiner->n_communicators; i++)
    {
      const Communicator *communicator = &joiner->communicators[i];

      /* A member that is alone waits for no other. */
      if (communicator->ranks == NULL || communicator->group->n_members < 2)
        continue;
      for (guint32 n = 0; n < communicator->n_instances; n++)
        {
          guint64 instance = communicator->first_instance + n;
          guint64 first = instance > 0 ? end_of[instance - 1] : 0;

          if (end_of[instance] == first ||
              !add_instance (joiner, edges, communicator, parts + first,
                             (gsize) (end_of[instance] - first)))
            counts->n_incomplete_collectives++;
        }
    }
}

/* A place for the operations of all members, where some lack operations that others have. */
static void
open_lost (Communicator *self)
{
  guint n_members = self->group->n_members;
  guint32 n_most = 0;
  gboolean is_short = FALSE;
  gsize n_steps = 0;

  for (guint i = 0; i < n_members; i++)
    n_most = MAX (n_most, self->n_done[i]);
  for (guint i = 0; i < n_members; i++)
    is_short |= self->n_done[i] > 0 && self->n_done[i] < n_most;
  if (!is_short)
    return;
  self->lost = g_new0 (Lost, n_members);
  for (guint i = 0; i < n_members; i++)
    {
      Lost *lost = &self->lost[i];

      lost->first_step = n_steps;
      n_steps += self->n_done[i];
      if (self->n_done[i] > 0)
        lost->n_holes = n_most - self->n_done[i];
      lost->holes = g_new (guint32, lost->n_holes);
    }
  self->steps = g_new (SpurAlignStep, n_steps);
}

static void
note_loose (Lost *lost)
{
  if (lost->n_loose < lost->n_holes)
    lost->holes[lost->n_loose] = lost->n_steps + lost->n_loose;
  lost->n_loose++;
}

/* A begin without an end is one of the operations that its member lacks. */
static void
list_steps (Joiner *joiner, SpurScan *scan, guint stream)
{
  Lost *last = NULL;
  SpurTimes times;
  gsize l = 0;

  spur_times_init (&times, joiner->trace, NULL, stream);
  for (gsize i = 0; i < scan->n_ends; i++)
    {
      const SpurCollectiveEnd *end = &scan->ends[i];
      Communicator *communicator = open_communicator (joiner, end->communicator);
      guint64 event = end->begin_event != G_MAXUINT64 ? end->begin_event : end->end_event;
      guint32 rank;

      if (communicator == NULL || communicator->lost == NULL ||
          !find_rank (communicator, end->subject, &rank))
        continue;
      last = &communicator->lost[rank];
      for (; l < scan->n_loose && scan->loose[l] < end->end_event; l++)
        note_loose (last);
      communicator->steps[last->first_step + last->n_steps++] =
        (SpurAlignStep){ spur_times_at (&times, event), end->root, end->pattern };
    }
  for (; last != NULL && l < scan->n_loose; l++)
    note_loose (last);
}

/* A member that took part less often than another one was lost in some operations: it goes on in
 * those where it fits, or nowhere where that cannot be told. */
static void
close_lost (Communicator *self)
{
  const Lost *full = self->lost;

  for (guint32 i = 1; i < self->group->n_members; i++)
    full = self->lost[i].n_steps > full->n_steps ? &self->lost[i] : full;
  for (guint32 i = 0; i < self->group->n_members; i++)
    {
      Lost *lost = &self->lost[i];

      if (lost->n_holes == 0 || lost->n_loose == lost->n_holes)
        continue;
      lost->is_out = !spur_align (self->steps + full->first_step, full->n_steps,
                                  self->steps + lost->first_step, lost->n_steps, lost->holes);
      if (lost->is_out)
        lost->n_holes = 0;
    }
  g_clear_pointer (&self->steps, g_free);
}

/* Moves the ends of members that were lost to where they belong. The ends of a member come in order
 * through all streams, so that its holes are passed one after the other. */
static void
pass_holes (Joiner *joiner, SpurScan *scan)
{
  for (gsize i = 0; i < scan->n_ends; i++)
    {
      SpurCollectiveEnd *end = &scan->ends[i];
      Communicator *communicator =
        end->rank != SPUR_NONE ? &joiner->communicators[end->communicator] : NULL;
      Lost *lost;

      if (communicator == NULL || communicator->lost == NULL)
        continue;
      lost = &communicator->lost[end->rank];
      if (lost->is_out)
        {
          end->rank = SPUR_NONE;
          continue;
        }
      while (lost->n_passed < lost->n_holes &&
             lost->holes[lost->n_passed] <= end->turn + lost->n_passed)
        lost->n_passed++;
      end->turn += lost->n_passed;
    }
}

static void
find_lost (Joiner *joiner, SpurScan *scans, guint n_streams)
{
  gboolean is_any = FALSE;

  for (guint i = 0; i < joiner->n_communicators; i++)
    {
      if (joiner->communicators[i].ranks != NULL && joiner->communicators[i].group->n_members > 1)
        open_lost (&joiner->communicators[i]);
      is_any |= joiner->communicators[i].lost != NULL;
    }
  for (guint s = 0; is_any && s < n_streams; s++)
    list_steps (joiner, &scans[s], s);
  for (guint i = 0; is_any && i < joiner->n_communicators; i++)
    {
      if (joiner->communicators[i].lost != NULL)
        close_lost (&joiner->communicators[i]);
    }
  for (guint s = 0; is_any && s < n_streams; s++)
    pass_holes (joiner, &scans[s]);
}

void
spur_match_collectives (SpurEdges *edges,
                        SpurTrace *trace,
                        SpurScan *scans,
                        guint n_streams,
                        SpurMatchCounts *counts,
                        GArray *unmatched,
                        GArray *pairs)
{
  guint n_groups = spur_definitions_get_n_groups (spur_trace_get_definitions (trace));
  Joiner joiner = {
    trace, g_new0 (Communicator, MAX (n_groups, 1)), n_groups, 0, unmatched, pairs
  };
  g_autofree guint64 *fill = NULL;
  SPUR_AUTO_PAGES Part *parts = NULL;
  guint64 n_instances;

  for (guint s = 0; s < n_streams; s++)
    number_ends (&joiner, &scans[s], s);
  for (guint s = 0; s < n_streams; s++)
    {
      for (gsize i = 0; i < scans[s].n_loose; i++)
        drop_end (&joiner, s, scans[s].loose[i], SPUR_UNMATCHED_BEGIN);
    }
  counts->n_incomplete_collectives += joiner.n_dropped;

  find_lost (&joiner, scans, n_streams);
  n_instances = number_instances (&joiner);
  fill = g_new0 (guint64, n_instances + 1);
  walk_ends (&joiner, scans, n_streams, fill, NULL);
  for (guint64 i = 0; i < n_instances; i++)
    fill[i + 1] += fill[i];
  parts = SPUR_PAGES_NEW (Part, fill[n_instances]);
  spur_edges_reserve_collectives (edges, n_instances, fill[n_instances]);
  walk_ends (&joiner, scans, n_streams, fill, parts);
  add_instances (&joiner, edges, fill, parts, counts);
  free_communicators (&joiner);
  for (guint s = 0; s < n_streams; s++)
    {
      g_clear_pointer (&scans[s].ends, spur_pages_free);
      scans[s].n_ends = 0;
    }
}
