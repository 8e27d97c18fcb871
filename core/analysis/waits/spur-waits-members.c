/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the members of collective operations wait for (Scalasca's patterns, doc/balance.md). */
#include "core/analysis/waits/spur-waits-private.h"

#include "core/base/spur-pages-private.h"
#include "core/causality/spur-dependence-internal.h"

/* The enters and the first leave of an operation. */
typedef struct
{
  const SpurCalls *calls;
  const SpurCollective *collective;
  SpurMemberWait *waits;
} Operation;

static gint64
get_begin_ns (const Operation *self, guint32 member)
{
  return self->calls->times_ns[self->waits[member].begin];
}

static void
set_cause (Operation *self, guint32 member, SpurWaitPattern pattern, guint32 cause)
{
  SpurMemberWait *wait = &self->waits[member];

  wait->pattern = (guint8) pattern;
  wait->cause = self->waits[cause].begin;
  wait->other_ns = get_begin_ns (self, cause);
}

static gboolean
is_later (const Operation *self, guint32 member, guint32 than)
{
  return than == SPUR_NONE || get_begin_ns (self, member) > get_begin_ns (self, than);
}

/* All that receive wait for the last that sends. */
static void
wait_for_last (Operation *self, SpurWaitPattern pattern)
{
  const SpurCollective *collective = self->collective;
  guint32 last = SPUR_NONE, second = SPUR_NONE;

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      if (!spur_collective_member_sends (collective, i))
        continue;
      if (is_later (self, i, last))
        {
          second = last;
          last = i;
        }
      else if (is_later (self, i, second))
        second = i;
    }
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      guint32 cause = last == i ? second : last;

      if (cause != SPUR_NONE && spur_collective_member_receives (collective, i))
        set_cause (self, i, pattern, cause);
    }
}

/* Each that receives waits for the last that sends of those before it. */
static void
wait_for_lower (Operation *self)
{
  const SpurCollective *collective = self->collective;
  guint32 last = SPUR_NONE;

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      if (last != SPUR_NONE && spur_collective_member_receives (collective, i))
        set_cause (self, i, SPUR_WAIT_EARLY_SCAN, last);
      if (spur_collective_member_sends (collective, i) && is_later (self, i, last))
        last = i;
    }
}

/* The root waits for the first that sends. */
static void
wait_for_first (Operation *self)
{
  const SpurCollective *collective = self->collective;
  guint32 first = SPUR_NONE;

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      if (spur_collective_member_sends (collective, i) &&
          (first == SPUR_NONE || get_begin_ns (self, i) < get_begin_ns (self, first)))
        first = i;
    }
  if (first != SPUR_NONE && spur_collective_member_receives (collective, collective->root))
    set_cause (self, collective->root, SPUR_WAIT_EARLY_REDUCE, first);
}

static void
wait_for_root (Operation *self)
{
  const SpurCollective *collective = self->collective;

  if (collective->root == SPUR_NONE || !spur_collective_member_sends (collective, collective->root))
    return;
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      if (spur_collective_member_receives (collective, i))
        set_cause (self, i, SPUR_WAIT_LATE_BROADCAST, collective->root);
    }
}

/* The time after the first of those that receive has left. */
static void
find_completion (Operation *self, SpurWaitPattern completion)
{
  const SpurCalls *calls = self->calls;
  const SpurCollective *collective = self->collective;
  guint32 first = G_MAXUINT32;

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      guint32 node = (guint32) spur_nodes_find_exit (calls->nodes, &collective->members[i]);

      if (spur_collective_member_receives (collective, i) &&
          (first == G_MAXUINT32 || calls->times_ns[node] < calls->times_ns[first]))
        first = node;
    }
  for (guint32 i = 0; first != G_MAXUINT32 && i < collective->n_members; i++)
    {
      if (!spur_collective_member_receives (collective, i))
        continue;
      self->waits[i].completion = (guint8) completion;
      self->waits[i].leaver = first;
      self->waits[i].first_leave_ns = calls->times_ns[first];
    }
}

static void
take_operation (Operation *self)
{
  switch (self->collective->pattern)
    {
    case SPUR_PATTERN_BARRIER:
      wait_for_last (self, SPUR_WAIT_BARRIER);
      find_completion (self, SPUR_WAIT_BARRIER_COMPLETION);
      break;
    case SPUR_PATTERN_N_TO_N:
      wait_for_last (self, SPUR_WAIT_N_TO_N);
      find_completion (self, SPUR_WAIT_N_TO_N_COMPLETION);
      break;
    case SPUR_PATTERN_ONE_TO_N:
      wait_for_root (self);
      break;
    case SPUR_PATTERN_N_TO_ONE:
      if (self->collective->root != SPUR_NONE)
        wait_for_first (self);
      break;
    case SPUR_PATTERN_SCAN:
    case SPUR_PATTERN_EXSCAN:
      wait_for_lower (self);
      break;
    case SPUR_PATTERN_INTERNAL:
    case SPUR_PATTERN_PAIRS:
      break;
    }
}

SpurMemberWait *
spur_member_waits_new (const SpurCalls *calls, SpurEdges *edges)
{
  gsize n_members, n_collectives = spur_edges_get_n_collectives (edges);
  const SpurMember *members = spur_edges_get_members (edges, &n_members);
  SpurMemberWait *waits = SPUR_PAGES_NEW (SpurMemberWait, n_members);

  for (gsize i = 0; i < n_members; i++)
    waits[i] =
      (SpurMemberWait){ .begin = (guint32) spur_nodes_find_enter (calls->nodes, &members[i]),
                        .pattern = SPUR_N_WAIT_PATTERNS,
                        .completion = SPUR_N_WAIT_PATTERNS };
  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurCollective collective;
      Operation operation = { calls, &collective, NULL };

      spur_edges_get_collective (edges, i, &collective);
      operation.waits = &waits[collective.members - members];
      take_operation (&operation);
    }
  return waits;
}
