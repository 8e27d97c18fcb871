/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

/* Which members wait for which in a collective operation (clock-correction.md section 5). No member
 * waits for itself. */

/* Whether others may wait for a member's enter, which @sends. */
static inline gboolean
spur_pattern_sends (SpurPattern pattern, guint32 root, guint32 member, gboolean sends)
{
  switch (pattern)
    {
    case SPUR_PATTERN_ONE_TO_N:
      return member == root && sends;
    case SPUR_PATTERN_N_TO_ONE:
      return root != SPUR_NONE && member != root && sends;
    case SPUR_PATTERN_BARRIER:
      return TRUE;
    case SPUR_PATTERN_N_TO_N:
    case SPUR_PATTERN_SCAN:
    case SPUR_PATTERN_EXSCAN:
      return sends;
    case SPUR_PATTERN_INTERNAL:
    case SPUR_PATTERN_PAIRS:
      break;
    }
  return FALSE;
}

/* Whether a member's exit, which @receives, may wait for others: the other side of one to N is N to
 * one. */
static inline gboolean
spur_pattern_receives (SpurPattern pattern, guint32 root, guint32 member, gboolean receives)
{
  if (pattern == SPUR_PATTERN_ONE_TO_N)
    pattern = SPUR_PATTERN_N_TO_ONE;
  else if (pattern == SPUR_PATTERN_N_TO_ONE)
    pattern = SPUR_PATTERN_ONE_TO_N;
  return spur_pattern_sends (pattern, root, member, receives);
}

static inline gboolean
spur_collective_member_sends (const SpurCollective *self, guint32 member)
{
  return spur_pattern_sends (self->pattern, self->root, member, self->members[member].sends);
}

static inline gboolean
spur_collective_member_receives (const SpurCollective *self, guint32 member)
{
  return spur_pattern_receives (self->pattern, self->root, member, self->members[member].receives);
}

static inline gboolean
spur_collective_is_scan (const SpurCollective *self)
{
  return self->pattern == SPUR_PATTERN_SCAN || self->pattern == SPUR_PATTERN_EXSCAN;
}

static inline gboolean
spur_collective_depends (const SpurCollective *self, guint32 from, guint32 to)
{
  return from != to && (!spur_collective_is_scan (self) || from < to) &&
         spur_collective_member_sends (self, from) && spur_collective_member_receives (self, to);
}

/* The two largest of some values of different members. */
typedef struct
{
  gint64 first;
  gint64 second;
  guint32 first_member;
} SpurTopTwo;

#define SPUR_TOP_TWO_EMPTY ((SpurTopTwo){ G_MININT64, G_MININT64, SPUR_NONE })

static inline void
spur_top_two_add (SpurTopTwo *self, guint32 member, gint64 value)
{
  if (value > self->first || self->first_member == SPUR_NONE)
    {
      self->second = self->first;
      self->first = value;
      self->first_member = member;
    }
  else if (value > self->second)
    self->second = value;
}

/* G_MININT64 where there is no other member. */
static inline gint64
spur_top_two_except (const SpurTopTwo *self, guint32 member)
{
  return self->first_member == member ? self->second : self->first;
}

/* For every member the latest of the enters that its exit waits for; G_MININT64 for none. */
void
spur_collective_get_latest (const SpurCollective *self, const gint64 *enters_ns, gint64 *latest_ns);
