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
