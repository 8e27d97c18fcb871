/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The controller of gamma, event by event: algorithm 3 of clock-correction.md section 2. */
#include "core/clock/logical/spur-clock-line-private.h"

#include "core/base/spur-integer-private.h"

void
spur_clock_control_init (SpurClockControl *self, const SpurClockController *controller)
{
  self->gamma_ppb = controller->gamma_max_ppb;
  self->logical_ns = self->controlled_ns = controller->q_init_ns;
}

/* D and D': the error now, or what is left of the largest one before. */
static gint64
decay_error (const SpurClockController *controller, gint64 error_ns, gint64 kept_ns)
{
  kept_ns = spur_mul_div_floor (controller->q_factor_ppb, kept_ns - controller->q_min_ns,
                                SPUR_PARTS_PER_BILLION) +
            controller->q_min_ns;
  return MAX (error_ns, kept_ns);
}

void
spur_clock_control_update (SpurClockControl *self,
                           const SpurClockController *controller,
                           gboolean is_first,
                           gint64 from_ns,
                           gint64 logical_ns,
                           gint64 controlled_ns)
{
  SpurInt128 controlled;

  self->logical_ns = decay_error (controller, logical_ns - from_ns, self->logical_ns);
  self->controlled_ns = decay_error (controller, controlled_ns - from_ns, self->controlled_ns);
  if (is_first)
    return;
  controlled = (SpurInt128) self->controlled_ns * SPUR_PARTS_PER_BILLION;
  if (controlled > (SpurInt128) controller->l_upper_ppb * self->logical_ns)
    self->gamma_ppb =
      spur_mul_div_floor (self->gamma_ppb, controller->gamma_degress_ppb, SPUR_PARTS_PER_BILLION);
  else if (controlled < (SpurInt128) controller->l_lower_ppb * self->logical_ns)
    self->gamma_ppb = MIN (
      spur_mul_div_floor (self->gamma_ppb, SPUR_PARTS_PER_BILLION, controller->gamma_degress_ppb),
      controller->gamma_max_ppb);
}
