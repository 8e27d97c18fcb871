/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Data by a format's definition is read, looked at, written, and read again. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/shipped-format.h"
#include "tests/store/sample-trace.h"

#define PLACE "fuzz"

SpurFormatDefinition *
shipped_format_open (const char *name)
{
  const char *folder = g_getenv ("SPUR_SCHEMA_PATH");
  g_autofree char *file = g_strconcat (name, ".xml", NULL);
  g_autofree char *path = g_build_filename (folder ? folder : "schemas", "formats", file, NULL);
  g_autoptr (GError) error = NULL;
  SpurFormatDefinition *definition =
    spur_format_definition_new (path, NULL, 0, spur_format_encoding_find, &error);

  g_assert_no_error (error);
  return definition;
}

static SpurTrace *
read_trace (const SpurFormatDefinition *definition,
            const guint8 *bytes,
            gsize n_bytes,
            GError **error)
{
  const SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (SpurFormatBuilder) builder =
    spur_format_builder_new (definition, PLACE, bytes, n_bytes, &job);

  return spur_format_builder_read (builder, error);
}

/* NULL where the format cannot say what is in the trace, as with a field's name that is no key. */
static char *
write_trace (const SpurFormatDefinition *definition, SpurTrace *trace, gsize *n_bytes)
{
  const SpurJob job = { NULL, NULL, NULL, 1 };
  g_autofree char *path = g_strdup_printf ("%s/spur-fuzz-%d", g_get_tmp_dir (), (int) getpid ());
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurFormatSource) source = spur_format_source_new (definition, trace, &error);
  char *text = NULL;
  gboolean is_good = source != NULL && spur_format_source_write (source, path, &job, &error);

  g_assert_true (is_good == (error == NULL));
  if (!is_good)
    g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  if (is_good)
    g_assert_true (g_file_get_contents (path, &text, n_bytes, NULL));
  g_unlink (path);
  return text;
}

void
shipped_format_check (const SpurFormatDefinition *definition,
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
  fuzz_count (trace != NULL);
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
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (again)), ==,
                    spur_definitions_get_n_objects (spur_trace_get_definitions (trace)));
}
