/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/text/spur-format-output-private.h"

/* Texts and names on their way to and from XML. */

/* Writes a text for an attribute in double quotes, or between elements. With @has_escapes a
 * backslash begins an escape as in the container's header, and every byte comes back; without,
 * FALSE where the text has a character that XML does not have. */
gboolean
spur_xml_put_text (SpurFormatOutput *output, const char *text, gsize n_bytes, gboolean has_escapes);

/* Any name as the name of an element or attribute: what XML does not have in names, and the first
 * byte of names that have a meaning in XML or are one of @taken, becomes _xHH_. */
char *spur_xml_make_name (const char *name, const char *const *taken);

/* Any text back from spur_xml_make_name(); a name without such a part is what it is. */
char *spur_xml_read_name (const char *name, gsize n_bytes);

/*
 * Walks an XML document in memory, for traces with tens of millions of elements: nothing is copied,
 * nothing is allocated element by element. Complete as to XML 1.0 in UTF-8 but for one thing: a
 * document type is refused, so there are no entities but the five predefined ones, no defaults and
 * nothing outside of the document. The attributes of an element may be looked at in any way; that
 * no two have the same name is for the caller to see, who knows which names there may be, or asks
 * spur_xml_scanner_find_twice().
 */

#define SPUR_XML_MAX_DEPTH 64
#define SPUR_XML_MAX_ATTRIBUTES 256
#define SPUR_XML_MAX_NAME_BYTES 1000
#define SPUR_XML_MAX_TEXT_BYTES (1u << 20)

typedef struct
{
  const char *begin;
  const char *end;
} SpurSlice;

static inline gsize
spur_slice_get_n_bytes (const SpurSlice *self)
{
  return (gsize) (self->end - self->begin);
}

typedef struct
{
  SpurSlice name;
  SpurSlice value;
  /* Whether the value has references, white space that stands for a blank, or a backslash. */
  gboolean is_coded;
} SpurXmlAttribute;

typedef enum
{
  SPUR_XML_ERROR,
  SPUR_XML_END_OF_DOCUMENT,
  /* name, attributes, is_empty: without an end of its own */
  SPUR_XML_BEGIN,
  /* name */
  SPUR_XML_END,
  /* text, kind, is_coded, is_blank; CDATA sections come as texts of their own */
  SPUR_XML_TEXT,
} SpurXmlToken;

typedef enum
{
  SPUR_XML_VALUE,
  SPUR_XML_PLAIN,
  SPUR_XML_LITERAL,
} SpurXmlTextKind;

typedef struct
{
  const char *begin;
  const char *start;
  const char *at;
  const char *end;
  /* Texts of white space alone are passed over, but where the caller sets this. */
  gboolean keeps_blanks;

  SpurSlice name;
  guint n_attributes;
  SpurXmlAttribute attributes[SPUR_XML_MAX_ATTRIBUTES];
  gboolean is_empty;
  SpurSlice text;
  gboolean is_coded;
  gboolean is_blank;
  SpurXmlTextKind kind;

  guint depth;
  SpurSlice open[SPUR_XML_MAX_DEPTH];
  gboolean is_behind_root;

  const char *error_at;
  gboolean is_truncated;
  char error[200];
} SpurXmlScanner;

/* @text stays where it is until the scanner is not used any more. */
void spur_xml_scanner_init (SpurXmlScanner *self, const char *text, gsize n_bytes);

SpurXmlToken spur_xml_scanner_next (SpurXmlScanner *self);

/* The first attribute whose name another one before it has, or -1. */
int spur_xml_scanner_find_twice (const SpurXmlScanner *self);

/* Counts from 1; walks the document. */
guint64 spur_xml_scanner_get_line (const SpurXmlScanner *self, const char *at);

/* The text with references resolved and white space normalised as its kind asks for; never longer
 * than it was. @out may be where the text is. Gives the end. */
char *spur_xml_decode (const char *text, const char *end, SpurXmlTextKind kind, char *out);

/* The document in UTF-8, from what it says of its encoding: @bytes itself, or a copy. */
GBytes *spur_xml_to_utf8 (GBytes *bytes, GError **error);
