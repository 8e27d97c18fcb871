/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"
#include "core/causality/spur-matcher-private.h"

/* A communicator that is used: where in it its members are, and how often each took part. */
typedef struct
{
  const SpurGroup *group;
  GHashTable *ranks;
  guint32 *n_done;
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
} Joiner;

static void
free_communicators (Joiner *joiner)
{
  for (guint i = 0; i < joiner->n_communicators; i++)
    {
      g_clear_pointer (&joiner->communicators[i].ranks, g_hash_table_unref);
      g_free (joiner->communicators[i].n_done);
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
  self->group = spur_trace_get_group (joiner->trace, number);
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

/* Finds for every end that its member has done so many before. An end without a begin still
 * counts, so that the ones after it keep their instances. */
static void
number_ends (Joiner *joiner, SpurScan *scan)
{
  LastRank last = { NULL, 0, 0 };

  for (gsize i = 0; i < scan->n_ends; i++)
    {
      SpurCollectiveEnd *end = &scan->ends[i];
      Communicator *communicator = open_communicator (joiner, end->communicator);

      end->rank = SPUR_NONE;
      if (communicator == NULL || !find_rank_near (&last, communicator, end->subject))
        {
          joiner->n_dropped++;
          continue;
        }
      end->turn = communicator->n_done[last.rank]++;
      communicator->n_instances = MAX (communicator->n_instances, end->turn + 1);
      if (end->begin_event == G_MAXUINT64)
        joiner->n_dropped++;
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

static int
compare_parts (const void *a, const void *b)
{
  const Part *p = a, *q = b;

  return p->rank < q->rank ? -1 : p->rank > q->rank;
}

/* Streams mostly are in the order of ranks. */
static void
sort_parts (Part *parts, gsize n_parts)
{
  for (gsize i = 1; i < n_parts; i++)
    {
      if (parts[i - 1].rank <= parts[i].rank)
        continue;
      qsort (parts, n_parts, sizeof *parts, compare_parts);
      return;
    }
}

/* Members that disagree on what they do belong to different operations, one of which was lost:
 * nothing can be said of who waits for whom. */
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

static gboolean
add_instance (SpurEdges *edges, const Communicator *communicator, Part *parts, gsize n_parts)
{
  g_autofree SpurMember *members = g_new (SpurMember, n_parts);
  SpurCollective collective = { SPUR_PATTERN_INTERNAL, SPUR_NONE, (guint32) n_parts, members };
  gboolean is_complete = n_parts == communicator->group->n_members;

  sort_parts (parts, n_parts);
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

      /* Whoever is alone waits for nobody. */
      if (communicator->ranks == NULL || communicator->group->n_members < 2)
        continue;
      for (guint32 n = 0; n < communicator->n_instances; n++)
        {
          guint64 instance = communicator->first_instance + n;
          guint64 first = instance > 0 ? end_of[instance - 1] : 0;

          if (end_of[instance] == first || !add_instance (edges, communicator, parts + first,
                                                          (gsize) (end_of[instance] - first)))
            counts->n_incomplete_collectives++;
        }
    }
}

void
spur_match_collectives (
  SpurEdges *edges, SpurTrace *trace, SpurScan *scans, guint n_streams, SpurMatchCounts *counts)
{
  guint n_groups = spur_trace_get_n_groups (trace);
  Joiner joiner = { trace, g_new0 (Communicator, MAX (n_groups, 1)), n_groups, 0 };
  g_autofree guint64 *fill = NULL;
  SPUR_AUTO_PAGES Part *parts = NULL;
  guint64 n_instances;

  for (guint s = 0; s < n_streams; s++)
    number_ends (&joiner, &scans[s]);
  counts->n_incomplete_collectives += joiner.n_dropped;
  for (guint s = 0; s < n_streams; s++)
    counts->n_incomplete_collectives += scans[s].n_loose;

  n_instances = number_instances (&joiner);
  fill = g_new0 (guint64, n_instances + 1);
  walk_ends (&joiner, scans, n_streams, fill, NULL);
  for (guint64 i = 0; i < n_instances; i++)
    fill[i + 1] += fill[i];
  parts = SPUR_PAGES_NEW (Part, fill[n_instances]);
  walk_ends (&joiner, scans, n_streams, fill, parts);
  add_instances (&joiner, edges, fill, parts, counts);
  free_communicators (&joiner);
  for (guint s = 0; s < n_streams; s++)
    {
      g_clear_pointer (&scans[s].ends, spur_pages_free);
      scans[s].n_ends = 0;
    }
}
