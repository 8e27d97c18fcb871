/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/clock/parallel/spur-exchange.h"

G_BEGIN_DECLS

/* From now on the verb 'correct' is for all ranks together. */
void spur_mpi_correcting_begin (SpurExchange *exchange, guint n_local);

void spur_mpi_correcting_end (void);

G_END_DECLS
