/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Names of files. What is there already is kept: a recording of another run, which may be the only
 * one that tells why that run crashed, gets a neighbour with a number in its name; what is no
 * recording is none of the recorder's business. No memory is taken here, as a child of fork() names
 * its file, and so does a handler after a crash. */
#include "core/record/plain/spur-record-private.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool
spur_rec_set_pattern (NamePattern *self, const char *pattern)
{
  size_t n_bytes;

  memset (self, 0, sizeof *self);
  if (strlen (pattern) >= sizeof self->pattern)
    return spur_rec_fail (ENAMETOOLONG) == 0;
  strcpy (self->pattern, pattern);
  /* The program may go to another folder before it forks, crashes or closes all descriptors. */
  if (*pattern == '/' || getcwd (self->folder, sizeof self->folder - 1) == NULL)
    {
      self->folder[0] = '\0';
      return true;
    }
  n_bytes = strlen (self->folder);
  if (self->folder[n_bytes - 1] != '/')
    self->folder[n_bytes] = '/';
  return true;
}

void
spur_rec_get_host (char *name, size_t n_bytes)
{
  if (gethostname (name, n_bytes - 1) != 0)
    memcpy (name, "localhost", sizeof "localhost");
  name[n_bytes - 1] = '\0';
}

/* What %p, %h and %t come to; any other letter stands for itself. */
static void
expand_letter (char letter, char *piece, size_t n_max)
{
  if (letter == 'p')
    snprintf (piece, n_max, "%d", (int) getpid ());
  else if (letter == 't')
    snprintf (piece, n_max, "%lld", (long long) time (NULL));
  else if (letter != 'h')
    snprintf (piece, n_max, "%c", letter);
  else
    spur_rec_get_host (piece, n_max);
}

/* Where a number goes into a name: before its last dot that is not the first letter. */
static size_t
find_dot (const char *path, size_t n_bytes)
{
  for (size_t i = n_bytes; i > 1 && path[i - 1] != '/'; i--)
    {
      if (path[i - 1] == '.' && path[i - 2] != '/')
        return i - 1;
    }
  return n_bytes;
}

int
spur_rec_make_name (const NamePattern *self, bool is_child, uint32_t which, char path[PATH_MAX])
{
  size_t n = strlen (self->folder), dot;
  bool has_process = false;
  char piece[HOST_NAME_MAX + 32];

  memcpy (path, self->folder, n + 1);
  for (const char *at = self->pattern; *at != '\0' && n + sizeof piece < PATH_MAX; at++)
    {
      piece[0] = *at;
      piece[1] = '\0';
      if (*at == '%' && at[1] != '\0' && !self->is_literal)
        {
          at++;
          has_process = has_process || *at == 'p';
          memset (piece, 0, sizeof piece);
          expand_letter (*at, piece, sizeof piece);
        }
      memcpy (path + n, piece, strlen (piece) + 1);
      n += strlen (piece);
    }
  if (n + sizeof piece >= PATH_MAX)
    return spur_rec_fail (ENAMETOOLONG);
  dot = find_dot (path, n);
  piece[0] = '\0';
  if (is_child && !has_process)
    snprintf (piece, sizeof piece, ".%d", (int) getpid ());
  if (which > 1)
    snprintf (piece + strlen (piece), sizeof piece - strlen (piece), ".%u", which);
  memmove (path + dot + strlen (piece), path + dot, n - dot + 1);
  memcpy (path + dot, piece, strlen (piece));
  return 0;
}

/* Only a regular file is opened: to open a FIFO or a device may do something. */
NameKind
spur_rec_look_at_name (const char *path, SpurRecordingPreamble *preamble)
{
  struct stat facts;
  NameKind kind = NAME_OTHER;
  int file;

  memset (preamble, 0, sizeof *preamble);
  /* Where it cannot be looked at, making the file fails, and says why. */
  if (lstat (path, &facts) != 0)
    return NAME_FREE;
  if (!S_ISREG (facts.st_mode))
    return NAME_OTHER;
  if (facts.st_size == 0)
    return facts.st_uid == geteuid () && facts.st_nlink == 1 ? NAME_EMPTY : NAME_OTHER;
  file = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0)
    return errno == ENOENT ? NAME_FREE : NAME_OTHER;
  if (pread (file, preamble, sizeof *preamble, 0) >= 8 &&
      memcmp (preamble->magic, SPUR_RECORDING_MAGIC, 8) == 0)
    kind = NAME_RECORDING;
  close (file);
  return kind;
}
