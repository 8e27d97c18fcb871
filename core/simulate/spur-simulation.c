/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/simulate/spur-simulation-private.h"

#include "core/base/spur-object-internal.h"

/**
 * SpurSimulation:
 *
 * A computation on a grid of processes whose clocks are wrong in a known way (PDP'97 section 6).
 *
 * Each process computes the elements at its borders, sends them to its two to four neighbours,
 * computes the other elements, and receives the neighbours' new values one after the other: from
 * above, from below, from the left, from the right. Execution times and message delays are drawn
 * evenly from given limits. Processes are numbered row by row.
 *
 * A run gives two traces of the same events: one with the times that the processes' clocks say, and
 * one with the true times, so that a correction can be measured with #SpurClockQuality.
 *
 * The limits that PDP'97 does not name are by default 10 to 310 us for the elements at the borders,
 * 60 to 190 us for a send, 340 to 660 us for the other elements, and 250 to 810 us for a message;
 * clock-correction.md section 8 measures with these.
 *
 * Since: 1.0
 */
struct _SpurSimulation
{
  GObject parent_instance;

  SpurSimulationPlan plan;
};

SPUR_DEFINE_OBJECT (SpurSimulation, spur_simulation, G_TYPE_FLAG_FINAL)

#define MAX_PROCESSES 65536

static guint
count_processes (const SpurSimulation *self)
{
  return self->plan.n_rows * self->plan.n_columns;
}

static void
spur_simulation_clear (SpurSimulation *self)
{
  for (guint i = 0; i < count_processes (self); i++)
    g_clear_pointer (&self->plan.errors[i], g_array_unref);
  g_free (self->plan.errors);
}

static void
spur_simulation_init (SpurSimulation *self)
{
  static const SpurSimulationLimits limits[] = {
    [SPUR_SIMULATION_BORDER] = { 10000, 310000 },
    [SPUR_SIMULATION_SEND] = { 60000, 190000 },
    [SPUR_SIMULATION_INNER] = { 340000, 660000 },
    [SPUR_SIMULATION_DELAY] = { 250000, 810000 },
  };

  self->plan.n_iterations = 400;
  self->plan.seed = 1;
  memcpy (self->plan.limits, limits, sizeof limits);
}

/**
 * spur_simulation_new:
 * @n_rows: rows of the grid, at least 1
 * @n_columns: columns of the grid, at least 1; at most 65,536 processes in all
 *
 * A computation of 400 iterations with seed 1 and clocks without errors.
 *
 * Returns: (transfer full): a new simulation
 *
 * Since: 1.0
 */
SpurSimulation *
spur_simulation_new (guint n_rows, guint n_columns)
{
  SpurSimulation *self;

  g_return_val_if_fail (n_rows > 0 && n_rows <= MAX_PROCESSES, NULL);
  g_return_val_if_fail (n_columns > 0 && n_columns <= MAX_PROCESSES / n_rows, NULL);

  self = g_object_new (SPUR_TYPE_SIMULATION, NULL);
  self->plan.n_rows = n_rows;
  self->plan.n_columns = n_columns;
  self->plan.errors = g_new0 (GArray *, count_processes (self));
  return self;
}

/**
 * spur_simulation_set_iterations:
 * @self: a simulation
 * @n_iterations: how often each process computes and exchanges, at least 1
 *
 * Sets how often each process computes and exchanges messages.
 *
 * Since: 1.0
 */
void
spur_simulation_set_iterations (SpurSimulation *self, guint n_iterations)
{
  g_return_if_fail (SPUR_IS_SIMULATION (self));
  g_return_if_fail (n_iterations > 0);

  self->plan.n_iterations = n_iterations;
}

/**
 * spur_simulation_set_seed:
 * @self: a simulation
 * @seed: any number
 *
 * The same seed gives the same run.
 *
 * Since: 1.0
 */
void
spur_simulation_set_seed (SpurSimulation *self, guint64 seed)
{
  g_return_if_fail (SPUR_IS_SIMULATION (self));

  self->plan.seed = seed;
}

/**
 * spur_simulation_set_limits_ns:
 * @self: a simulation
 * @phase: what takes time
 * @least_ns: the shortest, in ns, not negative
 * @most_ns: the longest, in ns, not below @least_ns and at most 2^40
 *
 * Within which limits durations are drawn.
 *
 * Since: 1.0
 */
void
spur_simulation_set_limits_ns (SpurSimulation *self,
                               SpurSimulationPhase phase,
                               gint64 least_ns,
                               gint64 most_ns)
{
  g_return_if_fail (SPUR_IS_SIMULATION (self));
  g_return_if_fail ((guint) phase < SPUR_N_SIMULATION_PHASES);
  g_return_if_fail (least_ns >= 0 && least_ns <= most_ns);
  g_return_if_fail (most_ns <= G_GINT64_CONSTANT (1) << 40);

  self->plan.limits[phase] = (SpurSimulationLimits){ least_ns, most_ns };
}

/**
 * spur_simulation_set_event_type:
 * @self: a simulation
 * @event: what the events are for
 * @type: an event class
 *
 * Of which class the events of the trace are; must be called for each of the three.
 *
 * Since: 1.0
 */
void
spur_simulation_set_event_type (SpurSimulation *self, SpurSimulationEvent event, GType type)
{
  g_return_if_fail (SPUR_IS_SIMULATION (self));
  g_return_if_fail ((guint) event < SPUR_N_SIMULATION_EVENTS);
  g_return_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT));

  self->plan.types[event] = type;
}

/**
 * spur_simulation_add_deviation:
 * @self: a simulation
 * @process: a process, below spur_simulation_get_n_processes()
 * @deviation: an error of its clock, its height at most 2^59 ns
 *
 * Up to four errors of one clock add up; ticks cut what comes of the others.
 *
 * Since: 1.0
 */
void
spur_simulation_add_deviation (SpurSimulation *self,
                               guint process,
                               const SpurClockDeviation *deviation)
{
  g_return_if_fail (SPUR_IS_SIMULATION (self));
  g_return_if_fail (process < count_processes (self));
  g_return_if_fail (deviation != NULL && deviation->period_ns >= 0);
  g_return_if_fail (ABS (deviation->height_ns) <= SPUR_TIME_LIMIT_NS / 4);
  g_return_if_fail (
    (deviation->shape != SPUR_CLOCK_SHAPE_TICKS && deviation->shape != SPUR_CLOCK_SHAPE_STOP) ||
    deviation->height_ns > 0);

  if (self->plan.errors[process] == NULL)
    self->plan.errors[process] = g_array_new (FALSE, FALSE, sizeof *deviation);
  g_return_if_fail (self->plan.errors[process]->len < SPUR_SIMULATION_MAX_ERRORS);
  g_array_append_val (self->plan.errors[process], *deviation);
}

/**
 * spur_simulation_get_n_processes:
 * @self: a simulation
 *
 * Gets how many processes the grid has, rows times columns.
 *
 * Returns: how many processes there are
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint,
                    spur_simulation_get_n_processes,
                    SpurSimulation,
                    SPUR_IS_SIMULATION,
                    count_processes (self))

/**
 * spur_simulation_run:
 * @self: a simulation whose event types are set
 * @trace: (out) (transfer full): the events at the times of the processes' clocks
 * @truth: (out) (transfer full): the same events at their true times
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Runs the computation. The streams of both traces are the processes in their order, and the n-th
 * event of a stream is the same in both. Facts whose keys begin with `simulation.` say how it was
 * made.
 *
 * Returns: %FALSE with %SPUR_STORE_ERROR_RANGE where a clock would run backwards or at more than
 *   twice its speed apart from steps, stops and single stamps, or the run is longer than 2^59 ns,
 * or with %G_IO_ERROR_CANCELLED
 *
 * Since: 1.0
 */
gboolean
spur_simulation_run (
  SpurSimulation *self, SpurTrace **trace, SpurTrace **truth, const SpurJob *job, GError **error)
{
  g_return_val_if_fail (SPUR_IS_SIMULATION (self), FALSE);
  g_return_val_if_fail (trace != NULL && truth != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  for (guint i = 0; i < SPUR_N_SIMULATION_EVENTS; i++)
    g_return_val_if_fail (self->plan.types[i] != 0, FALSE);

  return spur_simulation_run_plan (&self->plan, trace, truth, job, error);
}
