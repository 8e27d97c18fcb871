/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-scan-private.h"

static void
put_channel (SpurChannels *self, guint32 channel)
{
  guint32 hash = self->all[channel].hash;
  guint32 slot = hash & (self->n_slots - 1);

  while (spur_channels_is_used (self, slot))
    slot = (slot + 1) & (self->n_slots - 1);
  self->slots[slot] = (SpurChannelSlot){ spur_channels_get_mark (self, hash), channel };
}

void
spur_channels_grow (SpurChannels *self)
{
  self->n_allocated = MAX (2 * self->n_allocated, 16);
  self->all = spur_pages_grow (self->all, self->n_channels * sizeof *self->all, self->n_allocated,
                               sizeof *self->all);
  self->n_slots = 2 * self->n_allocated;
  spur_pages_free (self->slots);
  self->slots = SPUR_PAGES_NEW0 (SpurChannelSlot, self->n_slots);
  self->stamp = 1;
  for (guint32 i = 0; i < self->n_channels; i++)
    put_channel (self, i);
}

guint32
spur_channels_look_up (const SpurChannels *self, const SpurChannelKey *key)
{
  guint32 hash = spur_channel_key_hash (key);
  guint32 mark = spur_channels_get_mark (self, hash);
  guint32 slot = hash;

  if (self->n_slots == 0)
    return SPUR_NONE;
  while (spur_channels_is_used (self, slot &= self->n_slots - 1))
    {
      guint32 channel = self->slots[slot].channel;

      if (self->slots[slot].mark == mark &&
          spur_channel_key_is_equal (&self->all[channel].key, key))
        return channel;
      slot++;
    }
  return SPUR_NONE;
}

void
spur_channels_reset (SpurChannels *self)
{
  self->n_channels = 0;
  if (++self->stamp >> SPUR_CHANNEL_STAMP_SHIFT == 0 || self->n_slots == 0)
    return;
  memset (self->slots, 0, self->n_slots * sizeof *self->slots);
  self->stamp = 1;
}

void
spur_channels_clear (SpurChannels *self)
{
  g_clear_pointer (&self->all, spur_pages_free);
  g_clear_pointer (&self->slots, spur_pages_free);
  self->n_channels = self->n_allocated = self->n_slots = self->stamp = 0;
}
