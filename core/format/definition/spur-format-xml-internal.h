/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <libxml/tree.h>

#include "core/format/spur-codec.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (xmlDoc, xmlFreeDoc)

/* XML from outside: without network, entities and document types, and held against a RELAX NG
 * schema. Errors are SPUR_FORMAT_ERROR and begin with file:line. */

/* Reads a document of at most @max_bytes; NULL @text reads the file @path, else @path is only its
 * name in errors. @schema is a file as in "format.rng" of SPUR_SCHEMA_PATH or of the installation;
 * NULL to hold it against none. Free with xmlFreeDoc(). */
xmlDoc *spur_format_xml_read (
  const char *path, const char *text, gsize n_bytes, const char *schema, GError **error);

/* Whether it is a regular file, and of how many bytes. */
gboolean spur_format_xml_check_file (const char *path, gint64 *n_bytes, GError **error);

gboolean spur_format_xml_is (const xmlNode *node, const char *name);

/* The first element of the name from @node on, among it and what follows it in its parent; NULL for
 * none. */
const xmlNode *spur_format_xml_find (const xmlNode *node, const char *name);

/* An attribute, for as long as the document lives; NULL where it is not there. */
const char *spur_format_xml_get (const xmlNode *node, const char *attribute);

gboolean spur_format_xml_get_flag (const xmlNode *node, const char *attribute);

/* A whole number that the schema has checked. */
guint64 spur_format_xml_get_number (const xmlNode *node, const char *attribute, guint64 otherwise);

/* (transfer full): What is in an element, without white space around it. */
char *spur_format_xml_dup_text (const xmlNode *node);

guint spur_format_xml_get_line (const xmlNode *node);
