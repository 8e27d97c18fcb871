/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

/* Adaptive finite elements on a distributed tree, balanced by bisection. */
extern const SimProgram b3_program;

G_END_DECLS
