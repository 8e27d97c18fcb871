/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/causality/spur-delays.h"
#include "core/clock/parallel/spur-exchange.h"
#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SHARE (spur_share_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurShare, spur_share, SPUR, SHARE, GObject)

SPUR_AVAILABLE_IN_ALL
SpurShare *spur_share_new (SpurExchange *exchange, SpurTrace *trace);

SPUR_AVAILABLE_IN_ALL
SpurShare *
spur_share_open (SpurExchange *exchange, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_share_get_trace (SpurShare *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_share_has_stream (SpurShare *self, guint stream);

SPUR_AVAILABLE_IN_ALL
gboolean spur_share_match (SpurShare *self, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurEdges *spur_share_get_edges (SpurShare *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_share_correct (SpurShare *self,
                             SpurClockCorrector *corrector,
                             SpurCorrection *correction,
                             const SpurJob *job,
                             GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_share_apply_delays (SpurShare *self, SpurDelays *delays, const SpurJob *job);

SPUR_AVAILABLE_IN_ALL
void spur_share_add_up (SpurShare *self, gint64 *values, gsize n_values);

SPUR_AVAILABLE_IN_ALL
gboolean spur_share_collect (SpurShare *self, SpurCorrection *correction, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_share_check (
  SpurShare *self, SpurCheck *check, SpurCorrection *correction, gint64 mu_ns, const SpurJob *job);

G_END_DECLS
