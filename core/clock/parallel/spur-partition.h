/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/causality/spur-delays.h"
#include "core/clock/parallel/spur-exchange.h"
#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

#define SPUR_TYPE_PARTITION (spur_partition_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurPartition, spur_partition, SPUR, PARTITION, GObject)

SPUR_AVAILABLE_IN_ALL
SpurPartition *
spur_partition_open (SpurExchange *exchange, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_partition_get_trace (SpurPartition *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_partition_has_stream (SpurPartition *self, guint stream);

SPUR_AVAILABLE_IN_ALL
gboolean spur_partition_match (SpurPartition *self, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurEdges *spur_partition_get_edges (SpurPartition *self);

SPUR_AVAILABLE_IN_ALL
void spur_partition_apply_delays (SpurPartition *self, SpurDelays *delays, const SpurJob *job);

SPUR_AVAILABLE_IN_ALL
void spur_partition_add_up (SpurPartition *self, gint64 *values, gsize n_values);

SPUR_AVAILABLE_IN_ALL
gboolean spur_partition_collect (SpurPartition *self, SpurCorrection *correction, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_partition_check (SpurPartition *self,
                           SpurCheck *check,
                           SpurCorrection *correction,
                           gint64 mu_ns,
                           const SpurJob *job);

G_END_DECLS
