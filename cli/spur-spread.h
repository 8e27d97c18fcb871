/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/spur-correcting.h"

G_BEGIN_DECLS

/* How several processes correct one trace; spur-mpi has one, spur none. All of them run the same
 * command, and what it says is the same everywhere, but only the first one says and writes it. */
typedef struct
{
  gboolean is_first;
  SpurTrace *(*open) (SpurCli *cli, SpurExit *code);
  gboolean (*correct) (SpurCorrecting *self, SpurTrace *trace, const SpurJob *job, GError **error);
} SpurSpread;

/* NULL where this process is alone. */
const SpurSpread *spur_spread_get (void);

void spur_spread_set (const SpurSpread *spread);

G_END_DECLS
