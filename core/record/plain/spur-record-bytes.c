/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Bytes that grow, and their checksum. */
#include "core/record/plain/spur-record-private.h"

/* The primes of XXH64. */
#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u
#define P4 0x85EBCA77C2B2AE63u
#define P5 0x27D4EB2F165667C5u
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
      bytes = self->bytes == NULL ? spur_rec_map_private (n_allocated)
                                  : spur_rec_remap (self->bytes, self->n_allocated, n_allocated);
      if (bytes == NULL)
        {
          self->has_failed = true;
          return NULL;
        }
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
  if (self->bytes != NULL)
    spur_rec_unmap (self->bytes, self->n_allocated);
  memset (self, 0, sizeof *self);
}

static inline uint64_t
rotate_left (uint64_t value, unsigned n_bits)
{
  return value << n_bits | value >> (64 - n_bits);
}

static inline uint64_t
mix_words (uint64_t lane, uint64_t input)
{
  return rotate_left (lane + input * P2, 31) * P1;
}

static inline uint64_t
load_word (const uint8_t *bytes)
{
  uint64_t value;

  memcpy (&value, bytes, sizeof value);
  return value;
}

static uint64_t
hash_stripes (const uint8_t *at, size_t n_stripes)
{
  uint64_t a = P1 + P2, b = P2, c = 0, d = 0u - P1;
  uint64_t hash;

  for (size_t i = 0; i < n_stripes; i++, at += 32)
    {
      a = mix_words (a, load_word (at));
      b = mix_words (b, load_word (at + 8));
      c = mix_words (c, load_word (at + 16));
      d = mix_words (d, load_word (at + 24));
    }
  hash = rotate_left (a, 1) + rotate_left (b, 7) + rotate_left (c, 12) + rotate_left (d, 18);
  hash = (hash ^ mix_words (0, a)) * P1 + P4;
  hash = (hash ^ mix_words (0, b)) * P1 + P4;
  hash = (hash ^ mix_words (0, c)) * P1 + P4;
  return (hash ^ mix_words (0, d)) * P1 + P4;
}

/* XXH64 with seed 0. */
uint64_t
spur_rec_hash (const void *bytes, size_t n_bytes)
{
  const uint8_t *at = bytes;
  size_t n_stripes = n_bytes / 32;
  uint64_t hash = (n_stripes > 0 ? hash_stripes (at, n_stripes) : P5) + n_bytes;
  size_t i = n_stripes * 32;

  for (; i + 8 <= n_bytes; i += 8)
    hash = rotate_left (hash ^ mix_words (0, load_word (at + i)), 27) * P1 + P4;
  if (i + 4 <= n_bytes)
    {
      uint32_t value;

      memcpy (&value, at + i, sizeof value);
      hash = rotate_left (hash ^ value * P1, 23) * P2 + P3;
      i += 4;
    }
  for (; i < n_bytes; i++)
    hash = rotate_left (hash ^ at[i] * P5, 11) * P1;
  hash = (hash ^ hash >> 33) * P2;
  hash = (hash ^ hash >> 29) * P3;
  return hash ^ hash >> 32;
}
