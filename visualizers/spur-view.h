/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

/* Everything of libspur-view-1. */

#include "visualizers/canvas/spur-view-error.h"
#include "visualizers/lifeline/spur-lifeline-view.h"
#include "visualizers/page/spur-clock-page.h"
#include "visualizers/page/spur-report.h"
#include "visualizers/scene/spur-scene.h"
#include "visualizers/scene/spur-style.h"
#include "visualizers/space-time/spur-space-time-view.h"
#include "visualizers/spur-view-enums.h"
#include "visualizers/style/spur-view-registry.h"
#include "visualizers/style/spur-visualizer.h"
#include "visualizers/system/spur-system-view.h"
#include "visualizers/terminal/spur-terminal.h"
#include "visualizers/view/spur-view.h"
