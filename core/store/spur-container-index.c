/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The index of a container: where the chunks of its streams are. */
#include "config.h"

#include "core/base/spur-bytes-private.h"
#include "core/store/spur-container-private.h"

typedef struct
{
  const SpurContainerImage *image;
  const guint8 *row;
  guint64 offset;
  guint64 n_rows_left;
  GArray *chunks;
  GError **error;
} IndexReader;

static gboolean
fail_row (IndexReader *self, SpurStoreError code, const char *problem, guint64 found)
{
  guint64 at = (guint64) (self->row - self->image->bytes);

  return spur_container_fail (self->image, self->error, code, at,
                              "index: chunk %u: %s, found %" G_GUINT64_FORMAT, self->chunks->len,
                              problem, found);
}

static void
set_columns (IndexReader *self, SpurContainerChunk *chunk)
{
  const guint8 *at = self->image->bytes + chunk->offset;
  SpurChunk *columns = &chunk->columns;

  columns->ticks = (const guint32 *) (gconstpointer) at;
  at += columns->n_events * sizeof (guint32);
  columns->marks = (const guint32 *) (gconstpointer) at;
  at += spur_container_count_marks (columns->n_events) * sizeof (guint32);
  columns->classes = (const guint16 *) (gconstpointer) at;
  columns->records = at + columns->n_events * sizeof (guint16);
}

static gboolean
read_chunk (IndexReader *self, guint stream, guint64 first)
{
  const SpurContainerSection *section = &self->image->sections[SPUR_CONTAINER_CHUNKS];
  SpurContainerChunk chunk = { .stream = stream };
  guint64 offset = spur_get_le64 (self->row);

  chunk.columns.first = first;
  chunk.columns.n_events = spur_get_le32 (self->row + 8);
  chunk.columns.n_record_bytes = spur_get_le32 (self->row + 12);
  chunk.crc = spur_get_le32 (self->row + 20);
  chunk.columns.base_ticks = (gint64) spur_get_le64 (self->row + 24);
  if (spur_get_le32 (self->row + 16) != stream)
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "by the header it is of another stream",
                     spur_get_le32 (self->row + 16));
  if (offset != self->offset)
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "it must begin where the one before ends",
                     offset);
  if (chunk.columns.n_events == 0 || chunk.columns.n_events > SPUR_CONTAINER_MAX_CHUNK_EVENTS)
    return fail_row (self, SPUR_STORE_ERROR_RANGE, "it must have 1 to 2^20 events",
                     chunk.columns.n_events);
  chunk.offset = offset;
  chunk.n_bytes =
    spur_container_get_chunk_bytes (chunk.columns.n_events, chunk.columns.n_record_bytes);
  if (chunk.n_bytes > section->offset + section->n_bytes - offset)
    return fail_row (self, SPUR_STORE_ERROR_TRUNCATED, "its bytes go beyond the section",
                     chunk.n_bytes);
  set_columns (self, &chunk);
  g_array_append_val (self->chunks, chunk);
  self->offset += chunk.n_bytes;
  self->row += SPUR_CONTAINER_INDEX_BYTES;
  self->n_rows_left--;
  return TRUE;
}

static gboolean
read_stream (IndexReader *self, guint stream, const SpurContainerStreamInfo *info)
{
  guint64 n_events = 0;

  if (info->n_chunks > self->n_rows_left)
    return fail_row (self, SPUR_STORE_ERROR_TRUNCATED,
                     "the header says that its stream has more chunks", info->n_chunks);
  for (guint64 i = 0; i < info->n_chunks; i++)
    {
      if (!read_chunk (self, stream, n_events))
        return FALSE;
      n_events +=
        g_array_index (self->chunks, SpurContainerChunk, self->chunks->len - 1).columns.n_events;
    }
  if (n_events != info->n_events)
    return spur_container_fail (
      self->image, self->error, SPUR_STORE_ERROR_FORMAT, (guint64) (self->row - self->image->bytes),
      "index: stream %u has %" G_GUINT64_FORMAT " events, by the header it has %" G_GUINT64_FORMAT,
      stream, n_events, info->n_events);
  return TRUE;
}

/* Returns: (element-type SpurContainerChunk): all chunks, their columns in the file's bytes */
GArray *
spur_container_index_read (const SpurContainerImage *image,
                           const SpurContainerHeader *header,
                           GError **error)
{
  const SpurContainerSection *index = &image->sections[SPUR_CONTAINER_INDEX];
  const SpurContainerSection *section = &image->sections[SPUR_CONTAINER_CHUNKS];
  guint64 n_rows = index->n_bytes / SPUR_CONTAINER_INDEX_BYTES;
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (SpurContainerChunk));
  IndexReader self = {
    image, image->bytes + index->offset, section->offset, n_rows, chunks, error
  };

  g_array_set_clear_func (chunks, (GDestroyNotify) spur_container_chunk_clear);
  if (index->n_bytes % SPUR_CONTAINER_INDEX_BYTES != 0 || n_rows != header->rows[4] ||
      n_rows > G_MAXINT)
    {
      spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, index->offset,
                           "index: %" G_GUINT64_FORMAT " rows do not take %" G_GUINT64_FORMAT
                           " bytes",
                           header->rows[4], index->n_bytes);
      return NULL;
    }
  for (guint i = 0; i < header->streams->len; i++)
    {
      if (!read_stream (&self, i, &g_array_index (header->streams, SpurContainerStreamInfo, i)))
        return NULL;
    }
  if (self.n_rows_left > 0 || self.offset != section->offset + section->n_bytes)
    {
      spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, self.offset,
                           "index: %" G_GUINT64_FORMAT " chunks and %" G_GUINT64_FORMAT
                           " bytes of chunks are of no stream",
                           self.n_rows_left, section->offset + section->n_bytes - self.offset);
      return NULL;
    }
  return g_steal_pointer (&chunks);
}
