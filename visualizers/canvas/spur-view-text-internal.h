/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* Room for any of the numbers below. */
#define SPUR_VIEW_TEXT_BYTES 64
#define SPUR_VIEW_TEXT ((char[SPUR_VIEW_TEXT_BYTES]){ 0 })

/* Numbers as a person reads them, the same in every locale. Text of a macro is valid within the
 * block around it, that of a function is what @text points to. */
#define SPUR_VIEW_COUNT(count) spur_view_write_count (SPUR_VIEW_TEXT, count)
const char *spur_view_write_count (char *text, guint64 count);

/* A length of time in the unit that suits it, with up to @digits significant digits. */
#define SPUR_VIEW_NS(ns, digits) spur_view_write_ns (SPUR_VIEW_TEXT, ns, digits)
const char *spur_view_write_ns (char *text, gint64 ns, guint digits);

/* @value in units of 10^-@decimals, with thousands separators: 1234567, 2 is "12,345.67". */
#define SPUR_VIEW_DECIMAL(value, decimals) spur_view_write_decimal (SPUR_VIEW_TEXT, value, decimals)
const char *spur_view_write_decimal (char *text, gint64 value, guint decimals);

/* The least of 1, 2 or 5 times a power of ten that is at least @least, above 0: between ticks. */
double spur_view_round_step (double least);

/* What a picture or page of @trace is called. */
char *spur_view_find_title (SpurTrace *trace);
