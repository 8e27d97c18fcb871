/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Chunks on their way from and to a container, and how the work on them is shared out. */
#include "config.h"

#include <zlib.h>

#include "core/store/spur-container-private.h"

#define RUN_BYTES (4u << 20)
#define REPORT_INTERVAL_US (100 * 1000)

void
spur_container_chunk_clear (SpurContainerChunk *chunk)
{
  g_clear_error (&chunk->error);
}

/* As crc32_z over the chunk's bytes in the file, before they are there: they end with zeros. */
guint32
spur_container_chunk_crc (const SpurChunk *columns)
{
  static const guint8 zeros[8];
  guint32 n_marks = spur_container_count_marks (columns->n_events);
  guint64 n_bytes =
    columns->n_events * (guint64) 6 + n_marks * (guint64) 4 + columns->n_record_bytes;
  uLong crc = crc32_z (0, NULL, 0);

  crc = crc32_z (crc, (const Bytef *) columns->ticks, columns->n_events * sizeof (guint32));
  crc = crc32_z (crc, (const Bytef *) columns->marks, n_marks * sizeof (guint32));
  crc = crc32_z (crc, (const Bytef *) columns->classes, columns->n_events * sizeof (guint16));
  if (columns->n_record_bytes > 0)
    crc = crc32_z (crc, columns->records, columns->n_record_bytes);
  return (guint32) crc32_z (crc, zeros, spur_container_align (n_bytes) - n_bytes);
}

GArray *
spur_container_make_runs (const GArray *chunks)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (SpurContainerRun));
  SpurContainerRun run = { 0, 0, 0 };

  for (guint i = 0; i < chunks->len; i++)
    {
      run.n_chunks++;
      run.n_bytes += g_array_index (chunks, SpurContainerChunk, i).n_bytes;
      if (run.n_bytes < RUN_BYTES && i + 1 < chunks->len)
        continue;
      g_array_append_val (runs, run);
      run = (SpurContainerRun){ i + 1, 0, 0 };
    }
  return runs;
}

/* The first one in the file, whichever thread was first. */
GError *
spur_container_steal_chunk_error (GArray *chunks)
{
  for (guint i = 0; i < chunks->len; i++)
    {
      SpurContainerChunk *chunk = &g_array_index (chunks, SpurContainerChunk, i);

      if (chunk->error != NULL)
        return g_steal_pointer (&chunk->error);
    }
  return NULL;
}

void
spur_container_progress_add (SpurContainerProgress *self, guint64 n_bytes)
{
  guint64 n_done = __atomic_add_fetch (&self->n_done, n_bytes, __ATOMIC_RELAXED);
  gint64 now_us, next_us;

  if (self->job == NULL || self->job->progress == NULL)
    return;
  now_us = g_get_monotonic_time ();
  next_us = __atomic_load_n (&self->next_us, __ATOMIC_RELAXED);
  if (now_us < next_us ||
      !__atomic_compare_exchange_n (&self->next_us, &next_us, now_us + REPORT_INTERVAL_US, FALSE,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return;
  spur_job_report (self->job, self->what, n_done, self->n_total);
}
