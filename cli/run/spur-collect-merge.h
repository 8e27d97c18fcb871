/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

G_BEGIN_DECLS

/* One trace of the recordings at @paths. What is no recording, or does not go together with the
 * others, is said, added to @left_out and taken out of @paths. %NULL with an error where none is
 * left, or the trace cannot be made. */
SpurTrace *spur_collect_merge (
  SpurCli *cli, const char *output, GPtrArray *paths, GPtrArray *left_out, GError **error);

G_END_DECLS
