/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

gboolean spur_otf2_rewrite (const char *path,
                            SpurTrace *trace,
                            const char *output,
                            const SpurJob *job,
                            GPtrArray *notes,
                            GError **error);

G_END_DECLS
