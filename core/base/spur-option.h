/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
gboolean spur_option_set (GObject *object, const char *name, const char *value, GError **error);

G_END_DECLS
