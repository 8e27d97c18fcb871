/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-index-private.h"

#define SPUR_INDEX_FILE_MAGIC "\211SPURIDX"
#define SPUR_INDEX_FILE_VERSION 5
/* Numbers are as the machine has them that wrote the file; another one makes an index of its own.
 */
#define SPUR_INDEX_FILE_BYTE_ORDER 0x01020304u

/* Is followed by the entries of all streams, by the chunks of all streams, and by their bytes. */
typedef struct
{
  guint8 magic[8];
  guint32 byte_order;
  guint32 version;
  guint64 key;
  guint64 n_streams;
  guint64 n_chunks;
  guint64 n_bytes;
  /* Of the trace: its event classes and states. */
  guint64 classes_hash;
  guint32 n_classes;
  guint32 n_states;
  guint64 entries_hash;
  /* Of the bytes before. */
  guint64 head_hash;
} SpurIndexFileHead;

typedef struct
{
  guint64 offset;
  guint64 n_bytes;
  guint64 hash;
  guint64 n_chunks;
} SpurIndexFileEntry;

/* A chunk that a stream had. Its ticks count from @base_ticks, which is not among the bytes of the
 * hash. */
typedef struct
{
  guint64 hash;
  gint64 base_ticks;
  guint64 n_events;
} SpurIndexFileChunk;

G_STATIC_ASSERT (sizeof (SpurIndexFileHead) == 80);

/* Bytes of entries and chunks. */
static inline gsize
spur_index_file_count_entries (const SpurIndexFileHead *head)
{
  return head->n_streams * sizeof (SpurIndexFileEntry) +
         head->n_chunks * sizeof (SpurIndexFileChunk);
}

/* Whether this is how a whole index of this version begins. */
gboolean spur_index_file_check_head (const SpurIndexFileHead *head, gsize n_bytes);

/* The hash of a part of a file; FALSE where it cannot be read. */
gboolean spur_index_file_hash (int fd, guint64 offset, guint64 n_bytes, guint64 *result);

/* What the first classes of a trace mean for its index. */
guint64 spur_index_file_hash_classes (SpurTrace *trace, guint32 n_classes);

/* The index of a trace before it grew, in a file that stays open. */
typedef struct _SpurFormerIndex SpurFormerIndex;

/* NULL where it is none of this trace. */
SpurFormerIndex *spur_former_index_new (SpurTrace *trace, int fd);

/* @self may be NULL. */
void spur_former_index_free (SpurFormerIndex *self);

/* The bytes that spur_index_build_stream() would give, and how many events were taken for them;
 * NULL where they have to be built anew. Any number of threads may call it at once. */
guint8 *spur_former_index_resume (
  SpurFormerIndex *self, SpurTrace *trace, guint stream, guint64 *n_taken, gsize *n_bytes);
