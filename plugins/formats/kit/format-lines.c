/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/formats/kit/format-lines.h"

#include <errno.h>
#include <string.h>

#include <glib/gstdio.h>
#include <zlib.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

#define BUFFER_BYTES (4 * FORMAT_MAX_LINE_BYTES)

static FormatLines *
new_reader (const char *name)
{
  FormatLines *self = g_new0 (FormatLines, 1);

  self->name = g_strdup (name);
  self->buffer = g_malloc (BUFFER_BYTES);
  return self;
}

FormatLines *
format_lines_open (const char *path, GError **error)
{
  FormatLines *self;
  GStatBuf facts;
  gzFile file;

  /* Opening a pipe would wait for ever. */
  if (g_stat (path, &facts) != 0 || !S_ISREG (facts.st_mode))
    return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
                                "%s: no such file", path);
  file = gzopen (path, "rbe");
  if (file == NULL)
    return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
                                "%s: cannot be opened: %s", path, g_strerror (errno));
  gzbuffer (file, BUFFER_BYTES / 2);
  self = new_reader (path);
  self->file = file;
  return self;
}

FormatLines *
format_lines_new_for_bytes (const char *name, const char *bytes, gsize n_bytes)
{
  FormatLines *self = new_reader (name);

  self->bytes = bytes;
  self->n_left_bytes = n_bytes;
  return self;
}

void
format_lines_free (FormatLines *self)
{
  if (self->file != NULL)
    gzclose_r (self->file);
  g_free (self->name);
  g_free (self->damage);
  g_free (self->buffer);
  g_free (self);
}

static void
note_damage (FormatLines *self)
{
  int code = Z_OK;
  const char *text = gzerror (self->file, &code);

  if (code == Z_OK || code == Z_STREAM_END)
    return;
  if (code == Z_BUF_ERROR)
    self->damage = g_strdup ("the compressed data ends too early");
  else if (code == Z_ERRNO)
    self->damage = g_strdup_printf ("reading failed: %s", g_strerror (errno));
  else
    self->damage = g_strdup_printf ("the compressed data is damaged (%s)",
                                    text != NULL && *text != '\0' ? text : "no reason given");
}

static gsize
read_file (FormatLines *self, char *to, gsize n_bytes)
{
  int n_read = gzread (self->file, to, (unsigned int) n_bytes);
  z_off_t offset = gzoffset (self->file);

  if (offset > 0)
    self->offset_bytes = (guint64) offset;
  if (n_read < (int) n_bytes)
    {
      self->is_at_end = TRUE;
      note_damage (self);
    }
  return n_read > 0 ? (gsize) n_read : 0;
}

static gsize
read_bytes (FormatLines *self, char *to, gsize n_bytes)
{
  gsize n_read = MIN (n_bytes, self->n_left_bytes);

  if (n_read > 0)
    memcpy (to, self->bytes, n_read);
  self->bytes += n_read;
  self->n_left_bytes -= n_read;
  self->offset_bytes += n_read;
  self->is_at_end = self->n_left_bytes == 0;
  return n_read;
}

/* Makes room at the buffer's end and fills it. */
static void
refill_buffer (FormatLines *self)
{
  gsize n_kept = self->end - self->begin;

  memmove (self->buffer, self->buffer + self->begin, n_kept);
  self->begin = 0;
  self->end = n_kept;
  if (self->file != NULL)
    self->end += read_file (self, self->buffer + n_kept, BUFFER_BYTES - n_kept);
  else
    self->end += read_bytes (self, self->buffer + n_kept, BUFFER_BYTES - n_kept);
}

/* The rest of a line of which the beginning was handed out. */
static void
skip_rest (FormatLines *self)
{
  while (self->is_skipping)
    {
      gsize n_bytes = self->end - self->begin;
      const char *newline = memchr (self->buffer + self->begin, '\n', n_bytes);

      if (newline != NULL)
        {
          self->begin = (gsize) (newline - self->buffer) + 1;
          self->is_skipping = FALSE;
        }
      else
        {
          self->begin = self->end;
          self->is_skipping = !self->is_at_end;
          if (self->is_skipping)
            refill_buffer (self);
        }
    }
}

static void
hand_out (FormatLines *self, FormatLine *line, gsize n_bytes, gsize n_taken)
{
  line->text = self->buffer + self->begin;
  line->n_bytes = n_bytes;
  line->number = ++self->number;
  self->begin += n_taken;
}

gboolean
format_lines_next (FormatLines *self, FormatLine *line)
{
  const char *newline;
  gsize n_bytes;

  skip_rest (self);
  line->is_clipped = FALSE;
  line->is_cut_off = FALSE;
  n_bytes = self->end - self->begin;
  newline = memchr (self->buffer + self->begin, '\n', n_bytes);
  if (newline == NULL && !self->is_at_end && n_bytes <= FORMAT_MAX_LINE_BYTES)
    {
      refill_buffer (self);
      n_bytes = self->end - self->begin;
      newline = memchr (self->buffer + self->begin, '\n', n_bytes);
    }
  if (newline != NULL)
    {
      n_bytes = (gsize) (newline - self->buffer) - self->begin;
      line->is_clipped = n_bytes > FORMAT_MAX_LINE_BYTES;
      hand_out (self, line, MIN (n_bytes, FORMAT_MAX_LINE_BYTES), n_bytes + 1);
      return TRUE;
    }
  if (n_bytes == 0)
    return FALSE;
  line->is_cut_off = self->is_at_end;
  line->is_clipped = n_bytes > FORMAT_MAX_LINE_BYTES;
  self->is_skipping = !self->is_at_end;
  hand_out (self, line, MIN (n_bytes, FORMAT_MAX_LINE_BYTES), n_bytes);
  return TRUE;
}
