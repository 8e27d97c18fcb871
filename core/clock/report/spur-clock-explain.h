/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"
#include "core/clock/logical/spur-causal-clock.h"

G_BEGIN_DECLS

typedef struct _SpurReason SpurReason;

/**
 * SpurReasonKind:
 * @SPUR_REASON_UNMOVED: no step of the correction changed the event's time
 * @SPUR_REASON_MAP: a step moved the whole clock here, by its time map
 * @SPUR_REASON_PART: the step mixes what both directions make of the event; what follows, to the
 *   next such reason, is why one of them would move it as it says
 * @SPUR_REASON_CARRIED: the event comes after a jump of its stream, which it still follows
 * @SPUR_REASON_JUMP: the event waits for another one and was moved behind it
 * @SPUR_REASON_SPREAD: the event comes before a jump of its stream, which was spread over the time
 *   before it
 * @SPUR_REASON_CAUSE: this event was not pushed by any other: its clock was ahead of that of the
 *   event that waits for it
 * @SPUR_REASON_MORE: the chain goes on, but is not followed any further
 *
 * Why an event has its corrected time. Where a step goes back in time, what is said here holds for
 * the mirrored trace: "after" is before, and who receives is waited for by who sends.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_REASON_UNMOVED,
  SPUR_REASON_MAP,
  SPUR_REASON_PART,
  SPUR_REASON_CARRIED,
  SPUR_REASON_JUMP,
  SPUR_REASON_SPREAD,
  SPUR_REASON_CAUSE,
  SPUR_REASON_MORE,
} SpurReasonKind;

/**
 * SpurReason:
 * @kind: what happened
 * @method: (nullable): the step of the correction that did it, as in "eclc"
 * @stream: stream of the event that is explained
 * @event: its position
 * @from_stream: stream of the other event, or %SPUR_NONE
 * @from_event: its position: of the jump that the event follows or that was spread, or of the event
 *   that it waits for; with %SPUR_REASON_CAUSE of the event that waits for it
 * @before_ns: the event's time before this
 * @after_ns: its time after this
 * @edge: what the edge stands for, with %SPUR_REASON_JUMP
 * @mu_ns: the least delay of the edge, with %SPUR_REASON_JUMP
 * @is_backwards: whether the step goes back in time here (clock-correction.md section 7)
 * @share_ppb: how much of the way from @before_ns to @after_ns counts in the mix, with
 *   %SPUR_REASON_PART, in parts per billion
 *
 * One link of the chain that leads to an event's corrected time.
 *
 * Since: 1.0
 */
struct _SpurReason
{
  SpurReasonKind kind;
  const char *method;
  guint32 stream;
  guint64 event;
  guint32 from_stream;
  guint64 from_event;
  gint64 before_ns;
  gint64 after_ns;
  SpurEdgeKind edge;
  gint64 mu_ns;
  gboolean is_backwards;
  gint64 share_ppb;
};

SPUR_AVAILABLE_IN_ALL
SpurReason *spur_clock_explain (SpurTrace *trace,
                                SpurEdges *edges,
                                SpurCorrection *correction,
                                guint stream,
                                guint64 event,
                                const SpurJob *job,
                                gsize *n_reasons,
                                GError **error);

SPUR_AVAILABLE_IN_ALL
const char *
spur_reason_kind_get_sentence (SpurReasonKind kind, gboolean is_backwards, gboolean has_from);

SPUR_AVAILABLE_IN_ALL
const char *spur_reason_get_edge_text (SpurEdgeKind kind);

G_END_DECLS
