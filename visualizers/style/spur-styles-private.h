/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-registry.h"
#include "visualizers/scene/spur-style.h"

/* The style of a class of which nothing is known: it is not drawn. */
void spur_style_init (SpurStyle *style);

/* Changes @style by what @registry says of just this event class; ancestors are not asked. */
void spur_style_apply_class (SpurStyle *style, SpurRegistry *registry, const char *event_class);
