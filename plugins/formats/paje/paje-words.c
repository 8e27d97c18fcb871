/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Hash tables with open addressing: each line of a trace looks three or four things up. */
#include "plugins/formats/paje/paje-words.h"

#include <string.h>

#define FIRST_SLOTS 256

/* Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): 2^64 by the golden ratio. */
#define SPREAD G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static guint
find_slot (const PajeMap *self, guint64 key)
{
  guint slot = (guint) (key * SPREAD >> 32) & (self->n_slots - 1);

  while (self->values[slot] != PAJE_NONE && self->keys[slot] != key)
    slot = (slot + 1) & (self->n_slots - 1);
  return slot;
}

static void
make_slots (PajeMap *self, guint n_slots)
{
  self->n_slots = n_slots;
  self->keys = g_new (guint64, n_slots);
  self->values = g_new (guint32, n_slots);
  memset (self->values, 0xff, n_slots * sizeof *self->values);
}

void
paje_map_init (PajeMap *self)
{
  self->n_used = 0;
  make_slots (self, FIRST_SLOTS);
}

void
paje_map_clear (PajeMap *self)
{
  g_clear_pointer (&self->keys, g_free);
  g_clear_pointer (&self->values, g_free);
}

static void
double_slots (PajeMap *self)
{
  PajeMap old = *self;

  make_slots (self, old.n_slots * 2);
  for (guint i = 0; i < old.n_slots; i++)
    {
      guint slot;

      if (old.values[i] == PAJE_NONE)
        continue;
      slot = find_slot (self, old.keys[i]);
      self->keys[slot] = old.keys[i];
      self->values[slot] = old.values[i];
    }
  paje_map_clear (&old);
}

static guint
add_slot (PajeMap *self, guint32 high, guint32 low, guint32 fresh)
{
  guint64 key = (guint64) high << 32 | low;
  guint slot;

  if (self->n_used >= self->n_slots / 2)
    double_slots (self);
  slot = find_slot (self, key);
  if (self->values[slot] != PAJE_NONE)
    return slot;
  self->keys[slot] = key;
  self->values[slot] = fresh;
  self->n_used++;
  return slot;
}

guint32
paje_map_add (PajeMap *self, guint32 high, guint32 low, guint32 fresh)
{
  guint slot = add_slot (self, high, low, fresh);

  return self->values[slot];
}

void
paje_map_set (PajeMap *self, guint32 high, guint32 low, guint32 value)
{
  guint slot = add_slot (self, high, low, value);

  self->values[slot] = value;
}

guint32
paje_map_find (const PajeMap *self, guint32 high, guint32 low)
{
  return self->values[find_slot (self, (guint64) high << 32 | low)];
}

void
paje_words_init (PajeWords *self)
{
  gsize begin = 0;

  memset (self, 0, sizeof *self);
  self->begins = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_array_append_val (self->begins, begin);
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new (guint32, self->n_slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
}

void
paje_words_clear (PajeWords *self)
{
  g_clear_pointer (&self->bytes, g_free);
  g_clear_pointer (&self->begins, g_array_unref);
  g_clear_pointer (&self->slots, g_free);
}

guint
paje_words_get_n (const PajeWords *self)
{
  return self->begins->len - 1;
}

/* Eight bytes at a time; the words of a trace are short. */
static guint64
hash_text (const char *text, gsize n_bytes)
{
  guint64 hash = n_bytes * SPREAD;

  for (; n_bytes >= sizeof hash; n_bytes -= sizeof hash, text += sizeof hash)
    {
      guint64 part;

      memcpy (&part, text, sizeof part);
      hash = (hash ^ part) * SPREAD;
      hash ^= hash >> 29;
    }
  for (; n_bytes > 0; n_bytes--, text++)
    hash = (hash ^ (guchar) *text) * SPREAD;
  return hash ^ hash >> 32;
}

static guint
find_word (const PajeWords *self, const char *text, gsize n_bytes)
{
  guint slot = (guint) hash_text (text, n_bytes) & (self->n_slots - 1);
  const gsize *begins = (const gsize *) self->begins->data;

  for (guint32 word; (word = self->slots[slot]) != PAJE_NONE;
       slot = (slot + 1) & (self->n_slots - 1))
    {
      if (begins[word + 1] - begins[word] == n_bytes &&
          (n_bytes == 0 || memcmp (self->bytes + begins[word], text, n_bytes) == 0))
        break;
    }
  return slot;
}

static void
double_words (PajeWords *self)
{
  const gsize *begins = (const gsize *) self->begins->data;

  g_free (self->slots);
  self->n_slots *= 2;
  self->slots = g_new (guint32, self->n_slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  for (guint32 word = 0; word < paje_words_get_n (self); word++)
    {
      const char *text = self->bytes + begins[word];

      self->slots[find_word (self, text, begins[word + 1] - begins[word])] = word;
    }
}

static void
keep_text (PajeWords *self, const char *text, gsize n_bytes)
{
  gsize n_needed_bytes = self->n_bytes + n_bytes;

  if (n_needed_bytes > self->n_allocated_bytes)
    {
      self->n_allocated_bytes = MAX (n_needed_bytes, 2 * self->n_allocated_bytes);
      self->bytes = g_realloc (self->bytes, self->n_allocated_bytes);
    }
  if (n_bytes > 0)
    memcpy (self->bytes + self->n_bytes, text, n_bytes);
  self->n_bytes = n_needed_bytes;
  g_array_append_val (self->begins, self->n_bytes);
}

guint32
paje_words_add (PajeWords *self, const char *text, gsize n_bytes)
{
  guint slot = find_word (self, text, n_bytes);

  if (self->slots[slot] != PAJE_NONE)
    return self->slots[slot];
  if (paje_words_get_n (self) >= self->n_slots / 2)
    {
      double_words (self);
      slot = find_word (self, text, n_bytes);
    }
  self->slots[slot] = paje_words_get_n (self);
  keep_text (self, text, n_bytes);
  return self->slots[slot];
}

char *
paje_words_get_text (const PajeWords *self, guint32 word)
{
  const gsize *begins = (const gsize *) self->begins->data;
  gsize n_bytes = begins[word + 1] - begins[word];

  return g_utf8_make_valid (n_bytes > 0 ? self->bytes + begins[word] : "", (gssize) n_bytes);
}
