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
