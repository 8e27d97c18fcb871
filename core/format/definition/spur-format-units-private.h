/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "s", "ms", "us" or "ns". */
gint64 spur_format_unit_to_ns (const char *unit);

/* What a number in unit @from is times @numerator / @denominator in unit @to: FALSE where they are
 * not known to measure the same. */
gboolean
spur_format_unit_convert (const char *from, const char *to, gint64 *numerator, gint64 *denominator);

G_END_DECLS
