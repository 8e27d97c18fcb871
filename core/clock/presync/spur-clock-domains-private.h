/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"
#include "core/clock/parallel/spur-partition.h"

/* Which streams read one and the same clock; where several processes find them together @partition
 * is not NULL, and all of them call it. Numbers of clock domains by stream, from 0 in the order of
 * their first streams; NULL where @text names what is not there. */
guint *spur_clock_domains_find (SpurTrace *trace,
                                SpurEdges *edges,
                                SpurPartition *partition,
                                SpurCorrection *correction,
                                const char *text,
                                gint64 mu_ns,
                                const SpurJob *job,
                                GError **error);
