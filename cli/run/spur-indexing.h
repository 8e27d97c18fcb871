/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/index/spur-index-replay.h"

/* The index beside the trace that was read, made where there is none; NULL where the trace needs
 * none, or where an error is set. */
SpurIndex *spur_cli_open_index (SpurCli *self);

/* The same for an answer about a part of the trace: NULL, too, where the index would be made anew
 * each time, as all events are gone through for that. */
SpurIndex *spur_cli_open_kept_index (SpurCli *self);
