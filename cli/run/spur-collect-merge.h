/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

/* Merges the recordings at @paths into one trace. A file that is no recording, or contradicts the
 * others, is reported, and moved from @paths to @left_out. NULL with an error where none is left,
 * or the trace cannot be made. */
SpurTrace *spur_collect_merge (
  SpurCli *cli, const char *output, GPtrArray *paths, GPtrArray *left_out, GError **error);
