/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Chunks as libotf2 writes them: a header with the numbers of the first and the last record, which
 * are counted where records have times, then records, the rest filled with the mark of the end. A
 * chunk ends where it ended when it was read, so records whose sizes did not change stay where they
 * were; where they do not fit any more, one more chunk takes the rest. */
#include "config.h"

#include "plugins/formats/otf2/rewrite/spur-otf2-output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "plugins/formats/otf2/spur-otf2-errors.h"
#include "plugins/formats/otf2/spur-otf2-records.h"

#define HEADER_BYTES 18
#define TIMESTAMP_BYTES 9

/* The marks of the end of a chunk or a file, and of the buffer. */
#define TAIL_BYTES 2

/* A file that is not there; @path is kept by the caller. */
gboolean
spur_otf2_output_open (
  SpurOtf2Output *self, const char *path, gsize chunk_bytes, gboolean has_times, GError **error)
{
  *self = (SpurOtf2Output){ .path = path, .chunk_bytes = chunk_bytes, .has_times = has_times };
  self->fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (self->fd < 0)
    return spur_otf2_errors_fail_system (self->path, error);
  self->chunk = g_malloc (chunk_bytes + SPUR_OTF2_MAX_TAIL_BYTES);
  return TRUE;
}

/* Also after an error; @error may be set already. */
gboolean
spur_otf2_output_close (SpurOtf2Output *self, GError **error)
{
  int fd = self->fd;

  g_clear_pointer (&self->chunk, g_free);
  self->fd = -1;
  if (fd >= 0 && close (fd) != 0 && error != NULL && *error == NULL)
    return spur_otf2_errors_fail_system (self->path, error);
  return TRUE;
}

void
spur_otf2_output_begin_chunk (SpurOtf2Output *self, gboolean is_big_endian)
{
  self->is_big_endian = is_big_endian;
  self->chunk[0] = SPUR_OTF2_CHUNK_HEADER;
  self->chunk[1] = is_big_endian ? SPUR_OTF2_BIG_ENDIAN : SPUR_OTF2_LITTLE_ENDIAN;
  spur_otf2_put_long (self->chunk + 2, self->n_records + 1, is_big_endian);
  self->at = HEADER_BYTES;
  self->has_time = FALSE;
  self->is_as_read = TRUE;
}

static gboolean
write_all (SpurOtf2Output *self, gsize n_bytes, GError **error)
{
  const guint8 *at = self->chunk;

  while (n_bytes > 0)
    {
      gssize n_written = write (self->fd, at, n_bytes);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written < 0)
        return spur_otf2_errors_fail_system (self->path, error);
      at += n_written;
      n_bytes -= (gsize) n_written;
    }
  return TRUE;
}

/* More chunks follow. */
gboolean
spur_otf2_output_end_chunk (SpurOtf2Output *self, GError **error)
{
  spur_otf2_put_long (self->chunk + 10, self->n_records, self->is_big_endian);
  memset (self->chunk + self->at, SPUR_OTF2_END_OF_CHUNK, self->chunk_bytes - self->at);
  return write_all (self, self->chunk_bytes, error);
}

static gboolean
make_room (SpurOtf2Output *self, gsize n_bytes, GError **error)
{
  gsize n_reserved = self->is_as_read ? 1 : TAIL_BYTES;

  if (n_bytes + n_reserved <= self->chunk_bytes - self->at)
    return TRUE;
  if (!spur_otf2_output_end_chunk (self, error))
    return FALSE;
  spur_otf2_output_begin_chunk (self, self->is_big_endian);
  self->is_as_read = FALSE;
  n_bytes += self->has_times ? TIMESTAMP_BYTES : 0;
  if (n_bytes + TAIL_BYTES <= self->chunk_bytes - self->at)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
               "%s: a record of %" G_GSIZE_FORMAT
               " bytes does not fit into a chunk of %" G_GSIZE_FORMAT,
               self->path, n_bytes, self->chunk_bytes);
  return FALSE;
}

/* @record begins with what stands between its timestamp and it; @is_stamped says whether it had a
 * timestamp of its own where it was read. Gives the record in the chunk, to be changed there, or
 * NULL with an error of %G_IO_ERROR. */
guint8 *
spur_otf2_output_put (SpurOtf2Output *self,
                      const guint8 *record,
                      gsize n_bytes,
                      guint64 time,
                      gboolean is_stamped,
                      GError **error)
{
  gboolean needs_stamp = self->has_times && (is_stamped || !self->has_time || time != self->time);
  guint8 *copy;

  self->is_as_read = self->is_as_read && needs_stamp == (self->has_times && is_stamped);
  if (!make_room (self, n_bytes + (needs_stamp ? TIMESTAMP_BYTES : 0), error))
    return NULL;
  if (self->has_times && (needs_stamp || !self->has_time))
    {
      self->chunk[self->at] = SPUR_OTF2_TIMESTAMP;
      spur_otf2_put_long (self->chunk + self->at + 1, time, self->is_big_endian);
      self->at += TIMESTAMP_BYTES;
      self->time = time;
      self->has_time = TRUE;
    }
  copy = self->chunk + self->at;
  memcpy (copy, record, n_bytes);
  self->at += n_bytes;
  self->n_records += self->has_times;
  return copy;
}

/* @tail is what stood after the mark of the end in the file that was read, at most
 * %SPUR_OTF2_MAX_TAIL_BYTES. The mark is in the last chunk; the tail may reach beyond it, because
 * nothing reads it. */
gboolean
spur_otf2_output_end_file (SpurOtf2Output *self,
                           const guint8 *tail,
                           gsize n_tail_bytes,
                           GError **error)
{
  self->chunk[self->at++] = SPUR_OTF2_END_OF_FILE;
  memcpy (self->chunk + self->at, tail, n_tail_bytes);
  spur_otf2_put_long (self->chunk + 10, self->n_records, self->is_big_endian);
  return write_all (self, self->at + n_tail_bytes, error);
}
