/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/view/spur-view.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SYSTEM_VIEW (spur_system_view_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurSystemView, spur_system_view, SPUR, SYSTEM_VIEW, SpurView)

SPUR_AVAILABLE_IN_ALL
SpurSystemView *spur_system_view_new (SpurTrace *trace);

SPUR_AVAILABLE_IN_ALL
void spur_system_view_set_time_ns (SpurSystemView *self, gint64 time_ns);

G_END_DECLS
