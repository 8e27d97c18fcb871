/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The sink in memory: the last bytes or seconds, or all; and the flight recorder, which is
 * the same with a file that it is written to. Packets of events only: all others are in the
 * recorder's log, and must not be lost when the ring comes round. */
#include "core/record/plain/spur-record-private.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MIN_RING_BYTES 65536
/* Where there is no limit memory is mapped in pieces of this size. */
#define PIECE_BYTES ((size_t) 4 << 20)

typedef struct Piece Piece;

struct Piece
{
  Piece *next;
  size_t n_bytes;
};

typedef struct
{
  Sink sink;
  pthread_mutex_t mutex;
  bool has_name;
  NamePattern name;
  bool has_told_name;

  /* A ring of whole packets: those from @first on, of which a packet that does not fit behind
   * the last one begins at 0 again, and @wrap says where the ring ended then. */
  uint8_t *ring;
  size_t n_ring_bytes;
  uint64_t n_seconds; /* what is older is not written; 0 for all that is there */
  size_t first;
  size_t next;
  size_t wrap;
  bool is_wrapped;

  Piece *first_piece;
  Piece *last_piece;
} MemorySink;

static size_t
packet_bytes (const uint8_t *packet)
{
  PacketHeader header;

  memcpy (&header, packet, sizeof header);
  return sizeof header + header.n_bytes;
}

/* Forgets the oldest packets until @n_bytes from @next on are free. */
static void
make_way (MemorySink *self, size_t n_bytes)
{
  if (self->next + n_bytes > self->n_ring_bytes)
    {
      /* Whatever lies behind is older than what lies before. */
      if (self->is_wrapped)
        self->first = 0;
      self->wrap = self->next;
      self->next = 0;
      self->is_wrapped = true;
      if (self->first >= self->wrap)
        self->first = 0;
    }
  while (self->is_wrapped && self->first >= self->next && self->first < self->next + n_bytes)
    {
      self->first += packet_bytes (self->ring + self->first);
      if (self->first >= self->wrap)
        {
          self->first = 0;
          self->is_wrapped = false;
        }
    }
}

static int
write_ring (MemorySink *self, const void *packet, size_t n_bytes)
{
  if (n_bytes > self->n_ring_bytes)
    return spur_rec_fail (ENOSPC);
  make_way (self, n_bytes);
  memcpy (self->ring + self->next, packet, n_bytes);
  self->next += n_bytes;
  return 0;
}

static int
write_piece (MemorySink *self, const void *packet, size_t n_bytes)
{
  Piece *piece = self->last_piece;

  if (piece == NULL || piece->n_bytes + n_bytes > PIECE_BYTES)
    {
      piece = spur_rec_map_private (PIECE_BYTES);
      if (piece == NULL)
        return spur_rec_fail (ENOMEM);
      piece->n_bytes = sizeof *piece;
      if (self->last_piece != NULL)
        self->last_piece->next = piece;
      else
        self->first_piece = piece;
      self->last_piece = piece;
    }
  memcpy ((uint8_t *) piece + piece->n_bytes, packet, n_bytes);
  piece->n_bytes += n_bytes;
  return 0;
}

static int
write_packet (Sink *sink, const void *packet, size_t n_bytes)
{
  MemorySink *self = (MemorySink *) sink;
  const PacketHeader *header = packet;
  SignalMask mask;
  int result;

  if (header->kind != SPUR_PACKET_EVENTS && header->kind != SPUR_PACKET_DROPS)
    return 0;
  spur_rec_lock (&self->mutex, &mask);
  result =
    self->ring != NULL ? write_ring (self, packet, n_bytes) : write_piece (self, packet, n_bytes);
  spur_rec_unlock (&self->mutex, &mask);
  if (result == 0)
    atomic_fetch_add_explicit (&sink->n_bytes, n_bytes, memory_order_relaxed);
  return result;
}

/* ---- Writing it out ---- */

/* The time of the last event of a packet, or of the last that was dropped. */
static uint64_t
get_last_ticks (const uint8_t *packet)
{
  const uint8_t *body = packet + sizeof (PacketHeader);
  PacketHeader header;
  uint32_t counts[2], width;
  uint64_t ticks[2], stored = 0;
  const uint8_t *columns;

  memcpy (&header, packet, sizeof header);
  memcpy (ticks, body, sizeof ticks);
  if (header.kind == SPUR_PACKET_DROPS)
    return ticks[1];
  /* The first column is that of the ticks: base, step, width. */
  memcpy (counts, body, sizeof counts);
  columns = body + 8 + ((12 * (size_t) counts[0] + 7) & ~(size_t) 7);
  memcpy (ticks, columns, sizeof ticks);
  memcpy (&width, columns + 16, sizeof width);
  memcpy (&stored, columns + 24 * (size_t) counts[1] + (header.n_events - 1) * (size_t) width,
          width);
  return ticks[0] + (ticks[1] * (header.n_events - 1) >> 16) + stored;
}

/* Where in a part of the ring what is young enough begins. Packets are in order of time, but for
 * those of threads that record little, of which so nothing is left out too early. */
static size_t
skip_old (const MemorySink *self, size_t from, size_t to, uint64_t horizon)
{
  while (from < to && get_last_ticks (self->ring + from) < horizon)
    from += packet_bytes (self->ring + from);
  return from;
}

static uint64_t
find_horizon (const MemorySink *self)
{
  uint64_t now = spur_record_get_ticks (self->sink.record);
  uint64_t span = self->n_seconds * self->sink.record->preamble.hz;

  return self->n_seconds > 0 && now > span ? now - span : 0;
}

static int
write_ring_out (const MemorySink *self, const Descriptor *file)
{
  uint64_t horizon = find_horizon (self);
  size_t end = self->is_wrapped ? self->wrap : self->next;
  size_t first = skip_old (self, self->first, end, horizon);
  size_t second = 0;

  if (spur_rec_write_all (file, self->ring + first, end - first) != 0)
    return -1;
  if (!self->is_wrapped)
    return 0;
  if (first == end)
    second = skip_old (self, 0, self->next, horizon);
  return spur_rec_write_all (file, self->ring + second, self->next - second);
}

static int
write_events (const MemorySink *self, const Descriptor *file)
{
  if (self->ring != NULL)
    return write_ring_out (self, file);
  for (const Piece *piece = self->first_piece; piece != NULL; piece = piece->next)
    {
      if (spur_rec_write_all (file, piece + 1, piece->n_bytes - sizeof *piece) != 0)
        return -1;
    }
  return 0;
}

/* Everything that can be asked for in a handler after a crash: no memory is taken here. */
static int
write_dump (const MemorySink *self, const Descriptor *file)
{
  const SpurRecord *record = self->sink.record;
  uint8_t room[SPUR_RECORDING_STATUS_BYTES] = { 0 };

  if (spur_rec_write_all (file, &record->preamble, SPUR_RECORDING_PREAMBLE_BYTES) != 0 ||
      spur_rec_write_all (file, room, sizeof room) != 0 ||
      spur_rec_write_all (file, record->log.bytes, record->log.n_bytes) != 0)
    return -1;
  return write_events (self, file);
}

/* Gives the file its name where that is free, or has a dump of this very recorder: EEXIST where it
 * is another's, EINVAL where it is no recording. */
static int
put_in_place (const MemorySink *self, const char *beside, const char *path)
{
  SpurRecordingPreamble preamble;
  NameKind kind = spur_rec_look_at_name (path, &preamble);

  if (kind == NAME_OTHER)
    return EINVAL;
  if (kind == NAME_RECORDING && preamble.origin != self->sink.record->preamble.origin)
    return EEXIST;
  if (kind != NAME_FREE)
    return rename (beside, path) == 0 ? 0 : errno;
  /* Another process may be as far. */
  if (renameat2 (AT_FDCWD, beside, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
    return 0;
  /* Not every file system has that. */
  if (errno != EINVAL && errno != ENOSYS)
    return errno;
  return rename (beside, path) == 0 ? 0 : errno;
}

/* A name that nothing but this recorder has, beside the one that it gets when it is whole. */
static int
write_beside (const MemorySink *self, const char *path, char beside[PATH_MAX])
{
  Descriptor file = { 0 };
  int error;

  if (snprintf (beside, PATH_MAX, "%s.%016llx.part", path,
                (unsigned long long) self->sink.record->preamble.origin) >= PATH_MAX)
    return ENAMETOOLONG;
  unlink (beside);
  if (!spur_rec_take_descriptor (&file,
                                 open (beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)))
    return errno;
  error = write_dump (self, &file) == 0 ? 0 : errno;
  spur_rec_close_descriptor (&file);
  return error;
}

/* To the file that the place names: what is there of another run is kept. */
static int
put_under_name (MemorySink *self, const char *beside)
{
  char path[PATH_MAX];
  int error = EEXIST;

  for (uint32_t which = 1; error == EEXIST && which <= MAX_NAMES; which++)
    {
      error = spur_rec_make_name (&self->name, false, which, path) == 0
                ? put_in_place (self, beside, path)
                : errno;
      if (error == 0 && which > 1 && !self->has_told_name)
        spur_rec_say ("a recording of another run is kept; this one is %s", path);
    }
  self->has_told_name = self->has_told_name || error == 0;
  return error;
}

/* @path: NULL for the name that the place has. Who says it is told that it is taken. */
static int
dump_file (MemorySink *self, const char *path)
{
  char first[PATH_MAX], beside[PATH_MAX];
  int error = 0;

  if (path == NULL && spur_rec_make_name (&self->name, false, 1, first) != 0)
    return -1;
  error = write_beside (self, path != NULL ? path : first, beside);
  if (error == 0)
    error = path != NULL ? put_in_place (self, beside, path) : put_under_name (self, beside);
  if (error != 0)
    unlink (beside);
  if (error == EINVAL)
    spur_rec_say ("%s is there and is no recording; nothing is written to it",
                  path != NULL ? path : first);
  errno = error == EINVAL ? EEXIST : error;
  return error == 0 ? 0 : -1;
}

static int
dump_memory (Sink *sink, const char *path)
{
  MemorySink *self = (MemorySink *) sink;
  SpurRecord *record = sink->record;
  SignalMask mask, inner;
  int result;

  if (path == NULL && !self->has_name)
    return spur_rec_fail (EINVAL);
  spur_rec_lock (&record->mutex, &mask);
  spur_rec_lock (&self->mutex, &inner);
  result = dump_file (self, path);
  spur_rec_unlock (&self->mutex, &inner);
  spur_rec_unlock (&record->mutex, &mask);
  return result;
}

/* After a crash: a thread that held the locks will not come back. */
static int
dump_after_crash (Sink *sink)
{
  MemorySink *self = (MemorySink *) sink;

  return self->has_name ? dump_file (self, NULL) : 0;
}

/* ---- The sinks ---- */

static void
forget_events (MemorySink *self)
{
  while (self->first_piece != NULL)
    {
      Piece *piece = self->first_piece;

      self->first_piece = piece->next;
      spur_rec_unmap (piece, PIECE_BYTES);
    }
  self->last_piece = NULL;
  self->first = self->next = self->wrap = 0;
  self->is_wrapped = false;
}

static void
close_sink (Sink *sink)
{
  MemorySink *self = (MemorySink *) sink;

  forget_events (self);
  if (self->ring != NULL)
    spur_rec_unmap (self->ring, self->n_ring_bytes);
  self->ring = NULL;
  self->has_name = false;
}

static int
restart_memory (Sink *sink)
{
  MemorySink *self = (MemorySink *) sink;

  pthread_mutex_init (&self->mutex, NULL);
  forget_events (self);
  self->has_told_name = false;
  sink->n_bytes = 0;
  return 0;
}

/* Up to a year, so that ticks do not overflow. */
#define MAX_SECONDS 31536000

static bool
parse_seconds (const char **at, uint64_t *n_seconds)
{
  char *end;

  if (**at != '/')
    return true;
  *n_seconds = strtoull (*at + 1, &end, 10);
  if (*n_seconds == 0 || *n_seconds > MAX_SECONDS || *end != 's')
    return false;
  *at = end + 1;
  return true;
}

/* BYTES, BYTES/SECONDSs, and a file behind a comma. */
static bool
parse_size (const char *where, uint64_t *n_bytes, uint64_t *n_seconds, const char **end)
{
  *end = where;
  if (*where == '\0')
    return true;
  return spur_rec_parse_bytes (where, n_bytes, end) && *n_bytes >= MIN_RING_BYTES &&
         *n_bytes <= SIZE_MAX / 2 && parse_seconds (end, n_seconds) &&
         (**end == '\0' || (**end == ',' && (*end)[1] != '\0'));
}

static Sink *
open_sink (SpurRecord *record, const char *scheme, const char *where)
{
  MemorySink *self;
  uint64_t n_bytes = 0;
  uint64_t n_seconds = 0;
  const char *end;
  bool is_flight = strcmp (scheme, "flight") == 0;

  if ((is_flight && strchr (where, ',') == NULL) || !parse_size (where, &n_bytes, &n_seconds, &end))
    {
      errno = EINVAL;
      return NULL;
    }
  self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  pthread_mutex_init (&self->mutex, NULL);
  self->sink.record = record;
  self->sink.name = "memory";
  self->sink.is_flight = is_flight;
  self->has_name = *end == ',';
  self->n_seconds = n_seconds;
  self->n_ring_bytes = ((size_t) n_bytes + 4095) & ~(size_t) 4095;
  self->ring = n_bytes > 0 ? spur_rec_map_private (self->n_ring_bytes) : NULL;
  if ((n_bytes == 0 || self->ring != NULL) &&
      (!self->has_name || spur_rec_set_pattern (&self->name, end + 1)))
    {
      self->name.is_literal = true;
      return &self->sink;
    }
  close_sink (&self->sink);
  free (self);
  return NULL;
}

const SinkClass spur_rec_sink_memory_class = {
  .open = open_sink,
  .write = write_packet,
  .dump = dump_memory,
  .dump_after_crash = dump_after_crash,
  .restart = restart_memory,
  .close = close_sink,
};
