/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-plugin-schema-private.h"
#include "core/plugin/spur-plugin.h"

/* One way in which a codec's input may look; %NULL where it says nothing. */
typedef struct
{
  char *suffix;
  char *magic;
} SpurManifestInput;

/* One thing that a plugin brings. @type_name: NULL for an event class; @inputs: of a codec alone;
 * @type: invalid until the plugin is loaded */
typedef struct
{
  SpurPluginPart kind;
  char *name;
  char *type_name;
  GArray *inputs;
  SpurPlugin *plugin;
  GType type;
} SpurManifestPart;

/* How events of a class look; the attributes and their values by turns. */
typedef struct
{
  char *class_name;
  char **attributes;
} SpurManifestStyle;

/* What a plugin says that it brings. */
typedef struct
{
  char *path;
  char *id;
  char *description;
  char *module_path;
  guint32 abi_major;
  guint32 abi_minor;
  GPtrArray *parts;
  GPtrArray *styles;
} SpurPluginManifest;

SpurPluginManifest *
spur_plugin_manifest_load (const char *path, SpurPluginSchema *schema, GError **error);

void spur_plugin_manifest_free (SpurPluginManifest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPluginManifest, spur_plugin_manifest_free)
