/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/clock/parallel/spur-partition.h"
#include "core/clock/spur-clock-corrector.h"
#include "core/clock/spur-clock-finding.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CLOCK_CHAIN (spur_clock_chain_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurClockChain, spur_clock_chain, SPUR, CLOCK_CHAIN, GObject)

typedef struct _SpurClockStep SpurClockStep;

/**
 * SpurClockStep:
 * @name: the method, as in "eclc"
 * @outcome: what it did
 * @result: the same as text for people, with numbers
 * @before: the edges before it; order within streams is not looked at
 * @after: the edges after it
 *
 * What a corrector of a chain did.
 *
 * Since: 1.0
 */
struct _SpurClockStep
{
  const char *name;
  SpurClockOutcome outcome;
  const char *result;
  SpurCheck before;
  SpurCheck after;
};

SPUR_AVAILABLE_IN_ALL
SpurClockChain *spur_clock_chain_new (const char *methods, GError **error);

SPUR_AVAILABLE_IN_ALL
guint spur_clock_chain_get_n_correctors (SpurClockChain *self);

SPUR_AVAILABLE_IN_ALL
SpurClockCorrector *spur_clock_chain_get_corrector (SpurClockChain *self, guint index);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_chain_has_option (SpurClockChain *self, const char *name);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_chain_set_option (SpurClockChain *self,
                                      const char *name,
                                      const char *value,
                                      GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_chain_run (SpurClockChain *self,
                               SpurTrace *trace,
                               SpurEdges *edges,
                               SpurCorrection *correction,
                               const SpurJob *job,
                               GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_chain_run_partition (SpurClockChain *self,
                                         SpurPartition *partition,
                                         SpurCorrection *correction,
                                         const SpurJob *job,
                                         GError **error);

SPUR_AVAILABLE_IN_ALL
guint spur_clock_chain_get_n_steps (SpurClockChain *self);

SPUR_AVAILABLE_IN_ALL
const SpurClockStep *spur_clock_chain_get_step (SpurClockChain *self, guint index);

SPUR_AVAILABLE_IN_ALL
guint spur_clock_chain_get_n_maps (SpurClockChain *self, guint index, guint stream);

SPUR_AVAILABLE_IN_ALL
gint64 spur_clock_chain_get_half_width_ns (SpurClockChain *self, guint stream, gint64 time_ns);

G_END_DECLS
