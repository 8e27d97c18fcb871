/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* A pair of numbers that is unique everywhere: a random origin of this process, and a count.
 * From any thread. */
void spur_unique_take (guint64 *origin, guint64 *number);

/* A random number, never 0, for a caller that counts by itself from then on. */
guint64 spur_unique_new_origin (void);
