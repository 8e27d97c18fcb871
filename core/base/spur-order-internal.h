/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

/* -1, 0 or 1 as a function for sorting wants it; more keys follow behind ?: and count where those
 * before them are equal. */
#define SPUR_ORDER(a, b) (((a) > (b)) - ((a) < (b)))
