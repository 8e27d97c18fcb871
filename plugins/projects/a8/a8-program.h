/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

/* Actors that use depots in a distributed operating system. */
extern const SimProgram a8_program;

G_END_DECLS
