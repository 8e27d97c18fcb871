/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/spur-codec.h"
#include "core/format/spur-format.h"
#include "core/record/monitor/spur-monitor.h"

G_BEGIN_DECLS

/**
 * SPUR_PLUGIN_ERROR:
 *
 * Errors of plugins and projects.
 *
 * Since: 1.0
 */
#define SPUR_PLUGIN_ERROR (spur_plugin_error_quark ())

/**
 * SpurPluginError:
 * @SPUR_PLUGIN_ERROR_MANIFEST: the manifest or project file is not valid
 * @SPUR_PLUGIN_ERROR_ABI: built for another version of Spur
 * @SPUR_PLUGIN_ERROR_LOAD: the module cannot be loaded, or is no plugin
 * @SPUR_PLUGIN_ERROR_DUPLICATE: brings what is there already
 * @SPUR_PLUGIN_ERROR_MISSING: there is no such project, or what it names is not there
 *
 * Errors of the domain %SPUR_PLUGIN_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_PLUGIN_ERROR_MANIFEST,
  SPUR_PLUGIN_ERROR_ABI,
  SPUR_PLUGIN_ERROR_LOAD,
  SPUR_PLUGIN_ERROR_DUPLICATE,
  SPUR_PLUGIN_ERROR_MISSING,
} SpurPluginError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_plugin_error_quark (void);

#define SPUR_TYPE_REGISTRY (spur_registry_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurRegistry, spur_registry, SPUR, REGISTRY, GObject)

SPUR_AVAILABLE_IN_ALL
SpurRegistry *spur_registry_new (void);

SPUR_AVAILABLE_IN_ALL
SpurRegistry *spur_registry_get_default (void);

SPUR_AVAILABLE_IN_ALL
void spur_registry_add_folder (SpurRegistry *self, const char *folder);

SPUR_AVAILABLE_IN_ALL
void spur_registry_add_default_folders (SpurRegistry *self);

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_registry_get_plugins (SpurRegistry *self);

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_registry_get_problems (SpurRegistry *self);

SPUR_AVAILABLE_IN_ALL
GType spur_registry_find_event_type (SpurRegistry *self, const char *class_name);

SPUR_AVAILABLE_IN_ALL
char **spur_registry_dup_looks (SpurRegistry *self, const SpurEventLayout *layout);

SPUR_AVAILABLE_IN_ALL
const char *const *spur_registry_find_style (SpurRegistry *self, const char *class_name);

SPUR_AVAILABLE_IN_ALL
GType spur_registry_find_visualizer (SpurRegistry *self, const SpurEventLayout *layout);

SPUR_AVAILABLE_IN_ALL
gboolean spur_registry_add_visualizer (SpurRegistry *self,
                                       const char *class_name,
                                       GType type,
                                       GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_registry_add_view (SpurRegistry *self, const char *name, GType type, GError **error);

SPUR_AVAILABLE_IN_ALL
GType spur_registry_find_view (SpurRegistry *self, const char *name, GError **error);

SPUR_AVAILABLE_IN_ALL
char **spur_registry_dup_views (SpurRegistry *self);

SPUR_AVAILABLE_IN_ALL
void spur_registry_set_factories (SpurRegistry *self, SpurFactories *factories);

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_registry_get_formats (SpurRegistry *self);

SPUR_AVAILABLE_IN_ALL
SpurFormat *spur_registry_find_format (SpurRegistry *self, const char *name);

SPUR_AVAILABLE_IN_ALL
SpurTrace *
spur_registry_open_trace (SpurRegistry *self, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_registry_open_trace_as (
  SpurRegistry *self, const char *path, const char *format, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_registry_open_pipe (SpurRegistry *self,
                                    int fd,
                                    const char *place,
                                    const char *format,
                                    const SpurJob *job,
                                    GError **error);

SPUR_AVAILABLE_IN_ALL
SpurCodec *spur_registry_find_codec (SpurRegistry *self, const char *path, char **file);

SPUR_AVAILABLE_IN_ALL
void spur_registry_adopt_container (SpurRegistry *self, SpurTrace *trace, const char *path);

SPUR_AVAILABLE_IN_ALL
gboolean spur_registry_is_native (SpurRegistry *self, const char *path);

SPUR_AVAILABLE_IN_ALL
SpurMonitor *spur_registry_make_monitor (SpurRegistry *self, const char *name, GError **error);

SPUR_AVAILABLE_IN_ALL
char **spur_registry_dup_monitors (SpurRegistry *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_registry_is_foreign_name (SpurRegistry *self, const char *path);

G_END_DECLS
