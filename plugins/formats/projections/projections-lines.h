/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* The longest line that is kept whole. Only lists of PEs are longer, and these are not used. */
#define PROJECTIONS_MAX_LINE_BYTES 32768

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
} ProjectionsLine;

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
} ProjectionsLines;

ProjectionsLines *projections_lines_open (const char *path, GError **error);

/* The bytes belong to the caller and outlive the reader. */
ProjectionsLines *
projections_lines_new_for_bytes (const char *name, const char *bytes, gsize n_bytes);

void projections_lines_free (ProjectionsLines *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProjectionsLines, projections_lines_free)

gboolean projections_lines_next (ProjectionsLines *self, ProjectionsLine *line);
