/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What several threads do at once; it shares out what is to be done itself. */
typedef void (*SpurWork) (gpointer user_data);

/* Calls @work in the calling thread and, at the same time, in up to @n_helpers others, and returns
 * when each of them has returned. A thread that would come when the calling one is done already
 * does not begin, so work that is small is not waited for.
 *
 * Threads are kept for the next call for some seconds, because a new one costs up to some
 * milliseconds. They get no signals but those of their own faults. They are not there after a fork,
 * so a child starts with none. May be called in @work. */
void spur_workers_share (guint n_helpers, SpurWork work, gpointer user_data);

G_END_DECLS
