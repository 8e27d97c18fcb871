/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What is wrong with a trace from outside, with the line or the byte where it stands. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/definition/spur-format-encoding-internal.h"

static guint64
count_lines (SpurFormatBuilder *self)
{
  const guint8 *end = MIN ((const guint8 *) self->place, self->bytes + self->n_bytes);
  guint64 line = 1;

  for (const guint8 *at = self->bytes; at < end; at++)
    line += *at == '\n';
  return line;
}

gboolean
spur_format_builder_fail (SpurFormatBuilder *self, SpurFormatError code, const char *format, ...)
{
  if (self->error != NULL)
    return FALSE;
  SPUR_FORMAT_MESSAGE (text, format);

  if (self->definition->encoding->is_text)
    g_set_error (&self->error, SPUR_FORMAT_ERROR, code, "%s:%" G_GUINT64_FORMAT ": %s", self->path,
                 count_lines (self), text);
  else
    g_set_error (&self->error, SPUR_FORMAT_ERROR, code, "%s:0x%" G_GINT64_MODIFIER "x: %s",
                 self->path, (guint64) ((const guint8 *) self->place - self->bytes), text);
  return FALSE;
}

gboolean
spur_format_builder_refuse_at (SpurFormatBuilder *self, gconstpointer place, const char *message)
{
  self->place = place;
  return spur_format_builder_refuse (self, "%s", message);
}

char *
spur_format_builder_dup (SpurFormatBuilder *self, const char *text, gsize n_bytes)
{
  if (memchr (text, '\0', n_bytes) == NULL)
    return g_strndup (text, n_bytes);
  spur_format_builder_refuse (self, "a text has a byte 0, which no text may have");
  return NULL;
}
