/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A trace that becomes a container while it is filled. */
#include "core/base/spur-error-internal.h"
#include "core/store/trace/spur-spool-private.h"

#include <string.h>
#include <sys/mman.h>

#define SLACK_BYTES 64

struct _SpurSpool
{
  const SpurClassTable *table;
  char *path;
  SpurContainerOutput *output;
  SpurBuffers *buffers;
  guint64 begin;
  guint8 *bytes;
  gsize n_mapped_bytes;

  /* The rest is changed by many threads. */
  GMutex mutex;
  guint64 offset;
  GPtrArray *idle_packers;
  SpurChunkFacts facts;
  GError *error;
};

static void
free_packer (gpointer data)
{
  spur_packed_writer_clear (data);
  g_free (data);
}

SpurSpool *
spur_spool_new (const SpurClassTable *table, const char *path, GError **error)
{
  g_autoptr (SpurContainerOutput) output = spur_container_output_new (path, error);
  SpurSpool *self;

  if (output == NULL)
    return NULL;
  self = g_new0 (SpurSpool, 1);
  self->table = table;
  self->path = g_strdup (path);
  self->output = g_steal_pointer (&output);
  spur_container_put_preamble (self->output);
  self->begin = self->offset = spur_container_output_get_offset (self->output);
  self->idle_packers = g_ptr_array_new_with_free_func (free_packer);
  self->buffers = spur_buffers_new ();
  g_mutex_init (&self->mutex);
  return self;
}

void
spur_spool_free (SpurSpool *self)
{
  if (self->bytes != NULL)
    munmap (self->bytes, self->n_mapped_bytes);
  g_clear_pointer (&self->output, spur_container_output_free);
  g_ptr_array_unref (self->idle_packers);
  spur_buffers_free (self->buffers);
  g_mutex_clear (&self->mutex);
  g_clear_error (&self->error);
  g_free (self->path);
  g_free (self);
}

/* There are as many as there are threads that pack at the same time. */
static SpurPackedWriter *
take_packer (SpurSpool *self)
{
  SpurPackedWriter *packer = NULL;

  g_mutex_lock (&self->mutex);
  if (self->idle_packers->len > 0)
    packer = g_ptr_array_steal_index_fast (self->idle_packers, self->idle_packers->len - 1);
  g_mutex_unlock (&self->mutex);
  if (packer != NULL)
    return packer;
  packer = g_new (SpurPackedWriter, 1);
  spur_packed_writer_init (packer, self->table);
  return packer;
}

static guint64
take_place (SpurSpool *self, guint32 n_bytes, const SpurChunkFacts *facts)
{
  guint64 offset;

  g_mutex_lock (&self->mutex);
  offset = self->offset;
  self->offset += n_bytes;
  for (guint i = 0; i < SPUR_N_REFERENCES; i++)
    self->facts.n_referred[i] = MAX (self->facts.n_referred[i], facts->n_referred[i]);
  g_mutex_unlock (&self->mutex);
  return offset;
}

static void
give_back (SpurSpool *self, SpurPackedWriter *packer, GError *error)
{
  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->idle_packers, packer);
  if (self->error == NULL)
    self->error = error;
  else
    g_clear_error (&error);
  g_mutex_unlock (&self->mutex);
}

void
spur_spool_add (SpurSpool *self, const SpurChunk *chunk, SpurPackedChunk *packed)
{
  SpurPackedWriter *packer = take_packer (self);
  SpurChunkFacts facts;
  GError *error = NULL;

  spur_packed_writer_pack (packer, chunk, &facts);
  *packed = (SpurPackedChunk){ .base_ticks = chunk->base_ticks,
                               .n_events = chunk->n_events,
                               .n_bytes = packer->n_bytes,
                               .offset = take_place (self, packer->n_bytes, &facts),
                               .hash = spur_hash_bytes (packer->bytes, packer->n_bytes) };
  spur_container_output_write_at (self->output, packed->offset, packer->bytes, packer->n_bytes,
                                  &error);
  give_back (self, packer, error);
}

SpurBuffers *
spur_spool_get_buffers (SpurSpool *self)
{
  return self->buffers;
}

/* Some bytes more than the chunks have, as those behind packed values are read too. */
const guint8 *
spur_spool_finish (SpurSpool *self, gsize *n_mapped_bytes, GError **error)
{
  static const guint8 zeros[SLACK_BYTES];

  g_ptr_array_set_size (self->idle_packers, 0);
  if (self->error == NULL)
    spur_container_output_write_at (self->output, self->offset, zeros, sizeof zeros, &self->error);
  if (self->error == NULL)
    self->bytes =
      spur_container_output_map (self->output, self->offset + sizeof zeros, &self->error);
  if (self->bytes == NULL)
    return spur_error_pass_null (error, g_steal_pointer (&self->error));
  *n_mapped_bytes = self->n_mapped_bytes = self->offset + sizeof zeros;
  return self->bytes;
}

SpurContainerOutput *
spur_spool_steal_output (SpurSpool *self, const char *path, SpurContainerSection *chunks)
{
  if (self->output == NULL || strcmp (self->path, path) != 0)
    return NULL;
  chunks->offset = self->begin;
  chunks->n_bytes = self->offset - self->begin;
  chunks->hash = 0;
  return g_steal_pointer (&self->output);
}

const SpurChunkFacts *
spur_spool_get_facts (SpurSpool *self)
{
  return &self->facts;
}
