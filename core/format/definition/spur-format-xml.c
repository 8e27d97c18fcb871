/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/format/definition/spur-format-xml-internal.h"

#include <string.h>

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <stdlib.h>

#include "core/base/spur-install-dirs-private.h"
#include "core/format/xml/spur-xml-scanner-private.h"
#include "core/format/xml/spur-xml-schema-internal.h"

/* A document's tree takes some 30 times its bytes. */
#define MAX_BYTES (1024 * 1024)

char *
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

static char *
read_file (const char *path, gsize *n_bytes, GError **error)
{
  g_autofree char *text = NULL;
  GStatBuf facts;

  if (g_stat (path, &facts) != 0)
    {
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING, "%s: no such file", path);
      return NULL;
    }
  if (!S_ISREG (facts.st_mode))
    {
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s: is not a regular file",
                   path);
      return NULL;
    }
  if (facts.st_size > MAX_BYTES)
    {
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                   "%s: has %" G_GINT64_FORMAT " bytes, it may have %d", path,
                   (gint64) facts.st_size, MAX_BYTES);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, n_bytes, error))
    return NULL;
  return g_steal_pointer (&text);
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
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  spur_xml_scanner_init (scanner, g_bytes_get_data (document, NULL), g_bytes_get_size (document));
  do
    token = spur_xml_scanner_next (scanner);
  while (token > SPUR_XML_END_OF_DOCUMENT);
  if (token == SPUR_XML_END_OF_DOCUMENT)
    return TRUE;
  g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s:%" G_GUINT64_FORMAT ": %s",
               path, spur_xml_scanner_get_line (scanner, scanner->error_at), scanner->error);
  return FALSE;
}

static xmlDoc *
parse_document (const char *path, const char *text, gsize n_bytes, GError **error)
{
  xmlParserCtxt *parser;
  gboolean is_refused;
  xmlDoc *doc;

  if (n_bytes > MAX_BYTES)
    {
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                   "%s: has %" G_GSIZE_FORMAT " bytes, it may have %d", path, n_bytes, MAX_BYTES);
      return NULL;
    }
  if (!check_limits (path, text, n_bytes, error))
    return NULL;
  xmlInitParser ();
  parser = xmlNewParserCtxt ();
  parser->sax->internalSubset = refuse_document_type;
  doc = xmlCtxtReadMemory (parser, text, (int) n_bytes, path, NULL,
                           XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  is_refused = parser->_private != NULL;
  if (is_refused)
    spur_xml_set_error (error, path, NULL, "has a document type; take it out");
  else if (doc == NULL)
    spur_xml_set_error (error, path, xmlCtxtGetLastError (parser), "is not well-formed XML");
  xmlFreeParserCtxt (parser);
  if (is_refused && doc != NULL)
    g_clear_pointer (&doc, xmlFreeDoc);
  return doc;
}

static gboolean
validate_document (xmlDoc *doc, const char *path, const char *name, GError **error)
{
  g_autoptr (SpurXmlSchema) schema = spur_xml_schema_new (name, error);

  return schema != NULL && spur_xml_schema_validate (schema, doc, path, error);
}

xmlDoc *
spur_format_xml_read (
  const char *path, const char *text, gsize n_bytes, const char *schema, GError **error)
{
  g_autofree char *own = NULL;
  xmlDoc *doc;

  if (text == NULL)
    text = own = read_file (path, &n_bytes, error);
  if (text == NULL)
    return NULL;
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

char *
spur_format_xml_dup (const xmlNode *node, const char *attribute)
{
  xmlChar *value = xmlGetNoNsProp ((xmlNode *) node, (const xmlChar *) attribute);
  char *copy = g_strdup ((const char *) value);

  xmlFree (value);
  return copy;
}

GHashTable *
spur_format_xml_dup_attributes (const xmlNode *node)
{
  GHashTable *attributes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
    g_hash_table_insert (attributes, g_strdup ((const char *) attribute->name),
                         spur_format_xml_dup (node, (const char *) attribute->name));
  return attributes;
}

gboolean
spur_format_xml_get_flag (const xmlNode *node, const char *attribute)
{
  g_autofree char *value = spur_format_xml_dup (node, attribute);

  return g_strcmp0 (value, "true") == 0;
}
