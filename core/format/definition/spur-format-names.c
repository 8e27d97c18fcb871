/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/format/definition/spur-format-program-private.h"

#define FIRST_SLOTS 64

void
spur_format_names_init (SpurFormatNames *self)
{
  self->n_slots = FIRST_SLOTS;
  self->n_names = 0;
  self->slots = g_new0 (SpurFormatName, self->n_slots);
  self->texts = g_string_chunk_new (4096);
}

void
spur_format_names_clear (SpurFormatNames *self)
{
  g_free (self->slots);
  g_string_chunk_free (self->texts);
}

static void
place_name (SpurFormatNames *self, const SpurFormatName *name)
{
  guint i = name->hash & (self->n_slots - 1);

  while (self->slots[i].text != NULL)
    i = (i + 1) & (self->n_slots - 1);
  self->slots[i] = *name;
}

static void
grow_table (SpurFormatNames *self)
{
  SpurFormatName *old = self->slots;
  guint n_old = self->n_slots;

  self->n_slots *= 2;
  self->slots = g_new0 (SpurFormatName, self->n_slots);
  for (guint i = 0; i < n_old; i++)
    {
      if (old[i].text != NULL)
        place_name (self, &old[i]);
    }
  g_free (old);
}

void
spur_format_names_add (SpurFormatNames *self, const char *text, gsize n_bytes, guint32 value)
{
  SpurFormatName name = { .hash = spur_format_names_hash (text, n_bytes),
                          .n_bytes = (guint32) n_bytes,
                          .value = value };
  guint32 known;

  if (spur_format_names_find (self, text, n_bytes, &known))
    return;
  if (self->n_names * 2 >= self->n_slots)
    grow_table (self);
  name.text = g_string_chunk_insert_len (self->texts, text, (gssize) n_bytes);
  place_name (self, &name);
  self->n_names++;
}
