/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A small archive that has one of everything: sparse ids, a communicator in another order, a
 * worker thread, requests that complete out of order, a mapping table, clock offsets, attributes,
 * metrics, parameters, references to nothing. */

#define SMALL_RESOLUTION_HZ 2000000000
#define SMALL_GLOBAL_OFFSET 1000
#define SMALL_MASTER 7
#define SMALL_WORKER 3
#define SMALL_REMOTE 1000000007

/* That are read from it: what libotf2 wrote without a metric and a parameter. */
#define SMALL_EVENTS 38

char *otf2_archive_make_folder (void);
void otf2_archive_remove_folder (const char *folder);

/* The path of the anchor file. */
char *otf2_archive_write_small (const char *folder);

G_END_DECLS
