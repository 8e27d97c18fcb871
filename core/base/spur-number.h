/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
gboolean spur_time_parse (const char *text, gint64 *ns, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_factor_parse (const char *text, gint64 *ppb, GError **error);

G_END_DECLS
