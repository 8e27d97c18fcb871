/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/simulate/spur-simulation.h"

#define SPUR_N_SIMULATION_PHASES (SPUR_SIMULATION_DELAY + 1)
#define SPUR_N_SIMULATION_EVENTS (SPUR_SIMULATION_EVENT_PHASE + 1)

/* Errors of a clock that can be added up without an overflow. */
#define SPUR_SIMULATION_MAX_ERRORS 4

typedef struct
{
  gint64 least_ns;
  gint64 most_ns;
} SpurSimulationLimits;

/* What is to be simulated; @errors has a GArray of SpurClockDeviation, or NULL, for each process.
 */
typedef struct
{
  guint n_rows;
  guint n_columns;
  guint n_iterations;
  guint64 seed;
  SpurSimulationLimits limits[SPUR_N_SIMULATION_PHASES];
  GType types[SPUR_N_SIMULATION_EVENTS];
  GArray **errors;
} SpurSimulationPlan;

/* A number from @least to @most. */
gint64 spur_simulation_draw_between (guint64 *state, gint64 least, gint64 most);

/* When a clock is read: the true time, that of the stream's event before, or -1, and the run's
 * length. */
typedef struct
{
  gint64 time_ns;
  gint64 before_ns;
  gint64 run_ns;
} SpurSimulationMoment;

/* What the clock of @process says. */
gint64 spur_simulation_read_clock (const SpurSimulationPlan *plan,
                                   guint process,
                                   const SpurSimulationMoment *moment);

/* Whether the clock never goes back, and never runs at more than twice its speed, apart from
 * steps, stops and single stamps. */
gboolean
spur_simulation_clock_advances (const SpurSimulationPlan *plan, guint process, gint64 run_ns);

gboolean spur_simulation_run_plan (const SpurSimulationPlan *plan,
                                   SpurTrace **trace,
                                   SpurTrace **truth,
                                   const SpurJob *job,
                                   GError **error);
