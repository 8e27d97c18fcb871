/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes and simulations of the nine projects, each in a folder of its own. */
#pragma once

#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

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

G_END_DECLS
