/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-delays.h"
#include "core/causality/spur-edges-internal.h"

/* The one place that resolves mu, of an edge or of a collective operation: its own, or that of the
 * pair of streams, or the default. @pairs is NULL where nothing is given for pairs. @is_mirrored:
 * the edges run backward in time, so a pair is given in the other direction. */
typedef struct
{
  SpurEdges *edges;
  SpurDelays *pairs;
  gint64 default_ns;
  gboolean is_mirrored;
} SpurMu;

static inline SpurMu
spur_mu_of (SpurEdges *edges, gint64 default_ns, gboolean is_mirrored)
{
  return (SpurMu){ edges, spur_edges_get_pair_delays (edges), default_ns, is_mirrored };
}

static inline gint64
spur_mu_or_default (gint64 mu_ns, gint64 default_ns)
{
  return mu_ns != SPUR_MU_DEFAULT ? mu_ns : default_ns;
}

static inline gint64
spur_mu_get_edge (const SpurMu *self, const SpurEdge *edge)
{
  return spur_mu_or_default (edge->mu_ns, self->default_ns);
}

/* What holds for a collective operation where nothing is given for a pair. */
static inline gint64
spur_mu_get_collective (const SpurMu *self, gsize index)
{
  return spur_mu_or_default (spur_edges_get_collective_mu_ns (self->edges, index),
                             self->default_ns);
}

/* The mu from an enter to an exit; @collective_ns is that of the operation. */
gint64 spur_mu_get_members (const SpurMu *self,
                            const SpurMember *from,
                            const SpurMember *to,
                            gint64 collective_ns);

/* The earliest time of each member's exit: the latest of the enters that it waits for, each with
 * its mu; G_MININT64 where it waits for none. */
void
spur_mu_get_bounds (const SpurMu *self, gsize index, const gint64 *enters_ns, gint64 *bounds_ns);

/* The same where @latest_ns of spur_collective_get_latest() are known; @bounds_ns may be these. */
void spur_mu_get_bounds_by (const SpurMu *self,
                            gsize index,
                            const gint64 *enters_ns,
                            const gint64 *latest_ns,
                            gint64 *bounds_ns);

/* The same of one member; the enters that it does not wait for are not looked at. */
gint64 spur_mu_get_bound (const SpurMu *self, gsize index, guint32 member, const gint64 *enters_ns);

/* The latest time of each member's enter: the earliest of the exits that wait for it, each without
 * its mu; G_MAXINT64 where none does. */
void
spur_mu_get_limits (const SpurMu *self, gsize index, const gint64 *exits_ns, gint64 *limits_ns);

/* The same of one member; the exits that do not wait for it are not looked at. */
gint64 spur_mu_get_limit (const SpurMu *self, gsize index, guint32 member, const gint64 *exits_ns);
