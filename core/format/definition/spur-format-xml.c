/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/format/definition/spur-format-xml-internal.h"

#include <string.h>

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <stdlib.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-install-dirs-private.h"
#include "core/format/xml/spur-xml-scanner-private.h"

/* A document's tree takes some 30 times its bytes. */
#define MAX_BYTES (1024 * 1024)

/* Where a schema or definition is: @name in the folders of SPUR_SCHEMA_PATH, then where Spur is
 * installed; %NULL where it is nowhere. */
static char *
spur_format_xml_find_file (const char *name)
{
  const char *path = secure_getenv ("SPUR_SCHEMA_PATH");
  g_auto (GStrv) folders = g_strsplit (path != NULL ? path : "", G_SEARCHPATH_SEPARATOR_S, -1);
  g_autofree char *installed = g_build_filename (spur_install_dirs_get ()->schemas, name, NULL);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *file = g_build_filename (folders[i], name, NULL);

      if (*folders[i] != '\0' && g_file_test (file, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&file);
    }
  return g_file_test (installed, G_FILE_TEST_EXISTS) ? g_steal_pointer (&installed) : NULL;
}

gboolean
spur_format_xml_check_file (const char *path, gint64 *n_bytes, GError **error)
{
  GStatBuf facts;

  if (g_stat (path, &facts) != 0)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING, "%s: no such file",
                           path);
  if (!S_ISREG (facts.st_mode))
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: is not a regular file", path);
  if (n_bytes != NULL)
    *n_bytes = facts.st_size;
  return TRUE;
}

static gboolean
check_size (const char *path, gint64 n_bytes, GError **error)
{
  return n_bytes <= MAX_BYTES ||
         spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s: has %" G_GINT64_FORMAT " bytes, it may have %d", path, n_bytes,
                         MAX_BYTES);
}

/* Of several complaints the first counts; what follows is a consequence of it. */
typedef struct
{
  const char *path;
  GError *error;
} Complaint;

static void
set_error (GError **error, const char *path, const xmlError *problem, const char *otherwise)
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
    set_error (&complaint->error, complaint->path, problem, NULL);
}

static void
hand_on (Complaint *complaint, const char *otherwise, GError **error)
{
  if (complaint->error == NULL)
    set_error (&complaint->error, complaint->path, NULL, otherwise);
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
      set_error (error, path, NULL, "cannot be read");
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

/* A schema is compiled once, since that costs more than what it is held against. Call with the lock
 * held. */
static xmlRelaxNG *
get_grammar (const char *name, GError **error)
{
  static GHashTable *grammars;
  g_autofree char *path = spur_format_xml_find_file (name);
  xmlRelaxNG *grammar;

  if (path == NULL)
    return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
                                "%s: the schema is not there; install Spur, or name its folder in "
                                "SPUR_SCHEMA_PATH",
                                name);
  if (grammars == NULL)
    grammars = g_hash_table_new (g_str_hash, g_str_equal);
  grammar = g_hash_table_lookup (grammars, path);
  if (grammar == NULL)
    {
      grammar = parse_grammar (path, error);
      if (grammar != NULL)
        g_hash_table_insert (grammars, g_steal_pointer (&path), grammar);
    }
  return grammar;
}

static gboolean
validate_document (xmlDoc *doc, const char *path, const char *schema, GError **error)
{
  static GMutex lock;
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  xmlRelaxNG *grammar = get_grammar (schema, error);
  xmlRelaxNGValidCtxt *validator;
  Complaint complaint = { path, NULL };
  int result;

  if (grammar == NULL)
    return FALSE;
  validator = xmlRelaxNGNewValidCtxt (grammar);
  xmlRelaxNGSetValidStructuredErrors (validator, note_complaint, &complaint);
  result = xmlRelaxNGValidateDoc (validator, doc);
  xmlRelaxNGFreeValidCtxt (validator);
  if (result != 0)
    hand_on (&complaint, "is not valid", error);
  g_clear_error (&complaint.error);
  return result == 0;
}

/* Entities could only be declared in a document type, so parsing ends where one begins. */
static void
refuse_document_type (gpointer data,
                      const xmlChar *name,
                      const xmlChar *external_id,
                      const xmlChar *system_id)
{
  xmlParserCtxt *parser = data;

  parser->_private = parser;
  xmlStopParser (parser);
}

/* Some work of libxml2 grows with the square of the attributes of an element, so limits are held
 * before it sees the document. */
static gboolean
check_limits (const char *path, const char *text, gsize n_bytes, GError **error)
{
  g_autofree SpurXmlScanner *scanner = g_new (SpurXmlScanner, 1);
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, n_bytes);
  g_autoptr (GBytes) document = spur_xml_to_utf8 (bytes, error);
  SpurXmlToken token;

  if (document == NULL)
    return spur_error_prefix (error, "%s: ", path);
  spur_xml_scanner_init (scanner, g_bytes_get_data (document, NULL), g_bytes_get_size (document));
  do
    token = spur_xml_scanner_next (scanner);
  while (token > SPUR_XML_END_OF_DOCUMENT);
  if (token == SPUR_XML_END_OF_DOCUMENT)
    return TRUE;
  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s:%" G_GUINT64_FORMAT ": %s", path,
                         spur_xml_scanner_get_line (scanner, scanner->error_at), scanner->error);
}

static xmlDoc *
parse_document (const char *path, const char *text, gsize n_bytes, GError **error)
{
  xmlParserCtxt *parser;
  gboolean is_refused;
  xmlDoc *doc;

  if (!check_size (path, (gint64) n_bytes, error) || !check_limits (path, text, n_bytes, error))
    return NULL;
  xmlInitParser ();
  parser = xmlNewParserCtxt ();
  parser->sax->internalSubset = refuse_document_type;
  doc = xmlCtxtReadMemory (parser, text, (int) n_bytes, path, NULL,
                           XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  is_refused = parser->_private != NULL;
  if (is_refused)
    set_error (error, path, NULL, "has a document type; take it out");
  else if (doc == NULL)
    set_error (error, path, xmlCtxtGetLastError (parser), "is not well-formed XML");
  xmlFreeParserCtxt (parser);
  if (is_refused && doc != NULL)
    g_clear_pointer (&doc, xmlFreeDoc);
  return doc;
}

xmlDoc *
spur_format_xml_read (
  const char *path, const char *text, gsize n_bytes, const char *schema, GError **error)
{
  g_autofree char *own = NULL;
  gint64 n_file_bytes;
  xmlDoc *doc;

  if (text == NULL && (!spur_format_xml_check_file (path, &n_file_bytes, error) ||
                       !check_size (path, n_file_bytes, error) ||
                       !g_file_get_contents (path, &own, &n_bytes, error)))
    return NULL;
  if (text == NULL)
    text = own;
  doc = parse_document (path, text, n_bytes, error);
  if (doc != NULL && schema != NULL && !validate_document (doc, path, schema, error))
    g_clear_pointer (&doc, xmlFreeDoc);
  return doc;
}

gboolean
spur_format_xml_is (const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && strcmp ((const char *) node->name, name) == 0;
}

const xmlNode *
spur_format_xml_find (const xmlNode *node, const char *name)
{
  while (node != NULL && !spur_format_xml_is (node, name))
    node = node->next;
  return node;
}

const char *
spur_format_xml_get (const xmlNode *node, const char *attribute)
{
  const xmlAttr *found = xmlHasNsProp ((xmlNode *) node, (const xmlChar *) attribute, NULL);

  if (found == NULL)
    return NULL;
  /* Without a document type there are no entities, so a value is one text. */
  return found->children != NULL ? (const char *) found->children->content : "";
}

gboolean
spur_format_xml_get_flag (const xmlNode *node, const char *attribute)
{
  return g_strcmp0 (spur_format_xml_get (node, attribute), "true") == 0;
}

guint64
spur_format_xml_get_number (const xmlNode *node, const char *attribute, guint64 otherwise)
{
  const char *text = spur_format_xml_get (node, attribute);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : otherwise;
}

char *
spur_format_xml_dup_text (const xmlNode *node)
{
  xmlChar *text = xmlNodeGetContent (node);
  char *copy = g_strstrip (g_strdup ((const char *) text));

  xmlFree (text);
  return copy;
}

guint
spur_format_xml_get_line (const xmlNode *node)
{
  return (guint) xmlGetLineNo ((xmlNode *) node);
}
