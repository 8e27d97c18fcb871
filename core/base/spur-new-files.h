/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

/**
 * SpurNewFileMove: (skip)
 * @from: (nullable): where the file or folder was made; %NULL where there is none, so that what has
 *   the name goes away
 * @to: the name that it gets
 *
 * A file that gets its name. What had the name before is replaced.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *from;
  const char *to;
} SpurNewFileMove;

SPUR_AVAILABLE_IN_ALL
gboolean spur_new_files_save (
  const char *path, gconstpointer bytes, gsize n_bytes, const char *what, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_new_files_hold (void);

SPUR_AVAILABLE_IN_ALL
gboolean spur_new_files_keep (GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_new_files_drop (void);

SPUR_AVAILABLE_IN_ALL
gboolean spur_new_files_abandon (void);

SPUR_AVAILABLE_IN_ALL
void spur_new_files_set_sync (gboolean is_synced);

SPUR_AVAILABLE_IN_ALL
int spur_new_files_make (char *pattern, int flags);

SPUR_AVAILABLE_IN_ALL
gboolean spur_new_files_make_folder (char *pattern);

SPUR_AVAILABLE_IN_ALL
void spur_new_files_delete (const char *temporary);

SPUR_AVAILABLE_IN_ALL
gboolean spur_new_files_move (const char *temporary,
                              const SpurNewFileMove *moves,
                              guint n_moves,
                              GError **error);

G_END_DECLS
