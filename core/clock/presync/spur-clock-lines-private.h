/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-pairs-private.h"

/* Straight lines for pairs of clocks. Each gives FALSE where the pair's edges do not tell. */

/* In the middle of all lines that contradict no edge; where there is none, of those that contradict
 * them least. */
gboolean spur_pair_line_by_hull (const SpurClockPair *pair, SpurPairLine *line);

/* The slope below which the delays lie closest, as if what is above the least one were distributed
 * exponentially. */
gboolean spur_pair_line_by_likelihood (const SpurClockPair *pair, SpurPairLine *line);

/* The mean of the regression lines of both directions. */
gboolean spur_pair_line_by_regression (const SpurClockPair *pair, SpurPairLine *line);

/* A constant error: the middle delays of both directions say about how clocks differ, whatever few
 * of them are. */
gboolean spur_pair_line_by_middle (const SpurClockPair *pair, SpurPairLine *line);

/* A constant error in the middle of what the edges between two times allow. */
gboolean spur_pair_line_by_extremes (const SpurClockPair *pair,
                                     double begin_s,
                                     double end_s,
                                     SpurPairLine *line);

typedef gboolean (*SpurPairLineFunc) (const SpurClockPair *pair, SpurPairLine *line);

/* What the pairs say that a line can be found for, in their order. */
SpurPairLine *spur_clock_pairs_find_lines (const SpurClockPairs *self,
                                           const SpurClockSamples *samples,
                                           SpurPairLineFunc find,
                                           gsize *n_lines);

/* The lines of all places in the order of pairs; takes @lines. */
SpurPairLine *
spur_pair_lines_gather (SpurPairLine *lines, const SpurClockSamples *samples, gsize *n_lines);

/* (transfer full): About how wrong each clock is all the time. */
gint64 *spur_clock_samples_find_constants (const SpurClockSamples *self);

/* A line for every clock whose pairs have some. */
void spur_clock_samples_fit_lines (const SpurClockSamples *self,
                                   SpurPairLineFunc find,
                                   SpurPairJoin join,
                                   SpurClockFit *fit);
