/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/spur-codec.h"

typedef enum
{
  SPUR_COMPRESSION_NONE,
  SPUR_COMPRESSION_GZIP,
  SPUR_COMPRESSION_ZSTD,
} SpurCompression;

/* First bytes of a file that are read to tell its format. */
#define SPUR_COMPRESSION_HEAD_BYTES 4

SpurCompression spur_compression_recognise (gconstpointer head, gsize n_bytes);

/* What is read from @in is written to @out: decompressed where it is compressed, else as it is. */
typedef struct
{
  int in;
  int out;
  /* For errors: what is read. */
  const char *place;
  /* Of @out: what a file claims of its size is not believed, so this ends a bomb. */
  guint64 max_bytes;
  /* For errors: what the user may do about the limit. */
  const char *limit_advice;
  /* Of @in, for progress; 0 where it is not known. */
  guint64 n_in_bytes;
} SpurDecompress;

gboolean spur_decompress_run (const SpurDecompress *self, const SpurJob *job, GError **error);

/* The content of a pipe or of a compressed file, in a file without a name that is gone with the
 * program, however that ends. Readers of traces want a path, and look at names, so there is a link
 * to the file that has one, as long as the structure lives. */
typedef struct
{
  int fd;
  char *folder;
  char *path;
} SpurTemporary;

/* Reads @in to its end, decompressed where it is compressed. @place is what errors call it, @name
 * the file's name. The limit of bytes is that of the environment variable SPUR_TEMPORARY_BYTES, or
 * 64 GiB, and in any case half of what is free in the folder. */
gboolean spur_temporary_fill (SpurTemporary *self,
                              int in,
                              const char *place,
                              const char *name,
                              const SpurJob *job,
                              GError **error);

void spur_temporary_clear (SpurTemporary *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurTemporary, spur_temporary_clear)
