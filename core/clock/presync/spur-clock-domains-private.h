/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-clock-work-private.h"

/* Which streams read one and the same clock. Numbers of clock domains by stream, from 0 in the
 * order of their first streams; NULL where @text names what is not there. All ranks call it. */
guint *
spur_clock_domains_find (const SpurClockWork *work, const char *text, gint64 mu_ns, GError **error);
