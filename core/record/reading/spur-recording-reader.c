/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Opens what a program has recorded (doc/recording.md). */
#include "core/record/reading/spur-recording-reader.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/base/spur-bytes-private.h"
#include "core/format/spur-codec.h"
#include "core/record/reading/spur-recording-private.h"

#define MIN_SLOT_BYTES 8192

static void
add_slot (SpurRecordingLoad *self, const guint8 *slot, gsize n_bytes)
{
  guint64 at = spur_get_le64 (slot + SPUR_SLOT_AT_END);
  guint64 address = spur_get_le64 (slot + SPUR_SLOT_AT_ADDRESS);
  guint64 first = spur_get_le64 (slot + SPUR_SLOT_AT_FIRST);
  SpurPacketPlace block = { .kind = SPUR_PLACE_BLOCK,
                            .writer = spur_get_le32 (slot + SPUR_SLOT_AT_WRITER),
                            .stream = spur_get_le32 (slot + SPUR_SLOT_AT_STREAM) };

  if (memcmp (slot + SPUR_SLOT_AT_MAGIC, SPUR_SLOT_MAGIC, 8) != 0)
    return;
  if (first - address < SPUR_SLOT_AT_BLOCK + 8 || first - address > n_bytes || at < first ||
      at - address > n_bytes || (first - address) % 8 != 0)
    {
      self->counts.n_bad_bytes += n_bytes;
      return;
    }
  block.bytes = slot + (first - address);
  block.n_bytes = at - first;
  block.first = spur_get_le64 (block.bytes - 8);
  if (block.n_bytes > 0 && block.writer != 0 && block.first < G_MAXUINT64 / 2)
    g_array_append_val (self->blocks, block);
}

/* Definitions that were not in a packet yet: behind their number. */
static void
find_rows (SpurRecordingLoad *self, const guint8 *head)
{
  guint32 n_bytes = spur_get_le32 (head + SPUR_BLOCKS_AT_N_ROWS);

  if (n_bytes > SPUR_BLOCKS_MAX_ROW_BYTES)
    self->counts.n_bad_bytes += SPUR_BLOCKS_MAX_ROW_BYTES;
  else if (n_bytes > 0)
    self->rows = (SpurPacket){ .kind = SPUR_PACKET_DEFINITIONS,
                               .body = head + SPUR_BLOCKS_AT_N_ROWS + 4,
                               .n_bytes = n_bytes + 4 };
}

/* A file of blocks beside the recording, if there is one that belongs to it. */
void
spur_recording_find_blocks (SpurRecordingLoad *self)
{
  g_autofree char *path = g_strconcat (self->path, SPUR_BLOCKS_SUFFIX, NULL);
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  SpurRecordingPreamble preamble;
  const guint8 *bytes;
  gsize n_bytes;
  guint64 n_slot_bytes;

  if (file == NULL)
    return;
  bytes = (const guint8 *) g_mapped_file_get_contents (file);
  n_bytes = g_mapped_file_get_length (file);
  if (n_bytes < SPUR_RECORDING_HEAD_BYTES ||
      !spur_recording_preamble_read (&preamble, bytes, n_bytes, path, NULL) ||
      preamble.origin != self->preamble.origin)
    return;
  n_slot_bytes = spur_get_le64 (bytes + SPUR_BLOCKS_AT_SLOT_BYTES);
  if (n_slot_bytes < MIN_SLOT_BYTES || n_slot_bytes > n_bytes)
    return;
  self->block_bytes = g_mapped_file_get_bytes (file);
  find_rows (self, bytes);
  for (gsize at = SPUR_RECORDING_HEAD_BYTES; n_bytes - at >= n_slot_bytes; at += n_slot_bytes)
    add_slot (self, bytes + at, n_slot_bytes);
}

void
spur_recording_load_init (SpurRecordingLoad *self, const char *path)
{
  *self = (SpurRecordingLoad){ .path = path };
  self->trace = spur_trace_new ();
  self->places = g_array_new (FALSE, FALSE, sizeof (SpurPacketPlace));
  self->blocks = g_array_new (FALSE, FALSE, sizeof (SpurPacketPlace));

  /* There are no more definitions than the file has bytes. */
  spur_recording_index_init (&self->index, self->trace, G_MAXUINT64);
  spur_recording_tables_init (&self->tables, &self->index);
  self->tables.leaves_out = TRUE;
  self->readings = g_array_new (FALSE, FALSE, sizeof (SpurRecordingReading));
  self->offsets = g_array_new (FALSE, FALSE, sizeof (SpurRecordingOffset));
  self->totals = g_array_new (FALSE, FALSE, sizeof (SpurPacketPlace));
  self->streams = spur_recording_new_streams ();
  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
spur_recording_load_clear (SpurRecordingLoad *self)
{
  g_array_unref (self->places);
  g_array_unref (self->blocks);
  g_array_unref (self->readings);
  g_array_unref (self->offsets);
  g_array_unref (self->totals);
  spur_recording_tables_clear (&self->tables);
  spur_recording_index_clear (&self->index);
  g_hash_table_unref (self->streams);
  g_array_unref (self->numbers);
  g_clear_pointer (&self->block_bytes, g_bytes_unref);
  g_clear_object (&self->trace);
}

gboolean
spur_recording_is_locked (const char *path)
{
  int file = open (path, O_RDONLY | O_CLOEXEC);
  gboolean is_locked;

  if (file < 0)
    return FALSE;
  is_locked = flock (file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close (file);
  return is_locked;
}

SpurTrace *
spur_recording_load_finish (SpurRecordingLoad *self, GError **error)
{
  if (!spur_recording_define (self, error) || !spur_recording_fill (self, error))
    return NULL;
  spur_trace_set_fact (self->trace, "recording.end", self->counts.is_closed ? "closed" : "cut");
  return g_steal_pointer (&self->trace);
}

static SpurTrace *
load_recording (
  const char *path, GBytes *bytes, gboolean is_file, SpurRecordingCounts *counts, GError **error)
{
  SpurRecordingPreamble preamble;
  SpurRecordingLoad self;
  SpurTrace *trace;
  gsize n_bytes;
  const guint8 *data = g_bytes_get_data (bytes, &n_bytes);

  if (!spur_recording_preamble_read (&preamble, data, n_bytes, path, error))
    return NULL;
  spur_recording_load_init (&self, path);
  self.preamble = preamble;
  self.bytes = data;
  self.n_bytes = n_bytes;
  self.is_growing = is_file && spur_recording_is_locked (path);
  if (is_file && !self.is_growing)
    spur_recording_find_blocks (&self);
  spur_recording_scan (&self);
  trace = spur_recording_load_finish (&self, error);
  if (trace != NULL)
    {
      spur_trace_hold (trace, g_bytes_ref (bytes), (GDestroyNotify) g_bytes_unref);
      if (is_file)
        spur_trace_set_pager (trace, spur_pager_new (self.bytes, self.n_bytes));
      if (counts != NULL)
        *counts = self.counts;
    }
  spur_recording_load_clear (&self);
  return trace;
}

/**
 * spur_recording_open:
 * @path: a recording
 * @counts: (out caller-allocates) (optional): what was found
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Opens what a program recorded with `libspur-record-1.a`. A recording may have been cut off at any
 * instant, or have been damaged: what is whole of it is in the trace, and what is not is counted
 * among the trace's losses. Where the program did not end well, what it had not handed over yet is
 * taken from the file of blocks beside the recording; not as long as the program still records.
 *
 * All streams have one clock, which is named after the computer and its boot, so that recordings of
 * one computer can be told to have the same. Time 0 is that of CLOCK_MONOTONIC; the fact
 * "epoch-unix-ns" says what CLOCK_REALTIME was then.
 *
 * What the program measured against the clocks of other recordings is the fact "recording.offsets",
 * of which #SpurMerger makes clock offsets of the streams; the least delays that it measured are
 * told by the fact "recording.delays" and not used.
 *
 * Returns: (transfer full): the trace, sealed; or %NULL with %SPUR_FORMAT_ERROR where the file does
 *   not begin like a recording or holds what none can have
 *
 * Since: 1.0
 */
SpurTrace *
spur_recording_open (const char *path,
                     SpurRecordingCounts *counts,
                     const SpurJob *job,
                     GError **error)
{
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  file = g_mapped_file_new (path, FALSE, error);
  if (file == NULL)
    return NULL;
  bytes = g_mapped_file_get_bytes (file);
  return load_recording (path, bytes, TRUE, counts, error);
}

SpurTrace *
spur_recording_open_bytes (
  const char *path, GBytes *bytes, SpurRecordingCounts *counts, const SpurJob *job, GError **error)
{
  return load_recording (path, bytes, FALSE, counts, error);
}
