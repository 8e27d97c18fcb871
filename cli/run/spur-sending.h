/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/options/spur-tls.h"
#include "cli/run/spur-cli.h"
#include "core/record/network/spur-relay.h"

/* The collector to which a program sends its events instead of writing a file. */
typedef struct
{
  char *to;
  SpurTls tls;

  /* For the environment's SPUR_RECORD. */
  char *where;
  SpurRelay *relay;
} SpurSending;

/* Starts the relay where one is needed, and sets the environment that the program inherits. */
SpurExit spur_sending_begin (SpurSending *self, SpurCli *cli);

/* Stops the relay and adds the result to the tree. Returns the program's @status, or an error's. */
SpurExit spur_sending_end (SpurSending *self, SpurCli *cli, int status);

void spur_sending_clear (SpurSending *self);

/* Sends commands, a NULL-terminated list, to the recorder of a running program, and prints its
 * answers (SPUR_RECORD_CONTROL=1 makes it listen). */
SpurExit spur_control_run (SpurCli *cli, int process, const char *const *commands);
