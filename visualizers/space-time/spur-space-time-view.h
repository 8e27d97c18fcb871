/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"
#include "core/index/spur-index.h"
#include "visualizers/view/spur-view.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SPACE_TIME_VIEW (spur_space_time_view_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurSpaceTimeView, spur_space_time_view, SPUR, SPACE_TIME_VIEW, SpurView)

SPUR_AVAILABLE_IN_ALL
SpurSpaceTimeView *spur_space_time_view_new (SpurTrace *trace, SpurEdges *edges);

SPUR_AVAILABLE_IN_ALL
void spur_space_time_view_set_index (SpurSpaceTimeView *self, SpurIndex *index);

G_END_DECLS
