/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-scan-private.h"

static inline guint64
mix (guint64 value)
{
  value ^= value >> 32;
  value *= G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  value ^= value >> 32;
  return value;
}

static inline guint32
hash_key (const SpurChannelKey *key)
{
  guint64 hash = mix (key->ends + mix (key->tag + mix (key->group + 1)));

  return (guint32) (hash ^ hash >> 29);
}

void
spur_channels_reserve (SpurChannels *self, guint32 n_channels)
{
  guint32 n_allocated = MAX (self->n_allocated, 16);

  while (n_allocated < n_channels)
    n_allocated *= 2;
  self->n_allocated = n_allocated;
  self->all = g_renew (SpurChannel, self->all, self->n_allocated);
  self->n_slots = 2 * self->n_allocated;
  g_free (self->slots);
  self->slots = g_new (guint32, self->n_slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  for (guint32 i = 0; i < self->n_channels; i++)
    {
      guint32 slot = hash_key (&self->all[i].key) & (self->n_slots - 1);

      while (self->slots[slot] != SPUR_NONE)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = i;
    }
}

guint32
spur_channels_find (SpurChannels *self, const SpurChannelKey *key)
{
  guint32 slot;

  if (self->n_channels == self->n_allocated)
    spur_channels_reserve (self, 2 * self->n_allocated);
  slot = hash_key (key) & (self->n_slots - 1);
  while (self->slots[slot] != SPUR_NONE)
    {
      if (spur_channel_key_is_equal (&self->all[self->slots[slot]].key, key))
        return self->slots[slot];
      slot = (slot + 1) & (self->n_slots - 1);
    }
  self->all[self->n_channels] = (SpurChannel){ .key = *key };
  self->slots[slot] = self->n_channels;
  return self->n_channels++;
}

void
spur_channels_clear (SpurChannels *self)
{
  g_clear_pointer (&self->all, g_free);
  g_clear_pointer (&self->slots, g_free);
  self->n_channels = self->n_allocated = self->n_slots = 0;
}
