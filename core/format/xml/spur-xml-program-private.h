/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-bytes-private.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/xml/spur-xml-scanner-private.h"

/* Where an item of a record is in the XML document. */
typedef enum
{
  SPUR_XML_AS_NOTHING,
  /* key="time": an attribute of the record's element. */
  SPUR_XML_AS_ATTRIBUTE,
  /* No key: the name of the record's element says the class. */
  SPUR_XML_AS_NAME,
  /* key=".": the text in the record's element. */
  SPUR_XML_AS_TEXT,
  /* key="msg/.": the text in an element in the record's element. */
  SPUR_XML_AS_CHILD_TEXT,
  /* key="msg/@lang" */
  SPUR_XML_AS_CHILD_ATTRIBUTE,
  /* key="../@host": an attribute of the nearest element around the record's that has it. */
  SPUR_XML_AS_OUTER_ATTRIBUTE,
} SpurXmlPlace;

typedef struct
{
  const SpurFormatOp *op;
  SpurXmlPlace place;
  /* Names as they are in the document. */
  char *child;
  gsize n_child_bytes;
  /* The first item of a child writes the whole of it. */
  gboolean is_first_of_child;
  char *name;
  gsize n_name_bytes;
  /* What is written before the value of an attribute: « name="». */
  char *lead;
  gsize n_lead_bytes;
} SpurXmlItem;

/* What XML adds to a program of records; the program's data. */
typedef struct
{
  SpurFormatProgram *program;
  char *element;
  gsize n_element_bytes;
  /* Where to begin: «<element». */
  char *begin;
  gsize n_begin_bytes;
  guint n_items;
  SpurXmlItem *items;
  /* Items that every record must have, and those of which something is around the record. */
  guint64 required[2];
  gboolean has_outer;
  /* More than attributes. */
  gboolean has_content;
} SpurXmlProgram;

/* At most this many items has a record. */
#define SPUR_XML_MAX_ITEMS 128

/* What the <xml> element of a definition says. */
typedef struct
{
  const char *root;
  const char *namespace;
  /* The element of every event, where its name does not say the class; else NULL. */
  const char *record;
  char **containers;
  /* What is counted as lost of elements that no rule describes; NULL: they are errors. */
  const char *others;
  gboolean has_escapes;
  /* The attribute that says the class; NULL where the element's name does, or there is one rule. */
  const char *class_key;
  const SpurFormatRule *only_rule;
} SpurXmlFormat;

/* Made on first use and kept in the program; NULL with an error where the rule cannot be XML. */
SpurXmlProgram *spur_xml_program_get (const SpurFormatDefinition *definition,
                                      SpurFormatProgram *program,
                                      GError **error);

/* The element of a definition, as in "object". */
const char *spur_xml_get_define_name (const SpurFormatRule *rule, SpurFormatDefine define);

gboolean spur_xml_read (SpurFormatBuilder *builder);

gboolean spur_xml_write (SpurFormatSource *self);

static inline gboolean
spur_slice_is (const SpurSlice *slice, const char *name, gsize n_bytes)
{
  return spur_slice_get_n_bytes (slice) == n_bytes &&
         spur_bytes_are_same (slice->begin, name, n_bytes);
}
