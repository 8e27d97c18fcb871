/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

/* From here on an interrupt cancels @cancellable, so that work ends tidily; a second one, or
 * work that does not end within a second, ends the command at once. Call before any thread. */
void spur_signals_watch (GCancellable *cancellable);

/* The first signal is how the work is meant to end: it may take its time. A second one, half a
 * second later or more, ends the command at once. */
void spur_signals_expect (void);

/* The signal that came, or 0. */
int spur_signals_get_received (void);

/* Ends the command as the signal would have. */
void spur_signals_die (int number);
