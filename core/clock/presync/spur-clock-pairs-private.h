/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-fit-private.h"

/* Edges by pairs of clocks, for methods that give every pair a straight line. */

/* At a time, in s after the middle of all, how far a receive is behind its send, in ns. */
typedef struct
{
  double time_s;
  double delay_ns;
} SpurPairPoint;

/* Edges of one direction by rising time, and those below which there is none: their lower hull. */
typedef struct
{
  gsize n_points;
  SpurPairPoint *points;
  double sum_s;
  gsize n_vertices;
  SpurPairPoint *vertices;
} SpurPairSide;

typedef struct
{
  guint32 first;
  guint32 second;
  SpurPairSide forth; /* from the first clock to the second */
  SpurPairSide back;
} SpurClockPair;

typedef struct
{
  guint n_clocks;
  gint64 middle_ns;
  double length_s;
  gsize n_pairs;
  SpurClockPair *pairs;
  SpurPairPoint *points;
  SpurPairPoint *vertices;
} SpurClockPairs;

SpurClockPairs *spur_clock_pairs_new (const SpurClockSamples *samples);

void spur_clock_pairs_free (SpurClockPairs *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockPairs, spur_clock_pairs_free)

/* The sides of all pairs are numbered, the one back after the one forth. */
static inline SpurPairSide *
spur_clock_pairs_get_side (const SpurClockPairs *self, gsize side)
{
  return side % 2 == 0 ? &self->pairs[side / 2].forth : &self->pairs[side / 2].back;
}

/* The pair of two clocks, or NULL. */
const SpurClockPair *
spur_clock_pairs_find (const SpurClockPairs *self, guint32 first, guint32 second);

/* The least delay over a line of that slope, in ns a second, at time 0. */
double spur_pair_side_get_least (const SpurPairSide *self, double slope);

/* The value that would be at a place if all were sorted; others change places. */
double spur_pair_select (double *values, gsize n_values, gsize place);

/* What a tenth of the delays, of which there are some, are at most above a line: at time 0 at
 * @error_ns, rising by @slope ns a second. */
double spur_pair_side_get_tenth (const SpurPairSide *self, double error_ns, double slope);

/* How much the second clock of a pair is wrong against the first one: a line, and how well it is
 * known. */
typedef struct
{
  guint32 first;
  guint32 second;
  double error_ns; /* in the middle of all times */
  double slope;    /* ns a second */
  double sigma_ns;
  double slope_sigma;
  double covariance; /* of both */
  double scale_ns;   /* what these follow from: the mean delay above the least one; 0 if unknown */
} SpurPairLine;

/* How lines of pairs are joined to one for every clock. */
typedef enum
{
  SPUR_JOIN_ALL,
  SPUR_JOIN_TREE,
} SpurPairJoin;

/* What is known of slopes before pairs tell: that they are independent draws about a common mean.
 */
typedef struct
{
  const double *slopes; /* of each clock, which lines are without, in ns a second; NULL for 0 */
  double usual_slope;   /* how far they are from their mean, or infinite */
} SpurPairPrior;

/* (transfer full): The lines of @n_clocks clocks: the errors of all in
 * the middle, then their slopes, with the mean 0 among those that lines connect. The error is NAN
 * where no line says something of a clock. @prior may be NULL. */
double *spur_pair_lines_join (const GArray *lines,
                              guint n_clocks,
                              SpurPairJoin join,
                              const SpurPairPrior *prior);

/* (transfer full): The same of all lines, whose errors and slopes are joined at once. */
double *spur_pair_lines_join_both (const GArray *lines, guint n_clocks, const SpurPairPrior *prior);

/* Scales of pairs differ by chance, as they are told by few delays: those that differ by no more
 * are drawn to the middle one, and what follows from them. */
void spur_pair_lines_even_scales (GArray *lines);

/* What lines, and @slopes, which they are without, tell of how far slopes of clocks are from their
 * mean; FALSE where they do not differ by more than noise, or clocks are too few to tell. */
gboolean spur_pair_lines_find_prior (const GArray *lines,
                                     guint n_clocks,
                                     const double *slopes,
                                     SpurPairPrior *prior);

/* Takes off known values the mean of those of the same group; others become 0. */
void
spur_clock_take_means_off (double *values, const guint8 *is_known, const guint *groups, guint n);

/* Straight lines for pairs of clocks, which are 0 at first. Each gives FALSE where the pair's edges
 * do not tell. */

/* In the middle of all lines that contradict no edge; where there is none, of those that contradict
 * them least. */
gboolean spur_pair_line_by_hull (const SpurClockPair *pair, SpurPairLine *line);

/* The mean of the lines below which the delays lie, by how likely these are if what is above the
 * least one is distributed exponentially. */
gboolean spur_pair_line_by_likelihood (const SpurClockPair *pair, SpurPairLine *line);

/* The mean of the regression lines of both directions. */
gboolean spur_pair_line_by_regression (const SpurClockPair *pair, SpurPairLine *line);

/* A constant error: the middle delays of both directions say about how clocks differ, whatever few
 * of them are. */
gboolean spur_pair_line_by_middle (const SpurClockPair *pair, SpurPairLine *line);

/* A constant error in the middle of what edges allow. */
gboolean spur_pair_line_by_least (const SpurClockPair *pair, SpurPairLine *line);

/* Where edges are in one direction only, as if the least delay were next to 0: the line below which
 * the delays lie closest. Its @sigma_ns is that delay if clocks are right, below 0 where they are
 * not, and @slope_sigma what half of the delays are longer by, in ns. Where edges are in both
 * directions, as by hull. */
gboolean spur_pair_line_by_one_way (const SpurClockPair *pair, SpurPairLine *line);

/* How many delays there are of each direction of a pair, in the mean. All ranks call it. */
gsize spur_clock_pairs_count_each_way (const SpurClockPairs *self, const SpurClockSamples *samples);

typedef gboolean (*SpurPairLineFunc) (const SpurClockPair *pair, SpurPairLine *line);

/* (element-type SpurPairLine) (transfer full): What the pairs of all ranks say that a line can be
 * found for, in their order. */
GArray *spur_clock_pairs_find_lines (const SpurClockPairs *self,
                                     const SpurClockSamples *samples,
                                     SpurPairLineFunc find);

/* A constant or a line for every clock, from all edges at once, that outliers do not move. */
typedef struct
{
  guint n_clocks;
  gint64 middle_ns;  /* when clocks are wrong by @errors_ns */
  double half_s;     /* half of the time with edges */
  double *errors_ns; /* of each clock, then what the error grows by in @half_s */
  /* How well the worst clock is known at the ends, and what it grows by. */
  double end_sigma_ns;
  double growth_sigma_ns;
  double scale_ns; /* delays of most pairs come so near to the least */
} SpurRobustLines;

/* @groups are those of spur_clock_samples_get_groups(). @drifts tells with which clock each one has
 * its drift in common; NULL where each has its own. All ranks call it. */
SpurRobustLines *spur_robust_lines_new (const SpurClockSamples *samples,
                                        const guint *groups,
                                        gboolean has_slopes,
                                        const guint *drifts);

void spur_robust_lines_free (SpurRobustLines *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurRobustLines, spur_robust_lines_free)

/* What is left of lines is told by the least delays of pairs: slopes first, which all pairs of a
 * clock tell together, then where these lines are. Likely lines and those are weighed by how well
 * they are known, for their errors have little in common. All ranks call it. */
void spur_robust_lines_improve (SpurRobustLines *self, const SpurClockSamples *samples);

/* The clock's time without its error. */
gint64 spur_robust_lines_apply (const SpurRobustLines *self, guint clock, gint64 time_ns);

/* The logarithm of the density of a delay that is @excess_ns above what a model allows: scales are
 * what a tenth of the delays are below, and below @soft_ns a delay contradicts the model. */
double spur_robust_rate (double excess_ns, double scale_ns, double soft_ns);
