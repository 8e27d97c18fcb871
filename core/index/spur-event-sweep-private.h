/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-index-private.h"

/* Where the shares of columns go: by group of states, added to those that are there. */
typedef struct
{
  const guint32 *groups;
  guint n_groups;
  float *shares;
} SpurColumnShares;

/* Adds the shares of a stream, event by event. FALSE where looking up the columns takes less time,
 * or where the stream's ticks are not ns of the clock. */
gboolean spur_event_sweep_add (const SpurIndexStream *stream,
                               SpurCorrection *correction,
                               const SpurIndexWindow *window,
                               const SpurColumnShares *to);
