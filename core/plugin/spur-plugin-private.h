/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <libxml/tree.h>

#include "core/plugin/spur-plugin.h"

/* The symbol that a plugin exports. */
#define SPUR_PLUGIN_SYMBOL "spur_plugin"

/* One thing that a plugin brings. */
typedef struct
{
  SpurPluginPart kind;
  const char *name;
  /* NULL for an event class. */
  const char *type_name;
  /* Its element; of a codec with what its inputs look like. NULL, as the plugin is, where the
   * library brings it itself. */
  const xmlNode *node;
  SpurPlugin *plugin;
  /* Invalid until the plugin is loaded. */
  GType type;
} SpurPluginEntry;

/* How events of a class look; the attributes and their values by turns. */
typedef struct
{
  const char *class_name;
  const char **attributes;
} SpurPluginStyle;

typedef enum
{
  SPUR_PLUGIN_KNOWN,
  SPUR_PLUGIN_LOADING,
  SPUR_PLUGIN_LOADED,
  SPUR_PLUGIN_REFUSED,
} SpurPluginState;

/* What its manifest says that it brings, and what came of it. */
struct _SpurPlugin
{
  /* What most texts below are parts of. */
  xmlDoc *doc;
  char *path;
  const char *id;
  char *description;
  char *module_path;
  guint32 abi_major;
  guint32 abi_minor;
  GPtrArray *parts;  /* of SpurPluginEntry */
  GPtrArray *styles; /* of SpurPluginStyle */
  SpurPluginState state;
  GError *refusal;
};

/* Of a manifest. */
SpurPlugin *spur_plugin_new (const char *path, GError **error);

void spur_plugin_free (SpurPlugin *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPlugin, spur_plugin_free)

/* What people call it, as in "event class". */
const char *spur_plugin_part_get_word (SpurPluginPart part);
