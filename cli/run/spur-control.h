/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

/* Sends commands, a NULL-terminated list, to the recorder of a running program, and prints its
 * answers (SPUR_RECORD_CONTROL=1 makes it listen). */
SpurExit spur_control_run (SpurCli *cli, int process, const char *const *commands);
