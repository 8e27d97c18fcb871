/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads files that are given beside a trace, as those of delays, whatever their names lead to. */
#include "core/base/spur-small-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"

static gboolean
check_file (int fd, const char *path, gsize max_bytes, gsize *n_bytes, GError **error)
{
  struct stat facts;

  if (fstat (fd, &facts) != 0)
    return spur_error_set_errno (error, path, "cannot be read");
  if (!S_ISREG (facts.st_mode))
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                           "%s: is not a regular file", path);
  if ((guint64) facts.st_size > max_bytes)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "%s: has %" G_GINT64_FORMAT " bytes, it may have %" G_GSIZE_FORMAT, path,
                           (gint64) facts.st_size, max_bytes);
  *n_bytes = (gsize) facts.st_size;
  return TRUE;
}

/* At most @n_bytes, fewer where the file has become shorter meanwhile. */
static gboolean
read_all (int fd, const char *path, char *text, gsize *n_bytes, GError **error)
{
  gsize n_read = 0;

  while (n_read < *n_bytes)
    {
      ssize_t n_now = read (fd, text + n_read, *n_bytes - n_read);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now < 0)
        return spur_error_set_errno (error, path, "cannot be read");
      if (n_now == 0)
        break;
      n_read += (gsize) n_now;
    }
  *n_bytes = n_read;
  return TRUE;
}

static int
open_file (const char *path)
{
  return open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

char *
spur_small_file_read (const char *path, gsize max_bytes, gsize *n_bytes, GError **error)
{
  int fd = open_file (path);
  g_autofree char *text = NULL;
  gboolean is_read;
  gsize n = 0;

  if (fd < 0)
    {
      spur_error_set_errno (error, path, "cannot be read");
      return NULL;
    }
  is_read = check_file (fd, path, max_bytes, &n, error);
  if (is_read)
    {
      text = g_malloc (n + 1);
      is_read = read_all (fd, path, text, &n, error);
    }
  close (fd);
  if (!is_read)
    return NULL;
  text[n] = '\0';
  *n_bytes = n;
  return g_steal_pointer (&text);
}

gboolean
spur_small_file_begins (const char *path, const char *magic, gsize n_bytes)
{
  g_autofree char *start = g_malloc (n_bytes);
  gsize n_read = n_bytes;
  int fd = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? open_file (path) : -1;
  gboolean begins = fd >= 0 && read_all (fd, path, start, &n_read, NULL) && n_read == n_bytes &&
                    memcmp (start, magic, n_bytes) == 0;

  if (fd >= 0)
    close (fd);
  return begins;
}
