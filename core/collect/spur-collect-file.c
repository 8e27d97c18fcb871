/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/collect/spur-collect-output-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/format/spur-codec.h"

#define STATUS_BODY_BYTES (SPUR_COLLECT_STATUS_BYTES - SPUR_PACKET_HEADER_BYTES)

#define MAX_WRITERS 65536
#define MAX_RANGES 65536

/* Sequence numbers, the last one not included. */
typedef struct
{
  guint64 first;
  guint64 end;
} Range;

typedef struct
{
  GArray *ranges;

  /* Which events are known to be dropped: packets of drops are numbered like those that they stand
   * for, of which a part can be told before the rest. */
  GArray *dropped;
  guint64 next_event;
} Writer;

static void
writer_free (gpointer data)
{
  Writer *self = data;

  g_array_unref (self->ranges);
  g_array_unref (self->dropped);
  g_free (self);
}

void
spur_collect_file_free (SpurCollectFile *self)
{
  spur_collect_file_close (self);
  g_hash_table_unref (self->writers);
  g_free (self->path);
  g_free (self);
}

void
spur_collect_file_close (SpurCollectFile *self)
{
  if (self->descriptor >= 0)
    close (self->descriptor);
  self->descriptor = -1;
}

static gboolean
fail_with_errno (const SpurCollectFile *self, GError **error, int number)
{
  return spur_error_set (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s: %s",
                         self->path, g_strerror (number));
}

static gboolean
reopen_file (SpurCollectFile *self, GError **error)
{
  if (self->descriptor < 0)
    self->descriptor = open (self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  return self->descriptor >= 0 || fail_with_errno (self, error, errno);
}

/* Returns 0, or the error number of the call that failed. */
static int
write_at (int descriptor, const guint8 *bytes, gsize n_bytes, guint64 offset)
{
  while (n_bytes > 0)
    {
      ssize_t n_written = pwrite (descriptor, bytes, n_bytes, (off_t) offset);

      if (n_written < 0 && errno != EINTR)
        return errno;
      if (n_written == 0)
        return ENOSPC;
      if (n_written > 0)
        {
          bytes += n_written;
          n_bytes -= (gsize) n_written;
          offset += (guint64) n_written;
        }
    }
  return 0;
}

static Writer *
find_writer (SpurCollectFile *self, guint32 number)
{
  return g_hash_table_lookup (self->writers, GUINT_TO_POINTER (number));
}

/* The position of the first range that ends at @sequence or behind it. */
static guint
find_range (const GArray *ranges, guint64 sequence)
{
  guint low = 0, high = ranges->len, middle;

  SPUR_BISECT (low, high, middle, g_array_index (ranges, Range, middle).end < sequence)
  return low;
}

static gboolean
has_sequence (const GArray *ranges, guint64 sequence)
{
  guint at = find_range (ranges, sequence);

  if (at < ranges->len && g_array_index (ranges, Range, at).end == sequence)
    at++;
  return at < ranges->len && g_array_index (ranges, Range, at).first <= sequence;
}

static void
add_range (SpurCollectFile *file, GArray *ranges, guint64 first, guint64 end)
{
  guint at = find_range (ranges, first);
  Range *range = at < ranges->len ? &g_array_index (ranges, Range, at) : NULL;
  const Range own = { first, end };

  if (range != NULL && range->end == first)
    range->end = end;
  else if (range != NULL && range->first == end)
    range->first = first;
  else
    {
      g_array_insert_val (ranges, at, own);
      file->n_ranges++;
      return;
    }
  if (at + 1 < ranges->len && range[1].first == range->end)
    {
      range->end = range[1].end;
      g_array_remove_index (ranges, at + 1);
      file->n_ranges--;
    }
}

guint64
spur_collect_add_counts (guint64 a, guint64 b)
{
  return a < G_MAXINT64 && b < G_MAXINT64 - a ? a + b : G_MAXINT64;
}

static void
count_events (SpurCollectFile *self, Writer *writer, const SpurPacket *packet)
{
  if (packet->kind == SPUR_PACKET_DROPS)
    self->counts.n_dropped = spur_collect_add_counts (self->counts.n_dropped, packet->n_events);
  else if (packet->kind == SPUR_PACKET_EVENTS)
    self->counts.n_events = spur_collect_add_counts (self->counts.n_events, packet->n_events);
  else
    return;
  if (packet->first > writer->next_event)
    self->counts.n_missing =
      spur_collect_add_counts (self->counts.n_missing, packet->first - writer->next_event);
  else
    self->counts.n_missing -= MIN (
      self->counts.n_missing, MIN (writer->next_event - packet->first, (guint64) packet->n_events));
  writer->next_event = MAX (writer->next_event, packet->first + packet->n_events);
}

static void
note_status (SpurCollectFile *self, const SpurPacket *packet)
{
  SpurPacketStatus status;

  if ((self->counts.has_status && packet->sequence < self->counts.status_sequence) ||
      !spur_packet_read_status (packet, &status))
    return;
  self->counts.has_status = TRUE;
  self->counts.status_sequence = packet->sequence;
  self->counts.status = status;
}

static void
note_packet (SpurCollectFile *self, const SpurPacket *packet)
{
  Writer *writer = find_writer (self, packet->writer);

  self->counts.n_packets++;
  if (packet->kind == SPUR_PACKET_STATUS)
    {
      note_status (self, packet);
      return;
    }
  if (writer == NULL)
    {
      writer = g_new0 (Writer, 1);
      writer->ranges = g_array_new (FALSE, FALSE, sizeof (Range));
      writer->dropped = g_array_new (FALSE, FALSE, sizeof (Range));
      g_hash_table_insert (self->writers, GUINT_TO_POINTER (packet->writer), writer);
    }
  if (packet->kind == SPUR_PACKET_DROPS)
    add_range (self, writer->dropped, packet->first, packet->first + packet->n_events);
  else
    add_range (self, writer->ranges, packet->sequence, packet->sequence + 1);
  count_events (self, writer, packet);
}

gboolean
spur_collect_file_has (SpurCollectFile *self, const SpurPacket *packet)
{
  const Writer *writer = find_writer (self, packet->writer);

  if (packet->kind == SPUR_PACKET_STATUS)
    return self->counts.has_status && packet->sequence <= self->counts.status_sequence;
  if (writer == NULL)
    return FALSE;
  return packet->kind == SPUR_PACKET_DROPS ? has_sequence (writer->dropped, packet->first)
                                           : has_sequence (writer->ranges, packet->sequence);
}

static gboolean
scan_file (SpurCollectFile *self,
           const guint8 *bytes,
           gsize n_bytes,
           SpurCollectFound found,
           gpointer user_data,
           GError **error)
{
  gsize offset = SPUR_RECORDING_PREAMBLE_BYTES;

  self->n_bytes = SPUR_COLLECT_HEAD_BYTES;
  while (offset + SPUR_PACKET_HEADER_BYTES <= n_bytes)
    {
      SpurPacket packet;
      gsize n_whole = 0;

      if (spur_packet_read (&packet, bytes + offset, n_bytes - offset) == SPUR_PACKET_WHOLE &&
          spur_packet_check (&packet, NULL))
        {
          n_whole = SPUR_PACKET_HEADER_BYTES + (gsize) packet.n_bytes;
          if (!spur_collect_file_has (self, &packet))
            {
              note_packet (self, &packet);
              if (!found (&packet, user_data, error))
                return FALSE;
            }
          self->n_bytes = MAX (self->n_bytes, offset + n_whole);
        }
      offset += n_whole > 0 ? n_whole : 8;
    }
  return TRUE;
}

static gboolean
read_existing (SpurCollectFile *self,
               guint64 n_bytes,
               SpurCollectFound found,
               gpointer user_data,
               GError **error)
{
  g_autoptr (GMappedFile) map = g_mapped_file_new_from_fd (self->descriptor, FALSE, error);
  const guint8 *bytes;

  if (map == NULL)
    return FALSE;
  bytes = (const guint8 *) g_mapped_file_get_contents (map);
  if (n_bytes < SPUR_RECORDING_PREAMBLE_BYTES ||
      memcmp (bytes, self->preamble, SPUR_RECORDING_PREAMBLE_BYTES) != 0)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: is another recording of the same origin", self->path);
  if (!scan_file (self, bytes, g_mapped_file_get_length (map), found, user_data, error))
    return FALSE;

  /* A packet that was being appended when a collector was killed was never acknowledged. */
  return ftruncate (self->descriptor, (off_t) self->n_bytes) == 0 ||
         fail_with_errno (self, error, errno);
}

static gboolean
begin_file (SpurCollectFile *self, GError **error)
{
  int number = write_at (self->descriptor, self->preamble, SPUR_RECORDING_PREAMBLE_BYTES, 0);

  if (number == 0 && ftruncate (self->descriptor, SPUR_COLLECT_HEAD_BYTES) != 0)
    number = errno;
  self->n_bytes = SPUR_COLLECT_HEAD_BYTES;
  if (number == 0)
    return TRUE;
  unlink (self->path);
  return fail_with_errno (self, error, number);
}

SpurCollectFile *
spur_collect_file_open (const char *path,
                        const guint8 *preamble,
                        SpurCollectFound found,
                        gpointer user_data,
                        GError **error)
{
  g_autoptr (SpurCollectFile) self = g_new0 (SpurCollectFile, 1);
  struct stat info;

  self->descriptor = -1;
  self->path = g_strdup (path);
  self->writers = g_hash_table_new_full (NULL, NULL, NULL, writer_free);
  memcpy (self->preamble, preamble, SPUR_RECORDING_PREAMBLE_BYTES);
  if (!reopen_file (self, error))
    return NULL;
  if (fstat (self->descriptor, &info) != 0)
    {
      fail_with_errno (self, error, errno);
      return NULL;
    }

  /* One that has not even its preamble was begun when the disk was full. */
  if (info.st_size < SPUR_RECORDING_PREAMBLE_BYTES
        ? !begin_file (self, error)
        : !read_existing (self, (guint64) info.st_size, found, user_data, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* In its own place, like a recorder's; with as many zeros behind it as there is room. */
static int
write_status (SpurCollectFile *self, const SpurPacket *packet)
{
  guint8 bytes[SPUR_COLLECT_STATUS_BYTES] = { 0 };
  SpurPacket copy = *packet;

  memcpy (bytes + SPUR_PACKET_HEADER_BYTES, packet->body, packet->n_bytes);
  copy.body = bytes + SPUR_PACKET_HEADER_BYTES;
  copy.n_bytes = STATUS_BODY_BYTES;
  spur_packet_put_header (&copy, bytes);
  return write_at (self->descriptor, bytes, sizeof bytes, SPUR_RECORDING_PREAMBLE_BYTES);
}

gboolean
spur_collect_file_append (SpurCollectFile *self,
                          const SpurPacket *packet,
                          const guint8 *bytes,
                          GError **error)
{
  gsize n_bytes = SPUR_PACKET_HEADER_BYTES + (gsize) packet->n_bytes;
  int number;

  if (!reopen_file (self, error))
    return FALSE;
  if (g_hash_table_size (self->writers) >= MAX_WRITERS || self->n_ranges >= MAX_RANGES)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: more than %d writers, or gaps in what they sent", self->path,
                           MAX_WRITERS);
  if (packet->kind == SPUR_PACKET_STATUS && packet->n_bytes <= STATUS_BODY_BYTES)
    number = write_status (self, packet);
  else
    {
      number = write_at (self->descriptor, bytes, n_bytes, self->n_bytes);

      /* Bytes of it that stay will be written over by the next. */
      if (number == 0)
        self->n_bytes += n_bytes;
      else if (ftruncate (self->descriptor, (off_t) self->n_bytes) != 0)
        return fail_with_errno (self, error, number);
    }
  if (number != 0)
    return fail_with_errno (self, error, number);
  note_packet (self, packet);
  return TRUE;
}

/* ---- Down to the disk ---- */

struct _SpurCollectSync
{
  int descriptor;
  char *folder;
  guint64 from;
  guint64 to;
  gboolean is_rewritten;
};

SpurCollectSync *
spur_collect_sync_new (SpurCollectFile *self, GError **error)
{
  SpurCollectSync *sync;
  int descriptor;

  if (!reopen_file (self, error))
    return NULL;
  descriptor = fcntl (self->descriptor, F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0)
    {
      fail_with_errno (self, error, errno);
      return NULL;
    }
  sync = g_new0 (SpurCollectSync, 1);
  sync->descriptor = descriptor;
  sync->folder = self->is_in_folder ? NULL : g_path_get_dirname (self->path);
  sync->from = self->n_synced_bytes;
  sync->to = self->n_bytes;
  sync->is_rewritten = self->has_sync_failed;
  return sync;
}

void
spur_collect_sync_free (SpurCollectSync *self)
{
  close (self->descriptor);
  g_free (self->folder);
  g_free (self);
}

/* What the kernel could not write it does not try to write again, unless it changes. */
static int
write_again (const SpurCollectSync *self, guint64 from, guint64 to)
{
  guint8 bytes[16384];
  int number = 0;

  while (from < to && number == 0)
    {
      ssize_t n_read = pread (self->descriptor, bytes, MIN (sizeof bytes, to - from), (off_t) from);

      if (n_read <= 0)
        return n_read < 0 ? errno : EIO;
      number = write_at (self->descriptor, bytes, (gsize) n_read, from);
      from += (guint64) n_read;
    }
  return number;
}

int
spur_collect_sync_folder (const char *path)
{
  int descriptor = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int number = descriptor < 0 || fsync (descriptor) != 0 ? errno : 0;

  if (descriptor >= 0)
    close (descriptor);

  /* Some file systems have no such call for folders. */
  return number == EINVAL || number == ENOTSUP ? 0 : number;
}

int
spur_collect_sync_run (const SpurCollectSync *self)
{
  int number = 0;

  if (self->is_rewritten)
    {
      number = write_again (self, 0, MIN (self->to, (guint64) SPUR_COLLECT_HEAD_BYTES));
      if (number == 0)
        number = write_again (self, self->from, self->to);
    }
  if (number == 0 && fdatasync (self->descriptor) != 0)
    number = errno;
  if (number == 0 && self->folder != NULL)
    number = spur_collect_sync_folder (self->folder);
  return number;
}

gboolean
spur_collect_file_synced (SpurCollectFile *self,
                          const SpurCollectSync *sync,
                          int number,
                          GError **error)
{
  self->has_sync_failed = number != 0;
  if (number != 0)
    return fail_with_errno (self, error, number);
  self->is_in_folder = TRUE;
  self->n_synced_bytes = MAX (self->n_synced_bytes, sync->to);
  return TRUE;
}

gboolean
spur_collect_file_sync (SpurCollectFile *self, GError **error)
{
  SpurCollectSync *sync = spur_collect_sync_new (self, error);
  gboolean is_synced;

  if (sync == NULL)
    return FALSE;
  is_synced = spur_collect_file_synced (self, sync, spur_collect_sync_run (sync), error);
  spur_collect_sync_free (sync);
  return is_synced;
}
