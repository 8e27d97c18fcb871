/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The sink for a file. Every packet is written by one call at a place of its own, so threads do not
 * wait for one another here. */
#include "core/record/plain/spur-record-private.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  Sink sink;
  NamePattern pattern;
  /* What of it the sink is named by is as the program has it. */
  char path[PATH_MAX];
  Descriptor file;
  /* To open it again. */
  pthread_mutex_t mutex;
  _Atomic uint32_t is_lost;
  _Atomic uint64_t end;
} FileSink;

/* The file's number. Where the program closed it, it is opened again by its name; -1 where another
 * file has that by now. */
static int
get_file (FileSink *self)
{
  int file = spur_rec_get_number (&self->file);
  SignalMask mask;

  if (file >= 0 || atomic_load (&self->is_lost) != 0)
    return file;
  spur_rec_lock (&self->mutex, &mask);
  file = spur_rec_get_number (&self->file);
  if (file < 0 && atomic_load (&self->is_lost) == 0)
    {
      file = spur_rec_open_recording_again (&self->file, self->path, &self->sink.record->preamble);
      if (file >= 0)
        flock (file, LOCK_EX | LOCK_NB);
      else
        {
          atomic_store (&self->is_lost, 1);
          spur_rec_say (
            "%s: the program closed it, and it cannot be opened again by its name: what "
            "follows is dropped",
            self->sink.name);
          self->sink.record->has_said = true;
        }
    }
  spur_rec_unlock (&self->mutex, &mask);
  if (file < 0)
    errno = EBADF;
  return file;
}

static int
write_checked (FileSink *self, const void *bytes, size_t n_bytes, uint64_t offset)
{
  int file = get_file (self);

  if (file < 0)
    return -1;
  if (spur_rec_is_beyond_limit (offset + n_bytes))
    return spur_rec_fail (EFBIG);
  return spur_rec_write_to (file, bytes, n_bytes, (off_t) offset);
}

/* The first bytes are there from the beginning on, so that counts fit even when the disk is full.
 */
static int
write_head (FileSink *self)
{
  uint8_t head[SPUR_RECORDING_HEAD_BYTES];

  memset (head, 0, sizeof head);
  memcpy (head, &self->sink.record->preamble, SPUR_RECORDING_PREAMBLE_BYTES);
  if (write_checked (self, head, sizeof head, 0) != 0)
    return -1;
  atomic_store (&self->end, sizeof head);
  self->sink.n_log_bytes = 0;
  return 0;
}

/* ---- A file of its own ---- */

/* Opens a file that is new, or was empty: -1 with EEXIST where another process was first. */
static int
open_locked (const char *path, NameKind kind)
{
  int flags = kind == NAME_FREE ? O_CREAT | O_EXCL : O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  int file = open (path, O_RDWR | O_CLOEXEC | flags, 0666);
  struct stat facts;

  if (file < 0)
    return -1;
  /* Some file systems have no locks; a file that was made here is its maker's even so. */
  if ((flock (file, LOCK_EX | LOCK_NB) == 0 || (kind == NAME_FREE && errno != EWOULDBLOCK)) &&
      fstat (file, &facts) == 0 && facts.st_size == 0 && S_ISREG (facts.st_mode))
    return file;
  close (file);
  return spur_rec_fail (EEXIST);
}

/* Blocks that lie beside it may be all that is left of a recording that was moved away. */
static bool
has_blocks (const char *path)
{
  char blocks[PATH_MAX + sizeof SPUR_BLOCKS_SUFFIX];
  struct stat facts;

  strcpy (blocks, path);
  strcat (blocks, SPUR_BLOCKS_SUFFIX);
  return lstat (blocks, &facts) == 0;
}

/* Whether what is there is this process's, of another recorder or from before exec(), or that of a
 * program that still runs: then the name is shared on purpose. */
static bool
is_shared_name (const SpurRecord *record, const char *path, const SpurRecordingPreamble *preamble)
{
  const SpurRecordingPreamble *own = &record->preamble;
  int file;
  bool is_locked;

  if (memcmp (preamble, own, offsetof (SpurRecordingPreamble, origin)) == 0 &&
      preamble->process == own->process && preamble->process_start == own->process_start &&
      memcmp (preamble->boot, own->boot, sizeof own->boot) == 0)
    return true;
  file = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  is_locked = file >= 0 && flock (file, LOCK_SH | LOCK_NB) != 0;
  if (file >= 0)
    close (file);
  return is_locked;
}

/* Opens the file of this name, if that may be: 0, an errno, or EAGAIN where another name is to be
 * tried; @is_kept where that is to be told. */
static int
open_name (FileSink *self, bool *is_kept)
{
  SpurRecordingPreamble preamble;
  NameKind kind = spur_rec_look_at_name (self->path, &preamble);
  int file;

  if (kind == NAME_OTHER)
    {
      spur_rec_say ("%s is there and is no recording; nothing is written to it", self->sink.name);
      self->sink.record->has_said = true;
      return EEXIST;
    }
  if (kind == NAME_RECORDING)
    {
      *is_kept = *is_kept || !is_shared_name (self->sink.record, self->path, &preamble);
      return EAGAIN;
    }
  if (has_blocks (self->path))
    {
      *is_kept = true;
      return EAGAIN;
    }
  file = open_locked (self->path, kind);
  if (file < 0)
    return errno == EEXIST || kind == NAME_EMPTY ? EAGAIN : errno;
  return spur_rec_take_descriptor (&self->file, file) ? 0 : errno;
}

static int
open_file (FileSink *self, bool is_child)
{
  bool is_kept = false;

  for (uint32_t which = 1; which <= MAX_NAMES; which++)
    {
      int error = ENAMETOOLONG;

      self->sink.name = self->path + strlen (self->pattern.folder);
      if (spur_rec_make_name (&self->pattern, is_child, which, self->path) == 0)
        error = open_name (self, &is_kept);
      if (error == EAGAIN)
        continue;
      if (error != 0)
        return spur_rec_fail (error);
      if (is_kept)
        spur_rec_say ("a recording of another run is kept; this one is %s", self->sink.name);
      atomic_store (&self->is_lost, 0);
      return write_head (self);
    }
  return spur_rec_fail (EEXIST);
}

const char *
spur_rec_get_file_path (const Sink *sink)
{
  return ((const FileSink *) sink)->path;
}

static void
close_file (Sink *sink)
{
  FileSink *self = (FileSink *) sink;

  atomic_store (&self->is_lost, 1);
  spur_rec_close_descriptor (&self->file);
}

static Sink *
open_sink (SpurRecord *record, const char *scheme, const char *where)
{
  FileSink *self = calloc (1, sizeof *self);

  (void) scheme;
  if (self == NULL)
    return NULL;
  pthread_mutex_init (&self->mutex, NULL);
  self->sink.record = record;
  if (spur_rec_set_pattern (&self->pattern, where) && open_file (self, false) == 0)
    return &self->sink;
  close_file (&self->sink);
  free (self);
  return NULL;
}

static int
write_packet (Sink *sink, const void *packet, size_t n_bytes)
{
  FileSink *self = (FileSink *) sink;
  uint64_t offset = atomic_fetch_add (&self->end, n_bytes);
  uint64_t end = offset + n_bytes;

  if (write_checked (self, packet, n_bytes, offset) == 0)
    {
      atomic_fetch_add_explicit (&sink->n_bytes, n_bytes, memory_order_relaxed);
      return 0;
    }
  /* Unless another packet was put behind it already, the place is there for the next one. */
  atomic_compare_exchange_strong (&self->end, &end, offset);
  return -1;
}

static int
write_status (Sink *sink, const void *packet, size_t n_bytes)
{
  return write_checked ((FileSink *) sink, packet, n_bytes, SPUR_RECORDING_PREAMBLE_BYTES);
}

static int
restart_file (Sink *sink)
{
  FileSink *self = (FileSink *) sink;

  pthread_mutex_init (&self->mutex, NULL);
  close_file (sink);
  sink->n_bytes = 0;
  return open_file (self, true);
}

const SinkClass spur_rec_sink_file_class = {
  .open = open_sink,
  .write = write_packet,
  .write_status = write_status,
  .restart = restart_file,
  .close = close_file,
};
