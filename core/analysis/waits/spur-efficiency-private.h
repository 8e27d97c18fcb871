/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/waits/spur-calls-private.h"
#include "core/analysis/waits/spur-efficiency.h"

/* How long a stream works: outside of its calls, from its first event to its last. Both times are
 * those of the calls. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 work_ns;
  gboolean has_events;
} SpurStreamWork;

/* (transfer full): Of each stream; @input is what @calls were made of. */
SpurStreamWork *spur_calls_get_work (const SpurCalls *calls, const SpurCallsInput *input);

/* How long the stream of each node worked until then. Freed by spur_pages_free(). */
gint64 *spur_calls_get_own (const SpurCalls *calls,
                            const SpurCallsInput *input,
                            const SpurStreamWork *work);

/* @work is that of the streams, and @own_ns that until the nodes. */
gboolean spur_efficiency_find (SpurEfficiency *self,
                               const SpurCalls *calls,
                               const SpurCallsInput *input,
                               const SpurStreamWork *work,
                               const gint64 *own_ns,
                               GError **error);
