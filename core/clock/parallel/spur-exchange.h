/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

typedef struct _SpurExchange SpurExchange;

/**
 * SpurExchange: (skip)
 * @rank: this process among those that work together, below @n_ranks
 * @n_ranks: how many work together, at least 1
 * @data: whatever the functions need
 * @send: takes bytes to another rank, and ownership of them; returns without waiting for it. What
 *   one rank sends to another arrives in the order in which it was sent
 * @receive: the next bytes from any other rank, which it writes to @from, or %NULL where none come
 *   within the time
 *
 * How processes that correct a trace together talk to each other: message passing, reduced to what
 * #SpurPartition needs, so that the library links none. `spur-mpi` implements it with MPI.
 *
 * A rank may be ahead of another one, so what comes for later is kept with the exchange:
 * spur_exchange_clear() lets go of it.
 *
 * Where a transport breaks down it ends the process; no function here fails.
 *
 * Since: 1.0
 */
struct _SpurExchange
{
  guint rank;
  guint n_ranks;
  gpointer data;
  void (*send) (SpurExchange *self, guint to, GByteArray *bytes);
  GByteArray *(*receive) (SpurExchange *self, gint64 timeout_us, guint *from);

  /*< private >*/
  gpointer ranks;
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
void spur_exchange_clear (SpurExchange *self);

SPUR_AVAILABLE_IN_ALL
void spur_exchange_tell (SpurExchange *self, GByteArray *bytes);

G_END_DECLS
