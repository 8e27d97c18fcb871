/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Memory by the kernel itself. An event may be recorded in the middle of malloc(), as by a signal
 * handler, and in the middle of a communication library that replaces mmap() to watch which
 * memory goes away, and holds a lock. */
#include "core/record/plain/spur-record-private.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PIECE_BYTES 65536

/* Elsewhere the call takes other arguments, and ThreadSanitizer has to see what is mapped anew. */
#if (defined __x86_64__ || defined __aarch64__ || (defined __riscv && __riscv_xlen == 64)) &&      \
  !defined __SANITIZE_THREAD__
#define HAS_CALLS 1
#endif

void *
spur_rec_map (void *address, size_t n_bytes, int flags, int file, off_t offset)
{
#ifdef HAS_CALLS
  long map = syscall (SYS_mmap, address, n_bytes, PROT_READ | PROT_WRITE, flags, file, offset);

  return map != -1 ? (void *) map : NULL;
#else
  void *map = mmap (address, n_bytes, PROT_READ | PROT_WRITE, flags, file, offset);

  return map != MAP_FAILED ? map : NULL;
#endif
}

void *
spur_rec_map_private (size_t n_bytes)
{
  return spur_rec_map (NULL, n_bytes, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/* As realloc() does. */
void *
spur_rec_remap (void *bytes, size_t n_before, size_t n_bytes)
{
#ifdef HAS_CALLS
  long map = syscall (SYS_mremap, bytes, n_before, n_bytes, MREMAP_MAYMOVE);

  return map != -1 ? (void *) map : NULL;
#else
  void *map = mremap (bytes, n_before, n_bytes, MREMAP_MAYMOVE);

  return map != MAP_FAILED ? map : NULL;
#endif
}

void
spur_rec_unmap (void *bytes, size_t n_bytes)
{
#ifdef HAS_CALLS
  syscall (SYS_munmap, bytes, n_bytes);
#else
  munmap (bytes, n_bytes);
#endif
}

/* Under the lock. What a recorder keeps as long as it is there. */
void *
spur_rec_keep (SpurRecord *record, size_t n_bytes)
{
  void *kept;

  n_bytes = (n_bytes + 7) & ~(size_t) 7;
  if (n_bytes > PIECE_BYTES / 4)
    return spur_rec_map_private (n_bytes);
  if (n_bytes > record->n_room_bytes)
    {
      uint8_t *piece = spur_rec_map_private (PIECE_BYTES);

      if (piece == NULL)
        return NULL;
      record->room = piece;
      record->n_room_bytes = PIECE_BYTES;
    }
  kept = record->room;
  record->room += n_bytes;
  record->n_room_bytes -= n_bytes;
  return kept;
}
