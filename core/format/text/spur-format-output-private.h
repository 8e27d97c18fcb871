/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <string.h>

#include "core/base/spur-new-file-private.h"

#define SPUR_FORMAT_OUTPUT_BUFFER_BYTES (1u << 20)

/* A file being written: beside its place, and renamed when it is whole. */
typedef struct
{
  /* What is not written yet; between the two pointers there is always room. */
  char *next;
  char *end;
  SpurNewFile file;
  /* The first failure. */
  GError *error;
  char buffer[SPUR_FORMAT_OUTPUT_BUFFER_BYTES];
} SpurFormatOutput;

/* Bytes that may be put after spur_format_output_need() without asking again. */
#define SPUR_FORMAT_OUTPUT_ROOM 4096

SpurFormatOutput *spur_format_output_new (const char *path, GError **error);

/* Takes the unfinished file away. */
void spur_format_output_free (SpurFormatOutput *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurFormatOutput, spur_format_output_free)

void spur_format_output_flush (SpurFormatOutput *self);

gboolean spur_format_output_commit (SpurFormatOutput *self, GError **error);

/* However many bytes. */
void spur_format_output_put_long (SpurFormatOutput *self, gconstpointer bytes, gsize n_bytes);

/* Makes room for at least @n_bytes, at most %SPUR_FORMAT_OUTPUT_ROOM. */
static inline void
spur_format_output_need (SpurFormatOutput *self, gsize n_bytes)
{
  if ((gsize) (self->end - self->next) < n_bytes)
    spur_format_output_flush (self);
}

static inline void
spur_format_output_put (SpurFormatOutput *self, gconstpointer bytes, gsize n_bytes)
{
  if ((gsize) (self->end - self->next) < n_bytes)
    {
      spur_format_output_put_long (self, bytes, n_bytes);
      return;
    }
  memcpy (self->next, bytes, n_bytes);
  self->next += n_bytes;
}

static inline void
spur_format_output_put_byte (SpurFormatOutput *self, char byte)
{
  if (self->next == self->end)
    spur_format_output_flush (self);
  *self->next++ = byte;
}
