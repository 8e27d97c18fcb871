/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin-schema-private.h"

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>

#include "core/format/spur-format-xml-private.h"
#include "core/plugin/spur-registry.h"

#define MAX_MANIFEST_BYTES (256 * 1024)

struct _SpurPluginSchema
{
  xmlRelaxNG *grammar;
};

/* The first complaint of libxml2; what follows is a consequence of it. */
typedef struct
{
  const char *path;
  char *message;
} Complaint;

static void
note_complaint (gpointer data, xmlError *problem)
{
  Complaint *complaint = data;
  g_autofree char *text = NULL;

  if (complaint->message != NULL || problem == NULL)
    return;
  text = g_strstrip (g_strdup (problem->message != NULL ? problem->message : "no reason given"));
  complaint->message = g_strdup_printf ("%s:%d: %s", complaint->path, problem->line, text);
}

static void
set_manifest_error (GError **error, Complaint *complaint, const char *otherwise)
{
  if (complaint->message != NULL)
    g_set_error_literal (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST, complaint->message);
  else
    g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST, "%s: %s", complaint->path,
                 otherwise);
  g_clear_pointer (&complaint->message, g_free);
}

static char *
find_schema (const char *name, GError **error)
{
  g_autofree char *path = spur_format_xml_find_file (name);

  if (path != NULL)
    return g_steal_pointer (&path);
  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
               "%s: the schema is not there; install Spur, or name its folder in "
               "SPUR_SCHEMA_PATH",
               name);
  return NULL;
}

SpurPluginSchema *
spur_plugin_schema_new (const char *file, GError **error)
{
  g_autofree char *path = find_schema (file, error);
  Complaint complaint = { path, NULL };
  SpurPluginSchema *self;
  xmlRelaxNGParserCtxt *parser;
  xmlRelaxNG *grammar;

  if (path == NULL)
    return NULL;

  xmlInitParser ();
  parser = xmlRelaxNGNewParserCtxt (path);
  if (parser == NULL)
    {
      set_manifest_error (error, &complaint, "cannot be read");
      return NULL;
    }
  xmlRelaxNGSetParserStructuredErrors (parser, note_complaint, &complaint);
  grammar = xmlRelaxNGParse (parser);
  xmlRelaxNGFreeParserCtxt (parser);
  if (grammar == NULL)
    {
      set_manifest_error (error, &complaint, "is no RELAX NG schema");
      return NULL;
    }
  g_free (complaint.message);
  self = g_new (SpurPluginSchema, 1);
  self->grammar = grammar;
  return self;
}

void
spur_plugin_schema_free (SpurPluginSchema *self)
{
  xmlRelaxNGFree (self->grammar);
  g_free (self);
}

static char *
read_manifest (const char *path, gsize *n_bytes, GError **error)
{
  GStatBuf facts;
  g_autofree char *text = NULL;

  if (g_stat (path, &facts) != 0 || !S_ISREG (facts.st_mode))
    {
      g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
                   "%s: is not a regular file", path);
      return NULL;
    }
  if (facts.st_size > MAX_MANIFEST_BYTES)
    {
      g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
                   "%s: has %" G_GINT64_FORMAT " bytes, it may have %d", path,
                   (gint64) facts.st_size, MAX_MANIFEST_BYTES);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, n_bytes, error))
    return NULL;
  return g_steal_pointer (&text);
}

static xmlDoc *
parse (const char *path, GError **error)
{
  g_autoptr (GError) problem = NULL;
  gsize n_bytes;
  g_autofree char *text = read_manifest (path, &n_bytes, error);
  xmlDoc *doc;

  if (text == NULL)
    return NULL;
  doc = spur_format_xml_read (path, text, n_bytes, NULL, &problem);
  if (doc == NULL)
    g_set_error_literal (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST, problem->message);
  return doc;
}

xmlDoc *
spur_plugin_schema_read (SpurPluginSchema *self, const char *path, GError **error)
{
  xmlDoc *doc = parse (path, error);
  Complaint complaint = { path, NULL };
  xmlRelaxNGValidCtxt *validator;
  int result;

  if (doc == NULL)
    return NULL;

  validator = xmlRelaxNGNewValidCtxt (self->grammar);
  xmlRelaxNGSetValidStructuredErrors (validator, note_complaint, &complaint);
  result = xmlRelaxNGValidateDoc (validator, doc);
  xmlRelaxNGFreeValidCtxt (validator);
  if (result != 0)
    {
      set_manifest_error (error, &complaint, "is not valid");
      xmlFreeDoc (doc);
      return NULL;
    }
  g_free (complaint.message);
  return doc;
}
