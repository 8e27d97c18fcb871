/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/collect/spur-collect-file-private.h"

/* Threads that wait for the disk, so that the collector need not. What they have done is told in
 * the default main context. */
typedef struct _SpurCollectSyncer SpurCollectSyncer;

/* @number: 0, or what errno was. */
typedef void (*SpurCollectSyncDone) (SpurCollectSync *sync, int number, gpointer user_data);

SpurCollectSyncer *spur_collect_syncer_new (void);

/* Waits for what was begun, and tells it. */
void spur_collect_syncer_free (SpurCollectSyncer *self);

/* @sync: (transfer full): freed after @done. */
void spur_collect_syncer_run (SpurCollectSyncer *self,
                              SpurCollectSync *sync,
                              SpurCollectSyncDone done,
                              gpointer user_data);
