/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-timeline.h"
#include "core/analysis/profile/spur-profile.h"
#include "core/index/spur-index.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
SpurTimeline *spur_index_get_timeline (SpurIndex *self, gint64 from_ns, gint64 to_ns, gboolean raw);

SPUR_AVAILABLE_IN_ALL
SpurProfile *spur_index_get_profile (SpurIndex *self,
                                     const SpurProfileSettings *settings,
                                     const SpurJob *job,
                                     GError **error);

G_END_DECLS
