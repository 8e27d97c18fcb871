/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-exchange.h"

/* Starts MPI; ends the process where that fails. */
SpurExchange *spur_mpi_exchange_new (int *argc, char ***argv);

/* How many ranks of all are on this machine. */
guint spur_mpi_exchange_get_n_local (SpurExchange *exchange);

/* Waits for all ranks to come here, and ends MPI. */
void spur_mpi_exchange_free (SpurExchange *exchange);
