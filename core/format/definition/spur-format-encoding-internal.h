/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-builder-private.h"
#include "core/format/definition/spur-format-source-private.h"
#include "core/format/spur-format.h"

/* How an encoding's element in a definition is compiled, and records by it read and written. */
struct _SpurFormatEncoding
{
  const char *element;
  /* Places in errors are lines, else bytes. */
  gboolean is_text;
  /* Whether entries of lists, hosts and programs are items. */
  gboolean has_entries;
  /* Whether definitions may have columns of their own. */
  gboolean has_definitions_apart;

  /* Checks what the schema cannot, and may set definition->compiled. */
  gboolean (*compile) (SpurFormatDefinition *definition, GError **error);
  void (*free_compiled) (gpointer compiled);

  /* Whether a file that begins so may be of the format; NULL where the encoding cannot tell. */
  gboolean (*fits) (const SpurFormatDefinition *definition, const char *head, gsize n_bytes);

  /* Instead of reading and writing records: encodings with a reader and a writer of whole files. */
  SpurTrace *(*open) (const char *path, const SpurJob *job, GError **error);
  gboolean (*save) (SpurTrace *trace, const char *path, const SpurJob *job, GError **error);

  /* NULL where the encoding cannot. Errors are the builder's, and the source's. */
  gboolean (*read) (SpurFormatBuilder *builder);
  gboolean (*write) (SpurFormatSource *source);
};

extern const SpurFormatEncoding spur_format_key_value;
extern const SpurFormatEncoding spur_format_delimited;
extern const SpurFormatEncoding spur_format_pattern;
extern const SpurFormatEncoding spur_format_binary;
extern const SpurFormatEncoding spur_format_columns;
extern const SpurFormatEncoding spur_format_xml;

/* As spur_format_new_from_file(), of a definition in memory that errors call @name; -1 @n_bytes
 * where @text ends with a NUL. */
SpurFormat *
spur_format_new_from_data (const char *name, const char *text, gssize n_bytes, GError **error);

/* NULL where there is no such element. */
const SpurFormatEncoding *spur_format_encoding_find (const char *element);

/* Whether a file is named or begins as the definition says of this format; without @is_named its
 * name says nothing, as that of standard input. A definition that says nothing recognises nothing.
 */
gboolean spur_format_recognise (SpurFormat *self, const char *path, gboolean is_named);

/* Whether spur_format_read() can be called. */
gboolean spur_format_can_read (SpurFormat *self);
