/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/view/spur-view.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LIFELINE_VIEW (spur_lifeline_view_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurLifelineView, spur_lifeline_view, SPUR, LIFELINE_VIEW, SpurView)

SPUR_AVAILABLE_IN_ALL
SpurLifelineView *spur_lifeline_view_new (SpurTrace *trace);

G_END_DECLS
