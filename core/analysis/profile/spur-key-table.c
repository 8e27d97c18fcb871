/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Keys of sums while a stream is read: a hash table with open addressing, as one event after the
 * other is looked up in it. */
#include "core/analysis/profile/spur-profile-private.h"

#define FIRST_SLOTS 16

void
spur_key_table_init (SpurKeyTable *self)
{
  *self = (SpurKeyTable){ .keys = g_array_new (FALSE, FALSE, sizeof (guint64)) };
}

void
spur_key_table_clear (SpurKeyTable *self)
{
  g_clear_pointer (&self->keys, g_array_unref);
  g_clear_pointer (&self->slots, g_free);
}

static guint64
get_key (const SpurKeyTable *self, guint index)
{
  return g_array_index (self->keys, guint64, index);
}

/* The slot of the key, or the free one where it would be. */
static guint
find_slot (const SpurKeyTable *self, guint64 key)
{
  /* Fibonacci hashing: 2^64 divided by the golden ratio. */
  guint slot = (guint) (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32) & (self->n_slots - 1);

  while (self->slots[slot] != 0 && get_key (self, self->slots[slot] - 1) != key)
    slot = (slot + 1) & (self->n_slots - 1);
  return slot;
}

/* At most half of the slots are used. */
static void
grow_slots (SpurKeyTable *self)
{
  self->n_slots = MAX (2 * self->n_slots, FIRST_SLOTS);
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint i = 0; i < self->keys->len; i++)
    self->slots[find_slot (self, get_key (self, i))] = i + 1;
}

guint
spur_key_table_add (SpurKeyTable *self, guint64 key)
{
  guint slot;

  if (self->last < self->keys->len && get_key (self, self->last) == key)
    return self->last;
  if (2 * (self->keys->len + 1) > self->n_slots)
    grow_slots (self);
  slot = find_slot (self, key);
  if (self->slots[slot] == 0)
    {
      g_array_append_val (self->keys, key);
      self->slots[slot] = self->keys->len;
    }
  self->last = self->slots[slot] - 1;
  return self->last;
}
