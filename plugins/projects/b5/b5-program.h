/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

/* A divide-and-conquer application on top of ALDY. */
extern const SimProgram b5_program;

G_END_DECLS
