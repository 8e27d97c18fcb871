/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-extended-clock.h"

#include "core/causality/spur-check-private.h"
#include "core/clock/spur-clock-pass-private.h"

#define DEFAULT_GAMMA_PPB 999990000
#define DEFAULT_SLOPE_PPB 10000000

/**
 * SpurExtendedClock:
 *
 * The controlled logical clock with collective operations and backward amortization
 * (FZJ-JSC-IB-2007-11; exactly: clock-correction.md sections 2 to 5).
 *
 * Afterwards every edge takes at least mu and no stream's order is inverted. Events at the ends of
 * edges get exactly the times of the definition. The others lie on straight lines between them,
 * within 2 ns of the definition; where several windows overlap, each of them adds at most 1 ns plus
 * its slope times what was there. Where a window is steeper than time itself every event is exact.
 *
 * A trace that obeys the clock condition stays as it is where delta is 0.
 *
 * The facts that it notes: `eclc.result`, `eclc.method`, `eclc.mu-ns`, `eclc.delta-ns`,
 * `eclc.gamma-ppb`, `eclc.slope-ppb`, and where something was changed `eclc.edges-repaired`
 * (edges and members of collective operations that took less than mu), `eclc.jumps`,
 * `eclc.moved-nodes` (events at the ends of edges that moved), `eclc.largest-jump-ns`,
 * `eclc.largest-shift-ns` and `eclc.steepest-ppm` (how much faster than before time runs at most
 * between two neighbouring nodes).
 *
 * Since: 1.0
 */
struct _SpurExtendedClock
{
  SpurClockCorrector parent_instance;

  SpurClockParameters parameters;
};

G_DEFINE_TYPE (SpurExtendedClock, spur_extended_clock, SPUR_TYPE_CLOCK_CORRECTOR)

typedef struct
{
  const SpurClockPass *pass;
  const SpurClockParameters *parameters;
  SpurTrace *trace;
  SpurCorrection *correction;
  const SpurJob *job;
  SpurClockResult *results;
} Amortization;

static void
amortize (guint stream, gpointer user_data)
{
  const Amortization *work = user_data;

  if (!spur_job_is_cancelled (work->job, NULL))
    spur_clock_amortize (&work->results[stream], work->pass, work->parameters, work->trace,
                         work->correction, stream);
}

void
spur_clock_note_parameters (const SpurClockParameters *parameters, SpurCorrection *correction)
{
  spur_correction_set_fact (correction, "eclc.method",
                            parameters->is_backward
                              ? "controlled logical clock, forward and backward"
                              : "controlled logical clock, forward only");
  spur_correction_set_fact_int (correction, "eclc.mu-ns", parameters->mu_ns);
  spur_correction_set_fact_int (correction, "eclc.delta-ns", parameters->delta_ns);
  spur_correction_set_fact_int (correction, "eclc.gamma-ppb", parameters->gamma_ppb);
  spur_correction_set_fact_int (correction, "eclc.slope-ppb", parameters->slope_ppb);
}

void
spur_clock_note_nothing (SpurCorrection *correction)
{
  spur_correction_set_fact (correction, "eclc.result", "nothing changed: the clock condition holds");
}

void
spur_clock_note_results (const SpurClockPass *pass,
                         const SpurClockResult *results,
                         guint n_streams,
                         const SpurCheck *before,
                         SpurCorrection *correction)
{
  SpurClockResult all = { NULL };

  for (guint s = 0; s < n_streams; s++)
    {
      all.n_moved += results[s].n_moved;
      all.largest_shift_ns = MAX (all.largest_shift_ns, results[s].largest_shift_ns);
      all.steepest_ppm = MAX (all.steepest_ppm, results[s].steepest_ppm);
    }
  spur_correction_set_fact (correction, "eclc.result", "repaired");
  spur_correction_set_fact_int (correction, "eclc.edges-repaired",
                                (gint64) (before->n_below_mu + before->n_collective_below_mu));
  spur_correction_set_fact_int (correction, "eclc.jumps", (gint64) pass->n_jumps_in_all);
  spur_correction_set_fact_int (correction, "eclc.moved-nodes", (gint64) all.n_moved);
  spur_correction_set_fact_int (correction, "eclc.largest-jump-ns", pass->largest_jump_ns);
  spur_correction_set_fact_int (correction, "eclc.largest-shift-ns", all.largest_shift_ns);
  spur_correction_set_fact_int (correction, "eclc.steepest-ppm", all.steepest_ppm);
}

static gboolean
take_results (Amortization *work, SpurEdges *edges, GError **error)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);
  gboolean is_changed = FALSE;
  SpurCheck before;

  if (spur_job_is_cancelled (work->job, error))
    return FALSE;
  for (guint s = 0; s < n_streams; s++)
    {
      is_changed |= work->results[s].map != NULL;
      if (work->results[s].error == NULL)
        continue;
      g_propagate_prefixed_error (error, g_steal_pointer (&work->results[s].error), "%s: ",
                                  spur_stream_get_name (spur_trace_get_stream (work->trace, s)));
      return FALSE;
    }
  spur_clock_note_parameters (work->parameters, work->correction);
  if (!is_changed)
    {
      spur_clock_note_nothing (work->correction);
      return TRUE;
    }
  spur_check_run_edges (&before, work->trace, edges, work->correction, work->parameters->mu_ns,
                        work->job);
  for (guint s = 0; s < n_streams; s++)
    {
      if (work->results[s].map != NULL)
        spur_correction_append_map (work->correction, s, work->results[s].map);
    }
  spur_clock_note_results (work->pass, work->results, n_streams, &before, work->correction);
  return TRUE;
}

void
spur_extended_clock_get_parameters (SpurExtendedClock *self, SpurClockParameters *parameters)
{
  *parameters = self->parameters;
  parameters->mu_ns = spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (self));
}

static gboolean
spur_extended_clock_correct (SpurClockCorrector *corrector,
                             SpurTrace *trace,
                             SpurEdges *edges,
                             SpurCorrection *correction,
                             const SpurJob *job,
                             GError **error)
{
  SpurExtendedClock *self = SPUR_EXTENDED_CLOCK (corrector);
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree SpurClockResult *results = g_new0 (SpurClockResult, n_streams + 1);
  SpurClockPass pass = { NULL };
  Amortization work = { &pass, &self->parameters, trace, correction, job, results };
  gboolean is_done;

  self->parameters.mu_ns = spur_clock_corrector_get_mu_ns (corrector);
  is_done = spur_clock_pass_run (&pass, &self->parameters, trace, edges, correction, job, error);
  if (is_done)
    spur_job_run (job, n_streams, amortize, &work);
  is_done = is_done && take_results (&work, edges, error);
  for (guint s = 0; s < n_streams; s++)
    {
      g_clear_pointer (&results[s].map, spur_time_map_unref);
      g_clear_error (&results[s].error);
    }
  spur_clock_pass_clear (&pass);
  return is_done;
}

static void
spur_extended_clock_class_init (SpurExtendedClockClass *klass)
{
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "eclc";
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->correct = spur_extended_clock_correct;
}

static void
spur_extended_clock_init (SpurExtendedClock *self)
{
  self->parameters.gamma_ppb = DEFAULT_GAMMA_PPB;
  self->parameters.slope_ppb = DEFAULT_SLOPE_PPB;
  self->parameters.window = SPUR_WINDOW_SLOPE;
  self->parameters.is_backward = TRUE;
}

/**
 * spur_extended_clock_new:
 *
 * Makes an extended controlled logical clock with gamma 0.99999, slope 0.01, delta 0 and mu 1
 * ns.
 *
 * Returns: (transfer full): an extended controlled logical clock with gamma 0.99999, slope 0.01,
 *   delta 0 and mu 1 ns
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_extended_clock_new (void)
{
  return g_object_new (SPUR_TYPE_EXTENDED_CLOCK, NULL);
}

/**
 * spur_extended_clock_set_delta_ns:
 * @self: an extended clock
 * @delta_ns: the smallest distance kept between two events of a stream, in ns, from 0 to
 *   %SPUR_TIME_LIMIT_NS
 *
 * At first it is 0: order is kept. Above 0 every event is looked at, not only those at the ends
 * of edges.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_delta_ns (SpurExtendedClock *self, gint64 delta_ns)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));
  g_return_if_fail (delta_ns >= 0 && delta_ns <= SPUR_TIME_LIMIT_NS);

  self->parameters.delta_ns = delta_ns;
}

/**
 * spur_extended_clock_set_gamma_ppb:
 * @self: an extended clock
 * @gamma_ppb: how fast a stream's clock runs after a jump compared to before, in parts per
 *   billion, from 0 to 10^9
 *
 * At first it is 999990000, that is 0.99999. 0 makes the simple logical clock.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_gamma_ppb (SpurExtendedClock *self, gint64 gamma_ppb)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));
  g_return_if_fail (gamma_ppb >= 0 && gamma_ppb <= SPUR_PARTS_PER_BILLION);

  self->parameters.gamma_ppb = gamma_ppb;
}

/**
 * spur_extended_clock_set_slope_ppb:
 * @self: an extended clock
 * @slope_ppb: the jump divided by the length of its window, in parts per billion, at least 1
 *
 * At first it is 10^7, that is 0.01. For %SPUR_WINDOW_SLOPE.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_slope_ppb (SpurExtendedClock *self, gint64 slope_ppb)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));
  g_return_if_fail (slope_ppb > 0);

  self->parameters.slope_ppb = slope_ppb;
}

/**
 * spur_extended_clock_set_window:
 * @self: an extended clock
 * @window: how far backward amortization reaches
 * @length_ns: the length for %SPUR_WINDOW_FIXED, in ns, from 0 to %SPUR_TIME_LIMIT_NS
 *
 * With %SPUR_WINDOW_STREAM the time taken grows with the number of jumps times that of events.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_window (SpurExtendedClock *self, SpurWindow window, gint64 length_ns)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));
  g_return_if_fail (window <= SPUR_WINDOW_STREAM);
  g_return_if_fail (length_ns >= 0 && length_ns <= SPUR_TIME_LIMIT_NS);

  self->parameters.window = window;
  self->parameters.length_ns = length_ns;
}

/**
 * spur_extended_clock_set_backward:
 * @self: an extended clock
 * @backward: whether jumps are spread over the events before them; so it is at first
 *
 * Says whether jumps are spread over the time before them.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_backward (SpurExtendedClock *self, gboolean backward)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));

  self->parameters.is_backward = backward;
}
