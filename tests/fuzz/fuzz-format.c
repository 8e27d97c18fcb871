/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Trace formats: a definition, and data by it, with a marker between them. What begins with @ and
 * the name of a format that comes with Spur is data of that format. What was read is written, and
 * read again where the format keeps everything. */
#include "config.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/shipped-format.h"

#define MARKER "\n%%\n"
#define PLACE "fuzz"

static const struct
{
  const char *name;
  gboolean keeps_everything;
} shipped[] = {
  { "spur-xml", TRUE },     { "spur-binary", TRUE },   { "spur-text", TRUE },
  { "ulm", FALSE },         { "bp", FALSE },           { "csv", FALSE },
  { "shiviz-akka", FALSE }, { "shiviz-tsviz", FALSE }, { "shiviz-voldemort", FALSE },
};

static SpurFormatDefinition *
open_shipped (guint index)
{
  static SpurFormatDefinition *opened[G_N_ELEMENTS (shipped)];

  if (opened[index] == NULL)
    opened[index] = shipped_format_open (shipped[index].name);
  return opened[index];
}

static void
check_shipped (const guint8 *data, gsize size)
{
  const guint8 *end = memchr (data, '\n', size);

  if (end == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (shipped); i++)
    {
      gsize n_bytes = strlen (shipped[i].name);

      if ((gsize) (end - data) != n_bytes + 1 || memcmp (data + 1, shipped[i].name, n_bytes) != 0)
        continue;
      shipped_format_check (open_shipped (i), end + 1, size - n_bytes - 2,
                            shipped[i].keeps_everything);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const guint8 *marker = memmem (data, size, MARKER, strlen (MARKER));
  gsize n_bytes = marker != NULL ? (gsize) (marker - data) : size;
  g_autoptr (SpurFormatDefinition) definition = NULL;
  g_autoptr (GError) error = NULL;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  if (size > 0 && *data == '@')
    {
      check_shipped (data, size);
      return 0;
    }
  definition = spur_format_definition_new (PLACE, (const char *) data, n_bytes,
                                           spur_format_encoding_find, &error);
  g_assert_true ((definition == NULL) == (error != NULL));
  if (definition == NULL || marker == NULL || definition->encoding->read == NULL)
    return 0;
  data = marker + strlen (MARKER);
  shipped_format_check (definition, data, size - n_bytes - strlen (MARKER), FALSE);
  return 0;
}
