/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Takes a trace apart into a container. */
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-spool-private.h"
#include "core/store/trace/spur-stream-private.h"

/* Runs that are packed at the same time, each into its own memory. */
#define N_SLOTS 16

typedef struct
{
  SpurPackedWriter packer;
  GByteArray *bytes;
  guint64 offset;
} Slot;

typedef struct
{
  SpurTrace *trace;
  const SpurContainerOrigin *origin;
  SpurContainerOutput *output;
  SpurContainerRules rules;
  GArray *chunks;
  GArray *runs;
  Slot slots[N_SLOTS];
  guint first_run;
  SpurContainerSection sections[SPUR_CONTAINER_N_SECTIONS];
  SpurContainerProgress progress;
} Writer;

/* In the order of the file that they came from, else stream by stream. */
SPUR_DEFINE_ORDER (compare_chunks,
                   SpurContainerChunk,
                   SPUR_BY_3 (packed.offset, stream, packed.first))

static void
list_stream (GArray *chunks, SpurStream *stream)
{
  for (guint i = 0; i < spur_stream_get_n_chunks (stream); i++)
    {
      const SpurPackedChunk *packed = spur_stream_get_packed (stream, i);
      SpurContainerChunk chunk = { .stream = spur_stream_get_index (stream) };

      if (packed != NULL)
        {
          chunk.packed = *packed;
          memcpy (chunk.facts.n_referred, stream->n_referred, sizeof stream->n_referred);
        }
      else
        {
          chunk.columns = spur_stream_get_chunk (stream, i);
          chunk.packed.first = chunk.columns->first;
          chunk.packed.base_ticks = chunk.columns->base_ticks;
          chunk.packed.n_events = chunk.columns->n_events;
        }
      g_array_append_val (chunks, chunk);
    }
}

static void
list_chunks (GArray *chunks, SpurTrace *trace)
{
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    list_stream (chunks, spur_trace_get_stream (trace, s));
  g_array_sort (chunks, compare_chunks);
}

static gboolean
is_cancelled (const Writer *self)
{
  const SpurJob *job = self->progress.job;

  return job != NULL && g_cancellable_is_cancelled (job->cancellable);
}

/* A chunk of a recording is in two parts, and no container has said its checksum yet. */
static void
append_chunk (Slot *slot, SpurPackedChunk *packed)
{
  guint offset = slot->bytes->len;
  guint n_head_bytes = packed->n_bytes;

  if (packed->values != NULL)
    n_head_bytes = (guint) spur_packed_chunk_get_head_bytes (packed);
  g_byte_array_append (slot->bytes, packed->bytes, n_head_bytes);
  if (packed->values != NULL)
    g_byte_array_append (slot->bytes, packed->values, packed->n_bytes - n_head_bytes);
  if (packed->hash == 0)
    packed->hash = spur_hash_bytes (slot->bytes->data + offset, packed->n_bytes);
}

/* Chunks that came from a file are packed already. */
static void
pack_chunk (Writer *self, Slot *slot, SpurContainerChunk *chunk)
{
  SpurPackedChunk *packed = &chunk->packed;

  if (chunk->columns != NULL)
    {
      spur_packed_writer_pack (&slot->packer, chunk->columns, &chunk->facts);
      packed->bytes = slot->packer.bytes;
      packed->n_bytes = slot->packer.n_bytes;
    }
  else
    spur_pager_touch (spur_trace_get_class_table (self->trace)->pager, packed->n_bytes);
  if (!spur_container_rules_allow (&self->rules, &chunk->facts))
    spur_container_rules_check_packed (&self->rules, chunk);
  append_chunk (slot, packed);
}

static void
pack_run (guint index, gpointer data)
{
  Writer *self = data;
  const SpurContainerRun *run =
    &g_array_index (self->runs, SpurContainerRun, self->first_run + index);
  Slot *slot = &self->slots[index];

  g_byte_array_set_size (slot->bytes, 0);
  for (guint i = 0; i < run->n_chunks && !is_cancelled (self); i++)
    pack_chunk (self, slot, &g_array_index (self->chunks, SpurContainerChunk, run->first + i));
}

static void
write_run (guint index, gpointer data)
{
  Writer *self = data;
  const SpurContainerRun *run =
    &g_array_index (self->runs, SpurContainerRun, self->first_run + index);
  SpurContainerChunk *first = &g_array_index (self->chunks, SpurContainerChunk, run->first);
  Slot *slot = &self->slots[index];

  if (is_cancelled (self))
    return;
  spur_container_output_write_at (self->output, slot->offset, slot->bytes->data, slot->bytes->len,
                                  first->error == NULL ? &first->error : NULL);
  spur_container_progress_add (&self->progress, run->n_bytes);
}

/* Now that the chunks are packed it is known where they go. */
static guint64
place_runs (Writer *self, guint n_runs, guint64 offset)
{
  for (guint i = 0; i < n_runs; i++)
    {
      const SpurContainerRun *run =
        &g_array_index (self->runs, SpurContainerRun, self->first_run + i);

      self->slots[i].offset = offset;
      for (guint k = 0; k < run->n_chunks; k++)
        {
          SpurContainerChunk *chunk =
            &g_array_index (self->chunks, SpurContainerChunk, run->first + k);

          chunk->packed.offset = offset;
          offset += chunk->packed.n_bytes;
        }
    }
  return offset;
}

static gboolean
write_runs (Writer *self, guint64 offset, guint64 *end, GError **error)
{
  for (self->first_run = 0; self->first_run < self->runs->len; self->first_run += N_SLOTS)
    {
      guint n_runs = MIN (self->runs->len - self->first_run, N_SLOTS);

      spur_job_run (self->progress.job, n_runs, pack_run, self);
      offset = place_runs (self, n_runs, offset);
      spur_job_run (self->progress.job, n_runs, write_run, self);
      if (spur_job_is_cancelled (self->progress.job, error) ||
          !spur_container_check_chunks (self->chunks, error))
        return FALSE;
    }
  *end = offset;
  return TRUE;
}

static gboolean
write_chunks (Writer *self, GError **error)
{
  SpurCorrection *correction = spur_trace_get_correction (self->trace);
  SpurContainerSection *section = &self->sections[SPUR_CONTAINER_CHUNKS];
  guint64 end = 0;
  gboolean is_good;

  section->offset = spur_container_output_get_offset (self->output);
  for (guint i = 0; i < N_SLOTS; i++)
    {
      spur_packed_writer_init (&self->slots[i].packer, spur_trace_get_class_table (self->trace));
      self->slots[i].bytes = g_byte_array_new ();
    }
  is_good = write_runs (self, section->offset, &end, error);
  for (guint i = 0; i < N_SLOTS; i++)
    {
      spur_packed_writer_clear (&self->slots[i].packer);
      g_byte_array_unref (self->slots[i].bytes);
    }
  section->n_bytes = end - section->offset;
  return is_good && spur_container_output_skip (self->output, section->n_bytes, error) &&
         (correction == NULL || spur_container_check_correction (self->trace, correction, error));
}

static void
write_index (Writer *self)
{
  SpurContainerSection *section = &self->sections[SPUR_CONTAINER_INDEX];

  spur_container_output_begin (self->output, section);
  for (guint i = 0; i < self->chunks->len; i++)
    {
      const SpurContainerChunk *chunk = &g_array_index (self->chunks, SpurContainerChunk, i);
      const SpurPackedChunk *packed = &chunk->packed;

      spur_container_output_put_u64 (self->output, packed->offset);
      spur_container_output_put_u64 (self->output, packed->hash);
      spur_container_output_put_u64 (self->output, (guint64) packed->base_ticks);
      spur_container_output_put_u32 (self->output, packed->n_bytes);
      spur_container_output_put_u32 (self->output, packed->n_events);
      spur_container_output_put_u32 (self->output, chunk->stream);
      spur_container_output_put_u32 (self->output, 0);
    }
  spur_container_output_end (self->output, section);
}

static void
write_footer (Writer *self)
{
  guint8 preamble[SPUR_CONTAINER_PREAMBLE_BYTES];
  guint8 footer[SPUR_CONTAINER_FOOTER_BYTES] = { 0 };
  SpurContainerSection directory;
  SpurHash hash;

  spur_container_output_begin (self->output, &directory);
  for (guint i = 0; i < SPUR_CONTAINER_N_SECTIONS; i++)
    {
      SpurContainerSectionKind kind = spur_container_orders[self->origin->has_chunks_first][i];
      char name[SPUR_CONTAINER_NAME_MAX] = { 0 };

      memcpy (name, spur_container_section_names[kind],
              strlen (spur_container_section_names[kind]));
      spur_container_output_put (self->output, name, sizeof name);
      spur_container_output_put_u64 (self->output, self->sections[kind].offset);
      spur_container_output_put_u64 (self->output, self->sections[kind].n_bytes);
      spur_container_output_put_u64 (self->output, self->sections[kind].hash);
    }
  spur_container_output_end (self->output, &directory);

  spur_put_le64 (footer, directory.offset);
  spur_put_le64 (footer + 8,
                 spur_container_output_get_offset (self->output) + SPUR_CONTAINER_FOOTER_BYTES);
  spur_put_le32 (footer + 16, SPUR_CONTAINER_N_SECTIONS);
  spur_put_le64 (footer + 24, directory.hash);
  spur_container_fill_preamble (preamble);
  spur_hash_init (&hash);
  spur_hash_add (&hash, preamble, sizeof preamble);
  spur_hash_add (&hash, footer, 32);
  spur_put_le64 (footer + 32, spur_hash_get (&hash));
  memcpy (footer + 40, SPUR_CONTAINER_END_MAGIC, SPUR_CONTAINER_MAGIC_BYTES);
  spur_container_output_put (self->output, footer, sizeof footer);
}

static gboolean
write_rest (Writer *self, GError **error)
{
  spur_container_tables_write (self->output, self->trace, self->origin, self->sections);
  write_index (self);
  write_footer (self);
  return spur_container_output_commit (self->output, error);
}

static void
write_header (Writer *self, const GString *header)
{
  SpurContainerSection *section = &self->sections[SPUR_CONTAINER_HEADER];

  spur_container_output_begin (self->output, section);
  spur_container_output_put (self->output, header->str, header->len);
  spur_container_output_end (self->output, section);
}

static gboolean
write_all (Writer *self, const GString *header, GError **error)
{
  spur_container_put_preamble (self->output);
  if (!self->origin->has_chunks_first)
    write_header (self, header);
  if (!write_chunks (self, error))
    return FALSE;
  if (self->origin->has_chunks_first)
    write_header (self, header);
  return write_rest (self, error);
}

/* The chunks are there. */
static gboolean
write_spooled (Writer *self, const GString *header, GError **error)
{
  const SpurContainerSection *chunks = &self->sections[SPUR_CONTAINER_CHUNKS];
  SpurCorrection *correction = spur_trace_get_correction (self->trace);

  if (correction != NULL && !spur_container_check_correction (self->trace, correction, error))
    return FALSE;
  if (!spur_container_output_skip (self->output, chunks->n_bytes, error))
    return FALSE;
  write_header (self, header);
  return write_rest (self, error);
}

/* Definitions may have come after the events that refer to them. */
static gboolean
check_spooled (Writer *self, SpurSpool *spool, GError **error)
{
  for (guint i = 0; i < self->chunks->len; i++)
    {
      SpurContainerChunk *chunk = &g_array_index (self->chunks, SpurContainerChunk, i);

      if (i == 0)
        {
          chunk->facts = *spur_spool_get_facts (spool);
          if (spur_container_rules_allow (&self->rules, &chunk->facts))
            return TRUE;
        }
      spur_container_rules_check_packed (&self->rules, chunk);
    }
  return spur_container_check_chunks (self->chunks, error);
}

static guint64
count_bytes (const GArray *runs)
{
  guint64 n_bytes = 0;

  for (guint i = 0; i < runs->len; i++)
    n_bytes += g_array_index (runs, SpurContainerRun, i).n_bytes;
  return n_bytes;
}

static gboolean
write_trace (Writer *self, const char *path, const GString *header, GError **error)
{
  SpurSpool *spool = spur_trace_get_class_table (self->trace)->spool;
  g_autoptr (SpurContainerOutput) output = NULL;

  if (spool != NULL && !check_spooled (self, spool, error))
    return FALSE;
  if (spool != NULL)
    output = spur_spool_steal_output (spool, path, &self->sections[SPUR_CONTAINER_CHUNKS]);
  if (output != NULL)
    {
      self->output = output;
      return write_spooled (self, header, error);
    }
  self->output = output = spur_container_output_new (path, error);
  return output != NULL && write_all (self, header, error);
}

/* Writes a sealed trace. Errors of the trace do not name the file yet. */
gboolean
spur_container_write (SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  const SpurContainerOrigin *origin = spur_container_origin_get (trace);
  g_autoptr (SpurContainerOrigin) collected = NULL;
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (SpurContainerChunk));
  g_autoptr (GArray) runs = NULL;
  g_autoptr (GString) header = NULL;
  Writer writer = { .trace = trace, .chunks = chunks };

  spur_container_rules_init (&writer.rules, trace);
  g_array_set_clear_func (chunks, (GDestroyNotify) spur_container_chunk_clear);
  if (!spur_container_check_definitions (trace, error) || spur_job_is_cancelled (job, error))
    return FALSE;
  if (origin == NULL)
    {
      origin = collected = spur_container_origin_collect (trace);
      collected->has_chunks_first = spur_trace_get_class_table (trace)->spool != NULL;
    }
  writer.origin = origin;
  list_chunks (chunks, trace);
  writer.runs = runs = spur_container_make_runs (chunks);
  writer.progress = (SpurContainerProgress){ job, "writing", count_bytes (runs), 0, 0 };
  header = spur_container_header_write (trace, origin, chunks->len, error);
  return header != NULL && write_trace (&writer, path, header, error);
}
