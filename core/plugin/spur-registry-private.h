/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-plugin-private.h"
#include "core/plugin/spur-registry.h"

/* (element-type SpurPlugin): the plugins, in the order in which they were found. */
GPtrArray *spur_registry_peek_plugins (SpurRegistry *self);

/* (element-type SpurManifestPart): all that plugins bring of a kind, in the order of the plugins.
 */
GPtrArray *spur_registry_list_parts (SpurRegistry *self, SpurPluginPart kind);

/* The one of the name, or NULL. */
const SpurManifestPart *
spur_registry_find_part (SpurRegistry *self, SpurPluginPart kind, const char *name);

/* Its type; its plugin is loaded. %G_TYPE_INVALID where there is none, or its plugin is refused. */
GType spur_registry_load_type (SpurRegistry *self, SpurPluginPart kind, const char *name);

/* What makes objects of the traces that it opens; NULL where none were set. */
SpurFactories *spur_registry_peek_factories (SpurRegistry *self);

/* (element-type utf8): the folders that were added, in their order. */
const GPtrArray *spur_registry_peek_roots (SpurRegistry *self);

/* (element-type SpurProject): the projects that are loaded. */
GPtrArray *spur_registry_peek_projects (SpurRegistry *self);

/* The schema of project files, read once. */
SpurPluginSchema *spur_registry_get_project_schema (SpurRegistry *self, GError **error);

/* The visualizer class of a name as in "LO_Migration_Visualizer"; the plugin that brings it is
 * loaded. */
GType spur_registry_find_visualizer_named (SpurRegistry *self, const char *name);

/* The visualizer class that an application added under a name as in "LO_Migration_Visualizer". */
GType spur_registry_find_added_visualizer (SpurRegistry *self, const char *name);

/* The format that is described in XML and that a file looks like, by its content alone where its
 * name says nothing; NULL for none. */
SpurFormat *spur_registry_recognise (SpurRegistry *self, const char *path, gboolean is_named);

/* (transfer none): A format's definition, read once. */
SpurFormat *spur_registry_compile_format (SpurRegistry *self, const char *path, GError **error);

/* Something wrong that keeps nothing else from working; each is said once. */
void spur_registry_add_problem (SpurRegistry *self, const char *problem);

/* Loads @plugin; a refusal becomes a problem of the registry. */
gboolean spur_registry_ensure_loaded (SpurRegistry *self, SpurPlugin *plugin, GError **error);
