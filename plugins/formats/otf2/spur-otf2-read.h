/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/spur-trace.h"

G_BEGIN_DECLS

SpurTrace *spur_otf2_read (const char *path, const SpurJob *job, GError **error);

G_END_DECLS
