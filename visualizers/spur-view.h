/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

/* Everything of libspur-view-1. */

#include "visualizers/spur-bar-plot.h"
#include "visualizers/spur-cairo-canvas.h"
#include "visualizers/spur-canvas.h"
#include "visualizers/spur-clock-page.h"
#include "visualizers/spur-report.h"
#include "visualizers/spur-scene.h"
#include "visualizers/spur-space-time-view.h"
#include "visualizers/spur-style.h"
#include "visualizers/spur-view-registry.h"
#include "visualizers/spur-visualizer.h"
#include "visualizers/spur-visualizers.h"
