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

/* Adds what a stream's events say. FALSE where it has so many in the window that to look up the
 * columns takes less time, or where their times are not those of the clock in ns. */
gboolean spur_event_sweep_add (const SpurIndexStream *stream,
                               SpurCorrection *correction,
                               const SpurIndexWindow *window,
                               const SpurColumnShares *to);
