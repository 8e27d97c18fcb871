/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-source-private.h"
#include "core/format/text/spur-format-output-private.h"

/* Records as lines of text. Everything that is the same in every record of a class is put together
 * once; names are quoted once; the loop over events copies and writes digits. */

/* What is different between encodings. */
typedef struct
{
  gpointer data;
  /* Appends a value as the encoding writes it. */
  void (*quote) (gpointer data, GString *out, const char *text, gsize n_bytes);
  /* What comes before an item that is written, and before one that is missing. @index counts the
   * items of the record; @op is NULL for the end of the record. */
  void (*lead) (gpointer data,
                const SpurFormatProgram *program,
                const SpurFormatOp *op,
                GString *always,
                GString *if_there);
  /* The indexes of a program's ops in the order of writing; NULL for their own. */
  void (*arrange) (gpointer data, const SpurFormatProgram *program, guint *order);
  /* Appends the entries of a <rest/> with all that leads them, or nothing where they must be
   * written as a list; NULL: always as a list. */
  gboolean (*rest) (gpointer data,
                    const SpurFormatProgram *program,
                    const SpurList *list,
                    GString *out);
} SpurFormatTextStyle;

gboolean spur_format_text_write (SpurFormatSource *source, const SpurFormatTextStyle *style);
