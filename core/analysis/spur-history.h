/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/spur-timeline.h"

G_BEGIN_DECLS

#define SPUR_TYPE_HISTORY (spur_history_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurHistory, spur_history, SPUR, HISTORY, GObject)

/**
 * SpurSpan:
 * @begin_ns: when the state was entered
 * @end_ns: when it was left
 * @stream: the stream that said so
 * @depth: how many states of the stream are around it
 * @target: where it was
 * @object: whose state it was; a load object, or the target itself
 * @state: entry of the trace's state table
 *
 * An active object in a state on a target.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 stream;
  guint32 depth;
  guint32 target;
  guint32 object;
  guint32 state;
} SpurSpan;

SPUR_AVAILABLE_IN_ALL
SpurHistory *spur_history_new (SpurTrace *trace, gboolean raw);

SPUR_AVAILABLE_IN_ALL
const SpurSpan *spur_history_get_spans (SpurHistory *self, gsize *n_spans);

SPUR_AVAILABLE_IN_ALL
const SpurMove *spur_history_get_moves (SpurHistory *self, gsize *n_moves);

SPUR_AVAILABLE_IN_ALL
gint64 spur_history_get_busy_ns (SpurHistory *self, guint32 target);

SPUR_AVAILABLE_IN_ALL
void spur_history_get_load (
  SpurHistory *self, guint32 target, gint64 begin_ns, gint64 end_ns, guint n_bins, double *load);

SPUR_AVAILABLE_IN_ALL
double spur_history_get_imbalance (SpurHistory *self);

G_END_DECLS
