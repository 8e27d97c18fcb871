/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

typedef struct _SpurCheck SpurCheck;
typedef struct _SpurCheckEdges SpurCheckEdges;

/**
 * SpurCheckEdges:
 * @n_edges: one-to-one edges of a kind between different streams
 * @n_reversed: of these, received before sent
 * @n_below_mu: of these, received less than mu after sent; counts the reversed ones too
 * @worst_ns: the largest time by which an edge is reversed; 0 where none is
 *
 * How far the edges of a kind are from obeying the clock condition.
 *
 * Since: 1.0
 */
struct _SpurCheckEdges
{
  guint64 n_edges;
  guint64 n_reversed;
  guint64 n_below_mu;
  gint64 worst_ns;
};

/**
 * SpurCheck:
 * @n_edges: one-to-one edges between different streams
 * @n_reversed: of these, received before sent
 * @n_below_mu: of these, received less than mu after sent; counts the reversed ones too
 * @worst_ns: the largest time by which an edge is reversed; 0 where none is
 * @n_collective_receives: members that receive in a collective operation
 * @n_collective_reversed: of these, leave before the latest enter that they depend on
 * @n_collective_below_mu: of these, leave less than mu after it; counts the reversed ones too
 * @collective_worst_ns: the largest time by which a member is reversed; 0 where none is
 * @n_order_inversions: events earlier than the event before them in their stream
 * @of_kind: (array fixed-size=6): the edges of every #SpurEdgeKind
 *
 * How far a trace is from obeying the clock condition (clock-correction.md section 1).
 *
 * Since: 1.0
 */
struct _SpurCheck
{
  guint64 n_edges;
  guint64 n_reversed;
  guint64 n_below_mu;
  gint64 worst_ns;
  guint64 n_collective_receives;
  guint64 n_collective_reversed;
  guint64 n_collective_below_mu;
  gint64 collective_worst_ns;
  guint64 n_order_inversions;
  SpurCheckEdges of_kind[SPUR_N_EDGE_KINDS];
};

SPUR_AVAILABLE_IN_ALL
void spur_check_run (SpurCheck *check,
                     SpurTrace *trace,
                     SpurEdges *edges,
                     SpurCorrection *correction,
                     gint64 mu_ns,
                     const SpurJob *job);

SPUR_AVAILABLE_IN_ALL
gboolean spur_check_is_clean (const SpurCheck *check);

G_END_DECLS
