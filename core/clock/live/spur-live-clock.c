/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/live/spur-live-clock.h"

#include "core/base/spur-bytes-private.h"
#include "core/clock/logical/spur-clock-line-private.h"

/* The two clocks of PDP'97 side by side, event by event, as clock-correction.md section 2 has
 * them. Nothing here allocates, locks, or looks beyond the struct and the stamps. */

/**
 * spur_live_clock_options_init:
 * @self: (out caller-allocates): the options
 *
 * Sets the published parameters of the controller, mu and delta of 1 ns.
 *
 * Since: 1.0
 */
void
spur_live_clock_options_init (SpurLiveClockOptions *self)
{
  g_return_if_fail (self != NULL);

  *self = (SpurLiveClockOptions){ .mu_ns = 1, .delta_ns = 1, SPUR_CLOCK_CONTROLLER_PUBLISHED };
}

static gboolean
is_factor (gint64 ppb, gint64 most_ppb)
{
  return ppb >= 0 && ppb <= most_ppb;
}

static gboolean
is_length (gint64 ns)
{
  return ns >= 0 && ns <= SPUR_TIME_LIMIT_NS;
}

static gboolean
are_valid (const SpurLiveClockOptions *self)
{
  return is_length (self->mu_ns) && is_length (self->delta_ns) && is_length (self->q_init_ns) &&
         is_length (self->q_min_ns) && is_factor (self->q_factor_ppb, SPUR_PARTS_PER_BILLION) &&
         is_factor (self->gamma_max_ppb, SPUR_PARTS_PER_BILLION) && self->gamma_degress_ppb > 0 &&
         is_factor (self->gamma_degress_ppb, SPUR_PARTS_PER_BILLION) && self->l_upper_ppb >= 0 &&
         self->l_lower_ppb >= 0;
}

/**
 * spur_live_clock_init:
 * @self: (out caller-allocates): a clock of a process, wherever the message layer keeps it
 * @options: (nullable): how it is to run; %NULL for spur_live_clock_options_init()
 *
 * A clock belongs to one process, or thread, and is used by it alone; then no call needs a lock.
 * It needs no clearing.
 *
 * Since: 1.0
 */
void
spur_live_clock_init (SpurLiveClock *self, const SpurLiveClockOptions *options)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (options == NULL || are_valid (options));

  memset (self, 0, sizeof *self);
  if (options != NULL)
    self->options = *options;
  else
    spur_live_clock_options_init (&self->options);
  self->gamma_ppb = self->options.gamma_max_ppb;
  self->logical_error_ns = self->controlled_error_ns = self->options.q_init_ns;
}

/* The latest that messages say of the two clocks; G_MININT64 for nothing. */
typedef struct
{
  gint64 logical_ns;
  gint64 controlled_ns;
} Bound;

#define NO_BOUND ((Bound){ G_MININT64, G_MININT64 })

static gboolean
is_time (gint64 ns)
{
  return ns >= -SPUR_TIME_LIMIT_NS && ns <= SPUR_TIME_LIMIT_NS;
}

static void
take_stamp (SpurLiveClock *self, Bound *bound, const SpurLiveStamp *stamp, gint64 mu_ns)
{
  gint64 logical_ns, controlled_ns;

  spur_live_stamp_get_ns (stamp, &logical_ns, &controlled_ns);
  if (!is_time (logical_ns) || !is_time (controlled_ns))
    {
      self->n_refused++;
      return;
    }
  bound->logical_ns = MAX (bound->logical_ns, logical_ns + mu_ns);
  bound->controlled_ns = MAX (bound->controlled_ns, controlled_ns + mu_ns);
}

/* Algorithm 3, after an event. */
static void
control_gamma (SpurLiveClock *self, gint64 raw_ns)
{
  SpurClockControl after = { self->gamma_ppb, self->logical_error_ns, self->controlled_error_ns };

  spur_clock_control_update (&after, &self->options, self->n_events == 0, raw_ns, self->logical_ns,
                             self->controlled_ns);
  self->logical_error_ns = after.logical_ns;
  self->controlled_error_ns = after.controlled_ns;
  if (after.gamma_ppb == self->gamma_ppb)
    return;
  self->gamma_ppb = after.gamma_ppb;
  self->anchor_from_ns = raw_ns;
  self->anchor_to_ns = self->controlled_ns;
}

static gint64
step_clocks (SpurLiveClock *self, gint64 raw_ns, Bound bound)
{
  SpurClockLine line = { self->anchor_from_ns, self->anchor_to_ns, self->controlled_ns,
                         self->n_events > 0 };
  gint64 logical_ns, clock_b_ns, clock_ns;

  raw_ns = CLAMP (raw_ns, -SPUR_TIME_LIMIT_NS, SPUR_TIME_LIMIT_NS);
  logical_ns =
    self->n_events > 0 ? MAX (raw_ns, self->logical_ns + self->options.delta_ns) : raw_ns;
  clock_b_ns = spur_clock_line_next (&line, self->gamma_ppb, self->options.delta_ns, raw_ns);
  /* Beyond the limit a clock stands still: that is far from any true time, but never undefined. */
  self->logical_ns = MIN (MAX (logical_ns, bound.logical_ns), SPUR_TIME_LIMIT_NS);
  clock_ns = MIN (MAX (clock_b_ns, bound.controlled_ns), SPUR_TIME_LIMIT_NS);
  if (clock_ns != clock_b_ns)
    spur_clock_line_jump (&line, raw_ns, clock_ns);
  self->anchor_from_ns = line.anchor_from_ns;
  self->anchor_to_ns = line.anchor_to_ns;
  self->controlled_ns = line.last_ns;
  control_gamma (self, raw_ns);
  self->n_events++;
  return self->controlled_ns;
}

/**
 * spur_live_clock_local: (skip)
 * @self: a clock
 * @raw_ns: what the process's own clock says, in ns, within +-2^61; beyond it counts as the limit
 *
 * An event that concerns no other process.
 *
 * Returns: LC' of the event, in ns
 *
 * Since: 1.0
 */
gint64
spur_live_clock_local (SpurLiveClock *self, gint64 raw_ns)
{
  g_return_val_if_fail (self != NULL, 0);

  return step_clocks (self, raw_ns, NO_BOUND);
}

/**
 * spur_live_clock_send: (skip)
 * @self: a clock
 * @raw_ns: what the process's own clock says, in ns
 * @stamp: (out caller-allocates): what the message has to carry
 *
 * The begin of a send. One stamp does for all receivers of a message.
 *
 * Returns: LC' of the event, in ns
 *
 * Since: 1.0
 */
gint64
spur_live_clock_send (SpurLiveClock *self, gint64 raw_ns, SpurLiveStamp *stamp)
{
  gint64 controlled_ns;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (stamp != NULL, 0);

  controlled_ns = step_clocks (self, raw_ns, NO_BOUND);
  spur_put_le64 (stamp->bytes, (guint64) self->logical_ns);
  spur_put_le64 (stamp->bytes + 8, (guint64) controlled_ns);
  return controlled_ns;
}

/**
 * spur_live_clock_receive: (skip)
 * @self: a clock
 * @raw_ns: what the process's own clock says, in ns
 * @stamp: what the message carried; may be unaligned
 *
 * The end of a receive. A stamp with times outside of +-2^61 ns was not made by
 * spur_live_clock_send(); it is passed over and counted in @n_refused.
 *
 * Returns: LC' of the event, in ns; at least mu after LC' of the send
 *
 * Since: 1.0
 */
gint64
spur_live_clock_receive (SpurLiveClock *self, gint64 raw_ns, const SpurLiveStamp *stamp)
{
  return spur_live_clock_receive_all (self, raw_ns, stamp, 1, NULL);
}

/**
 * spur_live_clock_receive_all: (skip)
 * @self: a clock
 * @raw_ns: what the process's own clock says, in ns
 * @stamps: (array length=n_stamps): what the messages carried
 * @n_stamps: how many messages
 * @mus_ns: (nullable) (array length=n_stamps): the least delay of each, in ns, not negative; %NULL
 *   for the clock's mu
 *
 * An event that several messages had to come before, as the end of a wait for all of them or of a
 * collective operation.
 *
 * Returns: LC' of the event, in ns; at least mu after LC' of each send
 *
 * Since: 1.0
 */
gint64
spur_live_clock_receive_all (SpurLiveClock *self,
                             gint64 raw_ns,
                             const SpurLiveStamp *stamps,
                             gsize n_stamps,
                             const gint64 *mus_ns)
{
  Bound bound = NO_BOUND;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (stamps != NULL || n_stamps == 0, 0);

  for (gsize i = 0; i < n_stamps; i++)
    {
      gint64 mu_ns = mus_ns != NULL ? mus_ns[i] : self->options.mu_ns;

      g_return_val_if_fail (is_length (mu_ns), 0);
      take_stamp (self, &bound, &stamps[i], mu_ns);
    }
  return step_clocks (self, raw_ns, bound);
}

/**
 * spur_live_stamp_get_ns: (skip)
 * @self: a stamp
 * @logical_ns: (out): LC of the send, in ns
 * @controlled_ns: (out): LC' of the send, in ns
 *
 * Gets the time that a stamp carries.
 *
 * Since: 1.0
 */
void
spur_live_stamp_get_ns (const SpurLiveStamp *self, gint64 *logical_ns, gint64 *controlled_ns)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (logical_ns != NULL && controlled_ns != NULL);

  *logical_ns = (gint64) spur_get_le64 (self->bytes);
  *controlled_ns = (gint64) spur_get_le64 (self->bytes + 8);
}
