/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SPUR_MAP_FILE_SUFFIX:
 *
 * What the names of map files end in.
 *
 * Since: 1.0
 */
#define SPUR_MAP_FILE_SUFFIX ".spurmap"

SPUR_AVAILABLE_IN_ALL
char *spur_map_file_build_path (const char *trace_path);

SPUR_AVAILABLE_IN_ALL
gboolean
spur_map_file_save (SpurTrace *trace, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurCorrection *
spur_map_file_load (SpurTrace *trace, const char *path, const SpurJob *job, GError **error);

G_END_DECLS
