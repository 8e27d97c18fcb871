/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

/* Load balancing of tree-like load in a hypercube, by bisection and diffusion. */
extern const SimProgram a7_program;

G_END_DECLS
