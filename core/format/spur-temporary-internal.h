/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/spur-codec.h"

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
