/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-registry.h"
#include "visualizers/style/spur-visualizer.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
void spur_view_register_visualizers (SpurRegistry *registry);

SPUR_AVAILABLE_IN_ALL
SpurVisualizer *spur_view_create_visualizer (SpurRegistry *registry, const SpurEventLayout *layout);

SPUR_AVAILABLE_IN_ALL
void spur_view_add_style (SpurRegistry *registry, const char *event_class, const SpurStyle *style);

G_END_DECLS
