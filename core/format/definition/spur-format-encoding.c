/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/store/container/spur-container.h"

/* The columns of the native container, whose definition is the head of its file. */
const SpurFormatEncoding spur_format_columns = {
  .element = "columns",
  .open = spur_container_open,
  .save = spur_container_save,
};

static const SpurFormatEncoding *const encodings[] = {
  &spur_format_key_value, &spur_format_delimited, &spur_format_pattern,
  &spur_format_binary,    &spur_format_xml,       &spur_format_columns,
};

const SpurFormatEncoding *
spur_format_encoding_find (const char *element)
{
  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    {
      if (g_str_equal (encodings[i]->element, element))
        return encodings[i];
    }
  return NULL;
}
