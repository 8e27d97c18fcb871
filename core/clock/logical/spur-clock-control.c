/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The forward passes that the control of gamma takes: LC before LC' for the controller, or one
 * gamma for a pass, and another pass where the errors were too large. */
#include "core/base/spur-pages-private.h"
#include "core/clock/logical/spur-clock-pass-private.h"

/* LC first: the controller looks at it beside LC'. */
static gboolean
run_with_controller (SpurClockPass *self,
                     const SpurClockParameters *parameters,
                     const SpurClockWork *work,
                     GError **error)
{
  SpurClockParameters logical = *parameters;

  logical.gamma_ppb = 0;
  logical.is_backward = FALSE;
  if (!spur_clock_pass_run (self, &logical, work, error))
    return FALSE;
  self->logical_ns = g_steal_pointer (&self->clock_ns);
  self->clock_ns = SPUR_PAGES_NEW (gint64, self->nodes->n_nodes);
  self->clock_b_ns = SPUR_PAGES_NEW (gint64, self->nodes->n_nodes);
  return spur_clock_pass_run (self, parameters, work, error);
}

/* From the first event of all streams to the last. */
static gint64
get_run_ns (const SpurClockWork *work)
{
  /* The first time as a negative one, and the last. */
  gint64 most_ns[] = { G_MININT64, G_MININT64 };

  for (guint s = 0; s < spur_trace_get_n_streams (work->trace); s++)
    {
      guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (work->trace, s));
      SpurTimes times;

      if (n_events == 0 || !spur_clock_work_is_own (work, s))
        continue;
      spur_times_init (&times, work->trace, work->correction, s);
      most_ns[0] = MAX (most_ns[0], -spur_times_at (&times, 0));
      most_ns[1] = MAX (most_ns[1], spur_times_at (&times, n_events - 1));
    }
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_MAX, most_ns,
                                G_N_ELEMENTS (most_ns));
  return most_ns[0] == G_MININT64 ? 0 : MAX (most_ns[1] + most_ns[0], 0);
}

/* 0.99999, 0.9999, 0.999, and then a tenth less each time. */
static gint64
get_next_gamma (gint64 gamma_ppb)
{
  static const gint64 first_ppb[] = { 999990000, 999900000, 999000000 };

  for (guint i = 0; i < G_N_ELEMENTS (first_ppb); i++)
    {
      if (gamma_ppb > first_ppb[i])
        return first_ppb[i];
    }
  return spur_mul_div_floor (gamma_ppb, 900000000, SPUR_PARTS_PER_BILLION);
}

/* No gamma makes errors smaller than those of LC, where clocks are further off than the threshold:
 * then twice these are allowed, as by the controller of algorithm 3. */
static gboolean
raise_threshold (const SpurClockParameters *parameters,
                 const SpurClockWork *work,
                 gint64 *threshold_ns,
                 GError **error)
{
  SpurClockParameters logical = *parameters;
  SpurClockPass pass = { NULL };
  gboolean is_done;

  logical.gamma_ppb = 0;
  logical.is_backward = FALSE;
  is_done = spur_clock_pass_run (&pass, &logical, work, error);
  if (is_done && pass.jumps.largest_error_ns > *threshold_ns)
    *threshold_ns = 2 * pass.jumps.largest_error_ns;
  spur_clock_pass_clear (&pass);
  return is_done;
}

static guint
run_iterated (SpurClockPass *self,
              SpurClockParameters *parameters,
              const SpurClockWork *work,
              GError **error)
{
  gint64 threshold_ns =
    spur_mul_div_floor (parameters->threshold_ppb, get_run_ns (work), SPUR_PARTS_PER_BILLION);

  parameters->gamma_ppb = get_next_gamma (SPUR_PARTS_PER_BILLION);
  for (guint n_passes = 1;; n_passes++)
    {
      if (!spur_clock_pass_run (self, parameters, work, error))
        return 0;
      if (self->jumps.largest_error_ns <= threshold_ns || parameters->gamma_ppb == 0)
        return n_passes;
      if (n_passes == 1 && !raise_threshold (parameters, work, &threshold_ns, error))
        return 0;
      if (self->jumps.largest_error_ns <= threshold_ns)
        return n_passes;
      parameters->gamma_ppb = get_next_gamma (parameters->gamma_ppb);
    }
}

guint
spur_clock_pass_run_controlled (SpurClockPass *self,
                                SpurClockParameters *parameters,
                                const SpurClockWork *work,
                                GError **error)
{
  if (parameters->gamma_control == SPUR_GAMMA_CONTROL_ITERATED)
    return run_iterated (self, parameters, work, error);
  if (parameters->has_controller)
    return run_with_controller (self, parameters, work, error) ? 1 : 0;
  return spur_clock_pass_run (self, parameters, work, error) ? 1 : 0;
}
