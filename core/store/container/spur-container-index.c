/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The index of a container: where the chunks of its streams are. */
#include "core/base/spur-bytes-private.h"
#include "core/store/container/spur-container-internal.h"

typedef struct
{
  const SpurContainerImage *image;
  const guint8 *row;
  guint64 offset;
  guint64 end;
  GArray *chunks;
  /* Events and chunks of each stream so far. */
  GArray *seen;
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

static gboolean
read_row (IndexReader *self, SpurContainerChunk *chunk)
{
  SpurPackedChunk *packed = &chunk->packed;

  packed->offset = spur_get_le64 (self->row);
  packed->hash = spur_get_le64 (self->row + 8);
  packed->base_ticks = (gint64) spur_get_le64 (self->row + 16);
  packed->n_bytes = spur_get_le32 (self->row + 24);
  packed->n_events = spur_get_le32 (self->row + 28);
  chunk->stream = spur_get_le32 (self->row + 32);
  if (packed->offset != self->offset)
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "it must begin where the one before ends",
                     packed->offset);
  if (packed->n_bytes > self->end - packed->offset)
    return fail_row (self, SPUR_STORE_ERROR_TRUNCATED, "its bytes go beyond the section",
                     packed->n_bytes);
  packed->bytes = self->image->bytes + packed->offset;
  if (packed->n_bytes % 8 != 0)
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "its bytes must be a multiple of 8",
                     packed->n_bytes);
  if (packed->n_events == 0 || packed->n_events > SPUR_PACKED_MAX_EVENTS)
    return fail_row (self, SPUR_STORE_ERROR_RANGE, "it must have 1 to 2^20 events",
                     packed->n_events);
  if (spur_get_le32 (self->row + 36) != 0)
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "its last column must be 0",
                     spur_get_le32 (self->row + 36));
  return TRUE;
}

static gboolean
read_chunk (IndexReader *self)
{
  SpurContainerChunk chunk = { .stream = 0 };
  SpurContainerStreamInfo *seen;

  if (!read_row (self, &chunk))
    return FALSE;
  if (chunk.stream >= self->seen->len)
    return fail_row (self, SPUR_STORE_ERROR_RANGE, "its stream is not defined", chunk.stream);
  seen = &g_array_index (self->seen, SpurContainerStreamInfo, chunk.stream);
  chunk.packed.first = seen->n_events;
  seen->n_events += chunk.packed.n_events;
  seen->n_chunks++;
  g_array_append_val (self->chunks, chunk);
  self->offset += chunk.packed.n_bytes;
  self->row += SPUR_CONTAINER_INDEX_BYTES;
  return TRUE;
}

static gboolean
check_streams (IndexReader *self, const SpurContainerHeader *header)
{
  for (guint i = 0; i < self->seen->len; i++)
    {
      const SpurContainerStreamInfo *info =
        &g_array_index (header->streams, SpurContainerStreamInfo, i);
      const SpurContainerStreamInfo *seen = &g_array_index (self->seen, SpurContainerStreamInfo, i);

      if (seen->n_events != info->n_events || seen->n_chunks != info->n_chunks)
        return spur_container_fail (
          self->image, self->error, SPUR_STORE_ERROR_FORMAT,
          self->image->sections[SPUR_CONTAINER_INDEX].offset,
          "index: stream %u has %" G_GUINT64_FORMAT " events in %" G_GUINT64_FORMAT
          " chunks, by the header it has %" G_GUINT64_FORMAT " in %" G_GUINT64_FORMAT,
          i, seen->n_events, seen->n_chunks, info->n_events, info->n_chunks);
    }
  return TRUE;
}

/* Returns: (element-type SpurContainerChunk): all chunks in the order of the file */
GArray *
spur_container_index_read (const SpurContainerImage *image,
                           const SpurContainerHeader *header,
                           GError **error)
{
  const SpurContainerSection *index = &image->sections[SPUR_CONTAINER_INDEX];
  const SpurContainerSection *section = &image->sections[SPUR_CONTAINER_CHUNKS];
  guint64 n_rows = index->n_bytes / SPUR_CONTAINER_INDEX_BYTES;
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (SpurContainerChunk));
  g_autoptr (GArray) seen = g_array_new (FALSE, TRUE, sizeof (SpurContainerStreamInfo));
  IndexReader self = { image,
                       image->bytes + index->offset,
                       section->offset,
                       section->offset + section->n_bytes,
                       chunks,
                       seen,
                       error };

  g_array_set_clear_func (chunks, (GDestroyNotify) spur_container_chunk_clear);
  g_array_set_size (seen, header->streams->len);
  if (index->n_bytes % SPUR_CONTAINER_INDEX_BYTES != 0 ||
      n_rows != header->rows[SPUR_CONTAINER_INDEX_TABLE] || n_rows > G_MAXINT)
    {
      spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, index->offset,
                           "index: %" G_GUINT64_FORMAT " rows do not take %" G_GUINT64_FORMAT
                           " bytes",
                           header->rows[SPUR_CONTAINER_INDEX_TABLE], index->n_bytes);
      return NULL;
    }
  for (guint64 i = 0; i < n_rows; i++)
    {
      if (!read_chunk (&self))
        return NULL;
    }
  if (self.offset != self.end)
    {
      spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, self.offset,
                           "index: %" G_GUINT64_FORMAT " bytes of chunks are of no stream",
                           self.end - self.offset);
      return NULL;
    }
  return check_streams (&self, header) ? g_steal_pointer (&chunks) : NULL;
}
