/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib/gstdio.h>
#include <unistd.h>

#include "core/format/spur-format.h"

/* A definition in tests/format/data or schemas/formats. */
static inline SpurFormat *
format_files_open (const char *folder, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".xml", NULL);
  g_autofree char *path = g_build_filename (g_test_get_dir (G_TEST_DIST), folder, file, NULL);
  g_autoptr (GError) error = NULL;
  SpurFormat *format = spur_format_new_from_file (path, &error);

  g_assert_no_error (error);
  return format;
}

#define FORMAT_FILES_DATA "format/data"
#define FORMAT_FILES_SHIPPED "../schemas/formats"

/* Reads data as if it were a file. */
static inline SpurTrace *
format_files_read (SpurFormat *format, gconstpointer data, gsize n_bytes, GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("spur-XXXXXX.data", &path, NULL);
  SpurTrace *trace;

  g_assert_cmpint (fd, >=, 0);
  /* Without the sync to disk of g_file_set_contents(), as tests read thousands of files. */
  g_assert_cmpint (write (fd, data, n_bytes), ==, (gssize) n_bytes);
  g_close (fd, NULL);
  trace = spur_format_read (format, path, NULL, error);
  g_unlink (path);
  return trace;
}

/* A file that the format makes of a trace: of its definitions, where they are apart, or else of
 * its events. */
static inline GBytes *
format_files_write_part (SpurFormat *format,
                         SpurTrace *trace,
                         gboolean is_definitions,
                         GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("spur-XXXXXX.data", &path, NULL);
  char *text = NULL;
  gsize n_bytes = 0;
  gboolean is_good;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  is_good = is_definitions ? spur_format_write_definitions (format, trace, path, NULL, error)
                           : spur_format_write (format, trace, path, NULL, error);
  is_good = is_good && g_file_get_contents (path, &text, &n_bytes, error);
  g_unlink (path);
  return is_good ? g_bytes_new_take (text, n_bytes) : NULL;
}

/* All that the format makes of a trace: definitions that are apart come first. */
static inline GBytes *
format_files_write (SpurFormat *format, SpurTrace *trace, GError **error)
{
  g_autoptr (GBytes) definitions = NULL;
  g_autoptr (GBytes) events = format_files_write_part (format, trace, FALSE, error);
  GByteArray *all;

  if (events == NULL || !spur_format_has_definitions_apart (format))
    return g_steal_pointer (&events);
  definitions = format_files_write_part (format, trace, TRUE, error);
  if (definitions == NULL)
    return NULL;
  all = g_byte_array_new ();
  g_byte_array_append (all, g_bytes_get_data (definitions, NULL),
                       (guint) g_bytes_get_size (definitions));
  g_byte_array_append (all, g_bytes_get_data (events, NULL), (guint) g_bytes_get_size (events));
  return g_byte_array_free_to_bytes (all);
}
