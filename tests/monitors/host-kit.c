/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/monitors/host-kit.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/test-corpus.h"

static HostKit *
get_kit (SpurHostSink *sink)
{
  return (HostKit *) (void *) sink;
}

static uint32_t
add_part (SpurHostSink *sink,
          const char *kind,
          const char *name,
          const SpurHostResource *resources,
          unsigned n_resources)
{
  HostKit *self = get_kit (sink);
  GString *text = g_string_new (NULL);

  for (unsigned i = 0; i < n_resources; i++)
    g_string_append_printf (text, "%s=%" G_GINT64_FORMAT " %s;", resources[i].name,
                            resources[i].value, resources[i].unit);
  g_ptr_array_add (self->parts, g_strdup (name));
  g_ptr_array_add (self->resources, g_string_free (text, FALSE));
  return self->parts->len - 1;
}

static void
put (SpurHostSink *sink, const SpurHostRow *row)
{
  SpurHostRow *copy = g_memdup2 (row, sizeof *row);

  for (guint i = 0; i < SPUR_HOST_MAX_TEXTS; i++)
    copy->texts[i] = row->texts[i] != NULL ? g_intern_string (row->texts[i]) : NULL;
  g_ptr_array_add (get_kit (sink)->rows, copy);
}

static void
note (SpurHostSink *sink, const char *text)
{
  g_ptr_array_add (get_kit (sink)->notes, g_strdup (text));
}

HostKit *
host_kit_new (const SpurHostSource *source)
{
  HostKit *self = g_new0 (HostKit, 1);

  self->sink = (SpurHostSink){ add_part, put, note };
  self->root = g_dir_make_tmp ("spur-host-XXXXXX", NULL);
  self->source = source;
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->parts = g_ptr_array_new_with_free_func (g_free);
  self->resources = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  add_part (&self->sink, "host", "host", NULL, 0);
  spur_host_context_init (&self->context, self->root, &self->sink);
  return self;
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

void
host_kit_free (HostKit *self)
{
  if (self->state != NULL)
    spur_host_source_close (self->source, self->state);
  spur_host_context_clear (&self->context);
  remove_tree (self->root);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->parts);
  g_ptr_array_unref (self->resources);
  g_ptr_array_unref (self->notes);
  g_free (self->root);
  g_free (self);
}

void
host_kit_put_bytes (HostKit *self, const char *path, gconstpointer bytes, gsize n_bytes)
{
  g_autofree char *full = g_build_filename (self->root, path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  int fd;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  fd = open (full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, bytes, n_bytes), ==, n_bytes);
  close (fd);
}

void
host_kit_put (HostKit *self, const char *path, const char *text)
{
  host_kit_put_bytes (self, path, text, strlen (text));
}

void
host_kit_remove (HostKit *self, const char *path)
{
  g_autofree char *full = g_build_filename (self->root, path, NULL);

  g_assert_cmpint (g_remove (full), ==, 0);
}

char *
host_kit_get_recorded (const char *look, const char *path, gsize *n_bytes)
{
  g_autofree char *folder = spur_test_corpus ("host-vm-2");
  g_autofree char *full = g_build_filename (folder, look, path, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (full, &text, n_bytes, &error);
  g_assert_no_error (error);
  return text;
}

void
host_kit_put_look (HostKit *self, const char *look)
{
  static const char *const paths[] = {
    "proc/stat",      "proc/loadavg", "proc/meminfo",  "proc/vmstat",
    "proc/diskstats", "proc/net/dev", "proc/net/snmp", "proc/net/netstat",
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *text = host_kit_get_recorded (look, paths[i], NULL);

      host_kit_put (self, paths[i], text);
    }
}

gboolean
host_kit_open (HostKit *self)
{
  self->state = spur_host_source_open (self->source, &self->context);
  return self->state != NULL;
}

void
host_kit_sample (HostKit *self)
{
  g_ptr_array_set_size (self->rows, 0);
  self->source->sample (self->state, &self->context);
}

const SpurHostRow *
host_kit_find (HostKit *self, SpurHostTableId table, const char *part)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SpurHostRow *row = g_ptr_array_index (self->rows, i);

      if (row->table->id == table && g_str_equal (self->parts->pdata[row->part], part))
        return row;
    }
  g_error ("there is no row of %s", part);
}

guint
host_kit_count (HostKit *self, SpurHostTableId table)
{
  guint n = 0;

  for (guint i = 0; i < self->rows->len; i++)
    n += ((const SpurHostRow *) g_ptr_array_index (self->rows, i))->table->id == table;
  return n;
}

gint64
host_kit_get (const SpurHostRow *row, const char *column)
{
  for (guint i = 0; i < row->table->n_columns; i++)
    {
      if (g_str_equal (row->table->columns[i].name, column))
        return row->values[i];
    }
  g_error ("%s has no column %s", row->table->class_name, column);
}

const char *
host_kit_get_text (const SpurHostRow *row, const char *column)
{
  return row->texts[host_kit_get (row, column)];
}

void
host_kit_check_rows (HostKit *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SpurHostRow *row = g_ptr_array_index (self->rows, i);

      g_assert_cmpuint (row->part, <, self->parts->len);
      for (guint c = 0; c < row->table->n_columns; c++)
        {
          const SpurHostColumn *column = &row->table->columns[c];

          if (column->kind == SPUR_HOST_COUNT || column->kind == SPUR_HOST_MICRO)
            g_assert_cmpint (row->values[c], >=, 0);
          if (column->kind == SPUR_HOST_MICRO && column->unit == NULL)
            g_assert_cmpint (row->values[c], <=, 1000000);
          if (column->kind == SPUR_HOST_TEXT)
            g_assert_cmpint (row->values[c], <, SPUR_HOST_MAX_TEXTS);
        }
    }
}
