/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/report/spur-clock-report.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_page_save (SpurClockReport *report, const char *path, GError **error);

G_END_DECLS
