/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Puts a trace together from a container's bytes. */
#include "core/store/container/spur-container-internal.h"

#include <string.h>
#include <unistd.h>

#include "core/base/spur-pages-private.h"

/* Where the chunks of a run are read to, one after the other. */
typedef struct
{
  guint8 *bytes;
  gsize n_bytes;
} Room;

typedef struct
{
  const SpurContainerImage *image;
  SpurContainerRules rules;
  GArray *chunks;
  GArray *runs;
  SpurContainerProgress progress;
  const guint8 *is_wanted;
} Checker;

static gboolean
check_hash (Checker *self, SpurContainerChunk *chunk)
{
  guint64 hash = spur_hash_bytes (chunk->packed.bytes, chunk->packed.n_bytes);

  /* Saved again, the chunk is to be right. */
  if (self->image->trust_checksums)
    chunk->packed.hash = hash;
  return hash == chunk->packed.hash ||
         spur_container_fail (
           self->image, &chunk->error, SPUR_STORE_ERROR_CHECKSUM, chunk->packed.offset,
           "a chunk of stream %u was changed: its checksum is "
           "%016" G_GINT64_MODIFIER "x, it must be %016" G_GINT64_MODIFIER "x; get the file anew",
           chunk->stream, hash, chunk->packed.hash);
}

static void
check_chunk (Checker *self, SpurContainerChunk *chunk, SpurPackedReader *reader)
{
  if (!check_hash (self, chunk))
    return;
  spur_container_rules_check (&self->rules, chunk, reader);
  if (chunk->error != NULL)
    g_prefix_error (&chunk->error, "%s:0x%" G_GINT64_MODIFIER "x: ", self->image->path,
                    chunk->packed.offset);
}

/* NULL where the chunk cannot be read. */
static guint8 *
read_chunk (const Checker *self, const SpurPackedChunk *packed, Room *room)
{
  gsize n_bytes = packed->n_bytes + (gsize) SPUR_PACKED_SLACK_BYTES;

  if (n_bytes > room->n_bytes)
    {
      spur_pages_free (room->bytes);
      room->bytes = spur_pages_new (n_bytes, 1);
      room->n_bytes = n_bytes;
    }
  if (pread (self->image->fd, room->bytes, packed->n_bytes, (off_t) packed->offset) !=
      (gssize) packed->n_bytes)
    return NULL;
  memset (room->bytes + packed->n_bytes, 0, SPUR_PACKED_SLACK_BYTES);
  return room->bytes;
}

/* Keeps the head of a chunk that was checked, so that to find a column in it, or to count its event
 * classes, takes no page of the file. */
static void
keep_head (SpurContainerChunk *chunk, const guint8 *mapped)
{
  gsize n_head_bytes = spur_packed_chunk_get_head_bytes (&chunk->packed);

  chunk->head = g_memdup2 (chunk->packed.bytes, n_head_bytes);
  chunk->packed.bytes = chunk->head;
  chunk->packed.values = mapped + n_head_bytes;
}

/* Checks a copy where the chunk is in a file: each page that is mapped and looked at only once
 * costs more than to copy it, on virtual machines four times as much. */
static void
check_copy (Checker *self, SpurContainerChunk *chunk, SpurPackedReader *reader, Room *room)
{
  const guint8 *mapped = chunk->packed.bytes;
  const guint8 *copy = self->image->fd >= 0 ? read_chunk (self, &chunk->packed, room) : NULL;

  if (copy != NULL)
    chunk->packed.bytes = copy;
  else
    spur_pager_touch (self->image->pager, chunk->packed.n_bytes);
  check_chunk (self, chunk, reader);
  if (copy != NULL && chunk->error == NULL)
    keep_head (chunk, mapped);
  else
    chunk->packed.bytes = mapped;
}

static void
check_run (guint index, gpointer data)
{
  Checker *self = data;
  const SpurContainerRun *run = &g_array_index (self->runs, SpurContainerRun, index);
  SpurPackedReader reader;
  Room room = { NULL, 0 };

  if (self->progress.job != NULL && g_cancellable_is_cancelled (self->progress.job->cancellable))
    return;
  spur_packed_reader_init (&reader, spur_trace_get_class_table (self->rules.trace));
  for (guint i = 0; i < run->n_chunks; i++)
    {
      SpurContainerChunk *chunk = &g_array_index (self->chunks, SpurContainerChunk, run->first + i);

      if (self->is_wanted == NULL || self->is_wanted[chunk->stream])
        check_copy (self, chunk, &reader, &room);
    }
  spur_packed_reader_clear (&reader);
  spur_pages_free (room.bytes);
  spur_container_progress_add (&self->progress, run->n_bytes);
}

/* NULL for all. */
static guint8 *
choose_streams (const SpurContainerImage *image, const SpurContainerHeader *header)
{
  guint n_streams = header->streams->len;
  g_autofree guint64 *n_events = g_new0 (guint64, (gsize) n_streams + 1);
  guint8 *is_wanted;

  if (image->choice == NULL)
    return NULL;
  is_wanted = g_new0 (guint8, (gsize) n_streams + 1);
  for (guint s = 0; s < n_streams; s++)
    n_events[s] = g_array_index (header->streams, SpurContainerStreamInfo, s).n_events;
  image->choice->choose (n_events, n_streams, is_wanted, image->choice->data);
  return is_wanted;
}

static gboolean
check_chunks (const SpurContainerImage *image,
              const SpurContainerHeader *header,
              SpurTrace *trace,
              GArray *chunks,
              const SpurJob *job,
              GError **error)
{
  g_autoptr (GArray) runs = spur_container_make_runs (chunks);
  guint64 n_bytes = image->sections[SPUR_CONTAINER_CHUNKS].n_bytes;
  g_autofree guint8 *is_wanted = choose_streams (image, header);
  Checker checker = { .image = image,
                      .chunks = chunks,
                      .runs = runs,
                      .progress = { job, "reading", n_bytes, 0, 0 },
                      .is_wanted = is_wanted };

  spur_container_rules_init (&checker.rules, trace);
  spur_job_run (job, runs->len, check_run, &checker);
  return !spur_job_is_cancelled (job, error) && spur_container_check_chunks (chunks, error);
}

static void
adopt_chunks (SpurTrace *trace, const GArray *chunks)
{
  for (guint i = 0; i < chunks->len; i++)
    {
      const SpurContainerChunk *chunk = &g_array_index (chunks, SpurContainerChunk, i);

      spur_stream_adopt_packed (spur_trace_get_stream (trace, chunk->stream), &chunk->packed,
                                &chunk->facts);
    }
}

/* What is wrong with the trace is in that section. */
static gboolean
prefix_place (const SpurContainerImage *image, SpurContainerSectionKind kind, GError **error)
{
  g_prefix_error (error, "%s:0x%" G_GINT64_MODIFIER "x: ", image->path,
                  image->sections[kind].offset);
  return FALSE;
}

static gboolean
read_definitions (const SpurContainerImage *image,
                  SpurContainerHeader *header,
                  SpurTrace *trace,
                  GError **error)
{
  const SpurContainerSection *section = &image->sections[SPUR_CONTAINER_HEADER];

  if (!spur_container_header_read (header, trace, (const char *) image->bytes + section->offset,
                                   section->n_bytes, image->minor > SPUR_CONTAINER_MINOR, error))
    return prefix_place (image, SPUR_CONTAINER_HEADER, error);
  return spur_container_tables_read (image, header, trace, error) &&
         (spur_container_check_definitions (trace, error) ||
          prefix_place (image, SPUR_CONTAINER_OBJECTS, error));
}

static gboolean
read_events (const SpurContainerImage *image,
             const SpurContainerHeader *header,
             SpurTrace *trace,
             const SpurJob *job,
             GError **error)
{
  g_autoptr (GArray) chunks = spur_container_index_read (image, header, error);

  if (chunks == NULL || !check_chunks (image, header, trace, chunks, job, error))
    return FALSE;
  adopt_chunks (trace, chunks);
  if (header->correction != NULL)
    {
      if (!spur_container_check_correction (trace, header->correction, error))
        return prefix_place (image, SPUR_CONTAINER_KNOTS, error);
      spur_trace_set_correction (trace, header->correction);
    }
  return spur_trace_seal (trace, error) || prefix_place (image, SPUR_CONTAINER_PREVIOUS, error);
}

/* Knots are read where they lie, so they must lie as the machine wants them. */
static GBytes *
align_bytes (GBytes *bytes)
{
  gsize n_bytes;
  const guint8 *start = g_bytes_get_data (bytes, &n_bytes);

  if (GPOINTER_TO_SIZE (start) % sizeof (gint64) == 0)
    return g_bytes_ref (bytes);
  return g_bytes_new_take (g_memdup2 (start, n_bytes), n_bytes);
}

static SpurTrace *
open_image (SpurContainerImage *image, GBytes *bytes, const SpurJob *job, GError **error)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_auto (SpurContainerHeader) header = { 0 };

  image->bytes = g_bytes_get_data (bytes, NULL);
  image->n_bytes = g_bytes_get_size (bytes);
  if (G_BYTE_ORDER != G_LITTLE_ENDIAN)
    {
      spur_container_fail (image, error, SPUR_STORE_ERROR_VERSION, 0,
                           "containers are little-endian and mapped as they are; this machine is "
                           "not, read the file on one that is");
      return NULL;
    }
  if (!spur_container_frame_read (image, error) ||
      !read_definitions (image, &header, trace, error) ||
      !read_events (image, &header, trace, job, error))
    return NULL;
  spur_trace_hold (trace, g_bytes_ref (bytes), (GDestroyNotify) g_bytes_unref);
  header.origin->has_chunks_first = image->has_chunks_first;
  spur_container_origin_attach (trace, g_steal_pointer (&header.origin));
  return g_steal_pointer (&trace);
}

SpurTrace *
spur_container_open_bytes (
  const char *path, GBytes *bytes, gboolean trust_checksums, const SpurJob *job, GError **error)
{
  g_autoptr (GBytes) aligned = align_bytes (bytes);
  SpurContainerImage image = { .path = path, .trust_checksums = trust_checksums, .fd = -1 };

  return open_image (&image, aligned, job, error);
}

SpurTrace *
spur_container_open_mapped (const char *path,
                            int fd,
                            GBytes *bytes,
                            const SpurContainerChoice *choice,
                            const SpurJob *job,
                            GError **error)
{
  SpurContainerImage image = { .path = path, .choice = choice, .fd = fd };
  g_autoptr (SpurPager) pager = NULL;
  SpurTrace *trace;

  image.pager = pager = spur_pager_new (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  spur_pager_keep_file (pager, fd);
  trace = open_image (&image, bytes, job, error);
  if (trace != NULL)
    spur_trace_set_pager (trace, g_steal_pointer (&pager));
  return trace;
}
