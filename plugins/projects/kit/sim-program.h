/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-world.h"

G_BEGIN_DECLS

/* What is asked of a simulation. */
typedef struct
{
  guint64 seed;
  guint n_hosts;
  guint size;
  gint64 skew_ns;
} SimOptions;

typedef struct
{
  guint least;
  guint usual;
  guint most;
} SimRange;

/* A program that simulates the parallel system of one project. */
typedef struct
{
  /* What the simulated system is made of, and what happens in it. */
  const SimClass *classes;

  /* As in "b4": the program is spur-sim-b4, and writes b4.spur. */
  const char *name;

  /* One sentence. */
  const char *summary;

  /* What --size counts. */
  const char *size_help;

  SimRange hosts;
  SimRange size;

  /* Adds what there is to the world, runs it, and frees what it made. */
  void (*run) (SimWorld *world, const SimOptions *options);
} SimProgram;

/* What is simulated where nothing is said. */
SimOptions sim_program_get_defaults (const SimProgram *self);

/* The trace of a run, the same for the same options on every machine; sealed. */
SpurTrace *sim_program_simulate (const SimProgram *self, const SimOptions *options, GError **error);

/* Takes options, simulates, writes the trace; the program's exit status. */
int sim_program_main (const SimProgram *self, int argc, char **argv);

G_END_DECLS
