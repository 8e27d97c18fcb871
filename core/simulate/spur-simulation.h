/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SpurSimulationPhase:
 * @SPUR_SIMULATION_BORDER: computing the elements at the borders to the neighbours
 * @SPUR_SIMULATION_SEND: sending the new values of one border to its neighbour
 * @SPUR_SIMULATION_INNER: computing the other elements
 * @SPUR_SIMULATION_DELAY: the way of a message, from the begin of its send
 *
 * What takes time in the computation that is simulated (PDP'97 section 6.1).
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_SIMULATION_BORDER,
  SPUR_SIMULATION_SEND,
  SPUR_SIMULATION_INNER,
  SPUR_SIMULATION_DELAY,
} SpurSimulationPhase;

/**
 * SpurSimulationEvent:
 * @SPUR_SIMULATION_EVENT_SEND: a message is sent; a class of role %SPUR_ROLE_SEND that is matched
 *   by %SPUR_MATCH_FIFO
 * @SPUR_SIMULATION_EVENT_RECEIVE: a message was received; a class of role %SPUR_ROLE_RECEIVE that
 *   meets the one before
 * @SPUR_SIMULATION_EVENT_PHASE: a process begins to compute; a class of role %SPUR_ROLE_INTERNAL
 *
 * What the classes of the events of a simulation are for.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_SIMULATION_EVENT_SEND,
  SPUR_SIMULATION_EVENT_RECEIVE,
  SPUR_SIMULATION_EVENT_PHASE,
} SpurSimulationEvent;

/**
 * SpurClockShape:
 * @SPUR_CLOCK_SHAPE_CONSTANT: the error is the same all the time
 * @SPUR_CLOCK_SHAPE_DRIFT: the error grows evenly from 0 to its height within the period
 * @SPUR_CLOCK_SHAPE_ZIGZAG: the error goes evenly from 0 to its height and back in a period: a
 *   drift that changes its sign
 * @SPUR_CLOCK_SHAPE_WANDER: the error goes evenly from one value to the next, which are drawn at
 *   random between minus and plus its height, one in a period: a drift that changes at random
 * @SPUR_CLOCK_SHAPE_SINUS: the error is a sine wave of its height and period
 * @SPUR_CLOCK_SHAPE_TICKS: the clock stands still for as long as the height says, then jumps
 * @SPUR_CLOCK_SHAPE_STEP: the clock is set forward by its height, or back, at a time
 * @SPUR_CLOCK_SHAPE_STOP: from a time on the clock stands still for as long as the height says, and
 *   is late by that for the rest of the run
 * @SPUR_CLOCK_SHAPE_STAMP: the first stamp from a time on is wrong by the height, no other one
 *
 * The course of a clock's error over time (PDP'97 section 6.2; the last three happen once).
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CLOCK_SHAPE_CONSTANT,
  SPUR_CLOCK_SHAPE_DRIFT,
  SPUR_CLOCK_SHAPE_ZIGZAG,
  SPUR_CLOCK_SHAPE_WANDER,
  SPUR_CLOCK_SHAPE_SINUS,
  SPUR_CLOCK_SHAPE_TICKS,
  SPUR_CLOCK_SHAPE_STEP,
  SPUR_CLOCK_SHAPE_STOP,
  SPUR_CLOCK_SHAPE_STAMP,
} SpurClockShape;

/**
 * SpurClockDeviation:
 * @shape: its course
 * @height_ns: how large it becomes, in ns; positive where the clock is fast. Of ticks and of a stop
 *   their length, above 0
 * @period_ns: how long its course takes, in ns; 0 for the whole run, of wander for an eighth of
 *   that. Of a step, a stop and a stamp the time at which it happens, 0 for the middle of the run
 *
 * How a clock deviates from true time.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurClockShape shape;
  gint64 height_ns;
  gint64 period_ns;
} SpurClockDeviation;

#define SPUR_TYPE_SIMULATION (spur_simulation_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurSimulation, spur_simulation, SPUR, SIMULATION, GObject)

SPUR_AVAILABLE_IN_ALL
SpurSimulation *spur_simulation_new (guint n_rows, guint n_columns);

SPUR_AVAILABLE_IN_ALL
void spur_simulation_set_iterations (SpurSimulation *self, guint n_iterations);

SPUR_AVAILABLE_IN_ALL
void spur_simulation_set_seed (SpurSimulation *self, guint64 seed);

SPUR_AVAILABLE_IN_ALL
void spur_simulation_set_limits_ns (SpurSimulation *self,
                                    SpurSimulationPhase phase,
                                    gint64 least_ns,
                                    gint64 most_ns);

SPUR_AVAILABLE_IN_ALL
void spur_simulation_set_event_type (SpurSimulation *self, SpurSimulationEvent event, GType type);

SPUR_AVAILABLE_IN_ALL
void spur_simulation_add_deviation (SpurSimulation *self,
                                    guint process,
                                    const SpurClockDeviation *deviation);

SPUR_AVAILABLE_IN_ALL
guint spur_simulation_get_n_processes (SpurSimulation *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_simulation_run (
  SpurSimulation *self, SpurTrace **trace, SpurTrace **truth, const SpurJob *job, GError **error);

G_END_DECLS
