/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The sink for a file. Every parcel is written by one call at a place of its own, so threads do not
 * wait for one another here. */
#include "core/record/c/spur-record-private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAX_SUFFIX 1000

typedef struct
{
  Sink sink;
  char *pattern;
  int file;
  _Atomic uint64_t end;
} FileSink;

/* What a pattern comes to. Without %p the process stands before the last dot in a child. */
static int
expand (const char *pattern, bool is_child, uint32_t suffix, char *path, size_t n_max)
{
  size_t n = 0;
  bool has_process = false;
  char piece[HOST_NAME_MAX + 32];
  size_t dot;

  for (const char *at = pattern; *at != '\0' && n < n_max; at++)
    {
      piece[0] = *at;
      piece[1] = '\0';
      if (*at == '%' && at[1] != '\0')
        {
          at++;
          if (*at == 'p')
            snprintf (piece, sizeof piece, "%d", (int) getpid ());
          else if (*at == 't')
            snprintf (piece, sizeof piece, "%lld", (long long) time (NULL));
          else if (*at == 'h' && gethostname (piece, sizeof piece - 1) != 0)
            snprintf (piece, sizeof piece, "localhost");
          else if (*at != 'h')
            piece[0] = *at;
          has_process = has_process || *at == 'p';
        }
      n += (size_t) snprintf (path + n, n_max - n, "%s", piece);
    }
  if (n + 48 >= n_max)
    return -1;
  is_child = is_child && !has_process;
  if (!is_child && suffix == 0)
    return 0;
  dot = n;
  for (size_t i = n; i > 0 && path[i - 1] != '/'; i--)
    {
      if (path[i - 1] == '.' && i > 1 && path[i - 2] != '/')
        {
          dot = i - 1;
          break;
        }
    }
  piece[0] = '\0';
  if (is_child)
    snprintf (piece, sizeof piece, ".%d", (int) getpid ());
  if (suffix > 0)
    snprintf (piece + strlen (piece), sizeof piece - strlen (piece), "-%u", suffix + 1);
  memmove (path + dot + strlen (piece), path + dot, n - dot + 1);
  memcpy (path + dot, piece, strlen (piece));
  return 0;
}

/* Whether this very process began the file: another part of it, or what it was before exec(). */
static bool
is_ours (const SpurRecord *record, int file)
{
  uint8_t bytes[PREAMBLE_BYTES];

  return pread (file, bytes, sizeof bytes, 0) == (ssize_t) sizeof bytes &&
         memcmp (bytes, record->preamble, 16) == 0 &&
         memcmp (bytes + 24, record->preamble + 24, 4) == 0 &&
         memcmp (bytes + 32, record->preamble + 32, 24) == 0;
}

/* Full writing; @limit is what the process may write. */
static int
write_at (int file, const void *bytes, size_t n_bytes, uint64_t offset)
{
  const uint8_t *at = bytes;
  struct rlimit limit;

  /* Beyond it a signal would end the program. */
  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      offset + n_bytes > limit.rlim_cur)
    {
      errno = EFBIG;
      return -1;
    }
  while (n_bytes > 0)
    {
      ssize_t n_now = pwrite (file, at, n_bytes, (off_t) offset);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now <= 0)
        {
          if (n_now == 0)
            errno = ENOSPC;
          return -1;
        }
      at += n_now;
      n_bytes -= (size_t) n_now;
      offset += (uint64_t) n_now;
    }
  return 0;
}

/* The first bytes are there from the beginning on, so that counts fit even when the disk is full.
 */
static int
write_head (FileSink *self)
{
  uint8_t head[FILE_HEAD_BYTES];

  memset (head, 0, sizeof head);
  memcpy (head, self->sink.record->preamble, PREAMBLE_BYTES);
  if (ftruncate (self->file, 0) != 0 && errno != EINVAL)
    return -1;
  if (write_at (self->file, head, sizeof head, 0) != 0)
    return -1;
  atomic_store (&self->end, sizeof head);
  self->sink.n_log_bytes = 0;
  return 0;
}

static int
open_file (FileSink *self, bool is_child)
{
  char path[PATH_MAX];

  for (uint32_t suffix = 0; suffix < MAX_SUFFIX; suffix++)
    {
      char *name;
      int file;

      if (expand (self->pattern, is_child, suffix, path, sizeof path) != 0)
        {
          errno = ENAMETOOLONG;
          return -1;
        }
      file = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
      if (file < 0)
        return -1;
      if (flock (file, LOCK_EX | LOCK_NB) != 0 || is_ours (self->sink.record, file))
        {
          close (file);
          continue;
        }
      name = strdup (path);
      if (name == NULL)
        {
          close (file);
          return -1;
        }
      free (self->sink.name);
      self->sink.name = name;
      self->file = file;
      return write_head (self);
    }
  errno = EEXIST;
  return -1;
}

static void
close_file (Sink *sink)
{
  FileSink *self = (FileSink *) sink;

  if (self->file >= 0)
    close (self->file);
  self->file = -1;
}

static Sink *
open_sink (SpurRecord *record, const char *where)
{
  FileSink *self = calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  self->sink.record = record;
  self->sink.name = strdup (where);
  self->pattern = strdup (where);
  self->file = -1;
  if (self->sink.name != NULL && self->pattern != NULL && open_file (self, false) == 0)
    return &self->sink;
  close_file (&self->sink);
  free (self->sink.name);
  free (self->pattern);
  free (self);
  return NULL;
}

static int
write_parcel (Sink *sink, const void *parcel, size_t n_bytes)
{
  FileSink *self = (FileSink *) sink;
  uint64_t offset = atomic_fetch_add (&self->end, n_bytes);
  uint64_t end = offset + n_bytes;

  if (write_at (self->file, parcel, n_bytes, offset) == 0)
    {
      atomic_fetch_add_explicit (&sink->n_bytes, n_bytes, memory_order_relaxed);
      return 0;
    }
  /* Unless somebody else has come behind it already, the place is there for the next one. */
  atomic_compare_exchange_strong (&self->end, &end, offset);
  return -1;
}

static int
write_status (Sink *sink, const void *parcel, size_t n_bytes)
{
  FileSink *self = (FileSink *) sink;

  return write_at (self->file, parcel, n_bytes, PREAMBLE_BYTES);
}

static int
restart (Sink *sink)
{
  FileSink *self = (FileSink *) sink;

  close_file (sink);
  sink->n_bytes = 0;
  return open_file (self, true);
}

const SinkClass spur_rec_sink_file_class = {
  .scheme = "file",
  .open = open_sink,
  .write = write_parcel,
  .write_status = write_status,
  .restart = restart,
  .close = close_file,
};
