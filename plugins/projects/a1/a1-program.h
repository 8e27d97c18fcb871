/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

/* Processes, threads and objects on computers that are monitored. */
extern const SimProgram a1_program;

G_END_DECLS
