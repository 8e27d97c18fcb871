/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin-schema-private.h"

#include "core/format/definition/spur-format-xml-internal.h"
#include "core/format/xml/spur-xml-schema-internal.h"
#include "core/plugin/spur-registry.h"

struct _SpurPluginSchema
{
  SpurXmlSchema *schema;
};

static gpointer
hand_on (GError *problem, GError **error)
{
  g_set_error_literal (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST, problem->message);
  return NULL;
}

SpurPluginSchema *
spur_plugin_schema_new (const char *file, GError **error)
{
  g_autoptr (GError) problem = NULL;
  SpurXmlSchema *schema = spur_xml_schema_new (file, &problem);
  SpurPluginSchema *self;

  if (schema == NULL)
    return hand_on (problem, error);
  self = g_new (SpurPluginSchema, 1);
  self->schema = schema;
  return self;
}

void
spur_plugin_schema_free (SpurPluginSchema *self)
{
  spur_xml_schema_free (self->schema);
  g_free (self);
}

xmlDoc *
spur_plugin_schema_read (SpurPluginSchema *self, const char *path, GError **error)
{
  g_autoptr (GError) problem = NULL;
  xmlDoc *doc = spur_format_xml_read (path, NULL, 0, NULL, &problem);

  if (doc != NULL && !spur_xml_schema_validate (self->schema, doc, path, &problem))
    g_clear_pointer (&doc, xmlFreeDoc);
  return doc != NULL ? doc : hand_on (problem, error);
}
