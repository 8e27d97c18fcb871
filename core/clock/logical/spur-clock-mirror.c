/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/logical/spur-clock-pass-private.h"

#include "core/causality/spur-edges-internal.h"

static guint64
mirror_event (SpurTrace *trace, guint32 stream, guint64 event)
{
  return spur_stream_get_n_events (spur_trace_get_stream (trace, stream)) - 1 - event;
}

static SpurPattern
mirror_pattern (SpurPattern pattern)
{
  if (pattern == SPUR_PATTERN_ONE_TO_N)
    return SPUR_PATTERN_N_TO_ONE;
  return pattern == SPUR_PATTERN_N_TO_ONE ? SPUR_PATTERN_ONE_TO_N : pattern;
}

/* The first members of a scan are the last of its mirror. */
static void
mirror_collective (SpurEdges *mirrored,
                   SpurTrace *trace,
                   const SpurCollective *collective,
                   SpurMember *members)
{
  guint32 n = collective->n_members;
  SpurCollective result = { mirror_pattern (collective->pattern), SPUR_NONE, n, members };

  if (collective->root != SPUR_NONE)
    result.root = n - 1 - collective->root;
  for (guint32 i = 0; i < n; i++)
    {
      const SpurMember *member = &collective->members[n - 1 - i];

      members[i] = (SpurMember){ mirror_event (trace, member->stream, member->exit_event),
                                 mirror_event (trace, member->stream, member->enter_event),
                                 member->stream, member->receives, member->sends };
    }
  spur_edges_add_collective (mirrored, &result);
}

static void
mirror_collectives (SpurEdges *mirrored, SpurEdges *edges, SpurTrace *trace)
{
  g_autofree SpurMember *members = NULL;
  guint32 n_room = 0;

  for (gsize i = 0; i < spur_edges_get_n_collectives (edges); i++)
    {
      const SpurCollective collective = spur_edges_read_collective (edges, i);

      if (collective.n_members > n_room)
        {
          n_room = collective.n_members;
          members = g_renew (SpurMember, members, n_room);
        }
      mirror_collective (mirrored, trace, &collective, members);
    }
}

SpurEdges *
spur_edges_new_mirrored (SpurEdges *edges, SpurTrace *trace)
{
  g_autoptr (SpurEdges) mirrored = spur_edges_new (spur_edges_get_n_streams (edges));
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      SpurEdge edge = { mirror_event (trace, all[i].to_stream, all[i].to_event),
                        mirror_event (trace, all[i].from_stream, all[i].from_event), all[i].mu_ns,
                        all[i].to_stream, all[i].from_stream };

      spur_edges_add (mirrored, &edge);
    }
  mirror_collectives (mirrored, edges, trace);
  spur_edges_copy_delays (mirrored, edges);
  return g_steal_pointer (&mirrored);
}
