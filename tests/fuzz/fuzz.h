/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* What a fuzz target defines; called by libFuzzer, or by fuzz-main.c with the files of a folder. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Counts an input, and whether it could be opened. At the end of the program both numbers are
 * printed, so that a search which never gets beyond the first check is seen. */
void fuzz_count (gboolean is_opened);

/* How many inputs were counted, and how many of them could be opened. */
guint64 fuzz_get_n_counted (void);

guint64 fuzz_get_n_opened (void);
