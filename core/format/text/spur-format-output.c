/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A file being written: beside its place, and renamed when it is whole. Or standard output. */
#include "core/base/spur-error-internal.h"
#include "core/format/text/spur-format-output-private.h"

#include <fcntl.h>

#define BUFFER_BYTES SPUR_FORMAT_OUTPUT_BUFFER_BYTES

G_STATIC_ASSERT (BUFFER_BYTES > SPUR_FORMAT_OUTPUT_ROOM);

SpurFormatOutput *
spur_format_output_new (const char *path, GError **error)
{
  SpurNewFile file;
  SpurFormatOutput *self;

  if (g_str_equal (path, "-") ? !spur_new_file_open_standard_output (&file, error)
                              : !spur_new_file_open (&file, path, O_WRONLY,
                                                     "a trace is written as a regular file", error))
    return NULL;
  self = g_malloc (sizeof *self);
  self->next = self->buffer;
  self->end = self->buffer + BUFFER_BYTES;
  self->file = file;
  self->error = NULL;
  return self;
}

void
spur_format_output_free (SpurFormatOutput *self)
{
  spur_new_file_clear (&self->file);
  g_clear_error (&self->error);
  g_free (self);
}

/* The first failure is kept and reported by spur_format_output_commit(). */
static void
write_bytes (SpurFormatOutput *self, const char *bytes, gsize n_bytes)
{
  if (self->error == NULL)
    spur_new_file_write (&self->file, bytes, n_bytes, &self->error);
}

void
spur_format_output_flush (SpurFormatOutput *self)
{
  write_bytes (self, self->buffer, (gsize) (self->next - self->buffer));
  self->next = self->buffer;
}

void
spur_format_output_put_long (SpurFormatOutput *self, gconstpointer bytes, gsize n_bytes)
{
  spur_format_output_flush (self);
  if (n_bytes >= BUFFER_BYTES)
    {
      write_bytes (self, bytes, n_bytes);
      return;
    }
  memcpy (self->next, bytes, n_bytes);
  self->next += n_bytes;
}

gboolean
spur_format_output_commit (SpurFormatOutput *self, GError **error)
{
  spur_format_output_flush (self);
  if (self->error != NULL)
    return spur_error_pass (error, g_steal_pointer (&self->error));
  return spur_new_file_commit (&self->file, error);
}
