/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

/* Texts by number and numbers by text, for texts that are slices of a file. */
typedef struct
{
  guint32 hash;
  guint32 n_bytes;
  const char *text;
  guint32 value;
} SpurFormatName;

typedef struct
{
  SpurFormatName *slots;
  guint n_slots; /* a power of two */
  guint n_names;
  GStringChunk *texts;
} SpurFormatNames;

void spur_format_names_init (SpurFormatNames *self);

void spur_format_names_clear (SpurFormatNames *self);

/* Of a name that is there already, the first value stays. */
void spur_format_names_add (SpurFormatNames *self, const char *text, gsize n_bytes, guint32 value);

/* By whole words, of which the last one overlaps the one before it. */
static inline guint32
spur_format_names_hash (const char *text, gsize n_bytes)
{
  guint64 hash = n_bytes * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint64 word = 0;

  for (gsize i = 8; i < n_bytes; i += 8)
    {
      memcpy (&word, text + i - 8, 8);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      hash ^= hash >> 32;
    }
  if (n_bytes >= 8)
    memcpy (&word, text + n_bytes - 8, 8);
  else if (n_bytes >= 4)
    {
      guint32 first, last;

      memcpy (&first, text, 4);
      memcpy (&last, text + n_bytes - 4, 4);
      word = (guint64) first << 32 | last;
    }
  else if (n_bytes > 0)
    word = (guint64) (guchar) text[0] << 16 | (guint64) (guchar) text[n_bytes / 2] << 8 |
           (guchar) text[n_bytes - 1];
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  /* The last bytes, which differ most, are the highest ones of the word: they come down here. */
  hash = (hash ^ hash >> 32) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return (guint32) (hash >> 32);
}

static inline gboolean
spur_format_names_find (const SpurFormatNames *self,
                        const char *text,
                        gsize n_bytes,
                        guint32 *value)
{
  guint32 hash = spur_format_names_hash (text, n_bytes);

  for (guint i = hash & (self->n_slots - 1); self->slots[i].text != NULL;
       i = (i + 1) & (self->n_slots - 1))
    {
      const SpurFormatName *name = &self->slots[i];

      if (name->hash == hash && name->n_bytes == n_bytes && memcmp (name->text, text, n_bytes) == 0)
        {
          *value = name->value;
          return TRUE;
        }
    }
  return FALSE;
}
