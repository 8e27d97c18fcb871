/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The index of a trace before it grew. As any index it is not believed: chunks of its streams are
 * compared with those that are there now, and its bytes with their hashes. */
#include <string.h>

#include "core/base/spur-pages-private.h"
#include "core/index/spur-index-builder-private.h"
#include "core/index/spur-index-file-private.h"
#include "core/store/packet/spur-packed-internal.h"

struct _SpurFormerIndex
{
  int fd;
  GMappedFile *file;
  guint8 *bytes;
  gsize n_bytes;
  const SpurIndexFileHead *head;
  const SpurIndexFileEntry *entries;
  /* By stream, its first chunk; and the number of a stream by that. */
  const SpurIndexFileChunk **chunks;
  GHashTable *streams;
  gboolean has_fewer_states;
};

static guint
hash_chunk (gconstpointer key)
{
  const SpurIndexFileChunk *chunk = key;

  return (guint) (chunk->hash ^ (guint64) chunk->base_ticks);
}

static gboolean
equal_chunks (gconstpointer a, gconstpointer b)
{
  const SpurIndexFileChunk *p = a, *q = b;

  return p->hash == q->hash && p->base_ticks == q->base_ticks && p->n_events == q->n_events;
}

static SpurIndexFileChunk
describe_chunk (const SpurPackedChunk *packed)
{
  return (SpurIndexFileChunk){ packed->hash, packed->base_ticks, packed->n_events };
}

/* FALSE where streams have other chunks than there are. */
static gboolean
find_chunks (SpurFormerIndex *self)
{
  const SpurIndexFileChunk *chunk =
    (const SpurIndexFileChunk *) (gpointer) (self->entries + self->head->n_streams);
  guint64 n_left = self->head->n_chunks;

  self->chunks = g_new (const SpurIndexFileChunk *, self->head->n_streams + 1);
  for (guint i = 0; i < self->head->n_streams; i++)
    {
      const SpurIndexFileEntry *entry = &self->entries[i];

      if (entry->n_chunks > n_left || entry->offset > self->n_bytes || entry->offset % 8 != 0 ||
          entry->n_bytes > self->n_bytes - entry->offset)
        return FALSE;
      self->chunks[i] = chunk;
      if (entry->n_chunks > 0)
        g_hash_table_insert (self->streams, (gpointer) chunk, GUINT_TO_POINTER (i + 1));
      chunk += entry->n_chunks;
      n_left -= entry->n_chunks;
    }
  return n_left == 0;
}

SpurFormerIndex *
spur_former_index_new (SpurTrace *trace, int fd)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new_from_fd (fd, FALSE, NULL);
  gsize n_bytes = file != NULL ? g_mapped_file_get_length (file) : 0;
  const SpurIndexFileHead *head =
    n_bytes > 0 ? (const SpurIndexFileHead *) (gpointer) g_mapped_file_get_contents (file) : NULL;
  guint32 n_states = spur_definitions_get_n_states (spur_trace_get_definitions (trace));
  SpurFormerIndex *self;

  if (!spur_index_file_check_head (head, n_bytes) || head->n_streams >= G_MAXUINT ||
      head->n_classes > spur_trace_get_n_classes (trace) || head->n_states > n_states ||
      head->classes_hash != spur_index_file_hash_classes (trace, head->n_classes))
    return NULL;
  self = g_new0 (SpurFormerIndex, 1);
  self->fd = fd;
  self->file = g_steal_pointer (&file);
  self->bytes = (guint8 *) g_mapped_file_get_contents (self->file);
  self->n_bytes = n_bytes;
  self->head = head;
  self->entries = (const SpurIndexFileEntry *) (gpointer) (head + 1);
  self->streams = g_hash_table_new (hash_chunk, equal_chunks);
  self->has_fewer_states = head->n_states < n_states;
  if (find_chunks (self))
    return self;
  spur_former_index_free (self);
  return NULL;
}

void
spur_former_index_free (SpurFormerIndex *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->streams);
  g_mapped_file_unref (self->file);
  g_free (self->chunks);
  g_free (self);
}

/* Events that the stream had, and those of them that it still has at its begin. */
static guint64
count_events (const SpurFormerIndex *self, guint former, SpurStream *stream, guint64 *n_common)
{
  const SpurIndexFileChunk *chunks = self->chunks[former];
  guint64 n_events = 0;
  gboolean is_same = TRUE;

  *n_common = 0;
  for (guint64 i = 0; i < self->entries[former].n_chunks; i++)
    {
      if (is_same && i < spur_stream_get_n_chunks (stream))
        {
          const SpurIndexFileChunk now =
            describe_chunk (spur_stream_get_packed (stream, (guint) i));

          is_same = equal_chunks (&now, &chunks[i]);
          *n_common += is_same ? now.n_events : 0;
        }
      n_events += chunks[i].n_events;
    }
  return n_events;
}

/* The number of the stream that began with the same chunk, and 1; 0 where there was none. */
static guint
find_former (const SpurFormerIndex *self, SpurStream *stream)
{
  SpurIndexFileChunk first;

  if (spur_stream_get_n_chunks (stream) == 0)
    return 0;
  first = describe_chunk (spur_stream_get_packed (stream, 0));
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->streams, &first));
}

guint8 *
spur_former_index_resume (
  SpurFormerIndex *self, SpurTrace *trace, guint stream, guint64 *n_taken, gsize *n_bytes)
{
  SpurStream *now = spur_trace_get_stream (trace, stream);
  guint former = find_former (self, now);
  SpurIndexFormer found = { .has_fewer_states = self->has_fewer_states };
  const SpurIndexFileEntry *entry;
  guint64 n_events, hash;

  if (former == 0)
    return NULL;
  entry = &self->entries[former - 1];
  n_events = count_events (self, former - 1, now, &found.n_common);
  found.stream.bytes = self->bytes + entry->offset;
  if (found.n_common == 0 ||
      !spur_index_file_hash (self->fd, entry->offset, entry->n_bytes, &hash) ||
      hash != entry->hash ||
      !spur_index_stream_attach_part (&found.stream, now, n_events, entry->n_bytes))
    return NULL;
  if (found.n_common == spur_stream_get_n_events (now) && found.n_common == n_events &&
      !(self->has_fewer_states && found.stream.head->subject == SPUR_INDEX_MIXED))
    {
      *n_taken = 0;
      *n_bytes = entry->n_bytes;
      return memcpy (spur_pages_new (*n_bytes, 1), found.stream.bytes, *n_bytes);
    }
  return spur_index_resume_stream (trace, stream, &found, n_taken, n_bytes);
}
