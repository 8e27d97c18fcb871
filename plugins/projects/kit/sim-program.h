/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-world.h"

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

  /* What pictures and pages of the trace are called. */
  const char *title;

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

/* The same run, asked where its objects are; the simulation must be one that can be asked. */
SpurTrace *sim_program_probe (const SimProgram *self,
                              const SimOptions *options,
                              const SimProbe *probe,
                              GError **error);

/* Takes options, simulates, writes the trace; the program's exit status. */
int sim_program_main (const SimProgram *self, int argc, char **argv);

/* The classes and simulations of the nine projects, each in a folder of its own. */

/* Processes, threads and objects on computers that are monitored. */
extern const SimClass a1_classes[];
extern const SimProgram a1_program;

/* Cooperative parallel theorem proving. */
extern const SimClass a5_classes[];
extern const SimProgram a5_program;

/* Load balancing of tree-like load in a hypercube, by bisection and diffusion. */
extern const SimClass a7_classes[];
extern const SimProgram a7_program;

/* Actors that use depots in a distributed operating system. */
extern const SimClass a8_classes[];
extern const SimProgram a8_program;

/* Automatic test pattern generation by clients and servers with work stealing. */
extern const SimClass b1_classes[];
extern const SimProgram b1_program;

/* Parallel database queries. */
extern const SimClass b2_classes[];
extern const SimProgram b2_program;

/* Adaptive finite elements on a distributed tree, balanced by bisection. */
extern const SimClass b3_classes[];
extern const SimProgram b3_program;

/* The parallel simulation of a logic circuit by time warp. */
extern const SimClass b4_classes[];
extern const SimProgram b4_program;

/* A divide-and-conquer application on top of ALDY. */
extern const SimClass b5_classes[];
extern const SimProgram b5_program;
