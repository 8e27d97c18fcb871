/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A file being written: beside its place, and renamed when it is whole. Or standard output. */
#include "config.h"

#include "core/format/spur-format-output-private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#define BUFFER_BYTES (1u << 20)

typedef struct
{
  SpurFormatOutput open;
  char *path;
  char *temporary;
  int fd;
  GError *error;
  char buffer[BUFFER_BYTES];
} Output;

G_STATIC_ASSERT (BUFFER_BYTES > SPUR_FORMAT_OUTPUT_ROOM);

static void
set_io_error (GError **error, const char *path, const char *what)
{
  int code = errno;

  if (error != NULL && *error == NULL)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s: %s", path, what,
                 g_strerror (code));
}

/* A device or pipe must not be replaced by a file of its name. */
static gboolean
check_place (const char *path, mode_t *mode, GError **error)
{
  struct stat facts;

  *mode = 0;
  if (stat (path, &facts) != 0)
    return TRUE;
  *mode = facts.st_mode & 0777;
  if (S_ISREG (facts.st_mode))
    return TRUE;
  g_set_error (error, G_IO_ERROR,
               S_ISDIR (facts.st_mode) ? G_IO_ERROR_IS_DIRECTORY : G_IO_ERROR_NOT_REGULAR_FILE,
               "%s: is a %s, a trace is written as a regular file; name one", path,
               S_ISDIR (facts.st_mode) ? "folder" : "device or pipe");
  return FALSE;
}

/* Takes @temporary, which is NULL for standard output. */
static SpurFormatOutput *
make_output (const char *path, char *temporary, int fd)
{
  Output *self = g_malloc (sizeof *self);

  *self = (Output){ .path = g_strdup (path), .temporary = temporary, .fd = fd };
  self->open.next = self->buffer;
  self->open.end = self->buffer + BUFFER_BYTES;
  return &self->open;
}

static SpurFormatOutput *
open_standard_output (GError **error)
{
  int fd = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);

  if (fd >= 0)
    return make_output ("standard output", NULL, fd);
  set_io_error (error, "standard output", "is closed");
  return NULL;
}

SpurFormatOutput *
spur_format_output_new (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *temporary = g_build_filename (folder, ".spur-XXXXXX", NULL);
  mode_t mode;
  int fd;

  if (g_str_equal (path, "-"))
    return open_standard_output (error);
  if (!check_place (path, &mode, error))
    return NULL;
  fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      set_io_error (error, path, "cannot write into its folder");
      return NULL;
    }
  if (mode != 0)
    (void) !fchmod (fd, mode);
  return make_output (path, g_steal_pointer (&temporary), fd);
}

void
spur_format_output_free (SpurFormatOutput *output)
{
  Output *self = (Output *) output;

  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_clear_error (&self->error);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self);
}

/* The first failure is kept and reported by spur_format_output_commit(). */
static void
write_bytes (Output *self, const char *bytes, gsize n_bytes)
{
  while (n_bytes > 0 && self->error == NULL)
    {
      ssize_t n_written = write (self->fd, bytes, n_bytes);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written <= 0)
        {
          errno = n_written == 0 ? ENOSPC : errno;
          set_io_error (&self->error, self->path, "cannot be written");
          return;
        }
      bytes += n_written;
      n_bytes -= (gsize) n_written;
    }
}

void
spur_format_output_flush (SpurFormatOutput *output)
{
  Output *self = (Output *) output;

  write_bytes (self, self->buffer, (gsize) (output->next - self->buffer));
  output->next = self->buffer;
}

void
spur_format_output_put_long (SpurFormatOutput *output, gconstpointer bytes, gsize n_bytes)
{
  spur_format_output_flush (output);
  if (n_bytes >= BUFFER_BYTES)
    {
      write_bytes ((Output *) output, bytes, n_bytes);
      return;
    }
  memcpy (output->next, bytes, n_bytes);
  output->next += n_bytes;
}

gboolean
spur_format_output_commit (SpurFormatOutput *output, GError **error)
{
  Output *self = (Output *) output;
  int fd = self->fd;

  spur_format_output_flush (output);
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  self->fd = -1;
  /* Some file systems tell only now that there is no room. */
  if (close (fd) != 0)
    {
      set_io_error (error, self->path, "cannot be written");
      return FALSE;
    }
  if (self->temporary == NULL)
    return TRUE;
  if (g_rename (self->temporary, self->path) != 0)
    {
      set_io_error (error, self->path, "cannot be renamed to this name");
      return FALSE;
    }
  g_clear_pointer (&self->temporary, g_free);
  return TRUE;
}
