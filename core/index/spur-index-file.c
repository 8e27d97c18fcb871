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
#include "core/index/spur-index-private.h"
#include "core/store/packet/spur-packed-internal.h"

#define MAGIC "\211SPURIDX"
#define MAGIC_BYTES 8
#define VERSION 3
/* Numbers are as the machine has them that wrote the file; another one makes an index of its own.
 */
#define BYTE_ORDER_MARK 0x01020304u
/* Streams whose index is in memory before it is written; a few for each thread. */
#define STREAMS_A_THREAD 4
/* What is read at a time stays in the cache. */
#define READ_BYTES ((gsize) 256 << 10)

typedef struct
{
  guint8 magic[MAGIC_BYTES];
  guint32 byte_order;
  guint32 version;
  guint64 key;
  guint64 n_streams;
  guint64 n_bytes;
  guint64 entries_hash;
  /* Of the bytes before. */
  guint64 head_hash;
} Head;

typedef struct
{
  guint64 offset;
  guint64 n_bytes;
  guint64 hash;
} Entry;

G_STATIC_ASSERT (sizeof (Head) == 56);

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
}

/* What an index is of: the chunks of all streams and what their events mean. 0 for a trace that is
 * in no file, whose chunks have no hashes. */
static guint64
make_key (SpurTrace *trace)
{
  SpurHash hash;

  spur_hash_init (&hash);
  add_number (&hash, SPUR_INDEX_BLOCK_EVENTS);
  add_number (&hash, spur_definitions_get_n_states (spur_trace_get_definitions (trace)));
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    add_class (&hash, spur_trace_get_class (trace, i));
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
        }
    }
  return spur_hash_get (&hash);
}

/* Reading */

/* Reads bytes of a file to hash them, which costs less than to look at each page of its mapping
 * once. */
static gboolean
hash_part (int fd, guint64 offset, guint64 n_bytes, guint64 *result)
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

static gboolean
is_head_of (const Head *head, guint64 key, guint n_streams, gsize n_bytes)
{
  return memcmp (head->magic, MAGIC, MAGIC_BYTES) == 0 && head->byte_order == BYTE_ORDER_MARK &&
         head->version == VERSION && head->key == key && head->n_streams == n_streams &&
         head->n_bytes == n_bytes &&
         head->head_hash == spur_hash_bytes (head, G_STRUCT_OFFSET (Head, head_hash));
}

/* The bytes of streams lie one behind the other up to the end. */
static gboolean
attach_streams (SpurIndex *self, int fd, guint8 *bytes, gsize n_bytes)
{
  const Entry *entries = (const Entry *) (gpointer) (bytes + sizeof (Head));
  guint64 offset = sizeof (Head) + self->n_streams * sizeof (Entry);

  for (guint i = 0; i < self->n_streams; i++)
    {
      const Entry *entry = &entries[i];
      guint64 hash;

      if (entry->offset != offset || entry->n_bytes > n_bytes - offset || entry->n_bytes % 8 != 0 ||
          !hash_part (fd, offset, entry->n_bytes, &hash) || entry->hash != hash)
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
  const Head *head = (const Head *) (gpointer) bytes;
  gsize n_entry_bytes = self->n_streams * sizeof (Entry);

  if (n_bytes < sizeof *head || !is_head_of (head, key, self->n_streams, n_bytes) ||
      n_entry_bytes > n_bytes - sizeof *head ||
      head->entries_hash != spur_hash_bytes (bytes + sizeof *head, n_entry_bytes))
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
  Entry *entries;
  guint64 offset;
  guint64 n_done;
  /* Of the streams of one round. */
  guint first;
  guint8 **bytes;
} Writing;

static void
build_stream (guint index, gpointer user_data)
{
  Writing *self = user_data;
  gsize n_bytes;

  if (spur_job_is_cancelled (self->job, NULL))
    return;
  self->bytes[index] = spur_index_build_stream (self->trace, self->first + index, &n_bytes);
  self->entries[self->first + index] =
    (Entry){ 0, n_bytes, spur_hash_bytes (self->bytes[index], n_bytes) };
}

static gboolean
write_streams (Writing *self, guint n_streams)
{
  gboolean is_written = TRUE;

  for (guint i = 0; i < n_streams; i++)
    {
      Entry *entry = &self->entries[self->first + i];

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

/* It is read before it gets its name, as that may be later, when a command has all its files. */
static gboolean
write_file (SpurIndex *index, const char *path, guint64 key, const SpurJob *job)
{
  SpurTrace *trace = index->trace;
  guint n_streams = spur_trace_get_n_streams (trace);
  gsize n_entry_bytes = n_streams * sizeof (Entry);
  g_autofree Entry *entries = g_new0 (Entry, n_streams + 1);
  SpurNewFile file;
  Writing self = { .trace = trace,
                   .job = job,
                   .file = &file,
                   .entries = entries,
                   .offset = sizeof (Head) + n_entry_bytes };
  Head head = {
    .byte_order = BYTE_ORDER_MARK, .version = VERSION, .key = key, .n_streams = n_streams
  };
  gboolean is_written;

  if (!spur_new_file_open (&file, path, O_RDWR, "an index is written as a file", NULL))
    return FALSE;
  memcpy (head.magic, MAGIC, MAGIC_BYTES);
  is_written = write_rounds (&self);
  head.n_bytes = self.offset;
  head.entries_hash = spur_hash_bytes (entries, n_entry_bytes);
  head.head_hash = spur_hash_bytes (&head, G_STRUCT_OFFSET (Head, head_hash));
  is_written = is_written && spur_new_file_write_at (&file, &head, sizeof head, 0, NULL) &&
               spur_new_file_write_at (&file, entries, n_entry_bytes, sizeof head, NULL);
  is_written = is_written && read_file (index, file.fd, key);
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
 * trace, it is built and written. Where it cannot be written, as in a folder that is read only, or
 * where the trace was not opened from a container, it is in memory.
 *
 * Returns: (transfer full): the index; %NULL where the job was cancelled
 *
 * Since: 1.0
 */
SpurIndex *
spur_index_open (SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (SpurIndex) self = NULL;
  gboolean is_read;
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
  is_read = fd >= 0 && read_file (self, fd, key);
  if (fd >= 0)
    close (fd);
  if (is_read || write_file (self, path, key, job))
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
