/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-encoding-internal.h"

/* What the elements <key-value> and <delimited> compile to. */
typedef struct
{
  /* Keys, or titles of columns, that say the class. */
  GPtrArray *class_keys; /* not owned */
  const char *default_class;

  /* <key-value>: which of the items without a key is the class; -1 for none. */
  int event_position;
  int define_position;
  const char *record_begins;
  gsize n_record_begins;

  /* <delimited> */
  char separator;
  gboolean has_titles;
} SpurFormatLines;

typedef gboolean (*SpurFormatCheckRule) (SpurFormatDefinition *definition,
                                         const SpurFormatRule *rule,
                                         GError **error);

/* Finds where the rules say the class. */
gboolean spur_format_lines_compile (SpurFormatDefinition *definition,
                                    SpurFormatCheckRule check_rule,
                                    GError **error);

void spur_format_lines_free (gpointer self);

/* How a record that does not say its class is read; errors call it @what. */
SpurFormatProgram *spur_format_lines_find_default (const SpurFormatLines *self,
                                                   SpurFormatBuilder *builder,
                                                   const char *what);

gboolean spur_format_delimited_read (SpurFormatBuilder *builder);

gboolean spur_format_key_value_read (SpurFormatBuilder *builder);

/* What a line of a log says of an event that a trace says of its streams, objects and lists. */

/* The kind of objects that are programs. */
#define SPUR_FORMAT_LOG_PROGRAM_KIND "program"

/* (transfer full): The program that the trace is of, by the fact "command"; NULL where it has none.
 */
char *spur_format_log_dup_program (SpurTrace *trace);

/* The host that a stream is recorded on: the nearest object of kind "host" around its target, else
 * the target; NULL where it has none with a name. */
const char *spur_format_log_get_host (SpurTrace *trace, guint stream);

/* The first entry of a list that has the name; -1 where there is none. */
int spur_format_log_find_entry (const SpurList *list, const char *name);

/* Whether the event is one of a logger's calls: its list has an entry for the item of the class,
 * whose text can be the class of an event when the line is read. */
gboolean spur_format_log_is_call (const SpurFormatSource *source,
                                  const SpurFormatProgram *program,
                                  const SpurList *list);

/* The entries of a call that no item of the rule has, as their keys say them: whole numbers are
 * signed only where they are negative. To be freed with g_free(). */
SpurEntry *
spur_format_log_dup_rest (const SpurFormatProgram *program, const SpurList *list, guint *n_entries);

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
