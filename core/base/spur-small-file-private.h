/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

/* (transfer full): a whole file, with a 0 behind it, for files that are small by their nature. A
 * device or pipe is refused, since it may have no end or block, and so is what has more than
 * @max_bytes. Errors are of #GIOErrorEnum. */
char *spur_small_file_read (const char *path, gsize max_bytes, gsize *n_bytes, GError **error);

/* Whether the first bytes of a regular file are @magic. */
gboolean spur_small_file_begins (const char *path, const char *magic, gsize n_bytes);
