/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-integer-private.h"
#include "core/clock/live/spur-live-clock.h"

#define SPUR_PARTS_PER_BILLION G_GINT64_CONSTANT (1000000000)

/* Of algorithm 3 (clock-correction.md section 2); mu and delta are not the controller's. */
typedef SpurLiveClockOptions SpurClockController;

/* As it was published. */
#define SPUR_CLOCK_CONTROLLER_PUBLISHED                                                            \
  .q_init_ns = 250000, .q_min_ns = 250000, .q_factor_ppb = 900000000, .gamma_max_ppb = 950000000,  \
  .gamma_degress_ppb = 900000000, .l_upper_ppb = 2000000000, .l_lower_ppb = 1800000000

/* The control of a stream's gamma, event by event. */
typedef struct
{
  gint64 gamma_ppb;
  gint64 logical_ns;
  gint64 controlled_ns;
} SpurClockControl;

void spur_clock_control_init (SpurClockControl *self, const SpurClockController *controller);

/* Gives gamma for the event after one of which LC and LC' are known. */
void spur_clock_control_update (SpurClockControl *self,
                                const SpurClockController *controller,
                                gboolean is_first,
                                gint64 from_ns,
                                gint64 logical_ns,
                                gint64 controlled_ns);

/* The straight line on which a stream's clock runs since its anchor (clock-correction.md
 * section 2), and where it was last. */
typedef struct
{
  gint64 anchor_from_ns;
  gint64 anchor_to_ns;
  gint64 last_ns;
  gboolean is_started;
} SpurClockLine;

/* Gamma has 30 bits. */
#define SPUR_CLOCK_SHORT_NS (G_GUINT64_CONSTANT (1) << 33)

/* How far a clock goes in less than that. */
static inline gint64
spur_clock_get_short_gain (gint64 gamma_ppb, gint64 length_ns)
{
  return (gint64) ((guint64) gamma_ppb * (guint64) length_ns / SPUR_PARTS_PER_BILLION);
}

static inline gint64
spur_clock_line_at (const SpurClockLine *self, gint64 gamma_ppb, gint64 from_ns)
{
  gint64 length_ns = from_ns - self->anchor_from_ns;

  /* Most lines are seconds long. */
  if (G_LIKELY ((guint64) length_ns < SPUR_CLOCK_SHORT_NS))
    return self->anchor_to_ns + spur_clock_get_short_gain (gamma_ppb, length_ns);
  return self->anchor_to_ns + spur_mul_div_floor (gamma_ppb, length_ns, SPUR_PARTS_PER_BILLION);
}

/* LCb of the stream's next event, and whether that leaves the line. */
static inline gint64
spur_clock_line_peek (
  const SpurClockLine *self, gint64 gamma_ppb, gint64 delta_ns, gint64 from_ns, gboolean *leaves)
{
  gint64 line_ns, floor_ns;

  *leaves = TRUE;
  if (G_UNLIKELY (!self->is_started))
    return from_ns;
  line_ns = spur_clock_line_at (self, gamma_ppb, from_ns);
  floor_ns = MAX (from_ns, self->last_ns + delta_ns);
  *leaves = floor_ns > line_ns;
  return MAX (floor_ns, line_ns);
}

/* Goes on to that event. */
static inline void
spur_clock_line_take (SpurClockLine *self, gint64 from_ns, gint64 clock_b_ns, gboolean leaves)
{
  if (leaves)
    {
      self->anchor_from_ns = from_ns;
      self->anchor_to_ns = clock_b_ns;
      self->is_started = TRUE;
    }
  self->last_ns = clock_b_ns;
}

/* LCb of the stream's next event; moves the anchor where the event leaves the line. */
static inline gint64
spur_clock_line_next (SpurClockLine *self, gint64 gamma_ppb, gint64 delta_ns, gint64 from_ns)
{
  gboolean leaves;
  gint64 clock_b_ns = spur_clock_line_peek (self, gamma_ppb, delta_ns, from_ns, &leaves);

  spur_clock_line_take (self, from_ns, clock_b_ns, leaves);
  return clock_b_ns;
}

/* The event jumps to @to_ns. */
static inline void
spur_clock_line_jump (SpurClockLine *self, gint64 from_ns, gint64 to_ns)
{
  self->anchor_from_ns = from_ns;
  self->anchor_to_ns = self->last_ns = to_ns;
}

/* How many events jump, how far at most, and how far any event is ahead of its own clock. */
typedef struct
{
  gint64 n;
  gint64 largest_ns;
  gint64 largest_error_ns;
} SpurClockJumps;

static inline void
spur_clock_jumps_note (SpurClockJumps *self, gint64 from_ns, gint64 clock_b_ns, gint64 clock_ns)
{
  if (clock_ns > clock_b_ns)
    {
      self->n++;
      self->largest_ns = MAX (self->largest_ns, clock_ns - clock_b_ns);
    }
  self->largest_error_ns = MAX (self->largest_error_ns, clock_ns - from_ns);
}

static inline void
spur_clock_jumps_add (SpurClockJumps *self, const SpurClockJumps *more)
{
  self->n += more->n;
  self->largest_ns = MAX (self->largest_ns, more->largest_ns);
  self->largest_error_ns = MAX (self->largest_error_ns, more->largest_error_ns);
}

/* LC' of the stream's next event, the recurrence of clock-correction.md section 2: LCb, or what
 * edges ask where that is later. */
static inline gint64
spur_clock_line_step (SpurClockLine *self,
                      gint64 gamma_ppb,
                      gint64 delta_ns,
                      gint64 from_ns,
                      gint64 bound_ns,
                      gint64 *clock_b_ns)
{
  *clock_b_ns = spur_clock_line_next (self, gamma_ppb, delta_ns, from_ns);
  if (bound_ns <= *clock_b_ns)
    return *clock_b_ns;
  spur_clock_line_jump (self, from_ns, bound_ns);
  return bound_ns;
}
