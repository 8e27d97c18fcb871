/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What all parts of a builder need: errors at the place in the file, losses and streams. */
#include "config.h"

#include <string.h>

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/definition/spur-format-filler-private.h"

static guint64
count_lines (SpurFormatFiller *self)
{
  const guint8 *end = MIN (self->place, self->bytes + self->n_bytes);
  guint64 line = 1;

  for (const guint8 *at = self->bytes; at < end; at++)
    line += *at == '\n';
  return line;
}

gboolean
spur_format_builder_fail (
  SpurFormatBuilder *builder, SpurFormatError code, GError **error, const char *format, ...)
{
  SpurFormatFiller *self = spur_format_filler (builder);
  g_autofree char *text = NULL;
  va_list arguments;

  if (error == NULL || *error != NULL)
    return FALSE;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (self->definition->encoding->is_text)
    g_set_error (error, SPUR_FORMAT_ERROR, code, "%s:%" G_GUINT64_FORMAT ": %s", self->path,
                 count_lines (self), text);
  else
    g_set_error (error, SPUR_FORMAT_ERROR, code, "%s:0x%" G_GINT64_MODIFIER "x: %s", self->path,
                 (guint64) (self->place - self->bytes), text);
  return FALSE;
}

void
spur_format_builder_lose (SpurFormatBuilder *builder, const char *what, guint64 count)
{
  spur_trace_add_loss (spur_format_filler (builder)->trace, what, count);
}

char *
spur_format_filler_dup (SpurFormatFiller *self, const char *text, gsize n_bytes, GError **error)
{
  if (memchr (text, '\0', n_bytes) == NULL)
    return g_strndup (text, n_bytes);
  spur_format_builder_fail (&self->open, SPUR_FORMAT_ERROR_DATA, error,
                            "a text has a byte 0, which no text may have");
  return NULL;
}

SpurFormatStream *
spur_format_filler_get_stream (SpurFormatFiller *self, guint index)
{
  return g_ptr_array_index (self->streams, index);
}

const SpurFormatItem *
spur_format_filler_get_stream_item (SpurFormatFiller *self)
{
  const SpurFormatProgram *program = self->open.program;

  for (guint i = 0; i < program->n_ops; i++)
    {
      if (program->ops[i].kind == SPUR_FORMAT_STREAM)
        return program->ops[i].item;
    }
  return NULL;
}

void
spur_format_builder_add_predecessor (SpurFormatBuilder *builder, guint64 stream, guint64 event)
{
  SpurFormatPredecessor predecessor = { stream, event };

  g_array_append_val (spur_format_filler (builder)->predecessors, predecessor);
}
