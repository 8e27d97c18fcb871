/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A container being written: beside its place, and renamed when it is whole. */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-error-internal.h"
#include "core/base/spur-new-file-private.h"
#include "core/store/container/spur-container-internal.h"

#define BUFFER_BYTES (256u << 10)

struct _SpurContainerOutput
{
  SpurNewFile file;
  /* Of the file the first byte that the buffer holds. */
  guint64 offset;
  gsize n_buffered;
  SpurHash hash;
  GError *error;
  guint8 buffer[BUFFER_BYTES];
};

SpurContainerOutput *
spur_container_output_new (const char *path, GError **error)
{
  SpurContainerOutput *self;
  SpurNewFile file;

  if (!spur_new_file_open (&file, path, O_RDWR, "a container is a regular file", error))
    return NULL;
  self = g_new0 (SpurContainerOutput, 1);
  self->file = file;
  return self;
}

void
spur_container_output_free (SpurContainerOutput *self)
{
  spur_new_file_clear (&self->file);
  g_clear_error (&self->error);
  g_free (self);
}

static void
flush_buffer (SpurContainerOutput *self)
{
  if (self->error == NULL && self->n_buffered > 0)
    spur_new_file_write_at (&self->file, self->buffer, self->n_buffered, self->offset,
                            &self->error);
  self->offset += self->n_buffered;
  self->n_buffered = 0;
}

/* The first failure is kept and reported by spur_container_output_commit(). */
void
spur_container_output_put (SpurContainerOutput *self, gconstpointer bytes, gsize n_bytes)
{
  const guint8 *from = bytes;

  if (n_bytes == 0)
    return;
  spur_hash_add (&self->hash, from, n_bytes);
  while (n_bytes > 0)
    {
      gsize n_now = MIN (n_bytes, BUFFER_BYTES - self->n_buffered);

      memcpy (self->buffer + self->n_buffered, from, n_now);
      self->n_buffered += n_now;
      from += n_now;
      n_bytes -= n_now;
      if (self->n_buffered == BUFFER_BYTES)
        flush_buffer (self);
    }
}

void
spur_container_output_put_u32 (SpurContainerOutput *self, guint32 value)
{
  guint8 bytes[sizeof value];

  spur_put_le32 (bytes, value);
  spur_container_output_put (self, bytes, sizeof bytes);
}

void
spur_container_output_put_u64 (SpurContainerOutput *self, guint64 value)
{
  guint8 bytes[sizeof value];

  spur_put_le64 (bytes, value);
  spur_container_output_put (self, bytes, sizeof bytes);
}

void
spur_container_output_put_text (SpurContainerOutput *self, const char *text)
{
  gsize n_bytes = strlen (text);

  if (n_bytes > G_MAXINT32 && self->error == NULL)
    self->error =
      g_error_new (SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                   "%s: a name of %" G_GSIZE_FORMAT " bytes is too long", self->file.path, n_bytes);
  spur_container_output_put_u32 (self, (guint32) n_bytes);
  spur_container_output_put (self, text, n_bytes);
}

guint64
spur_container_output_get_offset (SpurContainerOutput *self)
{
  return self->offset + self->n_buffered;
}

void
spur_container_output_begin (SpurContainerOutput *self, SpurContainerSection *section)
{
  section->offset = spur_container_output_get_offset (self);
  spur_hash_init (&self->hash);
}

void
spur_container_output_end (SpurContainerOutput *self, SpurContainerSection *section)
{
  static const guint8 zeros[8];
  guint64 offset = spur_container_output_get_offset (self);

  section->n_bytes = offset - section->offset;
  section->hash = spur_hash_get (&self->hash);
  spur_container_output_put (self, zeros, spur_container_align (offset) - offset);
}

/* Leaves place for what is written by spur_container_output_write_at(). */
gboolean
spur_container_output_skip (SpurContainerOutput *self, guint64 n_bytes, GError **error)
{
  flush_buffer (self);
  self->offset += n_bytes;
  if (self->error == NULL)
    return TRUE;
  return spur_error_pass (error, g_steal_pointer (&self->error));
}

/* Called by many threads at once, each with a place of its own. */
gboolean
spur_container_output_write_at (
  SpurContainerOutput *self, guint64 offset, gconstpointer bytes, gsize n_bytes, GError **error)
{
  return spur_new_file_write_at (&self->file, bytes, n_bytes, offset, error);
}

guint8 *
spur_container_output_map (SpurContainerOutput *self, gsize n_bytes, GError **error)
{
  guint8 *bytes = mmap (NULL, n_bytes, PROT_READ, MAP_SHARED, self->file.fd, 0);

  if (bytes != MAP_FAILED)
    return bytes;
  spur_error_set_errno (error, self->file.path, "cannot be mapped");
  return NULL;
}

gboolean
spur_container_output_commit (SpurContainerOutput *self, GError **error)
{
  return spur_container_output_skip (self, 0, error) && spur_new_file_commit (&self->file, error);
}

void
spur_container_fill_preamble (guint8 preamble[SPUR_CONTAINER_PREAMBLE_BYTES])
{
  memcpy (preamble, SPUR_CONTAINER_MAGIC, SPUR_CONTAINER_MAGIC_BYTES);
  spur_put_le16 (preamble + 8, SPUR_CONTAINER_MAJOR);
  spur_put_le16 (preamble + 10, SPUR_CONTAINER_MINOR);
  spur_put_le32 (preamble + 12, SPUR_CONTAINER_BYTE_ORDER);
}

void
spur_container_put_preamble (SpurContainerOutput *output)
{
  guint8 preamble[SPUR_CONTAINER_PREAMBLE_BYTES];

  spur_container_fill_preamble (preamble);
  spur_container_output_put (output, preamble, sizeof preamble);
}
