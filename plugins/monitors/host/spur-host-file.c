/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/monitors/host/spur-host-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_BUFFER_BYTES (8u << 20)
#define WAITS_BEFORE_RETRY 100

static bool
build_path (char *built, const SpurHostContext *context, const char *path)
{
  int n = snprintf (built, SPUR_HOST_PATH_BYTES, "%s%s", context->root, path);

  return n > 0 && n < SPUR_HOST_PATH_BYTES;
}

/* Never waits, whatever lies there. */
static int
open_path (const char *path)
{
  return open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

/* Whether it is there. Where not, the context's sink is told so, with @why it is wanted. */
static bool
spur_host_file_open (SpurHostFile *self,
                     SpurHostContext *context,
                     const char *path,
                     const char *why)
{
  *self = (SpurHostFile){ .fd = -1 };
  errno = ENAMETOOLONG;
  if (build_path (self->path, context, path))
    self->fd = open_path (self->path);
  if (self->fd >= 0)
    return true;
  spur_host_context_note (context, "%s%s: %s; goes on without %s", context->root, path,
                          strerror (errno), why);
  return false;
}

static void
spur_host_file_close (SpurHostFile *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

/* A file that is longer than anything sensible is cut. */
static bool
grow_buffer (SpurHostContext *context)
{
  size_t n_bytes = context->n_buffer_bytes * 2;
  char *buffer;

  if (n_bytes == 0 || n_bytes > MAX_BUFFER_BYTES)
    return false;
  buffer = realloc (context->buffer, n_bytes);
  if (buffer == NULL)
    return false;
  context->buffer = buffer;
  context->n_buffer_bytes = n_bytes;
  return true;
}

/* Gives how many bytes, or -1. */
static ssize_t
read_all (int fd, SpurHostContext *context)
{
  size_t n_bytes = 0;

  for (;;)
    {
      ssize_t n;

      if (n_bytes == context->n_buffer_bytes && !grow_buffer (context))
        return (ssize_t) n_bytes;
      n = pread (fd, context->buffer + n_bytes, context->n_buffer_bytes - n_bytes, (off_t) n_bytes);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return -1;
      if (n == 0)
        return (ssize_t) n_bytes;
      n_bytes += (size_t) n;
    }
}

static void
note_missing (SpurHostFile *self, SpurHostContext *context, int code)
{
  context->n_failed_reads++;
  if (!self->is_missed)
    spur_host_context_note (context, "%s: %s; tried again later", self->path, strerror (code));
  self->is_missed = true;
  spur_host_file_close (self);
}

static bool
reopen_file (SpurHostFile *self, SpurHostContext *context)
{
  if (++self->n_waits % WAITS_BEFORE_RETRY == 0)
    self->fd = open_path (self->path);
  if (self->fd >= 0)
    return true;
  context->n_failed_reads++;
  return false;
}

bool
spur_host_file_read (SpurHostFile *self, SpurHostContext *context, SpurHostText *text)
{
  ssize_t n_bytes;
  const char *last;

  if (self->fd < 0 && !reopen_file (self, context))
    return false;
  n_bytes = read_all (self->fd, context);
  context->time_ns = spur_host_now_ns ();
  if (n_bytes < 0)
    {
      note_missing (self, context, errno);
      return false;
    }
  text->at = context->buffer;
  text->end = context->buffer + n_bytes;
  /* What was cut in the middle of a line is not taken for a number. */
  last = n_bytes > 0 ? memrchr (text->at, '\n', (size_t) n_bytes) : NULL;
  text->end = last != NULL ? last + 1 : text->at;
  return true;
}

void *
spur_host_source_open (const SpurHostSource *self, SpurHostContext *context)
{
  void *state = calloc (1, self->n_state_bytes);
  SpurHostFile *files = state;
  bool is_open = state != NULL;

  for (unsigned i = 0; is_open && i < SPUR_HOST_MAX_FILES && self->files[i].path != NULL; i++)
    is_open =
      spur_host_file_open (&files[i], context, self->files[i].path, self->files[i].why) || i > 0;
  if (is_open && (self->open == NULL || self->open (state, context)))
    return state;
  free (state);
  return NULL;
}

void
spur_host_source_close (const SpurHostSource *self, void *state)
{
  SpurHostFile *files = state;

  for (unsigned i = 0; i < SPUR_HOST_MAX_FILES && self->files[i].path != NULL; i++)
    spur_host_file_close (&files[i]);
  if (self->close != NULL)
    self->close (state);
  free (state);
}

int64_t
spur_host_read_number (SpurHostContext *context, const char *path, int64_t if_absent)
{
  char built[SPUR_HOST_PATH_BYTES];
  char bytes[64];
  SpurHostText text = { bytes, bytes };
  int64_t value;
  ssize_t n;
  int fd;

  if (!build_path (built, context, path))
    return if_absent;
  fd = open_path (built);
  if (fd < 0)
    return if_absent;
  n = read (fd, bytes, sizeof bytes);
  close (fd);
  if (n > 0)
    text.end = bytes + n;
  return spur_host_scan_number (&text, &value) ? value : if_absent;
}

bool
spur_host_exists (SpurHostContext *context, const char *path)
{
  char built[SPUR_HOST_PATH_BYTES];

  return build_path (built, context, path) && access (built, F_OK) == 0;
}
