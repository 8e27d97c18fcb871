/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A file of an archive that is written, one chunk at a time. */
typedef struct
{
  const char *path;
  int fd;
  gsize chunk_bytes;
  gboolean is_big_endian;

  /* Whether records have timestamps before them. */
  gboolean has_times;
  guint8 *chunk;
  gsize at;

  /* Counted where they have times. */
  guint64 n_records;

  /* Of the time that was put last, if there is one in this chunk. */
  guint64 time;
  gboolean has_time;

  /* Whether the chunk holds what it held where it was read. */
  gboolean is_as_read;
} SpurOtf2Output;

gboolean spur_otf2_output_open (
  SpurOtf2Output *self, const char *path, gsize chunk_bytes, gboolean has_times, GError **error);

gboolean spur_otf2_output_close (SpurOtf2Output *self, GError **error);

void spur_otf2_output_begin_chunk (SpurOtf2Output *self, gboolean is_big_endian);

guint8 *spur_otf2_output_put (SpurOtf2Output *self,
                              const guint8 *record,
                              gsize n_bytes,
                              guint64 time,
                              gboolean is_stamped,
                              GError **error);

gboolean spur_otf2_output_end_chunk (SpurOtf2Output *self, GError **error);

gboolean spur_otf2_output_end_file (SpurOtf2Output *self,
                                    const guint8 *tail,
                                    gsize n_tail_bytes,
                                    GError **error);

G_END_DECLS
