/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

#define SPUR_PARTS_PER_BILLION G_GINT64_CONSTANT (1000000000)

/* Of algorithm 3 (clock-correction.md section 2). */
typedef struct
{
  gint64 q_init_ns;
  gint64 q_min_ns;
  gint64 q_factor_ppb;
  gint64 gamma_max_ppb;
  gint64 gamma_degress_ppb;
  gint64 l_upper_ppb;
  gint64 l_lower_ppb;
} SpurClockController;

/* As it was published. */
#define SPUR_CLOCK_CONTROLLER_PUBLISHED                                                            \
  {                                                                                                \
    .q_init_ns = 250000, .q_min_ns = 250000, .q_factor_ppb = 900000000,                            \
    .gamma_max_ppb = 950000000, .gamma_degress_ppb = 900000000, .l_upper_ppb = 2000000000,         \
    .l_lower_ppb = 1800000000                                                                      \
  }

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
