/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Bytes that grow. */
#include "core/record/plain/spur-record-private.h"

#define PAGE_BYTES 4096

/* Room for @n_bytes more, or NULL. */
void *
spur_rec_buffer_add (Buffer *self, size_t n_bytes)
{
  size_t n_needed = self->n_bytes + n_bytes;

  if (self->has_failed)
    return NULL;
  if (n_needed > self->n_allocated)
    {
      size_t n_allocated = self->n_allocated < PAGE_BYTES ? PAGE_BYTES : self->n_allocated * 2;
      uint8_t *bytes;

      while (n_allocated < n_needed)
        n_allocated *= 2;
      bytes = self->bytes == NULL || self->is_borrowed
                ? spur_rec_map_private (n_allocated)
                : spur_rec_remap (self->bytes, self->n_allocated, n_allocated);
      if (bytes == NULL)
        {
          self->has_failed = true;
          return NULL;
        }
      if (self->is_borrowed)
        memcpy (bytes, self->bytes, self->n_bytes);
      self->is_borrowed = false;
      self->bytes = bytes;
      self->n_allocated = n_allocated;
    }
  self->n_bytes = n_needed;
  return self->bytes + n_needed - n_bytes;
}

void
spur_rec_buffer_put (Buffer *self, const void *bytes, size_t n_bytes)
{
  void *to = spur_rec_buffer_add (self, n_bytes);

  if (to != NULL && n_bytes > 0)
    memcpy (to, bytes, n_bytes);
}

void
spur_rec_buffer_put_u32 (Buffer *self, uint32_t value)
{
  spur_rec_buffer_put (self, &value, sizeof value);
}

void
spur_rec_buffer_put_u64 (Buffer *self, uint64_t value)
{
  spur_rec_buffer_put (self, &value, sizeof value);
}

void
spur_rec_buffer_put_text (Buffer *self, const char *text)
{
  size_t n_bytes = text != NULL ? strlen (text) : 0;

  spur_rec_buffer_put_u32 (self, (uint32_t) n_bytes);
  spur_rec_buffer_put (self, text, n_bytes);
}

void
spur_rec_buffer_free (Buffer *self)
{
  if (self->bytes != NULL && !self->is_borrowed)
    spur_rec_unmap (self->bytes, self->n_allocated);
  memset (self, 0, sizeof *self);
}
