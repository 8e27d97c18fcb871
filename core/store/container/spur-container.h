/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_container_open (const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_container_begin (SpurTrace *trace, const char *path, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean
spur_container_save (SpurTrace *trace, const char *path, const SpurJob *job, GError **error);

G_END_DECLS
