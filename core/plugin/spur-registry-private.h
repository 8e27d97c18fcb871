/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-plugin-private.h"
#include "core/plugin/spur-registry.h"

G_BEGIN_DECLS

/* (element-type SpurPlugin): the plugins, in the order in which they were found. */
GPtrArray *spur_registry_peek_plugins (SpurRegistry *self);

/* Loads @plugin; a refusal becomes a problem of the registry. */
gboolean spur_registry_ensure_loaded (SpurRegistry *self, SpurPlugin *plugin, GError **error);

G_END_DECLS
