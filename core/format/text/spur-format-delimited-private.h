/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-encoding-internal.h"

/* What an element <delimited> compiles to. */
typedef struct
{
  char separator;
  gboolean has_titles;
  /* Titles of columns that say the class. */
  GPtrArray *class_keys; /* not owned */
  const char *default_class;
} SpurFormatDelimited;

gboolean spur_format_delimited_read (const SpurFormatDefinition *definition,
                                     const guint8 *bytes,
                                     gsize n_bytes,
                                     SpurFormatBuilder *builder,
                                     const SpurJob *job,
                                     GError **error);
