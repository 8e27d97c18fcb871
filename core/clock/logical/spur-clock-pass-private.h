/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/causality/spur-edges.h"
#include "core/causality/spur-mu-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/logical/spur-clock-line-private.h"
#include "core/clock/parallel/spur-clock-work-private.h"

/* The limit of an event that no other waits for. */
#define SPUR_NO_LIMIT G_MAXINT64

/* @gamma_ppb is for the whole pass where there is no controller. @is_mirrored: times are negative
 * and events are counted from the end, so that what was sent is received. */
typedef struct
{
  const char *name;
  gint64 delta_ns;
  gint64 gamma_ppb;
  gint64 slope_ppb;
  gint64 mu_ns;
  SpurWindow window;
  gint64 length_ns;
  gboolean is_backward;
  SpurBackwardLimits limits;
  gboolean is_mirrored;
  SpurDirection direction;
  gint64 mix_ppb;
  SpurGammaControl gamma_control;
  gint64 threshold_ppb;
  gboolean has_controller;
  SpurClockController controller;
  SpurOnCycle on_cycle;
} SpurClockParameters;

/* What the properties of a clock say. */
SpurClockParameters spur_causal_clock_get_parameters (SpurCausalClock *self);

/* Appends the times of the trace to its correction; may leave out edges that form cycles. */
gboolean
spur_clock_run (const SpurClockParameters *parameters, const SpurClockWork *work, GError **error);

/* How mu is found for a pass over @edges, which are mirrored where the pass is. */
static inline SpurMu
spur_clock_get_mu_of (const SpurClockParameters *self, SpurEdges *edges)
{
  return spur_mu_of (edges, self->mu_ns, self->is_mirrored);
}

/* The times of a stream's events as a pass sees them: before the step of correction that is going
 * on, and mirrored where the pass is, from @last_event on. */
typedef struct
{
  SpurTimes times;
  guint64 last_event;
  gboolean is_mirrored;
} SpurClockTimes;

static inline void
spur_clock_times_init (SpurClockTimes *self,
                       const SpurClockParameters *parameters,
                       const SpurClockWork *work,
                       guint stream)
{
  spur_times_init (&self->times, work->trace, work->correction, stream);
  self->is_mirrored = parameters->is_mirrored;
  self->last_event = self->is_mirrored ? spur_stream_get_n_events (self->times.stream) - 1 : 0;
}

static inline gint64
spur_clock_times_at (SpurClockTimes *self, guint64 event)
{
  if (G_UNLIKELY (self->is_mirrored))
    return -spur_times_at (&self->times, self->last_event - event);
  return spur_times_at (&self->times, event);
}

/* What the forward pass is given, the times of all nodes before it, and finds: LC' and the limit U
 * of every node, and the jumps, of each stream and of all together. LC is there only for the
 * controller, and LCb where it cannot be told from LC' again. Nodes of other ranks' streams have
 * LC' only. */
typedef struct
{
  SpurNodes *nodes;
  const SpurHalo *halo;
  SpurHalo *own_halo;
  guint8 *has_all;
  const gint64 *from_ns;
  gint64 *own_from_ns;
  gint64 *logical_ns;
  gint64 *clock_b_ns;
  gint64 *clock_ns;
  gint64 *limits_ns;
  gint64 *n_jumps;
  SpurClockJumps jumps;
} SpurClockPass;

/* Lowers the limit of a node of which LC' is known. */
static inline void
spur_clock_lower (gint64 *limits_ns, guint64 node, gint64 limit_ns)
{
  limits_ns[node] = MIN (limits_ns[node], limit_ns);
}

/* Finds nodes and their times, and makes room for results; only the room where it has nodes. */
void spur_clock_pass_prepare (SpurClockPass *self,
                              const SpurClockParameters *parameters,
                              const SpurClockWork *work);

/* The forward pass and the limits, once more where @self has one behind it. @self is zeroed at
 * first, and cleared by its owner even where this fails. */
gboolean spur_clock_pass_run (SpurClockPass *self,
                              const SpurClockParameters *parameters,
                              const SpurClockWork *work,
                              GError **error);

/* All forward passes that the control of gamma takes. Sets gamma in @parameters to that of the
 * last one. Gives how many there were, 0 for failure. */
guint spur_clock_pass_run_controlled (SpurClockPass *self,
                                      SpurClockParameters *parameters,
                                      const SpurClockWork *work,
                                      GError **error);

void spur_clock_pass_clear (SpurClockPass *self);

/* The edges of a trace that goes back in time (clock-correction.md section 7): senders receive,
 * and events are counted from the end. All of them are events of the trace. */
SpurEdges *spur_edges_new_mirrored (SpurEdges *edges, SpurTrace *trace);
