/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* Numbers as a person reads them, the same in every locale. */

char *spur_view_format_count (guint64 count);

/* A length of time in the unit that suits it, with up to @digits significant digits. */
char *spur_view_format_ns (gint64 ns, guint digits);

/* @value in units of 10^-@decimals, with thousands separators: 1234567, 2 is "12,345.67". */
char *spur_view_format_decimal (gint64 value, guint decimals);

/* The least of 1, 2 or 5 times a power of ten that is at least @least, above 0: between ticks. */
double spur_view_round_step (double least);

/* What a picture or page of @trace is called. */
char *spur_view_find_title (SpurTrace *trace);
