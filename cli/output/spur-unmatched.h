/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

G_BEGIN_DECLS

/* What has no partner: the first of it by name and place, all of it by number. */

void spur_unmatched_put_text (SpurCli *cli, SpurTrace *trace, SpurEdges *edges, gboolean is_raw);

void
spur_unmatched_put_json (JsonBuilder *builder, SpurTrace *trace, SpurEdges *edges, gboolean is_raw);

G_END_DECLS
