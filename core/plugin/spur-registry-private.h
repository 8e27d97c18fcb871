/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-plugin-private.h"

struct _SpurRegistry
{
  GObject parent_instance;

  GPtrArray *plugins;  /* of SpurPlugin, in the order in which they were found */
  GPtrArray *projects; /* of SpurProject, that are loaded */
  GPtrArray *roots;    /* of char, the folders that were added, in their order */
  GPtrArray *problems; /* of char */

  /* Which plugin has a name: "codec otf2" to its id. */
  GHashTable *owners;
  /* Plugin id to the folder that was given when it was found. */
  GHashTable *root_of_id;
  /* Visualizers and views that come with no plugin: "visualizer NAME" or "view NAME" to GType. */
  GHashTable *added_types;
  /* Formats that are described in XML, by path, so that each is compiled once. */
  GHashTable *formats;
  /* What makes objects of the traces that are opened; NULL where none were set. */
  SpurFactories *factories;
};

/* How deep in a folder plugins and projects are looked for. */
#define SPUR_REGISTRY_MAX_DEPTH 3

/* (element-type utf8): Every file with the suffix in the folders of the environment variable, then
 * in @folders, in an order that does not change: in @below of each where it is not NULL, and in
 * sub-folders that are @depth deep. */
GPtrArray *spur_registry_list_files (const char *variable,
                                     const GPtrArray *folders,
                                     const char *below,
                                     const char *suffix,
                                     guint depth);

/* (element-type SpurPluginEntry): all that plugins bring of a kind, in the order of the plugins. */
GPtrArray *spur_registry_list_parts (SpurRegistry *self, SpurPluginPart kind);

/* What the codec of Spur's own containers is called. */
#define SPUR_REGISTRY_CONTAINER_NAME "spur"

/* (array length=n_codecs): The codecs of this library, which come with no plugin. */
const SpurPluginEntry *spur_registry_get_own_codecs (guint *n_codecs);

/* (transfer full): What is at @path, where the container's codec knows it; no plugin is asked. */
SpurTrace *spur_registry_open_container (const char *path, gboolean *is_container, GError **error);

/* Its type, of a plugin, which is loaded, or added without one. %G_TYPE_INVALID where there is
 * none, or its plugin is refused. */
GType spur_registry_load_type (SpurRegistry *self, SpurPluginPart kind, const char *name);

/* The visualizer class of a name as in "LO_Migration_Visualizer"; the plugin that brings it is
 * loaded. */
GType spur_registry_find_visualizer_named (SpurRegistry *self, const char *name);

/* The format that is described in XML and that a file looks like, by its content alone where its
 * name says nothing; NULL for none. */
SpurFormat *spur_registry_recognise (SpurRegistry *self, const char *path, gboolean is_named);

/* (transfer none): A format's definition, read once. */
SpurFormat *spur_registry_compile_format (SpurRegistry *self, const char *path, GError **error);

/* Something wrong that keeps nothing else from working; each is said once. */
void spur_registry_add_problem (SpurRegistry *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Adds a type that comes with no plugin; FALSE where there is one of its name already. */
gboolean spur_registry_add_type (
  SpurRegistry *self, SpurPluginPart kind, const char *name, GType type, GError **error);

/* (transfer full) (array zero-terminated=1): the names of all that is there of a kind. */
char **spur_registry_dup_names (SpurRegistry *self, SpurPluginPart kind);

/* Loads @plugin; a refusal becomes a problem of the registry. */
gboolean spur_registry_ensure_loaded (SpurRegistry *self, SpurPlugin *plugin, GError **error);
