/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A whole correction by a clock: passes in one or both directions, time maps, and what is noted
 * of them. */
#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-check-internal.h"
#include "core/causality/spur-cycles.h"
#include "core/causality/spur-edges-internal.h"
#include "core/clock/logical/spur-clock-pass-private.h"
#include "core/clock/presync/spur-clock-points-private.h"

/* What becomes of a stream. */
typedef struct
{
  SpurTimeMap *map;
  GError *error;
  guint64 n_moved;
  gint64 largest_shift_ns;
  gint64 steepest_ppm;
} Result;

/* @points are those of the first direction where two are mixed, and @parameters those of the
 * direction that is gone through. */
typedef struct
{
  SpurClockParameters parameters;
  const SpurClockWork *work;
  SpurClockPass pass;
  SpurClockPoints *points;
  gboolean keeps_points;
  Result *results;
  guint n_streams;
  /* Whether there are events that are no nodes. */
  gboolean has_more_events;
  guint n_passes;
  SpurClockJumps jumps;
  GError *error;
  /* What was violated before. */
  SpurCheck before;
  gboolean has_before;
} Run;

/* How many of the events from the one to the other, in the trace's order, are nodes. */
static guint64
count_nodes (const Run *self, guint stream, guint64 first, guint64 last)
{
  const SpurNodes *nodes = self->pass.nodes;
  guint64 last_event = nodes->streams[stream].n_events - 1, swap = first;

  if (self->parameters.is_mirrored)
    {
      first = last_event - last;
      last = last_event - swap;
    }
  return spur_nodes_find (nodes, stream, last) - spur_nodes_find (nodes, stream, first) +
         spur_nodes_contains (nodes, stream, last);
}

static void
measure_step (Result *result, const SpurClockPoint *from, const SpurClockPoint *to)
{
  SpurInt128 length_ns = to->from_ns - from->from_ns;
  SpurInt128 stretch_ns = (to->to_ns - to->from_ns) - (from->to_ns - from->from_ns);

  if (stretch_ns <= 0)
    return;
  /* Most steps are not above what is known, which shows without a division. */
  if (stretch_ns * 1000000 < (SpurInt128) result->steepest_ppm * length_ns)
    return;
  stretch_ns = stretch_ns * 1000000 / MAX (length_ns, 1);
  result->steepest_ppm = MAX (result->steepest_ppm, (gint64) MIN (stretch_ns, G_MAXINT64));
}

/* Points that are shifted as far are many, and looked at together. */
static void
measure_points (Run *self, guint stream, const SpurClockPoints *points)
{
  Result *result = &self->results[stream];
  gsize end;

  for (gsize i = 0; i < points->n_points; i = end)
    {
      const SpurClockPoint *point = &points->all[i];
      gint64 shift_ns = point->to_ns - point->from_ns;

      for (end = i + 1; end < points->n_points; end++)
        {
          if (points->all[end].to_ns - points->all[end].from_ns != shift_ns)
            break;
        }
      result->largest_shift_ns = MAX (result->largest_shift_ns, ABS (shift_ns));
      if (shift_ns != 0)
        result->n_moved += count_nodes (self, stream, point->event, points->all[end - 1].event);
      if (i > 0)
        measure_step (result, point - 1, point);
    }
}

/* Takes the points of the direction that is gone through. */
static void
finish_stream (Run *self, guint stream, SpurClockPoints *points)
{
  Result *result = &self->results[stream];

  if (self->parameters.is_mirrored)
    spur_clock_points_mirror (points, self->pass.nodes->streams[stream].n_events - 1);
  if (self->keeps_points)
    {
      self->points[stream] = *points;
      memset (points, 0, sizeof *points);
      return;
    }
  if (self->parameters.direction == SPUR_DIRECTION_MIX)
    {
      spur_clock_points_mix (&self->points[stream], points, self->parameters.mix_ppb);
      spur_clock_points_clear (points);
      *points = self->points[stream];
      memset (&self->points[stream], 0, sizeof *points);
    }
  measure_points (self, stream, points);
  if (result->largest_shift_ns > 0)
    result->map = spur_clock_points_take_map (points, &result->error);
  spur_clock_points_clear (points);
}

static void
amortize_stream (guint stream, gpointer user_data)
{
  Run *self = user_data;
  SpurClockPoints points = { NULL };

  if (spur_job_is_cancelled (self->work->job, NULL) || !spur_clock_work_is_own (self->work, stream))
    return;
  if (self->has_more_events)
    spur_trace_fetch_streams (self->work->trace, stream, SPUR_CHUNK_TICKS);
  spur_clock_amortize (&points, &self->pass, &self->parameters, self->work, stream);
  finish_stream (self, stream, &points);
}

/* About how much there is to do of a stream. */
typedef struct
{
  guint stream;
  guint64 n_nodes;
} Work;

typedef struct
{
  Run *run;
  Work *works;
} Sorted;

SPUR_DEFINE_ORDER (compare_works,
                   Work,
                   SPUR_ORDER (q->n_nodes, p->n_nodes) ?: SPUR_ORDER (p->stream, q->stream))

static void
amortize_sorted (guint index, gpointer user_data)
{
  const Sorted *sorted = user_data;

  amortize_stream (sorted->works[index].stream, sorted->run);
}

/* Where streams are few, those with most to do come first, so that threads are done at the same
 * time. */
#define MAX_SORTED_STREAMS 256

static void
amortize_streams (Run *self)
{
  const SpurClockPass *pass = &self->pass;
  g_autofree Work *works = NULL;
  Sorted sorted = { self, NULL };

  if (self->n_streams > MAX_SORTED_STREAMS || spur_job_get_n_threads (self->work->job) == 1)
    {
      spur_job_run (self->work->job, self->n_streams, amortize_stream, self);
      return;
    }
  sorted.works = works = g_new (Work, self->n_streams + 1);
  for (guint s = 0; s < self->n_streams; s++)
    {
      gboolean is_moved = pass->n_jumps[s] > 0 || pass->has_all[s] != 0;

      works[s] = (Work){ s, is_moved ? pass->nodes->streams[s].n_nodes : 0 };
    }
  qsort (works, self->n_streams, sizeof *works, compare_works);
  spur_job_run (self->work->job, self->n_streams, amortize_sorted, &sorted);
}

static gboolean
amortize_in_reverse (Run *self, const SpurClockWork *work, GError **error)
{
  g_autofree SpurClockPoints *points = g_new0 (SpurClockPoints, self->n_streams + 1);
  gboolean is_done =
    spur_clock_amortize_in_reverse (points, &self->pass, &self->parameters, work, error);

  for (guint s = 0; s < self->n_streams; s++)
    {
      if (is_done)
        finish_stream (self, s, &points[s]);
      spur_clock_points_clear (&points[s]);
    }
  return is_done;
}

static gboolean
has_more_events (const SpurNodes *nodes)
{
  guint64 n_events = 0;

  for (guint s = 0; s < nodes->n_streams; s++)
    n_events += nodes->streams[s].n_events;
  return nodes->n_nodes < n_events;
}

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

      spur_edges_add_of_kind (mirrored, &edge, spur_edges_get_kind (edges, i));
    }
  mirror_collectives (mirrored, edges, trace);
  spur_edges_copy_delays (mirrored, edges);
  return g_steal_pointer (&mirrored);
}

static gboolean
run_passes (Run *self, const SpurClockWork *work, GError **error)
{
  guint n_passes = spur_clock_pass_run_controlled (&self->pass, &self->parameters, work, error);

  if (n_passes == 0)
    return FALSE;
  self->n_passes += n_passes;
  spur_clock_jumps_add (&self->jumps, &self->pass.jumps);
  if (self->parameters.is_backward && self->parameters.limits == SPUR_BACKWARD_LIMITS_FINAL)
    return amortize_in_reverse (self, work, error);
  self->has_more_events = has_more_events (self->pass.nodes);
  amortize_streams (self);
  return !spur_job_is_cancelled (self->work->job, error);
}

static gboolean
run_direction (Run *self, gboolean is_mirrored, GError **error)
{
  g_autoptr (SpurEdges) mirrored = NULL;
  SpurClockWork work = *self->work;
  gboolean is_done;

  if (is_mirrored)
    work.edges = mirrored = spur_edges_new_mirrored (work.edges, work.trace);
  self->parameters.is_mirrored = is_mirrored;
  is_done = run_passes (self, &work, error);
  spur_clock_pass_clear (&self->pass);
  return is_done;
}

static gboolean
run_directions (Run *self, GError **error)
{
  SpurDirection direction = self->parameters.direction;

  self->keeps_points = direction == SPUR_DIRECTION_MIX;
  if (direction != SPUR_DIRECTION_MIRROR && !run_direction (self, FALSE, error))
    return FALSE;
  self->keeps_points = FALSE;
  return direction == SPUR_DIRECTION_FORWARD || run_direction (self, TRUE, error);
}

static void
find_problem (Run *self, GError **error)
{
  for (guint s = 0; s < self->n_streams; s++)
    {
      if (self->results[s].error == NULL)
        continue;
      g_propagate_prefixed_error (
        error, g_steal_pointer (&self->results[s].error),
        "%s: ", spur_stream_get_name (spur_trace_get_stream (self->work->trace, s)));
      return;
    }
}

static gboolean
check_results (Run *self, GError **error)
{
  GError *problem = NULL;

  find_problem (self, &problem);
  return spur_communicator_agree (self->work->distribution->communicator, problem, error);
}

/* What became of all streams together; how many have a map is @n_maps. */
static void
sum_up (Run *self, Result *all, gint64 *n_maps)
{
  SpurCommunicator *communicator = self->work->distribution->communicator;
  gint64 sums[2] = { 0, 0 }, most[2] = { 0, 0 };

  for (guint s = 0; s < self->n_streams; s++)
    {
      const Result *result = &self->results[s];

      sums[0] += result->map != NULL;
      sums[1] += (gint64) result->n_moved;
      most[0] = MAX (most[0], result->largest_shift_ns);
      most[1] = MAX (most[1], result->steepest_ppm);
    }
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_SUM, sums, G_N_ELEMENTS (sums));
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_MAX, most, G_N_ELEMENTS (most));
  *n_maps = sums[0];
  *all =
    (Result){ .n_moved = (guint64) sums[1], .largest_shift_ns = most[0], .steepest_ppm = most[1] };
}

static void
note_text (Run *self, const char *what, const char *value)
{
  g_autofree char *key = g_strconcat (self->parameters.name, ".", what, NULL);

  spur_correction_set_fact (self->work->correction, key, value);
}

static void
note_int (Run *self, const char *what, gint64 value)
{
  g_autofree char *key = g_strconcat (self->parameters.name, ".", what, NULL);

  spur_correction_set_fact_int (self->work->correction, key, value);
}

static void
note_control (Run *self)
{
  const SpurClockParameters *parameters = &self->parameters;
  const SpurClockController *controller = &parameters->controller;

  if (!parameters->has_controller)
    {
      note_int (self, "gamma-ppb", parameters->gamma_ppb);
      if (parameters->gamma_control == SPUR_GAMMA_CONTROL_ITERATED)
        note_int (self, "gamma-passes", self->n_passes);
      return;
    }
  note_int (self, "q-init-ns", controller->q_init_ns);
  note_int (self, "q-min-ns", controller->q_min_ns);
  note_int (self, "q-factor-ppb", controller->q_factor_ppb);
  note_int (self, "gamma-max-ppb", controller->gamma_max_ppb);
  note_int (self, "gamma-degress-ppb", controller->gamma_degress_ppb);
  note_int (self, "l-upper-ppb", controller->l_upper_ppb);
  note_int (self, "l-lower-ppb", controller->l_lower_ppb);
}

#define MAX_NAMED_EDGES 64

static void
note_cyclic (Run *self)
{
  guint64 n_cyclic = spur_edges_get_counts (self->work->edges)->n_cyclic;
  g_autofree char *names = NULL;

  if (n_cyclic == 0)
    return;
  names = spur_edges_describe_cyclic (self->work->edges, self->work->trace, MAX_NAMED_EDGES);
  note_int (self, "cyclic-edges", (gint64) n_cyclic);
  note_text (self, "cyclic-edges-left-out", names);
}

static void
note_parameters (Run *self)
{
  static const char *const directions[] = {
    [SPUR_DIRECTION_FORWARD] = "",
    [SPUR_DIRECTION_MIRROR] = ", of the mirrored trace",
    [SPUR_DIRECTION_MIX] = ", mixed with that of the mirrored trace",
  };
  const SpurClockParameters *parameters = &self->parameters;
  g_autofree char *method = g_strdup_printf (
    "%s logical clock, %s%s%s",
    parameters->has_controller || parameters->gamma_ppb > 0 ? "controlled" : "simple",
    parameters->is_backward ? "forward and backward" : "forward only",
    parameters->is_backward && parameters->limits == SPUR_BACKWARD_LIMITS_FINAL
      ? " in reverse topological order"
      : "",
    directions[parameters->direction]);

  note_text (self, "method", method);
  note_int (self, "mu-ns", parameters->mu_ns);
  note_int (self, "delta-ns", parameters->delta_ns);
  note_control (self);
  if (parameters->is_backward)
    note_int (self, "slope-ppb", parameters->slope_ppb);
  if (parameters->direction == SPUR_DIRECTION_MIX)
    note_int (self, "mix-ppb", parameters->mix_ppb);
  note_cyclic (self);
}

static void
note_results (Run *self, const Result *all)
{
  const SpurCheck *before = &self->before;

  note_text (self, "result", "repaired");
  note_int (self, "edges-repaired", (gint64) (before->n_below_mu + before->n_collective_below_mu));
  note_int (self, "jumps", self->jumps.n);
  note_int (self, "moved-nodes", (gint64) all->n_moved);
  note_int (self, "largest-jump-ns", self->jumps.largest_ns);
  note_int (self, "largest-error-ns", self->jumps.largest_error_ns);
  note_int (self, "largest-shift-ns", all->largest_shift_ns);
  note_int (self, "steepest-ppm", all->steepest_ppm);
}

static void
count_before (Run *self, const SpurJob *job)
{
  SpurClockWork work = *self->work;

  work.job = job;
  self->has_before = TRUE;
  spur_clock_work_check (&work, &self->before, self->parameters.mu_ns);
}

static void
take_results (Run *self)
{
  Result all;
  gint64 n_maps;

  sum_up (self, &all, &n_maps);
  note_parameters (self);
  if (n_maps == 0)
    {
      note_text (self, "result", "nothing changed: the clock condition holds");
      return;
    }
  if (!self->has_before)
    count_before (self, self->work->job);
  for (guint s = 0; s < self->n_streams; s++)
    {
      if (self->results[s].map != NULL)
        spur_correction_take_map (self->work->correction, s,
                                  g_steal_pointer (&self->results[s].map));
    }
  note_results (self, &all);
}

static void
clear_results (Run *self)
{
  for (guint s = 0; s < self->n_streams; s++)
    {
      g_clear_pointer (&self->results[s].map, spur_time_map_unref);
      g_clear_error (&self->results[s].error);
      spur_clock_points_clear (&self->points[s]);
    }
  memset (self->results, 0, self->n_streams * sizeof *self->results);
}

/* What was violated before is only counted, which needs nothing of the passes. */
static void
run_part (guint part, gpointer user_data)
{
  static const SpurJob one_thread = { .n_threads = 1 };
  Run *self = user_data;

  if (part == 0)
    run_directions (self, &self->error);
  else
    count_before (self, &one_thread);
}

/* All passes, and where there are several threads the count at the same time. */
static gboolean
run_parts (Run *self)
{
  const SpurClockWork *work = self->work;
  gboolean is_apart = work->partition == NULL && spur_job_get_n_threads (work->job) > 1;
  /* Both look at the edges and their nodes, which are made before. */
  SpurNodes *nodes = is_apart ? spur_edges_get_nodes (work->edges, work->trace, work->job) : NULL;

  spur_job_run (work->job, is_apart ? 2 : 1, run_part, self);
  g_clear_pointer (&nodes, spur_nodes_free);
  return self->error == NULL;
}

/* Once more without the edges that form cycles, where there are any. */
static gboolean
run_without_cycles (Run *self, GError **error)
{
  const Run start = *self;
  g_autoptr (GError) cycle = NULL;

  if (run_parts (self))
    return TRUE;
  cycle = self->error;
  if (start.parameters.on_cycle == SPUR_ON_CYCLE_ERROR ||
      !g_error_matches (cycle, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE) ||
      spur_edges_leave_out_cycles (self->work->edges, self->work->trace) == 0)
    return spur_error_pass (error, g_steal_pointer (&cycle));
  clear_results (self);
  *self = start;
  return run_parts (self) || spur_error_pass (error, g_steal_pointer (&self->error));
}

gboolean
spur_clock_run (const SpurClockParameters *parameters, const SpurClockWork *work, GError **error)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);
  SPUR_AUTO_PAGES Result *results = SPUR_PAGES_NEW0 (Result, n_streams + 1);
  SPUR_AUTO_PAGES SpurClockPoints *points = SPUR_PAGES_NEW0 (SpurClockPoints, n_streams + 1);
  Run self = { .parameters = *parameters,
               .work = work,
               .points = points,
               .results = results,
               .n_streams = n_streams };
  gboolean is_done = run_without_cycles (&self, error) && check_results (&self, error);

  if (is_done)
    take_results (&self);
  clear_results (&self);
  return is_done;
}
