/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-history.h"

/* The history of a part of a trace whose streams only enter and leave states, each on the target
 * that it runs on: nothing is placed, moves or is measured. @spans, which it takes, are all that it
 * knows, so that its timeline knows of no object. */
SpurHistory *spur_history_new_of_spans (SpurTrace *trace, gboolean raw, GArray *spans);

SPUR_AVAILABLE_IN_ALL
SpurHistory *
spur_history_new_of_window (SpurTrace *trace, gboolean raw, gint64 from_ns, gint64 to_ns);

SPUR_AVAILABLE_IN_ALL
void spur_history_add_times (SpurHistory *self, gint64 *total_ns);

/* A stream that enters states of communication, and no others but overhead, was told of nothing
 * else: outside of them its object works. A bit of @kinds is a #SpurStateKind. */
static inline gboolean
spur_timeline_implies_work (guint kinds)
{
  const guint communication = 1u << SPUR_STATE_COMMUNICATION;

  return (kinds & communication) != 0 &&
         (kinds & ~(communication | 1u << SPUR_STATE_OVERHEAD)) == 0;
}
