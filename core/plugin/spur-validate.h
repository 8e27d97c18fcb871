/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/spur-codec.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
const char *spur_validate (const char *path, GError **error);

G_END_DECLS
