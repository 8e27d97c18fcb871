/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-scan-private.h"

/* The least and the greatest number of a hand-over of a lock. */
typedef struct
{
  guint64 first;
  guint64 last;
} SpurLockSpan;

/* The spans of all locks, SpurLockSpan, in the order of their keys. */
typedef struct
{
  SpurChannels keys;
  GArray *spans;
} SpurLocks;

/* Finds the spans of the locks that the streams use. */
void spur_locks_init (SpurLocks *self, const SpurScan *scans, guint n_streams, const SpurJob *job);

/* The span of the lock of a channel; fails where it has none. Threads may ask at the same time. */
gboolean spur_locks_get_span (const SpurLocks *self, const SpurChannelKey *key, SpurLockSpan *span);

void spur_locks_clear (SpurLocks *self);
