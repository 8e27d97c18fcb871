/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/causality/spur-edges.h"
#include "core/clock/spur-clock-finding.h"

G_BEGIN_DECLS

/**
 * SPUR_REPORT_N_CHANGES:
 *
 * The classes of interval distortion (clock-correction.md section 8): 0, up to 0.01, 0.1, 1, 10 and
 * 100 %, and above.
 *
 * Since: 1.0
 */
#define SPUR_REPORT_N_CHANGES 7

/**
 * SPUR_REPORT_N_SAMPLES:
 *
 * How many parts of the trace's time the shifts of a stream are sampled in.
 *
 * Since: 1.0
 */
#define SPUR_REPORT_N_SAMPLES 256

#define SPUR_TYPE_CLOCK_REPORT (spur_clock_report_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurClockReport, spur_clock_report, SPUR, CLOCK_REPORT, GObject)

typedef struct _SpurViolations SpurViolations;
typedef struct _SpurReportClass SpurReportClass;
typedef struct _SpurReportPair SpurReportPair;
typedef struct _SpurReportSample SpurReportSample;
typedef struct _SpurReportStream SpurReportStream;
typedef struct _SpurReportFigures SpurReportFigures;
typedef struct _SpurDistortion SpurDistortion;

/**
 * SpurViolations:
 * @n_reversed: edges that are received before they are sent
 * @n_below_mu: edges that take less than mu; counts the reversed ones too
 * @worst_ns: the largest time by which an edge is reversed; 0 where none is
 * @least_ns: the shortest time that an edge takes, below 0 where it is reversed; %G_MAXINT64 where
 *   there is no edge
 *
 * How some edges are, at one set of times.
 *
 * Since: 1.0
 */
struct _SpurViolations
{
  guint64 n_reversed;
  guint64 n_below_mu;
  gint64 worst_ns;
  gint64 least_ns;
};

/**
 * SpurReportClass:
 * @name: the class of event that ends the edges
 * @is_collective: whether these are members of collective operations, each against the latest
 *   enter that it waits for
 * @n_edges: how many there are
 * @before: at raw times
 * @after: at corrected times
 *
 * The edges of one class.
 *
 * Since: 1.0
 */
struct _SpurReportClass
{
  const char *name;
  gboolean is_collective;
  guint64 n_edges;
  SpurViolations before;
  SpurViolations after;
};

/**
 * SpurReportPair:
 * @from_stream: the stream that sends
 * @to_stream: the stream that receives
 * @n_edges: edges from the one to the other; a member of a collective operation counts for the
 *   latest enter that it waits for by raw times
 * @before: at raw times
 * @after: at corrected times
 *
 * The edges from one stream to another.
 *
 * Since: 1.0
 */
struct _SpurReportPair
{
  guint32 from_stream;
  guint32 to_stream;
  guint64 n_edges;
  SpurViolations before;
  SpurViolations after;
};

/**
 * SpurDistortion:
 * @n_intervals: times between successive events of a stream
 * @n_changes: (array fixed-size=7): how many of them changed by 0, up to 0.01, 0.1, 1, 10 and 100 %
 *   of their length, and by more
 * @n_with_length: how many are longer than 0
 * @mean: mean change as a share of the length, of those that have one
 * @weighted_mean: sum of all changes as a share of the sum of all lengths
 * @max: the largest change as a share of the length
 * @max_ns: the largest change
 * @sum_ns: all changes together
 * @length_ns: all lengths together
 *
 * By how much the times between successive events changed (clock-correction.md section 8). An
 * interval of length 0 that has become longer counts as changed by more than 100 %, and in no mean
 * or maximum of shares.
 *
 * Since: 1.0
 */
struct _SpurDistortion
{
  guint64 n_intervals;
  guint64 n_changes[SPUR_REPORT_N_CHANGES];
  guint64 n_with_length;
  double mean;
  double weighted_mean;
  double max;
  gint64 max_ns;
  gint64 sum_ns;
  gint64 length_ns;
};

/**
 * SpurReportSample:
 * @min_ns: the least shift of an event
 * @max_ns: the largest shift of an event; less than @min_ns where there is no event
 * @half_width_ns: within how much of the truth the corrected clock is; below 0 where that is
 * unknown
 *
 * A stream in one part of the trace's time.
 *
 * Since: 1.0
 */
struct _SpurReportSample
{
  gint64 min_ns;
  gint64 max_ns;
  gint64 half_width_ns;
};

/**
 * SpurReportStream:
 * @name: the stream's name
 * @domain: its clock's domain
 * @n_events: its events
 * @n_moved: of these, those whose time changed
 * @n_knots: knots of its time maps
 * @first_shift_ns: by how much the first event moved
 * @last_shift_ns: by how much the last event moved
 * @min_shift_ns: the least shift
 * @max_shift_ns: the largest shift
 * @mean_shift_ns: the mean shift
 * @steepest: how much longer an interval between successive events of some length has become at
 *   most, as a factor; 1 where none has
 * @steepest_event: position of the event that ends this interval
 * @half_width_ns: within how much of the truth the corrected clock is, at the worst; below 0 where
 *   that is unknown
 * @verdict: how well the clock is known
 * @component: number of the streams that edges join with it, from 1 on; 0 where that is unknown
 * @distortion: of its intervals
 * @samples: (array fixed-size=256): its shifts over the trace's time, see #SpurReportFigures
 *
 * What became of a stream's clock. A shift is corrected minus raw time.
 *
 * Since: 1.0
 */
struct _SpurReportStream
{
  const char *name;
  guint32 domain;
  guint64 n_events;
  guint64 n_moved;
  guint64 n_knots;
  gint64 first_shift_ns;
  gint64 last_shift_ns;
  gint64 min_shift_ns;
  gint64 max_shift_ns;
  double mean_shift_ns;
  double steepest;
  guint64 steepest_event;
  gint64 half_width_ns;
  SpurClockVerdict verdict;
  guint component;
  SpurDistortion distortion;
  SpurReportSample samples[SPUR_REPORT_N_SAMPLES];
};

/**
 * SpurReportFigures:
 * @trace: the trace
 * @edges: its edges, which also know what could not be matched
 * @correction: (nullable): the correction, whose facts say how it was made and what was assumed
 * @mu_ns: the smallest delay of an edge that has none of its own, in ns
 * @begin_ns: raw time of the first event
 * @end_ns: raw time of the last event; the samples of streams divide the time from @begin_ns into
 *   %SPUR_REPORT_N_SAMPLES equal parts
 * @before: how far raw times are from obeying the clock condition
 * @after: the same of corrected times
 * @verdict: how well the clocks are known, the worst of them
 * @findings: (array length=n_findings): what was found in the clocks as they were corrected
 * @n_findings: how many
 * @n_moved: events that have another time than before
 * @distortion: by how much the intervals of all streams changed
 * @classes: (array length=n_classes): edges by the class of event that ends them: messages first,
 *   then collective operations, each by name
 * @n_classes: how many
 * @pairs: (array length=n_pairs): pairs of streams with edges, by receiving, then by sending stream
 * @n_pairs: how many
 * @streams: (array length=n_streams): what became of every stream, in the trace's order
 * @n_streams: how many
 *
 * What a report says.
 *
 * Since: 1.0
 */
struct _SpurReportFigures
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
  gint64 mu_ns;
  gint64 begin_ns;
  gint64 end_ns;
  SpurCheck before;
  SpurCheck after;
  SpurClockVerdict verdict;
  const SpurClockFinding *findings;
  gsize n_findings;
  guint64 n_moved;
  SpurDistortion distortion;
  const SpurReportClass *classes;
  gsize n_classes;
  const SpurReportPair *pairs;
  gsize n_pairs;
  const SpurReportStream *streams;
  gsize n_streams;
};

/**
 * SpurHalfWidthFunc:
 * @stream: position of a stream
 * @time_ns: a corrected time
 * @user_data: what was given with the function
 *
 * Says within how much of the truth a stream's clock is at a time.
 *
 * Returns: the half width in ns; below 0 where that is unknown
 *
 * Since: 1.0
 */
typedef gint64 (*SpurHalfWidthFunc) (guint stream, gint64 time_ns, gpointer user_data);

SPUR_AVAILABLE_IN_ALL
SpurClockReport *spur_clock_report_new (SpurTrace *trace,
                                        SpurEdges *edges,
                                        SpurCorrection *correction,
                                        gint64 mu_ns,
                                        const SpurJob *job,
                                        GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_clock_report_take_half_widths (SpurClockReport *self,
                                         SpurHalfWidthFunc get_half_width,
                                         gpointer user_data);

SPUR_AVAILABLE_IN_ALL
const SpurReportFigures *spur_clock_report_get_figures (SpurClockReport *self);

G_END_DECLS
