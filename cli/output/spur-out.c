/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-out.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define FLUSH_BYTES 65536

SpurOut *
spur_out_new (int fd)
{
  SpurOut *self = g_new0 (SpurOut, 1);

  self->fd = fd;
  self->is_terminal = isatty (fd);
  self->buffer = g_string_sized_new (FLUSH_BYTES + 4096);
  return self;
}

SpurOut *
spur_out_new_for_memory (void)
{
  SpurOut *self = g_new0 (SpurOut, 1);

  self->fd = -1;
  self->buffer = g_string_new (NULL);
  return self;
}

void
spur_out_free (SpurOut *self)
{
  g_string_free (self->buffer, TRUE);
  g_free (self);
}

void
spur_out_flush (SpurOut *self)
{
  gsize n_written = self->is_muted ? self->buffer->len : 0;

  while (n_written < self->buffer->len && !self->is_closed)
    {
      gssize n = write (self->fd, self->buffer->str + n_written, self->buffer->len - n_written);

      if (n >= 0)
        n_written += (gsize) n;
      else if (errno != EINTR && errno != EAGAIN)
        {
          self->first_errno = errno == EPIPE ? 0 : errno;
          self->is_closed = TRUE;
        }
    }
  g_string_truncate (self->buffer, 0);
}

void
spur_out_settle (SpurOut *self)
{
  if (self->fd >= 0 && self->buffer->len >= FLUSH_BYTES)
    spur_out_flush (self);
}

void
spur_out_puts (SpurOut *self, const char *text)
{
  g_string_append (self->buffer, text);
  spur_out_settle (self);
}

void
spur_out_printf (SpurOut *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->buffer, format, arguments);
  va_end (arguments);
  spur_out_settle (self);
}

/* What is no terminal gets the width that fits everywhere, so that its text never depends on
 * where it was made. */
guint
spur_out_get_columns (SpurOut *self)
{
  struct winsize size = { 0 };

  if (!self->is_terminal || ioctl (self->fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 80;
  return size.ws_col;
}
