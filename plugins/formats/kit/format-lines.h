/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The lines of a text log, for codecs whose format is lines: bounded in memory whatever the file
 * holds, and decompressed where it is of gzip. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest line that is kept whole. */
#define FORMAT_MAX_LINE_BYTES 32768

/* A line of a file; @text is not terminated, and is valid until the next line. */
typedef struct
{
  const char *text;
  gsize n_bytes;
  guint64 number;
  /* Only the line's first bytes are here. */
  gboolean is_clipped;
  /* The file ends before the line does. */
  gboolean is_cut_off;
} FormatLine;

/* The lines of a file, compressed or not, in bounded memory. */
typedef struct
{
  char *name;
  /* Why the file could not be read to its end, or %NULL. */
  char *damage;
  /* How much of the file, as it lies there, was read. */
  guint64 offset_bytes;

  /*< private >*/
  guint64 number;
  /* The source: a file, or bytes that are taken from the front. */
  gpointer file;
  const char *bytes;
  gsize n_left_bytes;
  gboolean is_at_end;
  /* What was read and not handed out yet. */
  char *buffer;
  gsize begin;
  gsize end;
  gboolean is_skipping;
} FormatLines;

FormatLines *format_lines_open (const char *path, GError **error);

/* The bytes belong to the caller and outlive the reader. */
FormatLines *format_lines_new_for_bytes (const char *name, const char *bytes, gsize n_bytes);

void format_lines_free (FormatLines *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FormatLines, format_lines_free)

gboolean format_lines_next (FormatLines *self, FormatLine *line);

G_END_DECLS
