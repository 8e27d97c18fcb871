/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "core/base/spur-integer-private.h"
#include "core/simulate/spur-simulation-private.h"

/* splitmix64: the next number of a sequence, whose state is @state. */
static guint64
spur_simulation_draw (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

gint64
spur_simulation_draw_between (guint64 *state, gint64 least, gint64 most)
{
  SpurUint128 range = (SpurUint128) (most - least) + 1;

  return least + (gint64) ((range * spur_simulation_draw (state)) >> 64);
}

static gint64
get_period (const SpurClockDeviation *error, gint64 run_ns)
{
  gint64 usual_ns = run_ns;

  if (error->shape == SPUR_CLOCK_SHAPE_WANDER)
    usual_ns = run_ns / 8;
  else if (error->shape >= SPUR_CLOCK_SHAPE_STEP)
    usual_ns = run_ns / 2;
  return MAX (error->period_ns > 0 ? error->period_ns : usual_ns, 1);
}

static gint64
get_zigzag (gint64 height_ns, gint64 period_ns, gint64 time_ns)
{
  gint64 phase_ns = time_ns % period_ns;

  return spur_mul_div_floor (2 * MIN (phase_ns, period_ns - phase_ns), height_ns, period_ns);
}

/* The values between which a clock wanders depend on nothing but their number, so that any time
 * can be asked for. */
static gint64
get_corner (guint64 seed, guint process, gint64 number, gint64 height_ns)
{
  guint64 state = seed ^ ((guint64) process << 40) ^ (guint64) number;

  spur_simulation_draw (&state);
  return spur_simulation_draw_between (&state, -ABS (height_ns), ABS (height_ns));
}

static gint64
get_wander (
  const SpurSimulationPlan *plan, guint process, gint64 height_ns, gint64 period_ns, gint64 time_ns)
{
  gint64 number = time_ns / period_ns;
  gint64 from_ns = get_corner (plan->seed, process, number, height_ns);
  gint64 to_ns = get_corner (plan->seed, process, number + 1, height_ns);

  return from_ns + spur_mul_div_floor (to_ns - from_ns, time_ns % period_ns, period_ns);
}

static gint64
get_error (const SpurSimulationPlan *plan,
           const SpurClockDeviation *error,
           guint process,
           const SpurSimulationMoment *moment)
{
  gint64 period_ns = get_period (error, moment->run_ns);
  gint64 time_ns = moment->time_ns;

  switch (error->shape)
    {
    case SPUR_CLOCK_SHAPE_CONSTANT:
      return error->height_ns;
    case SPUR_CLOCK_SHAPE_DRIFT:
      return spur_mul_div_floor (error->height_ns, time_ns, period_ns);
    case SPUR_CLOCK_SHAPE_ZIGZAG:
      return get_zigzag (error->height_ns, period_ns, time_ns);
    case SPUR_CLOCK_SHAPE_WANDER:
      return get_wander (plan, process, error->height_ns, period_ns, time_ns);
    case SPUR_CLOCK_SHAPE_SINUS:
      return (gint64) floor ((double) error->height_ns *
                             sin (2 * G_PI * (double) (time_ns % period_ns) / (double) period_ns));
    case SPUR_CLOCK_SHAPE_STEP:
      return time_ns >= period_ns ? error->height_ns : 0;
    case SPUR_CLOCK_SHAPE_STOP:
      return -CLAMP (time_ns - period_ns, 0, error->height_ns);
    case SPUR_CLOCK_SHAPE_STAMP:
      return time_ns >= period_ns && moment->before_ns < period_ns ? error->height_ns : 0;
    case SPUR_CLOCK_SHAPE_TICKS:
      break;
    }
  return 0;
}

gint64
spur_simulation_read_clock (const SpurSimulationPlan *plan,
                            guint process,
                            const SpurSimulationMoment *moment)
{
  const GArray *errors = plan->errors[process];
  gint64 clock_ns = moment->time_ns, tick_ns = 1;

  for (guint i = 0; errors != NULL && i < errors->len; i++)
    {
      const SpurClockDeviation *error = &g_array_index (errors, SpurClockDeviation, i);

      clock_ns += get_error (plan, error, process, moment);
      if (error->shape == SPUR_CLOCK_SHAPE_TICKS)
        tick_ns = MAX (tick_ns, error->height_ns);
    }
  return tick_ns * spur_mul_div_floor (clock_ns, 1, tick_ns);
}

/* How much slower or faster than time, at worst, an error makes a clock run. */
static double
get_steepness (const SpurClockDeviation *error, gint64 run_ns)
{
  double height_ns = (double) error->height_ns;
  double period_ns = (double) get_period (error, run_ns);

  switch (error->shape)
    {
    case SPUR_CLOCK_SHAPE_DRIFT:
      return fabs (height_ns) / period_ns;
    case SPUR_CLOCK_SHAPE_ZIGZAG:
    case SPUR_CLOCK_SHAPE_WANDER:
      return 2 * fabs (height_ns) / period_ns;
    case SPUR_CLOCK_SHAPE_SINUS:
      return 2 * G_PI * fabs (height_ns) / period_ns;
    case SPUR_CLOCK_SHAPE_CONSTANT:
    case SPUR_CLOCK_SHAPE_TICKS:
    case SPUR_CLOCK_SHAPE_STEP:
    case SPUR_CLOCK_SHAPE_STOP:
    case SPUR_CLOCK_SHAPE_STAMP:
      break;
    }
  return 0;
}

gboolean
spur_simulation_clock_advances (const SpurSimulationPlan *plan, guint process, gint64 run_ns)
{
  const GArray *errors = plan->errors[process];
  double steepness = 0;

  for (guint i = 0; errors != NULL && i < errors->len; i++)
    steepness += get_steepness (&g_array_index (errors, SpurClockDeviation, i), run_ns);
  return steepness < 1;
}
