/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Files without a name, for what cannot be read where it is. */
#include "core/format/spur-decompress-internal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/base/spur-error-internal.h"

/* More than any trace that was seen, and less than a disk. */
#define DEFAULT_MAX_BYTES (G_GUINT64_CONSTANT (64) << 30)
#define LIMIT_VARIABLE "SPUR_TEMPORARY_BYTES"

/* Large files belong in /var/tmp, as /tmp may be memory; TMPDIR says otherwise. */
static const char *
find_folder (void)
{
  const char *folder = g_getenv ("TMPDIR");

  if (folder != NULL && *folder != '\0')
    return folder;
  return access ("/var/tmp", W_OK | X_OK) == 0 ? "/var/tmp" : g_get_tmp_dir ();
}

/* Removed before anything is in it. */
static int
open_unnamed (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "content", NULL);
  int fd = g_open (path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

  if (fd >= 0)
    g_unlink (path);
  return fd;
}

static gboolean
open_file (SpurTemporary *self, const char *place, const char *name, GError **error)
{
  g_autofree char *target = NULL;

  *self = (SpurTemporary){ .fd = -1 };
  self->folder = g_build_filename (find_folder (), "spur-XXXXXX", NULL);
  if (g_mkdtemp (self->folder) == NULL)
    {
      spur_error_set_errno (error, place, "no temporary folder can be made for its content");
      g_clear_pointer (&self->folder, g_free);
      return FALSE;
    }
  self->fd = open_unnamed (self->folder);
  if (self->fd < 0)
    return spur_error_set_errno (error, place, "no temporary file can be made for its content");
  if (*name == '\0' || g_str_equal (name, ".") || g_str_equal (name, ".."))
    name = "content";
  target = g_strdup_printf ("/proc/%d/fd/%d", (int) getpid (), self->fd);
  self->path = g_build_filename (self->folder, name, NULL);
  return symlink (target, self->path) == 0 ||
         spur_error_set_errno (error, place, "no name can be made for its temporary file");
}

static guint64
find_limit (int fd)
{
  const char *text = g_getenv (LIMIT_VARIABLE);
  guint64 n_bytes = DEFAULT_MAX_BYTES;
  struct statvfs facts;

  if (text != NULL)
    g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &n_bytes, NULL);
  if (fstatvfs (fd, &facts) == 0)
    n_bytes = MIN (n_bytes, (guint64) facts.f_bavail * facts.f_frsize / 2);
  return n_bytes;
}

gboolean
spur_temporary_fill (SpurTemporary *self,
                     int in,
                     const char *place,
                     const char *name,
                     const SpurJob *job,
                     GError **error)
{
  g_autofree char *advice = NULL;
  SpurDecompress plan = { .in = in, .place = place };
  struct stat facts;

  if (!open_file (self, place, name, error))
    {
      spur_temporary_clear (self);
      return FALSE;
    }
  advice = g_strdup_printf ("it is half of what is free in %s, or what " LIMIT_VARIABLE
                            " says; TMPDIR names another folder",
                            find_folder ());
  plan.out = self->fd;
  plan.max_bytes = find_limit (self->fd);
  plan.limit_advice = advice;
  if (fstat (in, &facts) == 0 && S_ISREG (facts.st_mode))
    plan.n_in_bytes = (guint64) facts.st_size;
  if (spur_decompress_run (&plan, job, error))
    return TRUE;
  spur_temporary_clear (self);
  return FALSE;
}

void
spur_temporary_clear (SpurTemporary *self)
{
  if (self->path != NULL)
    g_unlink (self->path);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  if (self->fd >= 0)
    g_close (self->fd, NULL);
  g_free (self->path);
  g_free (self->folder);
  *self = (SpurTemporary){ .fd = -1 };
}
