/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The file beside a recording in which the blocks of threads lie, so that they outlive the program.
 * Room is taken from the disk before anything is written into it: where there is none, a block is
 * in memory of the program's own, and no thread gets a SIGBUS. */
#include "core/record/plain/spur-record-private.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* The file's number; opened again by its name where the program closed it. */
static int
get_file (SpurRecord *record)
{
  int file = spur_rec_get_number (&record->blocks);

  return file >= 0 ? file
                   : spur_rec_open_recording_again (&record->blocks, record->blocks_path,
                                                    &record->preamble);
}

/* Takes room from the disk; false where there is none. */
static bool
add_room (SpurRecord *record, off_t offset, size_t n_bytes)
{
  int error = 0, file = get_file (record);

  if (file < 0)
    error = errno;
  else if (spur_rec_is_beyond_limit ((uint64_t) offset + n_bytes))
    error = EFBIG;
  else
    {
      do
        error = posix_fallocate (file, offset, (off_t) n_bytes);
      while (error == EINTR);
    }
  if (error != 0 && record->has_to_share)
    spur_rec_note_problem (record, record->blocks_path, error, NULL);
  return error == 0;
}

static bool
open_file (SpurRecord *record, const char *path)
{
  uint64_t n_slot_bytes = spur_rec_get_slot_bytes (record);
  void *head;

  strcpy (record->blocks_path, path);
  strcat (record->blocks_path, SPUR_BLOCKS_SUFFIX);
  record->n_slots = 0;
  if (!spur_rec_take_descriptor (
        &record->blocks, open (record->blocks_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) ||
      !add_room (record, 0, SPUR_RECORDING_HEAD_BYTES))
    return false;
  head = spur_rec_map (NULL, SPUR_RECORDING_HEAD_BYTES, MAP_SHARED, get_file (record), 0);
  if (head == NULL)
    return false;
  record->blocks_head = head;
  memcpy (record->blocks_head, &record->preamble, sizeof record->preamble);
  memcpy (record->blocks_head + SPUR_BLOCKS_AT_SLOT_BYTES, &n_slot_bytes, sizeof n_slot_bytes);
  return true;
}

void
spur_rec_share_blocks (SpurRecord *record)
{
  const char *path = NULL;
  int error;

  for (uint32_t i = 0; path == NULL && record->can_share && i < record->n_sinks; i++)
    {
      if (record->sinks[i]->sink_class == &spur_rec_sink_file_class)
        path = spur_rec_get_file_path (record->sinks[i]);
    }
  if (path == NULL)
    return;
  record->is_shared = open_file (record, path);
  error = errno;
  if (record->is_shared)
    return;
  if (record->has_to_share)
    spur_rec_note_problem (record, path, error, NULL);
  spur_rec_close_blocks (record);
}

void *
spur_rec_map_slot (SpurRecord *record, void *address)
{
  size_t n_slot_bytes = spur_rec_get_slot_bytes (record);
  off_t offset = (off_t) (SPUR_RECORDING_HEAD_BYTES + (uint64_t) record->n_slots * n_slot_bytes);
  void *map;

  if (!add_room (record, offset, n_slot_bytes))
    return NULL;
  map = spur_rec_map (address, n_slot_bytes, MAP_SHARED | (address != NULL ? MAP_FIXED : 0),
                      get_file (record), offset);
  if (map == NULL)
    {
      if (record->has_to_share)
        spur_rec_note_problem (record, record->blocks_path, errno, NULL);
      return NULL;
    }
  record->n_slots++;
  return map;
}

/* What is in a packet already is there twice for a moment, which does no harm. */
void
spur_rec_share_rows (SpurRecord *record)
{
  uint64_t *n_rows = (uint64_t *) (void *) (record->blocks_head + SPUR_BLOCKS_AT_N_ROWS);
  uint64_t n_before = __atomic_load_n (n_rows, __ATOMIC_RELAXED) & UINT32_MAX;
  size_t n_bytes = record->pending.n_bytes;

  if (n_bytes > SPUR_BLOCKS_MAX_ROW_BYTES)
    {
      spur_rec_tell_pending (record);
      return;
    }
  if (n_bytes > n_before)
    memcpy (record->blocks_head + SPUR_BLOCKS_AT_ROWS + n_before, record->pending.bytes + n_before,
            n_bytes - n_before);
  __atomic_store_n (n_rows, (uint64_t) record->n_pending_rows << 32 | n_bytes, __ATOMIC_RELEASE);
}

/* The slots stay mapped: threads may still look at them. */
void
spur_rec_leave_blocks (SpurRecord *record)
{
  if (record->blocks_head != NULL)
    spur_rec_unmap (record->blocks_head, SPUR_RECORDING_HEAD_BYTES);
  spur_rec_close_descriptor (&record->blocks);
  record->blocks_head = NULL;
  record->blocks_path[0] = '\0';
  record->is_shared = false;
}

void
spur_rec_close_blocks (SpurRecord *record)
{
  if (record->blocks_path[0] != '\0' &&
      spur_rec_is_descriptor_of (&record->blocks, record->blocks_path))
    unlink (record->blocks_path);
  spur_rec_leave_blocks (record);
}
