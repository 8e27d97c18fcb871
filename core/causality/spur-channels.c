/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-scan-private.h"

static void
put (SpurChannels *self, guint32 channel)
{
  guint32 slot = self->all[channel].hash & (self->n_slots - 1);

  while (self->slots[slot].stamp == self->stamp)
    slot = (slot + 1) & (self->n_slots - 1);
  self->slots[slot] = (SpurChannelSlot){ self->stamp, channel };
}

void
spur_channels_grow (SpurChannels *self)
{
  self->n_allocated = MAX (2 * self->n_allocated, 16);
  self->all = g_renew (SpurChannel, self->all, self->n_allocated);
  self->n_slots = 2 * self->n_allocated;
  g_free (self->slots);
  self->slots = g_new0 (SpurChannelSlot, self->n_slots);
  self->stamp = 1;
  for (guint32 i = 0; i < self->n_channels; i++)
    put (self, i);
}

void
spur_channels_reset (SpurChannels *self)
{
  self->n_channels = 0;
  if (++self->stamp != 0 || self->n_slots == 0)
    return;
  memset (self->slots, 0, self->n_slots * sizeof *self->slots);
  self->stamp = 1;
}

void
spur_channels_clear (SpurChannels *self)
{
  g_clear_pointer (&self->all, g_free);
  g_clear_pointer (&self->slots, g_free);
  self->n_channels = self->n_allocated = self->n_slots = self->stamp = 0;
}
