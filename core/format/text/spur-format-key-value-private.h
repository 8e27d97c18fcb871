/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-encoding-internal.h"

/* What an element <key-value> compiles to. */
typedef struct
{
  const char *record_begins;
  gsize n_record_begins;
  GPtrArray *class_keys; /* not owned */
  /* Which of the items without a key is the class; -1 for none. */
  int event_position;
  int define_position;
  const char *default_class;
} SpurFormatKeyValue;

gboolean spur_format_key_value_read (const SpurFormatDefinition *definition,
                                     const guint8 *bytes,
                                     gsize n_bytes,
                                     SpurFormatBuilder *builder,
                                     const SpurJob *job,
                                     GError **error);
