/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-plugin-manifest-private.h"
#include "core/plugin/spur-plugin.h"

G_BEGIN_DECLS

/* The symbol that a plugin exports. */
#define SPUR_PLUGIN_SYMBOL "spur_plugin"

SpurPlugin *spur_plugin_new (SpurPluginManifest *manifest);

void spur_plugin_free (SpurPlugin *self);

const SpurPluginManifest *spur_plugin_get_manifest (SpurPlugin *self);

/* What a loaded plugin brought, %G_TYPE_INVALID where it brought nothing of the name. */
GType spur_plugin_get_codec_type (SpurPlugin *self, guint codec);
GType spur_plugin_find_event_type (SpurPlugin *self, const char *class_name);
GType spur_plugin_find_visualizer_type (SpurPlugin *self, const char *class_name);
GType spur_plugin_find_monitor_type (SpurPlugin *self, const char *name);

/* Whether this program may run what was built for another version. Reads nothing of
 * @descriptor but its first three members until they are right. */
gboolean spur_plugin_check_descriptor (const SpurPluginDescriptor *descriptor,
                                       const char *id,
                                       const char *module_path,
                                       GError **error);

G_END_DECLS
