/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Takes a trace apart into a container. */
#include "config.h"

#include <string.h>
#include <zlib.h>

#include "core/base/spur-bytes-private.h"
#include "core/store/spur-container-private.h"

typedef struct
{
  SpurTrace *trace;
  const SpurContainerOrigin *origin;
  SpurContainerOutput *output;
  SpurContainerRules *rules;
  GArray *chunks;
  GArray *runs;
  SpurContainerSection sections[SPUR_CONTAINER_N_SECTIONS];
  SpurContainerProgress progress;
} Writer;

static guint64
list_chunks (GArray *chunks, SpurTrace *trace)
{
  guint64 n_bytes = 0;

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);

      for (guint i = 0; i < spur_stream_get_n_chunks (stream); i++)
        {
          SpurContainerChunk chunk = { .columns = *spur_stream_get_chunk (stream, i), .stream = s };

          chunk.n_bytes =
            spur_container_get_chunk_bytes (chunk.columns.n_events, chunk.columns.n_record_bytes);
          n_bytes += chunk.n_bytes;
          g_array_append_val (chunks, chunk);
        }
    }
  return n_bytes;
}

static void
write_run (guint index, gpointer data)
{
  Writer *self = data;
  const SpurContainerRun *run = &g_array_index (self->runs, SpurContainerRun, index);
  SpurContainerChunk *chunks = &g_array_index (self->chunks, SpurContainerChunk, run->first);

  if (self->progress.job != NULL && g_cancellable_is_cancelled (self->progress.job->cancellable))
    return;
  for (guint i = 0; i < run->n_chunks; i++)
    {
      spur_container_rules_check (self->rules, &chunks[i]);
      if (chunks[i].error != NULL)
        return;
      chunks[i].crc = spur_container_chunk_crc (&chunks[i].columns);
    }
  spur_container_output_write_chunks (self->output, chunks, run->n_chunks, &chunks[0].error);
  spur_container_progress_add (&self->progress, run->n_bytes);
}

static gboolean
write_chunks (Writer *self, GError **error)
{
  SpurCorrection *correction = spur_trace_get_correction (self->trace);
  SpurContainerSection *section = &self->sections[SPUR_CONTAINER_CHUNKS];
  guint64 offset = spur_container_output_get_offset (self->output);
  GError *problem;

  section->offset = offset;
  for (guint i = 0; i < self->chunks->len; i++)
    {
      SpurContainerChunk *chunk = &g_array_index (self->chunks, SpurContainerChunk, i);

      chunk->offset = offset;
      offset += chunk->n_bytes;
    }
  section->n_bytes = offset - section->offset;
  if (!spur_container_output_skip (self->output, section->n_bytes, error))
    return FALSE;
  spur_job_run (self->progress.job, self->runs->len, write_run, self);
  if (spur_job_is_cancelled (self->progress.job, error))
    return FALSE;
  problem = spur_container_steal_chunk_error (self->chunks);
  if (problem != NULL)
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  return correction == NULL ||
         spur_container_check_correction (self->trace, correction, self->chunks, error);
}

static void
write_index (Writer *self)
{
  SpurContainerSection *section = &self->sections[SPUR_CONTAINER_INDEX];

  spur_container_output_begin (self->output, section);
  for (guint i = 0; i < self->chunks->len; i++)
    {
      const SpurContainerChunk *chunk = &g_array_index (self->chunks, SpurContainerChunk, i);

      spur_container_output_put_u64 (self->output, chunk->offset);
      spur_container_output_put_u32 (self->output, chunk->columns.n_events);
      spur_container_output_put_u32 (self->output, chunk->columns.n_record_bytes);
      spur_container_output_put_u32 (self->output, chunk->stream);
      spur_container_output_put_u32 (self->output, chunk->crc);
      spur_container_output_put_u64 (self->output, (guint64) chunk->columns.base_ticks);
    }
  spur_container_output_end (self->output, section);
}

static void
fill_preamble (guint8 preamble[SPUR_CONTAINER_PREAMBLE_BYTES])
{
  memcpy (preamble, SPUR_CONTAINER_MAGIC, SPUR_CONTAINER_MAGIC_BYTES);
  spur_put_le16 (preamble + 8, SPUR_CONTAINER_MAJOR);
  spur_put_le16 (preamble + 10, SPUR_CONTAINER_MINOR);
  spur_put_le32 (preamble + 12, SPUR_CONTAINER_BYTE_ORDER);
}

static void
write_footer (Writer *self)
{
  guint8 preamble[SPUR_CONTAINER_PREAMBLE_BYTES];
  guint8 footer[SPUR_CONTAINER_FOOTER_BYTES] = { 0 };
  SpurContainerSection directory;
  uLong crc;

  spur_container_output_begin (self->output, &directory);
  for (guint i = 0; i < SPUR_CONTAINER_N_SECTIONS; i++)
    {
      char name[SPUR_CONTAINER_NAME_MAX] = { 0 };

      memcpy (name, spur_container_section_names[i], strlen (spur_container_section_names[i]));
      spur_container_output_put (self->output, name, sizeof name);
      spur_container_output_put_u64 (self->output, self->sections[i].offset);
      spur_container_output_put_u64 (self->output, self->sections[i].n_bytes);
      spur_container_output_put_u32 (self->output, self->sections[i].crc);
      spur_container_output_put_u32 (self->output, 0);
    }
  spur_container_output_end (self->output, &directory);

  spur_put_le64 (footer, directory.offset);
  spur_put_le64 (footer + 8,
                 spur_container_output_get_offset (self->output) + SPUR_CONTAINER_FOOTER_BYTES);
  spur_put_le32 (footer + 16, SPUR_CONTAINER_N_SECTIONS);
  spur_put_le32 (footer + 20, directory.crc);
  fill_preamble (preamble);
  crc = crc32_z (crc32_z (0, NULL, 0), preamble, sizeof preamble);
  spur_put_le32 (footer + 28, (guint32) crc32_z (crc, footer, 28));
  memcpy (footer + 32, SPUR_CONTAINER_END_MAGIC, SPUR_CONTAINER_MAGIC_BYTES);
  spur_container_output_put (self->output, footer, sizeof footer);
}

static gboolean
write_all (Writer *self, const GString *header, GError **error)
{
  guint8 preamble[SPUR_CONTAINER_PREAMBLE_BYTES];

  fill_preamble (preamble);
  spur_container_output_put (self->output, preamble, sizeof preamble);
  spur_container_output_begin (self->output, &self->sections[SPUR_CONTAINER_HEADER]);
  spur_container_output_put (self->output, header->str, header->len);
  spur_container_output_end (self->output, &self->sections[SPUR_CONTAINER_HEADER]);
  if (!write_chunks (self, error))
    return FALSE;
  spur_container_tables_write (self->output, self->trace, self->origin, self->sections);
  write_index (self);
  write_footer (self);
  return spur_container_output_commit (self->output, error);
}

/* Writes a sealed trace. Errors of the trace do not name the file yet. */
gboolean
spur_container_write (SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  const SpurContainerOrigin *origin = spur_container_origin_get (trace);
  g_autoptr (SpurContainerOrigin) collected = NULL;
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (SpurContainerChunk));
  g_autoptr (GArray) runs = NULL;
  g_autoptr (SpurContainerRules) rules = spur_container_rules_new (trace);
  g_autoptr (SpurContainerOutput) output = NULL;
  g_autoptr (GString) header = NULL;
  Writer writer = { .trace = trace, .rules = rules, .chunks = chunks };

  g_array_set_clear_func (chunks, (GDestroyNotify) spur_container_chunk_clear);
  if (!spur_container_check_definitions (trace, error))
    return FALSE;
  if (origin == NULL)
    origin = collected = spur_container_origin_collect (trace);
  writer.origin = origin;
  writer.progress = (SpurContainerProgress){ job, "writing", list_chunks (chunks, trace), 0, 0 };
  writer.runs = runs = spur_container_make_runs (chunks);
  header = spur_container_header_write (trace, origin, chunks->len, error);
  if (header == NULL)
    return FALSE;
  writer.output = output = spur_container_output_new (path, error);
  return output != NULL && write_all (&writer, header, error);
}
