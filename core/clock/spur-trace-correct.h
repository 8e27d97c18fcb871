/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/report/spur-clock-report.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
gboolean spur_trace_correct (SpurTrace *trace,
                             const char *methods,
                             const SpurJob *job,
                             SpurClockReport **report,
                             GError **error);

G_END_DECLS
