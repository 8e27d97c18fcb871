/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/plugin/spur-validate.h"

#include <string.h>

#include "core/format/definition/spur-format-xml-internal.h"
#include "core/plugin/spur-project.h"
#include "core/plugin/spur-registry-private.h"

/* What a document is, by the namespace of its outermost element. */
static const struct
{
  const char *namespace;
  const char *schema;
  const char *what;
} kinds[] = {
  { "urn:spur:format:1", "format.rng", "format definition" },
  { "urn:spur:project:1", "project.rng", "project file" },
  { "urn:spur:plugin:1", "plugin.rng", "plugin manifest" },
  { "urn:spur:container:1", "container.rng", "container header" },
  { "urn:spur:container:2", "container.rng", "container header" },
};

static const char *
get_namespace (xmlDoc *doc)
{
  const xmlNode *root = xmlDocGetRootElement (doc);

  return root != NULL && root->ns != NULL ? (const char *) root->ns->href : "";
}

static int
find_kind (const char *namespace)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (strcmp (kinds[i].namespace, namespace) == 0)
        return (int) i;
    }
  return -1;
}

/* Everything that loading the project would do, in a registry that goes away again. */
static gboolean
check_project (const char *path, GError **error)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (SpurProject) project = NULL;
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  /* A bare name would be looked for as that of a project. */
  g_autofree char *file = g_build_filename (folder, base, NULL);

  spur_registry_add_default_folders (registry);
  project =
    spur_project_load (registry, strchr (path, G_DIR_SEPARATOR) != NULL ? path : file, error);
  return project != NULL;
}

/* A definition may fit the schema, and still name what is not there. */
static const char *
check_document (const char *path, guint kind, GError **error)
{
  g_autoptr (SpurFormat) format = NULL;
  xmlDoc *doc = spur_format_xml_read (path, NULL, 0, kinds[kind].schema, error);

  if (doc == NULL)
    return NULL;
  xmlFreeDoc (doc);
  if (strcmp (kinds[kind].schema, "project.rng") == 0)
    return check_project (path, error) ? kinds[kind].what : NULL;
  if (strcmp (kinds[kind].schema, "format.rng") != 0)
    return kinds[kind].what;
  format = spur_format_new_from_file (path, error);
  return format != NULL ? kinds[kind].what : NULL;
}

/**
 * spur_validate:
 * @path: a format definition, project file, plugin manifest, header of a container as XML, or a
 *   container
 * @error: return location for an error
 *
 * Finds out what a file is, by its XML namespace, and checks it: against its schema, and a format
 * definition also for what a schema cannot say. A project is valid where it can be loaded: with its
 * plugins and its formats. A file of XML may have 1 MiB; it is read without
 * network, document types and entities are refused.
 *
 * Returns: (transfer none): what the file is, as in "format definition", or %NULL with
 *   %SPUR_FORMAT_ERROR_DATA or %SPUR_FORMAT_ERROR_MISSING and a message that begins with file:line,
 *   or with the error of spur_container_open() or spur_project_load()
 *
 * Since: 1.0
 */
const char *
spur_validate (const char *path, GError **error)
{
  g_autoptr (SpurTrace) trace = NULL;
  gboolean is_container;
  xmlDoc *doc;
  int kind;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  trace = spur_registry_open_container (path, &is_container, error);
  if (is_container)
    return trace != NULL ? "container" : NULL;
  doc = spur_format_xml_read (path, NULL, 0, NULL, error);
  if (doc == NULL)
    return NULL;
  kind = find_kind (get_namespace (doc));
  if (kind < 0)
    g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN,
                 "%s:%ld: the namespace “%.60s” is none of urn:spur:format:1, urn:spur:project:1, "
                 "urn:spur:plugin:1 and urn:spur:container:1",
                 path, xmlGetLineNo (xmlDocGetRootElement (doc)), get_namespace (doc));
  xmlFreeDoc (doc);
  return kind >= 0 ? check_document (path, (guint) kind, error) : NULL;
}
