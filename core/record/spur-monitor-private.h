/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/spur-monitor-output-private.h"
#include "core/record/spur-monitor.h"

G_BEGIN_DECLS

/* Where its events go; NULL where it does not run. */
SpurMonitorOutput *spur_monitor_get_output (SpurMonitor *self);

G_END_DECLS
