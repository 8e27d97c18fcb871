/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-new-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-new-files.h"

/* Where the file itself stands. */
#define HERE G_MAXUINT64

/* A device or pipe must not be replaced by a file of its name. */
static gboolean
check_place (const char *path, const char *what, mode_t *mode, GError **error)
{
  struct stat facts;

  *mode = 0;
  if (stat (path, &facts) != 0)
    return TRUE;
  *mode = facts.st_mode & 0777;
  if (S_ISREG (facts.st_mode))
    return TRUE;
  return spur_error_set (
    error, G_IO_ERROR,
    S_ISDIR (facts.st_mode) ? G_IO_ERROR_IS_DIRECTORY : G_IO_ERROR_NOT_REGULAR_FILE,
    "%s: is a %s, %s; name one", path, S_ISDIR (facts.st_mode) ? "folder" : "device or pipe", what);
}

gboolean
spur_new_file_open (
  SpurNewFile *self, const char *path, int flags, const char *what, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *temporary = g_build_filename (folder, ".spur-XXXXXX", NULL);
  mode_t mode;
  int fd;

  if (!check_place (path, what, &mode, error))
    return FALSE;
  fd = spur_new_files_make (temporary, flags);
  if (fd < 0)
    return spur_error_set_errno (error, path, "cannot write into its folder");
  if (mode != 0)
    (void) !fchmod (fd, mode);
  *self = (SpurNewFile){ g_strdup (path), g_steal_pointer (&temporary), fd };
  return TRUE;
}

gboolean
spur_new_file_open_standard_output (SpurNewFile *self, GError **error)
{
  int fd = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);

  if (fd < 0)
    return spur_error_set_errno (error, "standard output", "is closed");
  *self = (SpurNewFile){ g_strdup ("standard output"), NULL, fd };
  return TRUE;
}

gboolean
spur_new_file_write_at (
  SpurNewFile *self, gconstpointer bytes, gsize n_bytes, guint64 offset, GError **error)
{
  const guint8 *from = bytes;

  while (n_bytes > 0)
    {
      ssize_t n_written = offset == HERE ? write (self->fd, from, n_bytes)
                                         : pwrite (self->fd, from, n_bytes, (off_t) offset);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written <= 0)
        {
          errno = n_written == 0 ? ENOSPC : errno;
          return spur_error_set_errno (error, self->path, "cannot be written");
        }
      from += n_written;
      n_bytes -= (gsize) n_written;
      offset += offset == HERE ? 0 : (guint64) n_written;
    }
  return TRUE;
}

gboolean
spur_new_file_write (SpurNewFile *self, gconstpointer bytes, gsize n_bytes, GError **error)
{
  return spur_new_file_write_at (self, bytes, n_bytes, HERE, error);
}

/* Some file systems tell only now that there is no room. */
static gboolean
close_whole (SpurNewFile *self, GError **error)
{
  int fd = self->fd;
  gboolean is_synced = self->temporary == NULL || spur_new_files_sync (fd, self->path, error);

  self->fd = -1;
  if (close (fd) == 0 || !is_synced)
    return is_synced;
  return spur_error_set_errno (error, self->path, "cannot be written");
}

gboolean
spur_new_file_commit (SpurNewFile *self, GError **error)
{
  const SpurNewFileMove move = { self->temporary, self->path };

  if (!close_whole (self, error))
    return FALSE;
  if (self->temporary == NULL)
    return TRUE;
  if (!spur_new_files_move (self->temporary, &move, 1, error))
    return FALSE;
  g_clear_pointer (&self->temporary, g_free);
  return TRUE;
}

void
spur_new_file_clear (SpurNewFile *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL)
    spur_new_files_delete (self->temporary);
  g_clear_pointer (&self->temporary, g_free);
  g_clear_pointer (&self->path, g_free);
  self->fd = -1;
}
