/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/report/spur-clock-explain.h"

G_BEGIN_DECLS

/**
 * SpurExplainedStep:
 * @method: what the step is called, as in "eclc"
 * @after: the times after the step
 * @forward: (nullable): the times of its forward pass, where it pushes events forward in time
 * @jumps: (array length=n_jumps): the events that were pushed by edges, by stream and event; each
 * of kind %SPUR_REASON_JUMP
 * @n_jumps: how many these are
 * @window: over which time jumps are spread
 * @length_ns: the length of a fixed window
 * @slope_ppb: the slope of a window that has one, in parts per billion
 *
 * What one step of a correction did to all events.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *method;
  SpurCorrection *after;
  SpurCorrection *forward;
  const SpurReason *jumps;
  gsize n_jumps;
  SpurWindow window;
  gint64 length_ns;
  gint64 slope_ppb;
} SpurExplainedStep;

/**
 * SpurClockExplanation:
 *
 * What each step of a correction did to all events of a trace, and by which edges.
 *
 * Since: 1.0
 */
#define SPUR_TYPE_CLOCK_EXPLANATION (spur_clock_explanation_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (
  SpurClockExplanation, spur_clock_explanation, SPUR, CLOCK_EXPLANATION, GObject)

SPUR_AVAILABLE_IN_ALL
SpurClockExplanation *spur_clock_explanation_new (SpurTrace *trace,
                                                  SpurEdges *edges,
                                                  SpurCorrection *correction,
                                                  const SpurJob *job,
                                                  GError **error);

SPUR_AVAILABLE_IN_ALL
const SpurExplainedStep *spur_clock_explanation_get_steps (SpurClockExplanation *self,
                                                           gsize *n_steps);

G_END_DECLS
