/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-registry.h"

G_BEGIN_DECLS

/**
 * SPUR_ABI_MAJOR:
 *
 * Plugins of another major version are refused.
 *
 * Since: 1.0
 */
#define SPUR_ABI_MAJOR 1

/**
 * SPUR_ABI_MINOR:
 *
 * Plugins of a newer minor version are refused.
 *
 * Since: 1.0
 */
#define SPUR_ABI_MINOR 0

/**
 * SpurPluginPart:
 * @SPUR_PLUGIN_PART_CODEC: a class derived from #SpurCodec, by the name of its format
 * @SPUR_PLUGIN_PART_EVENT_CLASS: a class derived from #SpurEvent, by its name in traces
 * @SPUR_PLUGIN_PART_MONITOR: a class derived from #SpurMonitor
 * @SPUR_PLUGIN_PART_VISUALIZER: a visualizer class
 * @SPUR_PLUGIN_PART_VIEW: a view class, by the name under which it is asked for
 *
 * What a plugin can bring.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_PLUGIN_PART_CODEC,
  SPUR_PLUGIN_PART_EVENT_CLASS,
  SPUR_PLUGIN_PART_MONITOR,
  SPUR_PLUGIN_PART_VISUALIZER,
  SPUR_PLUGIN_PART_VIEW,
} SpurPluginPart;

typedef struct _SpurPlugin SpurPlugin;

/**
 * SpurPluginRegisterFunc:
 * @plugin: the plugin that is being loaded
 * @error: return location for an error
 *
 * Adds what the plugin brings, with spur_plugin_add_type().
 *
 * Returns: %FALSE with @error set where it could not
 *
 * Since: 1.0
 */
typedef gboolean (*SpurPluginRegisterFunc) (SpurPlugin *plugin, GError **error);

/**
 * SpurPluginDescriptor:
 * @struct_size: size of this structure as the plugin knows it
 * @abi_major: %SPUR_ABI_MAJOR of the headers that it was built with
 * @abi_minor: %SPUR_ABI_MINOR of these headers
 * @id: the plugin's name, as in its manifest
 * @description: one sentence
 * @register_types: adds what the plugin brings
 *
 * The one symbol that a plugin exports, under the name "spur_plugin". The first three members
 * are read before anything else is.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 struct_size;
  guint32 abi_major;
  guint32 abi_minor;
  const char *id;
  const char *description;
  SpurPluginRegisterFunc register_types;
} SpurPluginDescriptor;

/**
 * SPUR_PLUGIN_DEFINE:
 * @plugin_id: the plugin's name, unquoted
 * @plugin_description: one sentence
 * @plugin_register: a #SpurPluginRegisterFunc
 *
 * Defines the descriptor of a plugin.
 *
 * Since: 1.0
 */
#define SPUR_PLUGIN_DEFINE(plugin_id, plugin_description, plugin_register)                         \
  __attribute__ ((visibility ("default"))) extern const SpurPluginDescriptor spur_plugin;          \
  const SpurPluginDescriptor spur_plugin = { sizeof (SpurPluginDescriptor),                        \
                                             SPUR_ABI_MAJOR,                                       \
                                             SPUR_ABI_MINOR,                                       \
                                             #plugin_id,                                           \
                                             plugin_description,                                   \
                                             plugin_register };

SPUR_AVAILABLE_IN_ALL
const char *spur_plugin_get_id (SpurPlugin *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_plugin_get_description (SpurPlugin *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_plugin_get_path (SpurPlugin *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_plugin_is_loaded (SpurPlugin *self);

SPUR_AVAILABLE_IN_ALL
char **spur_plugin_dup_names (SpurPlugin *self, SpurPluginPart part);

SPUR_AVAILABLE_IN_ALL
gboolean spur_plugin_load (SpurPlugin *self, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_plugin_add_type (SpurPlugin *self, GType type, GError **error);

G_END_DECLS
