/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Trace formats: a definition, and data by it, with a marker between them. What begins with @ and
 * the name of a format that comes with Spur is data of that format. What was read is written, and
 * read again where the format keeps everything. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/format/spur-format-encoding-private.h"
#include "tests/fuzz/fuzz.h"
#include "tests/store/sample-trace.h"

#define MARKER "\n%%\n"
#define PLACE "fuzz"

static const struct
{
  const char *name;
  gboolean keeps_everything;
} shipped[] = {
  { "spur-xml", TRUE },
  { "spur-binary", TRUE },
  { "spur-text", TRUE },
  { "ulm", FALSE },
  { "bp", FALSE },
  { "csv", FALSE },
  { "shiviz-simpledb", FALSE },
  { "shiviz-voldemort", FALSE },
  { "shiviz-reactor", FALSE },
};

static SpurFormatDefinition *
open_shipped (guint index)
{
  static SpurFormatDefinition *opened[G_N_ELEMENTS (shipped)];
  const char *folder = g_getenv ("SPUR_SCHEMA_PATH");
  g_autofree char *file = g_strconcat (shipped[index].name, ".xml", NULL);
  g_autofree char *path = g_build_filename (folder ? folder : "schemas", "formats", file, NULL);
  g_autoptr (GError) error = NULL;

  if (opened[index] == NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    {
      opened[index] = spur_format_definition_new (path, NULL, 0, &error);
      g_assert_no_error (error);
    }
  return opened[index];
}

static SpurTrace *
read_trace (const SpurFormatDefinition *definition,
            const guint8 *bytes,
            gsize n_bytes,
            GError **error)
{
  const SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (SpurFormatBuilder) builder =
    spur_format_builder_new (definition, PLACE, bytes, n_bytes);

  if (!definition->encoding->read (definition, bytes, n_bytes, builder, &job, error))
    return NULL;
  return spur_format_builder_finish (builder, error);
}

/* NULL where the format cannot say what is in the trace, as with a field's name that is no key. */
static char *
write_trace (const SpurFormatDefinition *definition, SpurTrace *trace, gsize *n_bytes)
{
  const SpurJob job = { NULL, NULL, NULL, 1 };
  g_autofree char *path = g_strdup_printf ("%s/spur-fuzz-%d", g_get_tmp_dir (), (int) getpid ());
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurFormatSource) source = spur_format_source_new (definition, trace, &error);
  g_autoptr (SpurFormatOutput) output = NULL;
  char *text = NULL;
  gboolean is_good;

  if (source != NULL)
    output = spur_format_output_new (path, &error);
  is_good = output != NULL &&
            definition->encoding->write (definition, source, output, &job, &error) &&
            spur_format_output_commit (output, &error);
  g_assert_true (is_good == (error == NULL));
  if (!is_good)
    g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  if (is_good)
    g_assert_true (g_file_get_contents (path, &text, n_bytes, NULL));
  g_unlink (path);
  return text;
}

static void
check_data (const SpurFormatDefinition *definition,
            const guint8 *data,
            gsize size,
            gboolean keeps_everything)
{
  g_autoptr (GError) error = NULL;
  /* Of the very size, so that a read beyond it is seen. */
  g_autofree guint8 *bytes = g_memdup2 (data, size);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) again = NULL;
  g_autofree char *text = NULL;
  gsize n_bytes;

  trace = read_trace (definition, bytes != NULL ? bytes : (const guint8 *) "", size, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace == NULL)
    return;
  sample_trace_walk (trace);
  if (definition->encoding->write == NULL)
    return;
  text = write_trace (definition, trace, &n_bytes);
  if (!keeps_everything || text == NULL)
    return;
  again = read_trace (definition, (const guint8 *) text, n_bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (again), ==, spur_trace_get_n_events (trace));
  g_assert_cmpuint (spur_trace_get_n_objects (again), ==, spur_trace_get_n_objects (trace));
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
      SpurFormatDefinition *definition;

      if ((gsize) (end - data) != n_bytes + 1 || memcmp (data + 1, shipped[i].name, n_bytes) != 0)
        continue;
      definition = open_shipped (i);
      if (definition != NULL)
        check_data (definition, end + 1, size - n_bytes - 2, shipped[i].keeps_everything);
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
  definition = spur_format_definition_new (PLACE, (const char *) data, n_bytes, &error);
  g_assert_true ((definition == NULL) == (error != NULL));
  if (definition == NULL || marker == NULL || definition->encoding->read == NULL)
    return 0;
  data = marker + strlen (MARKER);
  check_data (definition, data, size - n_bytes - strlen (MARKER), FALSE);
  return 0;
}
