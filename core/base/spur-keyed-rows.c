/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-keyed-rows-private.h"

#include <string.h>

typedef struct
{
  guint32 key;
  guint32 n_rows;
} SpurKeyedRun;

void
spur_keyed_pool_init (SpurKeyedPool *self, guint32 n_keys)
{
  *self = (SpurKeyedPool){ n_keys, g_async_queue_new_full (g_free) };
}

void
spur_keyed_pool_clear (SpurKeyedPool *self)
{
  g_clear_pointer (&self->counts, g_async_queue_unref);
}

/* By key 0; there may be as many keys as streams, so that this is not made anew for each stream. */
static gsize *
take_counts (SpurKeyedPool *pool)
{
  gsize *counts = g_async_queue_try_pop (pool->counts);

  return counts != NULL ? counts : g_new0 (gsize, (gsize) pool->n_keys + 1);
}

/* (element-type SpurKeyedRun): keys in the order in which they come first. */
static SpurPageArray
count_runs (const SpurKeyedRows *self, gsize *counts)
{
  SpurPageArray runs = { 0 };
  const guint32 *keys = self->keys.elements;

  for (gsize i = 0; i < self->keys.n; i++)
    {
      if (counts[keys[i]]++ == 0)
        SPUR_PAGE_ARRAY_ADD (&runs, SpurKeyedRun)->key = keys[i];
    }
  spur_page_array_fit (&runs, sizeof (SpurKeyedRun));
  return runs;
}

static void
place_rows (SpurKeyedRows *self, gsize n_row_bytes, gsize *next)
{
  const guint8 *rows = self->rows.elements;
  const guint32 *keys = self->keys.elements;
  guint8 *grouped = spur_pages_new (self->rows.n, n_row_bytes);

  for (gsize i = 0; i < self->rows.n; i++)
    memcpy (grouped + next[keys[i]]++ * n_row_bytes, rows + i * n_row_bytes, n_row_bytes);
  spur_pages_free (self->rows.elements);
  self->rows.elements = grouped;
  self->rows.n_room = self->rows.n;
}

void
spur_keyed_rows_group (SpurKeyedRows *self, gsize n_row_bytes, SpurKeyedPool *pool)
{
  gsize *counts, n_before = 0;
  SpurPageArray runs;

  if (self->rows.n == 0)
    return;
  counts = take_counts (pool);
  runs = count_runs (self, counts);
  for (gsize i = 0; i < runs.n; i++)
    {
      SpurKeyedRun *run = SPUR_PAGE_ARRAY_AT (&runs, SpurKeyedRun, i);

      run->n_rows = (guint32) counts[run->key];
      counts[run->key] = n_before;
      n_before += run->n_rows;
    }
  place_rows (self, n_row_bytes, counts);
  for (gsize i = 0; i < runs.n; i++)
    counts[SPUR_PAGE_ARRAY_AT (&runs, SpurKeyedRun, i)->key] = 0;
  g_async_queue_push (pool->counts, counts);
  spur_page_array_clear (&self->keys);
  self->keys = runs;
}

void
spur_keyed_rows_fit (SpurKeyedRows *self, gsize n_row_bytes)
{
  spur_page_array_fit (&self->rows, n_row_bytes);
  spur_page_array_fit (&self->keys, sizeof (guint32));
}

void
spur_keyed_rows_clear (SpurKeyedRows *self)
{
  spur_page_array_clear (&self->rows);
  spur_page_array_clear (&self->keys);
}

static void
place_parts (SpurKeyedAll *self, guint n_streams, gsize *next)
{
  for (guint s = 0; s < n_streams; s++)
    {
      const SpurKeyedRun *runs = self->streams[s]->keys.elements;
      gsize first = 0;

      for (gsize i = 0; i < self->streams[s]->keys.n; i++)
        {
          self->parts[next[runs[i].key]++] = (SpurKeyedPart){ first, runs[i].n_rows, s };
          first += runs[i].n_rows;
        }
    }
}

void
spur_keyed_all_init (SpurKeyedAll *self,
                     SpurKeyedRows *const streams[],
                     guint n_streams,
                     guint32 n_keys,
                     gsize n_row_bytes)
{
  g_autofree gsize *next = NULL;

  *self = (SpurKeyedAll){ .streams = streams, .n_row_bytes = n_row_bytes };
  self->firsts = g_new0 (gsize, (gsize) n_keys + 1);
  for (guint s = 0; s < n_streams; s++)
    {
      const SpurKeyedRun *runs = streams[s]->keys.elements;

      for (gsize i = 0; i < streams[s]->keys.n; i++)
        self->firsts[runs[i].key + 1]++;
    }
  for (guint32 i = 0; i < n_keys; i++)
    self->firsts[i + 1] += self->firsts[i];
  next = g_memdup2 (self->firsts, ((gsize) n_keys + 1) * sizeof *next);
  self->parts = SPUR_PAGES_NEW (SpurKeyedPart, self->firsts[n_keys] + 1);
  place_parts (self, n_streams, next);
}

gpointer
spur_keyed_all_get (SpurKeyedAll *self, guint32 key, gsize *n_rows)
{
  guint8 *end;

  *n_rows = 0;
  for (gsize i = self->firsts[key]; i < self->firsts[key + 1]; i++)
    *n_rows += self->parts[i].n_rows;
  if (*n_rows > self->n_most_rows)
    {
      spur_pages_free (self->rows);
      spur_pages_free (self->scratch);
      self->n_most_rows = *n_rows;
      self->rows = spur_pages_new (*n_rows, self->n_row_bytes);
      self->scratch = spur_pages_new (*n_rows / 2 + 1, self->n_row_bytes);
    }
  end = self->rows;
  for (gsize i = self->firsts[key]; i < self->firsts[key + 1]; i++)
    {
      const SpurKeyedPart *part = &self->parts[i];
      const guint8 *rows = self->streams[part->stream]->rows.elements;

      memcpy (end, rows + part->first * self->n_row_bytes, part->n_rows * self->n_row_bytes);
      end += part->n_rows * self->n_row_bytes;
    }
  return self->rows;
}

void
spur_keyed_all_clear (SpurKeyedAll *self)
{
  g_clear_pointer (&self->firsts, g_free);
  g_clear_pointer (&self->parts, spur_pages_free);
  g_clear_pointer (&self->rows, spur_pages_free);
  g_clear_pointer (&self->scratch, spur_pages_free);
}
