/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-plugin-manifest-private.h"
#include "core/plugin/spur-plugin.h"

/* The symbol that a plugin exports. */
#define SPUR_PLUGIN_SYMBOL "spur_plugin"

SpurPlugin *spur_plugin_new (SpurPluginManifest *manifest);

void spur_plugin_free (SpurPlugin *self);

const SpurPluginManifest *spur_plugin_get_manifest (SpurPlugin *self);

/* What people call it, as in "event class". */
const char *spur_plugin_part_get_word (SpurPluginPart part);

/* Whether this program may run what was built for another version. Reads nothing of
 * @descriptor but its first three members until they are right. */
gboolean spur_plugin_check_descriptor (const SpurPluginDescriptor *descriptor,
                                       const char *id,
                                       const char *module_path,
                                       GError **error);
