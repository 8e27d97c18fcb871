/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-integer-private.h"
#include "core/causality/spur-check.h"
#include "core/causality/spur-nodes-private.h"
#include "core/clock/spur-extended-clock.h"

G_BEGIN_DECLS

#define SPUR_PARTS_PER_BILLION G_GINT64_CONSTANT (1000000000)

/* The limit of an event that nobody waits for. */
#define SPUR_NO_LIMIT G_MAXINT64

typedef struct
{
  gint64 delta_ns;
  gint64 gamma_ppb;
  gint64 slope_ppb;
  gint64 mu_ns;
  SpurWindow window;
  gint64 length_ns;
  gboolean is_backward;
} SpurClockParameters;

static inline gint64
spur_clock_edge_mu (const SpurClockParameters *self, const SpurEdge *edge)
{
  return edge->mu_ns != SPUR_MU_DEFAULT ? edge->mu_ns : self->mu_ns;
}

/* The straight line on which a stream's clock runs since its anchor (clock-correction.md
 * section 2), and where it was last. */
typedef struct
{
  gint64 anchor_from_ns;
  gint64 anchor_to_ns;
  gint64 last_ns;
  gboolean is_started;
} SpurClockLine;

static inline gint64
spur_clock_line_at (const SpurClockLine *self,
                    const SpurClockParameters *parameters,
                    gint64 from_ns)
{
  return self->anchor_to_ns + spur_mul_div_floor (parameters->gamma_ppb,
                                                  from_ns - self->anchor_from_ns,
                                                  SPUR_PARTS_PER_BILLION);
}

/* LCb of the stream's next event; moves the anchor where the event leaves the line. */
static inline gint64
spur_clock_line_next (SpurClockLine *self, const SpurClockParameters *parameters, gint64 from_ns)
{
  gint64 line_ns, floor_ns;

  if (!self->is_started)
    {
      self->is_started = TRUE;
      self->anchor_from_ns = self->anchor_to_ns = self->last_ns = from_ns;
      return from_ns;
    }
  line_ns = spur_clock_line_at (self, parameters, from_ns);
  floor_ns = MAX (from_ns, self->last_ns + parameters->delta_ns);
  if (floor_ns <= line_ns)
    {
      self->last_ns = line_ns;
      return line_ns;
    }
  self->anchor_from_ns = from_ns;
  self->anchor_to_ns = self->last_ns = floor_ns;
  return floor_ns;
}

/* The event jumps to @to_ns. */
static inline void
spur_clock_line_jump (SpurClockLine *self, gint64 from_ns, gint64 to_ns)
{
  self->anchor_from_ns = from_ns;
  self->anchor_to_ns = self->last_ns = to_ns;
}

/* What the forward pass finds: LC' and the limit U of every node, and which streams jump. */
typedef struct
{
  SpurNodes *nodes;
  guint8 *has_all;
  gint64 *clock_ns;
  gint64 *limits_ns;
  guint64 *n_jumps;
  guint64 n_jumps_in_all;
  gint64 largest_jump_ns;
} SpurClockPass;

/* The forward pass and the limits. */
gboolean spur_clock_pass_run (SpurClockPass *self,
                              const SpurClockParameters *parameters,
                              SpurTrace *trace,
                              SpurEdges *edges,
                              SpurCorrection *correction,
                              const SpurJob *job,
                              GError **error);

void spur_clock_pass_clear (SpurClockPass *self);

/* What the backward pass says of a stream. */
typedef struct
{
  SpurTimeMap *map;
  GError *error;
  guint64 n_moved;
  gint64 largest_shift_ns;
  gint64 steepest_ppm;
} SpurClockResult;

/* The backward pass of one stream, and its time map. */
void spur_clock_amortize (SpurClockResult *result,
                          const SpurClockPass *pass,
                          const SpurClockParameters *parameters,
                          SpurTrace *trace,
                          SpurCorrection *correction,
                          guint stream);

/* What the clock does, and with which mu. */
void spur_extended_clock_get_parameters (SpurExtendedClock *self,
                                         SpurClockParameters *parameters);

/* The facts of a correction by the extended clock. */
void spur_clock_note_parameters (const SpurClockParameters *parameters,
                                 SpurCorrection *correction);

void spur_clock_note_nothing (SpurCorrection *correction);

void spur_clock_note_results (const SpurClockPass *pass,
                              const SpurClockResult *results,
                              guint n_streams,
                              const SpurCheck *before,
                              SpurCorrection *correction);

G_END_DECLS
