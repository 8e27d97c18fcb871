/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/analysis/balance/spur-balance.h"

/* What a balance says, in the command's tree. */
typedef struct
{
  SpurCli *cli;
  SpurBalance *balance;
  gboolean raw;
  guint64 n_reversed;
  double byte_cost;
  double move_cost;
  gint64 record_cost_ns;
} SpurBalancePut;

/* What is known of the whole trace. */
void spur_balance_put_head (const SpurBalancePut *self);

/* All phases and the steps between them. */
void spur_balance_put_phases (const SpurBalancePut *self);

/* The loads of one phase. FALSE where there is none of this number. */
gboolean spur_balance_put_phase (const SpurBalancePut *self, gint64 number);

/* Objects placed anew, by the strategies whose bits are in @wanted. */
void spur_balance_put_what_if (const SpurBalancePut *self, guint wanted, const char *const *names);

/* What is to be said, in sentences. */
void spur_balance_put_findings (const SpurBalancePut *self);
