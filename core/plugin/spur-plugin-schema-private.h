/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <libxml/tree.h>

/* The RELAX NG grammar that manifests or project files are held against. */
typedef struct _SpurPluginSchema SpurPluginSchema;

/* @file: the schema's, as in "plugin.rng" */
SpurPluginSchema *spur_plugin_schema_new (const char *file, GError **error);

void spur_plugin_schema_free (SpurPluginSchema *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPluginSchema, spur_plugin_schema_free)

/* Parses and validates a file of at most 1 MiB; an error names the place as file:line. */
xmlDoc *spur_plugin_schema_read (SpurPluginSchema *self, const char *path, GError **error);
