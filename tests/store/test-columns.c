/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/store/trace/spur-columns.h"

#include <glib/gstdio.h>

#include "core/base/spur-bytes-private.h"
#include "core/store/container/spur-container.h"
#include "tests/store/sample-trace.h"

static SpurTrace *
save_and_open (SpurTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("spur-XXXXXX.spur", &path, &error);
  SpurTrace *opened;

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_assert_true (spur_container_save (trace, path, NULL, &error));
  opened = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  return opened;
}

/* The value as an event's record has it. */
static guint64
get_value (SpurStream *stream, guint64 event, const char *field)
{
  const SpurEventLayout *layout;
  const guint8 *record = spur_stream_get_record (stream, event, &layout);
  int index = spur_event_layout_find_field (layout, field);
  const guint8 *bytes;

  if (index < 0)
    return G_MAXUINT64;
  bytes = record + layout->fields[index].offset_bytes;
  switch (spur_field_type_get_n_bytes (layout->fields[index].type))
    {
    case 1:
      return *bytes;
    case 2:
      return spur_get_le16 (bytes);
    case 4:
      return spur_get_le32 (bytes);
    default:
      return spur_get_le64 (bytes);
    }
}

static void
assert_column (SpurTrace *trace, guint index, const char *field)
{
  SpurStream *stream = spur_trace_get_stream (trace, index);
  g_autoptr (GBytes) column = spur_stream_get_field_column (stream, trace, field);
  gsize n_bytes;
  const guint64 *values = g_bytes_get_data (column, &n_bytes);

  g_assert_cmpuint (n_bytes, ==, spur_stream_get_n_events (stream) * sizeof *values);
  for (guint64 i = 0; i < n_bytes / sizeof *values; i++)
    g_assert_cmphex (values[i], ==, get_value (stream, i, field));
}

static void
assert_columns (SpurTrace *trace)
{
  for (guint k = 0; k < spur_trace_get_n_streams (trace); k++)
    {
      for (guint c = 0; c < spur_trace_get_n_classes (trace); c++)
        {
          const SpurEventLayout *layout = spur_trace_get_class (trace, c);

          for (guint f = 0; f < layout->n_fields; f++)
            assert_column (trace, k, layout->fields[f].name);
        }
      assert_column (trace, k, "no such field");
    }
}

static void
test_fields (void)
{
  const guint chunk_sizes[] = { 3, 1000, 65536 };

  g_test_summary ("A field's column has what the records have, in memory and from a container.");
  for (guint i = 0; i < G_N_ELEMENTS (chunk_sizes); i++)
    {
      g_autoptr (SpurTrace) trace = sample_trace_new (i + 1, 3, 2500, chunk_sizes[i]);
      g_autoptr (SpurTrace) opened = save_and_open (trace);

      assert_columns (trace);
      assert_columns (opened);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/columns/fields", test_fields);
  return g_test_run ();
}
