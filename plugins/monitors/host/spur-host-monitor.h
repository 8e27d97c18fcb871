/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/monitor/spur-monitor.h"

G_BEGIN_DECLS

#define SPUR_TYPE_HOST_MONITOR (spur_host_monitor_get_type ())

G_DECLARE_FINAL_TYPE (SpurHostMonitor, spur_host_monitor, SPUR, HOST_MONITOR, SpurMonitor)

G_END_DECLS
