/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-hash-private.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"

/* The primes of XXH64. */
#define P1 G_GUINT64_CONSTANT (0x9E3779B185EBCA87)
#define P2 G_GUINT64_CONSTANT (0xC2B2AE3D27D4EB4F)
#define P3 G_GUINT64_CONSTANT (0x165667B19E3779F9)
#define P4 G_GUINT64_CONSTANT (0x85EBCA77C2B2AE63)
#define P5 G_GUINT64_CONSTANT (0x27D4EB2F165667C5)
#define STRIPE_BYTES 32

static inline guint64
rotate_left (guint64 value, guint n_bits)
{
  return value << n_bits | value >> (64 - n_bits);
}

static inline guint64
mix_lane (guint64 lane, guint64 input)
{
  return rotate_left (lane + input * P2, 31) * P1;
}

void
spur_hash_init (SpurHash *self)
{
  memset (self, 0, sizeof *self);
  self->lanes[0] = P1 + P2;
  self->lanes[1] = P2;
  self->lanes[3] = 0 - P1;
}

/* Returns how many bytes were taken: all whole stripes. */
static gsize
add_stripes (SpurHash *self, const guint8 *bytes, gsize n_bytes)
{
  guint64 a = self->lanes[0], b = self->lanes[1], c = self->lanes[2], d = self->lanes[3];
  gsize n_taken = n_bytes / STRIPE_BYTES * STRIPE_BYTES;

  for (const guint8 *end = bytes + n_taken; bytes < end; bytes += STRIPE_BYTES)
    {
      a = mix_lane (a, spur_get_le64 (bytes));
      b = mix_lane (b, spur_get_le64 (bytes + 8));
      c = mix_lane (c, spur_get_le64 (bytes + 16));
      d = mix_lane (d, spur_get_le64 (bytes + 24));
    }
  self->lanes[0] = a;
  self->lanes[1] = b;
  self->lanes[2] = c;
  self->lanes[3] = d;
  return n_taken;
}

void
spur_hash_add (SpurHash *self, gconstpointer bytes, gsize n_bytes)
{
  const guint8 *from = bytes;
  gsize n_waiting = self->n_bytes % STRIPE_BYTES;
  gsize n_taken;

  if (n_bytes == 0)
    return;
  self->n_bytes += n_bytes;
  if (n_waiting > 0)
    {
      gsize n_now = MIN (n_bytes, STRIPE_BYTES - n_waiting);

      memcpy (self->rest + n_waiting, from, n_now);
      if (n_waiting + n_now < STRIPE_BYTES)
        return;
      add_stripes (self, self->rest, STRIPE_BYTES);
      from += n_now;
      n_bytes -= n_now;
    }
  n_taken = add_stripes (self, from, n_bytes);
  memcpy (self->rest, from + n_taken, n_bytes - n_taken);
}

static guint64
merge_lanes (const SpurHash *self)
{
  guint64 hash = rotate_left (self->lanes[0], 1) + rotate_left (self->lanes[1], 7) +
                 rotate_left (self->lanes[2], 12) + rotate_left (self->lanes[3], 18);

  for (guint i = 0; i < 4; i++)
    hash = (hash ^ mix_lane (0, self->lanes[i])) * P1 + P4;
  return hash;
}

guint64
spur_hash_get (const SpurHash *self)
{
  gsize n_rest = self->n_bytes % STRIPE_BYTES;
  guint64 hash = (self->n_bytes >= STRIPE_BYTES ? merge_lanes (self) : P5) + self->n_bytes;
  gsize i = 0;

  for (; i + 8 <= n_rest; i += 8)
    hash = rotate_left (hash ^ mix_lane (0, spur_get_le64 (self->rest + i)), 27) * P1 + P4;
  for (; i + 4 <= n_rest; i += 4)
    hash = rotate_left (hash ^ spur_get_le32 (self->rest + i) * P1, 23) * P2 + P3;
  for (; i < n_rest; i++)
    hash = rotate_left (hash ^ self->rest[i] * P5, 11) * P1;
  hash = (hash ^ hash >> 33) * P2;
  hash = (hash ^ hash >> 29) * P3;
  return hash ^ hash >> 32;
}

guint64
spur_hash_bytes (gconstpointer bytes, gsize n_bytes)
{
  SpurHash self;

  spur_hash_init (&self);
  spur_hash_add (&self, bytes, n_bytes);
  return spur_hash_get (&self);
}
