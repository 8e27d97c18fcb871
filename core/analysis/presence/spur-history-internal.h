/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-history.h"

/* The history of a part of a trace whose streams only enter and leave states, each on the target
 * that it runs on: nothing is placed, moves or is measured. @spans, which it takes, are all that it
 * knows, so that its timeline knows of no object. */
SpurHistory *spur_history_new_of_spans (SpurTrace *trace, gboolean raw, GArray *spans);

/* A stream that enters states of communication, and no others but overhead, was told of nothing
 * else: outside of them its object works. A bit of @kinds is a #SpurStateKind. */
static inline gboolean
spur_timeline_implies_work (guint kinds)
{
  const guint communication = 1u << SPUR_STATE_COMMUNICATION;

  return (kinds & communication) != 0 &&
         (kinds & ~(communication | 1u << SPUR_STATE_OVERHEAD)) == 0;
}
