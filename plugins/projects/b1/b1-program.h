/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

/* Automatic test pattern generation by clients and servers with work stealing. */
extern const SimProgram b1_program;

G_END_DECLS
