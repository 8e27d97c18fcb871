/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* (transfer full) (element-type utf8): what pj_dump prints of a Paje trace, made of what Spur read:
 * a row for each container, state, variable, link and event, sorted by bytes. */
GPtrArray *paje_rows_make (SpurTrace *trace);

/* (transfer full) (element-type utf8): the lines of a file that pj_dump wrote, in the same order
 * and without quote marks. */
GPtrArray *paje_rows_load (const char *path);
