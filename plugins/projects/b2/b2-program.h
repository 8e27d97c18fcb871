/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

/* Parallel database queries. */
extern const SimProgram b2_program;

G_END_DECLS
