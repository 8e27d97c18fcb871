/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* A file being written: beside its place, and renamed when it is whole. */
typedef struct
{
  char *path;
  char *temporary; /* NULL for standard output, and once it is renamed */
  int fd;
} SpurNewFile;

/* @flags: how it is opened, as O_RDWR; @what: what is written, as in "a trace is written as a
 * regular file". Errors are of #GIOErrorEnum. */
gboolean spur_new_file_open (
  SpurNewFile *self, const char *path, int flags, const char *what, GError **error);

gboolean spur_new_file_open_standard_output (SpurNewFile *self, GError **error);

/* Writes at the file's own position, or at @offset, everything, however few bytes the system takes
 * at a time. */
gboolean
spur_new_file_write (SpurNewFile *self, gconstpointer bytes, gsize n_bytes, GError **error);
gboolean spur_new_file_write_at (
  SpurNewFile *self, gconstpointer bytes, gsize n_bytes, guint64 offset, GError **error);

/* Writes it to the disk, closes it and gives it its name. */
gboolean spur_new_file_commit (SpurNewFile *self, GError **error);

/* Without commit nothing is left of it. */
void spur_new_file_clear (SpurNewFile *self);

/* Waits until what was written is on the disk, unless that was switched off. */
gboolean spur_new_files_sync (int fd, const char *path, GError **error);
