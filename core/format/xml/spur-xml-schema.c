/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/format/xml/spur-xml-schema-internal.h"

#include <libxml/parser.h>
#include <libxml/relaxng.h>

#include "core/format/definition/spur-format-xml-internal.h"

struct _SpurXmlSchema
{
  xmlRelaxNG *grammar;
};

/* Of several complaints the first counts; what follows is a consequence of it. */
typedef struct
{
  const char *path;
  GError *error;
} Complaint;

void
spur_xml_set_error (GError **error,
                    const char *path,
                    const xmlError *problem,
                    const char *otherwise)
{
  g_autofree char *text = NULL;

  if (problem == NULL)
    {
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s: %s", path, otherwise);
      return;
    }
  text = g_strstrip (g_strdup (problem->message != NULL ? problem->message : "no reason given"));
  g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s:%d: %s", path, problem->line,
               text);
}

static void
note_complaint (gpointer data, xmlError *problem)
{
  Complaint *complaint = data;

  if (complaint->error == NULL && problem != NULL)
    spur_xml_set_error (&complaint->error, complaint->path, problem, NULL);
}

static void
hand_on (Complaint *complaint, const char *otherwise, GError **error)
{
  if (complaint->error == NULL)
    spur_xml_set_error (&complaint->error, complaint->path, NULL, otherwise);
  g_propagate_error (error, g_steal_pointer (&complaint->error));
}

static xmlRelaxNG *
parse_grammar (const char *path, GError **error)
{
  xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt (path);
  Complaint complaint = { path, NULL };
  xmlRelaxNG *grammar;

  if (parser == NULL)
    {
      spur_xml_set_error (error, path, NULL, "cannot be read");
      return NULL;
    }
  xmlRelaxNGSetParserStructuredErrors (parser, note_complaint, &complaint);
  grammar = xmlRelaxNGParse (parser);
  xmlRelaxNGFreeParserCtxt (parser);
  if (grammar == NULL)
    hand_on (&complaint, "is no RELAX NG schema", error);
  g_clear_error (&complaint.error);
  return grammar;
}

SpurXmlSchema *
spur_xml_schema_new (const char *name, GError **error)
{
  g_autofree char *path = spur_format_xml_find_file (name);
  SpurXmlSchema *self;
  xmlRelaxNG *grammar;

  if (path == NULL)
    {
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
                   "%s: the schema is not there; install Spur, or name its folder in "
                   "SPUR_SCHEMA_PATH",
                   name);
      return NULL;
    }
  xmlInitParser ();
  grammar = parse_grammar (path, error);
  if (grammar == NULL)
    return NULL;
  self = g_new (SpurXmlSchema, 1);
  self->grammar = grammar;
  return self;
}

void
spur_xml_schema_free (SpurXmlSchema *self)
{
  xmlRelaxNGFree (self->grammar);
  g_free (self);
}

gboolean
spur_xml_schema_validate (SpurXmlSchema *self, xmlDoc *doc, const char *path, GError **error)
{
  xmlRelaxNGValidCtxt *validator = xmlRelaxNGNewValidCtxt (self->grammar);
  Complaint complaint = { path, NULL };
  int result;

  xmlRelaxNGSetValidStructuredErrors (validator, note_complaint, &complaint);
  result = xmlRelaxNGValidateDoc (validator, doc);
  xmlRelaxNGFreeValidCtxt (validator);
  if (result != 0)
    hand_on (&complaint, "is not valid", error);
  g_clear_error (&complaint.error);
  return result == 0;
}
