/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A container being written: beside its place, and renamed when it is whole. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-bytes-private.h"
#include "core/store/spur-container-private.h"

#define BUFFER_BYTES (256u << 10)

struct _SpurContainerOutput
{
  char *path;
  char *temporary;
  int fd;
  /* Of the file the first byte that the buffer holds. */
  guint64 offset;
  gsize n_buffered;
  SpurHash hash;
  GError *error;
  guint8 buffer[BUFFER_BYTES];
};

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
               "%s: is a %s, a container is a regular file; name one", path,
               S_ISDIR (facts.st_mode) ? "folder" : "device or pipe");
  return FALSE;
}

SpurContainerOutput *
spur_container_output_new (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *temporary = g_build_filename (folder, ".spur-XXXXXX", NULL);
  SpurContainerOutput *self;
  mode_t mode;
  int fd;

  if (!check_place (path, &mode, error))
    return NULL;
  fd = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      set_io_error (error, path, "cannot write into its folder");
      return NULL;
    }
  if (mode != 0)
    (void) !fchmod (fd, mode);
  self = g_new0 (SpurContainerOutput, 1);
  self->path = g_strdup (path);
  self->temporary = g_steal_pointer (&temporary);
  self->fd = fd;
  return self;
}

void
spur_container_output_free (SpurContainerOutput *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_clear_error (&self->error);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self);
}

/* Writes everything, however few bytes the system takes at a time. */
static gboolean
write_bytes (
  SpurContainerOutput *self, const guint8 *bytes, gsize n_bytes, guint64 offset, GError **error)
{
  while (n_bytes > 0)
    {
      ssize_t n_written = pwrite (self->fd, bytes, n_bytes, (off_t) offset);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written <= 0)
        {
          errno = n_written == 0 ? ENOSPC : errno;
          set_io_error (error, self->path, "cannot be written");
          return FALSE;
        }
      bytes += n_written;
      n_bytes -= (gsize) n_written;
      offset += (guint64) n_written;
    }
  return TRUE;
}

static void
flush (SpurContainerOutput *self)
{
  if (self->error == NULL && self->n_buffered > 0)
    write_bytes (self, self->buffer, self->n_buffered, self->offset, &self->error);
  self->offset += self->n_buffered;
  self->n_buffered = 0;
}

/* The first failure is kept and reported by spur_container_output_commit(). */
void
spur_container_output_put (SpurContainerOutput *self, gconstpointer bytes, gsize n_bytes)
{
  const guint8 *from = bytes;

  if (n_bytes == 0)
    return;
  spur_hash_add (&self->hash, from, n_bytes);
  while (n_bytes > 0)
    {
      gsize n_now = MIN (n_bytes, BUFFER_BYTES - self->n_buffered);

      memcpy (self->buffer + self->n_buffered, from, n_now);
      self->n_buffered += n_now;
      from += n_now;
      n_bytes -= n_now;
      if (self->n_buffered == BUFFER_BYTES)
        flush (self);
    }
}

void
spur_container_output_put_u32 (SpurContainerOutput *self, guint32 value)
{
  guint8 bytes[sizeof value];

  spur_put_le32 (bytes, value);
  spur_container_output_put (self, bytes, sizeof bytes);
}

void
spur_container_output_put_u64 (SpurContainerOutput *self, guint64 value)
{
  guint8 bytes[sizeof value];

  spur_put_le64 (bytes, value);
  spur_container_output_put (self, bytes, sizeof bytes);
}

void
spur_container_output_put_text (SpurContainerOutput *self, const char *text)
{
  gsize n_bytes = strlen (text);

  if (n_bytes > G_MAXINT32 && self->error == NULL)
    self->error =
      g_error_new (SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                   "%s: a name of %" G_GSIZE_FORMAT " bytes is too long", self->path, n_bytes);
  spur_container_output_put_u32 (self, (guint32) n_bytes);
  spur_container_output_put (self, text, n_bytes);
}

guint64
spur_container_output_get_offset (SpurContainerOutput *self)
{
  return self->offset + self->n_buffered;
}

void
spur_container_output_begin (SpurContainerOutput *self, SpurContainerSection *section)
{
  section->offset = spur_container_output_get_offset (self);
  spur_hash_init (&self->hash);
}

void
spur_container_output_end (SpurContainerOutput *self, SpurContainerSection *section)
{
  static const guint8 zeros[8];
  guint64 offset = spur_container_output_get_offset (self);

  section->n_bytes = offset - section->offset;
  section->hash = spur_hash_get (&self->hash);
  spur_container_output_put (self, zeros, spur_container_align (offset) - offset);
}

/* Leaves place for what is written by spur_container_output_write_at(). */
gboolean
spur_container_output_skip (SpurContainerOutput *self, guint64 n_bytes, GError **error)
{
  flush (self);
  self->offset += n_bytes;
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

/* Called by many threads at once, each with a place of its own. */
gboolean
spur_container_output_write_at (
  SpurContainerOutput *self, guint64 offset, gconstpointer bytes, gsize n_bytes, GError **error)
{
  return write_bytes (self, bytes, n_bytes, offset, error);
}

guint8 *
spur_container_output_map (SpurContainerOutput *self, gsize n_bytes, GError **error)
{
  guint8 *bytes = mmap (NULL, n_bytes, PROT_READ, MAP_SHARED, self->fd, 0);

  if (bytes != MAP_FAILED)
    return bytes;
  set_io_error (error, self->path, "cannot be mapped");
  return NULL;
}

gboolean
spur_container_output_commit (SpurContainerOutput *self, GError **error)
{
  int fd;

  flush (self);
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  fd = self->fd;
  self->fd = -1;
  /* Some file systems tell only now that there is no room. */
  if (close (fd) != 0)
    {
      set_io_error (error, self->path, "cannot be written");
      return FALSE;
    }
  if (g_rename (self->temporary, self->path) != 0)
    {
      set_io_error (error, self->path, "cannot be renamed to this name");
      return FALSE;
    }
  g_clear_pointer (&self->temporary, g_free);
  return TRUE;
}
