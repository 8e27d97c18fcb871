/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/collect/spur-collect-live-private.h"
#include "core/collect/spur-collector.h"

/* An event as a line of text. */
void spur_collect_line_append (GString *text,
                               SpurCollectLines lines,
                               SpurTrace *trace,
                               gint64 epoch_ns,
                               const SpurCollectEvent *event);
