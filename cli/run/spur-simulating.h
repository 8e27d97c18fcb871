/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/clock/report/spur-clock-quality.h"
#include "core/simulate/spur-simulation.h"

#define SPUR_SIMULATING_MAX_METHODS 8

/* The result of one method in one run; the first one is that of the uncorrected times. */
typedef struct
{
  const char *name;
  char *label;
  SpurClockQuality *quality;
  SpurCheck check;
} SpurSimulatedMethod;

typedef struct
{
  guint64 seed;
  guint n_methods;
  SpurSimulatedMethod methods[SPUR_SIMULATING_MAX_METHODS + 1];
  guint64 n_events;
} SpurSimulatedRun;

/* A simulation, its runs with seeds that follow each other, and the figures. */
typedef struct
{
  SpurSimulation *simulation;
  char *shape;
  GPtrArray *clocks;
  char **methods;
  gint64 mu_ns;
  gint64 delta_ns;
  GPtrArray *runs;
} SpurSimulating;

void spur_simulating_init (SpurSimulating *self);

void spur_simulating_clear (SpurSimulating *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurSimulating, spur_simulating_clear)

/* "8=constant:1ms" or "0-3,7=sinus:500us:10ms", of a simulation. */
gboolean spur_simulating_add_clock (SpurSimulating *self, const char *text, GError **error);

/* Whether there are such methods with such options. */
gboolean spur_simulating_check_methods (SpurSimulating *self, GError **error);

/* Runs with a seed and measures each method. The caller gets the traces. */
gboolean spur_simulating_run (SpurSimulating *self,
                              guint64 seed,
                              SpurTrace **trace,
                              SpurTrace **truth,
                              const SpurJob *job,
                              GError **error);

/* Measures one trace against another, which has the true times. */
gboolean spur_simulating_score (
  SpurSimulating *self, SpurTrace *trace, SpurTrace *truth, const SpurJob *job, GError **error);

/* The method of a run, or NULL. */
const SpurSimulatedMethod *spur_simulated_run_find (const SpurSimulatedRun *self, const char *name);

/* The largest deviation A, and how many streams deviate by more than 5 %. */
double spur_simulated_method_get_worst (const SpurSimulatedMethod *self, guint *n_over);

/* F and S in us, and A in per cent. */
double spur_simulating_get_figure (const SpurStreamQuality *quality, guint figure);

/* Adds the results to the tree. */
void spur_simulating_add (SpurSimulating *self, SpurCli *cli);
