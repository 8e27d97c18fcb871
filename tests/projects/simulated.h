/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/spur-cursor.h"
#include "plugins/projects/kit/sim-program.h"

G_BEGIN_DECLS

/* What every simulated trace must keep to. */

/* A run with defaults but for @seed and @skew_ns. */
SpurTrace *simulated_new (const SimProgram *program, guint64 seed, gint64 skew_ns);

/* Equal seeds give equal traces, others do not. */
void simulated_check_seeds (const SimProgram *program);

/* The native container gives back the very trace, and writes it to the very bytes. */
void simulated_check_round_trip (const SimProgram *program);

/* With right clocks no message comes before it is sent, and all meet; with wrong ones the same
 * messages meet, some of them come before they are sent, and correction mends that. */
void simulated_check_causality (const SimProgram *program);

/* Whether the event at @cursor is of @type or of a subclass. */
gboolean simulated_is_a (SpurCursor *cursor, GType type);

/* A field of the event at @cursor; a class without it fails the test. */
guint64 simulated_get (SpurCursor *cursor, const char *field);

double simulated_get_double (SpurCursor *cursor, const char *field);

G_END_DECLS
