/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* An index in a file beside its trace. It is never believed: what it is of is compared with the
 * trace, and all its bytes with their hashes, before a cell is made from it. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "core/base/spur-hash-private.h"
#include "core/base/spur-new-file-private.h"
#include "core/base/spur-pages-private.h"
#include "core/index/spur-index-file-private.h"
#include "core/store/packet/spur-packed-internal.h"

/* Streams whose index is in memory before it is written; a few for each thread. */
#define STREAMS_A_THREAD 4
/* What is read at a time stays in the cache. */
#define READ_BYTES ((gsize) 256 << 10)

static void
add_number (SpurHash *hash, guint64 number)
{
  number = GUINT64_TO_LE (number);
  spur_hash_add (hash, &number, sizeof number);
}

static void
add_class (SpurHash *hash, const SpurEventLayout *layout)
{
  spur_hash_add (hash, layout->name, strlen (layout->name) + 1);
  add_number (hash, layout->effect);
  add_number (hash, layout->n_bytes);
  add_number (hash, (guint64) (gint64) layout->field_of_use[SPUR_USE_STATE]);
  add_number (hash, (guint64) (gint64) layout->field_of_use[SPUR_USE_SUBJECT]);
  add_number (hash, (guint64) (gint64) layout->field_of_use[SPUR_USE_LOAD]);
  add_number (hash, spur_index_has_values_of (layout));
}

guint64
spur_index_file_hash_classes (SpurTrace *trace, guint32 n_classes)
{
  SpurHash hash;

  spur_hash_init (&hash);
  add_number (&hash, SPUR_INDEX_BLOCK_EVENTS);
  for (guint32 i = 0; i < n_classes; i++)
    add_class (&hash, spur_trace_get_class (trace, i));
  return spur_hash_get (&hash);
}

/* What an index is of: the chunks of all streams, when they begin, and what their events mean. 0
 * for a trace that is in no file, whose chunks have no hashes. */
static guint64
make_key (SpurTrace *trace)
{
  SpurHash hash;

  spur_hash_init (&hash);
  add_number (&hash, spur_index_file_hash_classes (trace, spur_trace_get_n_classes (trace)));
  add_number (&hash, spur_definitions_get_n_states (spur_trace_get_definitions (trace)));
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      guint n_chunks = spur_stream_get_n_chunks (stream);

      add_number (&hash, spur_stream_get_n_events (stream));
      add_number (&hash, n_chunks);
      for (guint k = 0; k < n_chunks; k++)
        {
          const SpurPackedChunk *chunk = spur_stream_get_packed (stream, k);

          if (chunk == NULL || chunk->hash == 0)
            return 0;
          add_number (&hash, chunk->hash);
          add_number (&hash, (guint64) chunk->base_ticks);
        }
    }
  return spur_hash_get (&hash);
}

/* Reading */

/* Reads bytes of a file to hash them, which costs less than to look at each page of its mapping
 * once. */
gboolean
spur_index_file_hash (int fd, guint64 offset, guint64 n_bytes, guint64 *result)
{
  g_autofree guint8 *bytes = g_malloc (MIN (n_bytes, READ_BYTES));
  SpurHash hash;

  spur_hash_init (&hash);
  for (guint64 at = 0; at < n_bytes; at += READ_BYTES)
    {
      gsize n_now = MIN (n_bytes - at, READ_BYTES);

      if (pread (fd, bytes, n_now, (off_t) (offset + at)) != (gssize) n_now)
        return FALSE;
      spur_hash_add (&hash, bytes, n_now);
    }
  *result = spur_hash_get (&hash);
  return TRUE;
}

gboolean
spur_index_file_check_head (const SpurIndexFileHead *head, gsize n_bytes)
{
  gsize n_left = n_bytes - sizeof *head;

  return n_bytes >= sizeof *head &&
         memcmp (head->magic, SPUR_INDEX_FILE_MAGIC, sizeof head->magic) == 0 &&
         head->byte_order == SPUR_INDEX_FILE_BYTE_ORDER &&
         head->version == SPUR_INDEX_FILE_VERSION && head->n_bytes == n_bytes &&
         head->head_hash ==
           spur_hash_bytes (head, G_STRUCT_OFFSET (SpurIndexFileHead, head_hash)) &&
         head->n_streams <= n_left / sizeof (SpurIndexFileEntry) &&
         head->n_chunks <=
           (n_left - head->n_streams * sizeof (SpurIndexFileEntry)) / sizeof (SpurIndexFileChunk) &&
         head->entries_hash == spur_hash_bytes (head + 1, spur_index_file_count_entries (head));
}

/* The bytes of streams lie one behind the other up to the end. */
static gboolean
attach_streams (SpurIndex *self, int fd, guint8 *bytes, gsize n_bytes)
{
  const SpurIndexFileHead *head = (const SpurIndexFileHead *) (gpointer) bytes;
  const SpurIndexFileEntry *entries = (const SpurIndexFileEntry *) (gpointer) (head + 1);
  guint64 offset = sizeof *head + spur_index_file_count_entries (head);

  for (guint i = 0; i < self->n_streams; i++)
    {
      const SpurIndexFileEntry *entry = &entries[i];
      guint64 hash;

      if (entry->offset != offset || entry->n_bytes > n_bytes - offset || entry->n_bytes % 8 != 0 ||
          !spur_index_file_hash (fd, offset, entry->n_bytes, &hash) || entry->hash != hash)
        return FALSE;
      self->streams[i].bytes = bytes + offset;
      if (!spur_index_stream_attach (&self->streams[i], spur_trace_get_stream (self->trace, i),
                                     entry->n_bytes))
        return FALSE;
      offset += entry->n_bytes;
    }
  return offset == n_bytes;
}

/* A file that may be an index. */
static gboolean
read_file (SpurIndex *self, int fd, guint64 key)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new_from_fd (fd, FALSE, NULL);
  gsize n_bytes = file != NULL ? g_mapped_file_get_length (file) : 0;
  guint8 *bytes = n_bytes > 0 ? (guint8 *) g_mapped_file_get_contents (file) : NULL;
  const SpurIndexFileHead *head = (const SpurIndexFileHead *) (gpointer) bytes;

  if (!spur_index_file_check_head (head, n_bytes) || head->key != key ||
      head->n_streams != self->n_streams)
    return FALSE;
  self->file = g_mapped_file_ref (file);
  if (attach_streams (self, fd, bytes, n_bytes))
    {
      self->pager = spur_pager_new (bytes, n_bytes);
      spur_pager_set_max_bytes (self->pager, SPUR_INDEX_MAPPED_BYTES);
      spur_pager_keep_file (self->pager, fd);
      return TRUE;
    }
  memset (self->streams, 0, self->n_streams * sizeof *self->streams);
  g_clear_pointer (&self->file, g_mapped_file_unref);
  return FALSE;
}

/* Writing */

typedef struct
{
  SpurTrace *trace;
  const SpurJob *job;
  SpurNewFile *file;
  /* The index of the trace before it grew, or NULL. */
  SpurFormerIndex *former;
  SpurIndexFileEntry *entries;
  guint64 offset;
  guint64 n_done;
  /* Events that were looked at. */
  guint64 n_taken;
  /* Of the streams of one round. */
  guint first;
  guint8 **bytes;
} Writing;

static void
build_stream (guint index, gpointer user_data)
{
  Writing *self = user_data;
  guint stream = self->first + index;
  SpurIndexFileEntry *entry = &self->entries[stream];
  guint64 n_taken = spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream));
  guint8 *bytes = NULL;
  gsize n_bytes;

  if (spur_job_is_cancelled (self->job, NULL))
    return;
  if (self->former != NULL)
    bytes = spur_former_index_resume (self->former, self->trace, stream, &n_taken, &n_bytes);
  if (bytes == NULL)
    bytes = spur_index_build_stream (self->trace, stream, &n_bytes);
  self->bytes[index] = bytes;
  entry->n_bytes = n_bytes;
  entry->hash = spur_hash_bytes (bytes, n_bytes);
  __atomic_add_fetch (&self->n_taken, n_taken, __ATOMIC_RELAXED);
}

static gboolean
write_streams (Writing *self, guint n_streams)
{
  gboolean is_written = TRUE;

  for (guint i = 0; i < n_streams; i++)
    {
      SpurIndexFileEntry *entry = &self->entries[self->first + i];

      entry->offset = self->offset;
      is_written = is_written && spur_new_file_write_at (self->file, self->bytes[i], entry->n_bytes,
                                                         entry->offset, NULL);
      self->offset += entry->n_bytes;
      g_clear_pointer (&self->bytes[i], spur_pages_free);
    }
  return is_written;
}

/* Some streams at a time, so that memory follows them and not the trace. */
static gboolean
write_rounds (Writing *self)
{
  guint n_streams = spur_trace_get_n_streams (self->trace);
  guint n_at_once = STREAMS_A_THREAD * spur_job_get_n_threads (self->job);
  g_autofree guint8 **bytes = g_new0 (guint8 *, n_at_once);

  self->bytes = bytes;
  for (self->first = 0; self->first < n_streams; self->first += n_at_once)
    {
      guint n_now = MIN (n_streams - self->first, n_at_once);

      spur_job_run (self->job, n_now, build_stream, self);
      if (spur_job_is_cancelled (self->job, NULL) || !write_streams (self, n_now))
        return FALSE;
      for (guint i = 0; i < n_now; i++)
        self->n_done +=
          spur_stream_get_n_events (spur_trace_get_stream (self->trace, self->first + i));
      spur_job_report (self->job, "indexing", self->n_done, spur_trace_get_n_events (self->trace));
    }
  return TRUE;
}

/* (transfer full): entries of streams, of which the chunks are known, and then these chunks. */
static gpointer
make_entries (SpurTrace *trace, SpurIndexFileHead *head)
{
  SpurIndexFileEntry *entries;
  SpurIndexFileChunk *chunk;

  for (guint i = 0; i < head->n_streams; i++)
    head->n_chunks += spur_stream_get_n_chunks (spur_trace_get_stream (trace, i));
  entries = g_malloc0 (spur_index_file_count_entries (head) + 1);
  chunk = (SpurIndexFileChunk *) (gpointer) (entries + head->n_streams);
  for (guint i = 0; i < head->n_streams; i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      entries[i].n_chunks = spur_stream_get_n_chunks (stream);
      for (guint k = 0; k < entries[i].n_chunks; k++, chunk++)
        {
          const SpurPackedChunk *packed = spur_stream_get_packed (stream, k);

          *chunk = (SpurIndexFileChunk){ packed->hash, packed->base_ticks, packed->n_events };
        }
    }
  return entries;
}

static gboolean
write_head (Writing *self, SpurIndexFileHead *head)
{
  gsize n_entry_bytes = spur_index_file_count_entries (head);

  memcpy (head->magic, SPUR_INDEX_FILE_MAGIC, sizeof head->magic);
  head->n_bytes = self->offset;
  head->entries_hash = spur_hash_bytes (self->entries, n_entry_bytes);
  head->head_hash = spur_hash_bytes (head, G_STRUCT_OFFSET (SpurIndexFileHead, head_hash));
  return spur_new_file_write_at (self->file, head, sizeof *head, 0, NULL) &&
         spur_new_file_write_at (self->file, self->entries, n_entry_bytes, sizeof *head, NULL);
}

/* It is read before it gets its name, as that may be later, when a command has all its files. */
static gboolean
write_file (
  SpurIndex *index, const char *path, guint64 key, SpurFormerIndex *former, const SpurJob *job)
{
  SpurTrace *trace = index->trace;
  SpurIndexFileHead head = {
    .byte_order = SPUR_INDEX_FILE_BYTE_ORDER,
    .version = SPUR_INDEX_FILE_VERSION,
    .key = key,
    .n_streams = spur_trace_get_n_streams (trace),
    .n_classes = spur_trace_get_n_classes (trace),
    .classes_hash = spur_index_file_hash_classes (trace, spur_trace_get_n_classes (trace)),
    .n_states = spur_definitions_get_n_states (spur_trace_get_definitions (trace))
  };
  g_autofree gpointer entries = make_entries (trace, &head);
  SpurNewFile file;
  Writing self = { .trace = trace,
                   .job = job,
                   .file = &file,
                   .former = former,
                   .entries = entries,
                   .offset = sizeof head + spur_index_file_count_entries (&head) };
  gboolean is_written;

  if (!spur_new_file_open (&file, path, O_RDWR, "an index is written as a file", NULL))
    return FALSE;
  is_written = write_rounds (&self) && write_head (&self, &head) && read_file (index, file.fd, key);
  index->n_taken = self.n_taken;
  /* Without a name it is an index nevertheless. */
  if (is_written)
    spur_new_file_commit (&file, NULL);
  spur_new_file_clear (&file);
  return is_written;
}

/**
 * spur_index_can_be_kept:
 * @trace: a sealed trace
 *
 * Says whether spur_index_open() finds the index of a trace again: its chunks lie in a container.
 * What needs an index for one answer only takes longer to make it where it is not kept.
 *
 * Returns: whether the trace was opened from a container
 *
 * Since: 1.0
 */
gboolean
spur_index_can_be_kept (SpurTrace *trace)
{
  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);

  return make_key (trace) != 0;
}

/**
 * spur_index_open:
 * @trace: a sealed trace
 * @path: (type filename): where its index is, or is to be
 * @job: (nullable): who is told, and how many threads work
 * @error: return location for a #GError
 *
 * Reads the index of a trace from a file. Where there is none, or one that is damaged or of another
 * trace, it is built and written. Where the file has the index of this trace before it grew, only
 * the new events are looked at, and what is written is the same: streams may have more chunks, and
 * there may be more streams, states and event classes. Where it cannot be written, as in a folder
 * that is read only, or where the trace was not opened from a container, it is in memory.
 *
 * Returns: (transfer full): the index; %NULL where the job was cancelled
 *
 * Since: 1.0
 */
SpurIndex *
spur_index_open (SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (SpurIndex) self = NULL;
  SpurFormerIndex *former = NULL;
  gboolean is_ready;
  guint64 key;
  int fd;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  key = make_key (trace);
  if (key == 0)
    return spur_index_new (trace, job, error);
  self = spur_index_new_empty (trace);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  is_ready = fd >= 0 && read_file (self, fd, key);
  if (fd >= 0 && !is_ready)
    former = spur_former_index_new (trace, fd);
  is_ready = is_ready || write_file (self, path, key, former, job);
  spur_former_index_free (former);
  if (fd >= 0)
    close (fd);
  if (is_ready)
    return g_steal_pointer (&self);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  return spur_index_new (trace, job, error);
}

/**
 * spur_index_set_max_mapped_bytes:
 * @self: an index
 * @n_bytes: how much of its file may stay in memory, at least 1 MiB
 *
 * Bounds the memory of an index that lies in a file: 96 MiB at first. More is faster where the same
 * spans are looked at again and again. An index without a file is in memory as a whole.
 *
 * Since: 1.0
 */
void
spur_index_set_max_mapped_bytes (SpurIndex *self, guint64 n_bytes)
{
  g_return_if_fail (SPUR_IS_INDEX (self));

  if (self->pager != NULL)
    spur_pager_set_max_bytes (self->pager, n_bytes);
}
