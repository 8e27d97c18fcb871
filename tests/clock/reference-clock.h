/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/logical/spur-causal-clock.h"

G_BEGIN_DECLS

/* clock-correction.md sections 2 to 4 and 7 word by word: event by event, edge by edge, in no
 * hurry. */

typedef struct
{
  guint from;
  guint to;
  gint64 mu_ns;
} ReferenceEdge;

/* Of algorithm 3. */
typedef struct
{
  gint64 q_init_ns;
  gint64 q_min_ns;
  gint64 q_factor_ppb;
  gint64 gamma_max_ppb;
  gint64 gamma_degress_ppb;
  gint64 l_upper_ppb;
  gint64 l_lower_ppb;
} ReferenceController;

/* Events are numbered in an order in which no edge goes back; @streams says whose each is. */
typedef struct
{
  guint n_events;
  guint n_streams;
  const guint *streams;
  const gint64 *from_ns;
  GArray *edges;
  gint64 delta_ns;
  gint64 gamma_ppb;
  gint64 slope_ppb;
  SpurWindow window;
  gint64 length_ns;
  gboolean is_backward;
  SpurBackwardLimits limits;
  SpurDirection direction;
  gint64 mix_ppb;
  gboolean is_iterated;
  gint64 threshold_ppb;
  const ReferenceController *controller;
} ReferenceTrace;

/* @to_ns: the times of the definition. @slack_ns: how far from it a time may be that is rounded
 * on straight lines between nodes: 1 ns for the line, and for every window what was there times
 * one plus the slope of the window's steepest part, plus 1 ns. */
void reference_clock_run (const ReferenceTrace *trace, gint64 *to_ns, double *slack_ns);

G_END_DECLS
