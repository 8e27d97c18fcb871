/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/options/spur-tls.h"
#include "cli/run/spur-cli.h"
#include "core/record/network/spur-relay.h"

G_BEGIN_DECLS

/* Where a program that is run sends what it records, instead of a file. */
typedef struct
{
  char *to;
  SpurTls tls;

  /* For the environment's SPUR_RECORD. */
  char *where;
  SpurRelay *relay;
} SpurSending;

/* Starts what has to run beside the program, and sets the environment that it inherits. */
SpurExit spur_sending_begin (SpurSending *self, SpurCli *cli);

/* Ends it, and says what came of it: the program's @status, or that something is missing. */
SpurExit spur_sending_end (SpurSending *self, SpurCli *cli, int status);

void spur_sending_clear (SpurSending *self);

G_END_DECLS
