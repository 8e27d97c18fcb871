/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/monitor/spur-monitor.h"

/* "00:00:07  cpu  37 %  run  2 ...": how long a monitor has been running and what it saw last, as
 * much of it as @n_columns have room for. */
char *spur_live_line_format (SpurEntryList *figures, gint64 running_us, guint n_columns);

/* Writes it over the line before, on standard error, where that is a terminal. */
void spur_live_line_show (SpurMonitor *monitor, gint64 running_us);

void spur_live_line_clear (void);
