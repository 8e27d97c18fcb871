/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-load.h"

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
 * @target: where it was, or %SPUR_NONE
 * @object: whose state it was; a load object, or the target itself
 * @state: entry of the trace's state table; %SPUR_NONE for the presence of an object that has none
 * @is_entered: whether a stream entered it and left it, so that states of one stream lie inside of
 *   one another
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
  guint32 is_entered;
} SpurSpan;

SPUR_AVAILABLE_IN_ALL
SpurHistory *spur_history_new (SpurTrace *trace, gboolean raw);

SPUR_AVAILABLE_IN_ALL
const SpurSpan *spur_history_get_spans (SpurHistory *self, gsize *n_spans);

SPUR_AVAILABLE_IN_ALL
SpurTimeline *spur_history_get_timeline (SpurHistory *self);

SPUR_AVAILABLE_IN_ALL
SpurLoad *spur_history_get_target_loads (SpurHistory *self);

G_END_DECLS
