/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Chunks on their way from and to a container, and how they are grouped into tasks. */
#include "core/store/container/spur-container-internal.h"

#define RUN_BYTES (4u << 20)
#define REPORT_INTERVAL_US (100 * 1000)

void
spur_container_chunk_clear (SpurContainerChunk *chunk)
{
  g_clear_error (&chunk->error);
  g_clear_pointer (&chunk->head, g_free);
}

/* Bytes to be looked at. */
static guint64
get_work (const SpurContainerChunk *chunk)
{
  if (chunk->columns == NULL)
    return chunk->packed.n_bytes;
  return chunk->columns->n_events * (guint64) (sizeof (guint32) + sizeof (guint16)) +
         chunk->columns->n_record_bytes;
}

GArray *
spur_container_make_runs (const GArray *chunks)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (SpurContainerRun));
  SpurContainerRun run = { 0, 0, 0 };

  for (guint i = 0; i < chunks->len; i++)
    {
      run.n_chunks++;
      run.n_bytes += get_work (&g_array_index (chunks, SpurContainerChunk, i));
      if (run.n_bytes < RUN_BYTES && i + 1 < chunks->len)
        continue;
      g_array_append_val (runs, run);
      run = (SpurContainerRun){ i + 1, 0, 0 };
    }
  return runs;
}

/* FALSE with the first error in the file, whichever thread was first. */
gboolean
spur_container_check_chunks (GArray *chunks, GError **error)
{
  for (guint i = 0; i < chunks->len; i++)
    {
      SpurContainerChunk *chunk = &g_array_index (chunks, SpurContainerChunk, i);

      if (chunk->error == NULL)
        continue;
      g_propagate_error (error, g_steal_pointer (&chunk->error));
      return FALSE;
    }
  return TRUE;
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
