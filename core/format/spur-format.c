/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/format/spur-format.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/model/events/spur-event-declaration.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-store-internal.h"

#define MAX_HEAD_BYTES 4096
#define MAX_POPULATED_BYTES ((gsize) 1 << 30)

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

/**
 * SpurFormat:
 *
 * A trace format that is described in XML: which event classes there are, and how a record of each
 * is written and read (TUM-I9909 section 4.2.3, "Developing Trace Formats with the Object Model").
 *
 * The description is compiled once. doc/formats.md is the reference of its language.
 *
 * Since: 1.0
 */

struct _SpurFormat
{
  GObject parent_instance;

  SpurFormatDefinition *definition;
  guint64 n_left_out;
};

SPUR_DEFINE_OBJECT (SpurFormat, spur_format, 0)

static void
spur_format_clear (SpurFormat *self)
{
  g_clear_pointer (&self->definition, spur_format_definition_free);
}

static void
spur_format_init (SpurFormat *self)
{
}

static SpurFormat *
wrap_format (SpurFormatDefinition *definition)
{
  SpurFormat *self;

  if (definition == NULL)
    return NULL;
  self = g_object_new (SPUR_TYPE_FORMAT, NULL);
  self->definition = definition;
  return self;
}

/**
 * spur_format_new_from_file:
 * @path: a format definition
 * @error: return location for an error
 *
 * Reads a format definition of at most 1 MiB, without network and without entities, and checks it.
 *
 * Returns: (transfer full): the format, or %NULL with %SPUR_FORMAT_ERROR_MISSING where there is no
 *   file, or %SPUR_FORMAT_ERROR_DATA and a message that begins with file:line
 *
 * Since: 1.0
 */
SpurFormat *
spur_format_new_from_file (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return wrap_format (spur_format_definition_new (path, NULL, 0, spur_format_encoding_find, error));
}

SpurFormat *
spur_format_new_from_data (const char *name, const char *text, gssize n_bytes, GError **error)
{
  return wrap_format (spur_format_definition_new (
    name, text, n_bytes < 0 ? strlen (text) : (gsize) n_bytes, spur_format_encoding_find, error));
}

/**
 * spur_format_get_name:
 * @self: a format
 *
 * Gets its name, as in "ulm".
 *
 * Returns: (transfer none): its name, as in "ulm"
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  const char *, spur_format_get_name, SpurFormat, SPUR_IS_FORMAT, self->definition->name)

/**
 * spur_format_get_title:
 * @self: a format
 *
 * Gets its title for a person, as in "NetLogger ULM".
 *
 * Returns: (transfer none) (nullable): its title for a person, as in "NetLogger ULM"
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  const char *, spur_format_get_title, SpurFormat, SPUR_IS_FORMAT, self->definition->title)

SPUR_DEFINE_GETTER (gboolean,
                    spur_format_can_read,
                    SpurFormat,
                    SPUR_IS_FORMAT,
                    self->definition->encoding->read != NULL ||
                      self->definition->encoding->open != NULL)

/**
 * spur_format_can_write:
 * @self: a format
 *
 * Tells whether spur_format_write() can be called.
 *
 * Returns: whether spur_format_write() can be called; a regular expression only reads
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (gboolean,
                    spur_format_can_write,
                    SpurFormat,
                    SPUR_IS_FORMAT,
                    self->definition->encoding->write != NULL ||
                      self->definition->encoding->save != NULL)

static gsize
read_head (const char *path, char head[MAX_HEAD_BYTES])
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  gssize n_bytes;

  if (fd < 0)
    return 0;
  n_bytes = read (fd, head, MAX_HEAD_BYTES);
  g_close (fd, NULL);
  return n_bytes > 0 ? (gsize) n_bytes : 0;
}

/* Where the file has a @name; content alone tells where it has none. */
static gboolean
looks_like (const SpurFormatDefinition *definition,
            const SpurFormatLook *look,
            const char *name,
            const char *head,
            gsize n_head_bytes)
{
  gsize n_bytes = look->begins != NULL ? strlen (look->begins) : 0;

  if (n_bytes == 0 && !look->must_fit && (look->suffix == NULL || name == NULL))
    return FALSE;
  if (look->suffix != NULL && name != NULL && !g_str_has_suffix (name, look->suffix))
    return FALSE;
  if (n_bytes > n_head_bytes || (n_bytes > 0 && memcmp (head, look->begins, n_bytes) != 0))
    return FALSE;
  return !look->must_fit || definition->encoding->fits == NULL ||
         definition->encoding->fits (definition, head, n_head_bytes);
}

gboolean
spur_format_recognise (SpurFormat *self, const char *path, gboolean is_named)
{
  char head[MAX_HEAD_BYTES];
  gsize n_head_bytes;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  n_head_bytes = read_head (path, head);
  for (guint i = 0; i < self->definition->looks->len; i++)
    {
      const SpurFormatLook *look = &g_array_index (self->definition->looks, SpurFormatLook, i);

      if (looks_like (self->definition, look, is_named ? path : NULL, head, n_head_bytes))
        return TRUE;
    }
  return FALSE;
}

/**
 * spur_format_dup_suffixes:
 * @self: a format
 *
 * Gets what the names of the format's files end in, as in ".ulm".
 *
 * Returns: (transfer full) (array zero-terminated=1): the suffixes, each with its point
 *
 * Since: 1.0
 */
char **
spur_format_dup_suffixes (SpurFormat *self)
{
  g_autoptr (GStrvBuilder) suffixes = g_strv_builder_new ();

  g_return_val_if_fail (SPUR_IS_FORMAT (self), NULL);

  for (guint i = 0; i < self->definition->looks->len; i++)
    {
      const char *suffix = g_array_index (self->definition->looks, SpurFormatLook, i).suffix;

      if (suffix != NULL)
        g_strv_builder_add (suffixes, suffix);
    }
  return g_strv_builder_end (suffixes);
}

static GMappedFile *
map_file (const char *path, GError **error)
{
  GMappedFile *file;

  if (!spur_format_xml_check_file (path, NULL, error))
    return NULL;
  file = g_mapped_file_new (path, FALSE, error);
  if (file == NULL)
    g_prefix_error (error, "%s: ", path);
  return file;
}

/* The event classes that the definition declares become classes of this program when something is
 * read with it, and not when it is only looked at. */
static gboolean
register_classes (SpurFormatDefinition *definition, GError **error)
{
  for (guint i = 0; i < definition->layouts->len; i++)
    {
      SpurEventLayout *layout = g_ptr_array_index (definition->layouts, i);
      g_autoptr (GError) problem = NULL;
      GType type = spur_event_layout_register (layout, definition->path, &problem);

      if (type == G_TYPE_INVALID)
        return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s: %s",
                               definition->path, problem->message);
      layout->type = spur_format_get_concrete_type (type);
    }
  return TRUE;
}

/**
 * spur_format_read:
 * @self: a format that can be read
 * @path: a file
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Reads a trace. What is left out is counted in the trace's losses.
 *
 * Returns: (transfer full): the sealed trace, or %NULL with %SPUR_FORMAT_ERROR and a message that
 *   begins with file:line, of binary data with file:0xoffset
 *
 * Since: 1.0
 */
SpurTrace *
spur_format_read (SpurFormat *self, const char *path, const SpurJob *job, GError **error)
{
  const SpurFormatEncoding *encoding;
  g_autoptr (SpurFormatBuilder) builder = NULL;
  g_autoptr (GMappedFile) file = NULL;
  SpurTrace *trace;
  const guint8 *bytes;
  gsize n_bytes;

  g_return_val_if_fail (SPUR_IS_FORMAT (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);
  g_return_val_if_fail (spur_format_can_read (self), NULL);

  encoding = self->definition->encoding;
  if (encoding->open != NULL)
    return encoding->open (path, job, error);
  if (!register_classes (self->definition, error))
    return NULL;
  file = map_file (path, error);
  if (file == NULL)
    return NULL;
  /* A file without bytes is mapped to nothing. */
  bytes = (const guint8 *) g_mapped_file_get_contents (file);
  n_bytes = bytes != NULL ? g_mapped_file_get_length (file) : 0;
  if (bytes == NULL)
    bytes = (const guint8 *) "";
#ifdef MADV_POPULATE_READ
  /* One call instead of a fault every 16 pages; where it is refused, the faults do it. */
  if (n_bytes > 0)
    madvise ((gpointer) bytes, MIN (n_bytes, MAX_POPULATED_BYTES), MADV_POPULATE_READ);
#endif
  builder = spur_format_builder_new (self->definition, path, bytes, n_bytes, job);
  trace = spur_format_builder_read (builder, error);
  if (trace == NULL)
    return NULL;
  spur_trace_set_fact (trace, "path", path);
  spur_trace_set_fact (trace, "format", self->definition->name);
  return trace;
}

static gboolean
write_part (SpurFormat *self,
            SpurTrace *trace,
            const char *path,
            gboolean is_apart,
            const SpurJob *job,
            GError **error)
{
  g_autoptr (SpurFormatSource) source = spur_format_source_new (self->definition, trace, error);

  if (source == NULL)
    return FALSE;
  source->is_apart = is_apart;
  if (!spur_format_source_write (source, path, job, error))
    return FALSE;
  self->n_left_out = source->n_left_out;
  return TRUE;
}

/**
 * spur_format_write:
 * @self: a format that can be written
 * @trace: a sealed trace
 * @path: where to, or "-" for standard output
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Writes a trace, at corrected time where it has a correction. A file appears complete or not at
 * all.
 *
 * Returns: %FALSE with %G_IO_ERROR where the file cannot be written, or with
 * %SPUR_FORMAT_ERROR_DATA where the format cannot say what is in the trace
 *
 * Since: 1.0
 */
gboolean
spur_format_write (
  SpurFormat *self, SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  g_return_val_if_fail (SPUR_IS_FORMAT (self), FALSE);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (spur_format_can_write (self), FALSE);

  self->n_left_out = 0;
  if (self->definition->encoding->save != NULL)
    return self->definition->encoding->save (trace, path, job, error);
  return write_part (self, trace, path, FALSE, job, error);
}

/**
 * spur_format_has_definitions_apart:
 * @self: a format
 *
 * Tells whether spur_format_write() leaves definitions out that spur_format_write_definitions()
 * writes.
 *
 * Returns: whether definitions have a file of their own
 *
 * Since: 1.0
 */
gboolean
spur_format_has_definitions_apart (SpurFormat *self)
{
  g_return_val_if_fail (SPUR_IS_FORMAT (self), FALSE);

  for (guint i = 0; i < self->definition->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (self->definition->rules, i);

      if (rule->is_apart)
        return TRUE;
    }
  return FALSE;
}

/**
 * spur_format_write_definitions:
 * @self: a format for which spur_format_has_definitions_apart() is true
 * @trace: a sealed trace
 * @path: where to, or "-" for standard output
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Writes what is in a trace beside its events: its classes, objects, streams and so on. Before what
 * spur_format_write() writes, it makes one file that says everything.
 *
 * Returns: whether it was written; else @error is that of spur_format_write()
 *
 * Since: 1.0
 */
gboolean
spur_format_write_definitions (
  SpurFormat *self, SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  g_return_val_if_fail (SPUR_IS_FORMAT (self), FALSE);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (spur_format_has_definitions_apart (self), FALSE);

  return write_part (self, trace, path, TRUE, job, error);
}

/**
 * spur_format_get_n_left_out:
 * @self: a format
 *
 * How many events the last spur_format_write() left out, as the format has no rule for their
 * classes nor for an ancestor of them.
 *
 * Returns: a number of events
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint64, spur_format_get_n_left_out, SpurFormat, SPUR_IS_FORMAT, self->n_left_out)
