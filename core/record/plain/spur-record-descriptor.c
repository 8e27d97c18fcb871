/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The recorder's descriptors. A program may close descriptors that it has not opened, as daemons
 * do, and get their numbers again for files of its own. So the recorder keeps its descriptors where
 * new files of a program seldom come, and looks whether a number is still the file that it opened
 * before it writes, reads or closes. */
#include "core/record/plain/spur-record-private.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A program gets the lowest number that is free, so it comes here only with that many files less
 * the room. The kernel's table of descriptors, which fork() copies, has a place for each number up
 * to the highest one: 1,024, the usual limit, keep it at 8 KiB. */
#define MAX_NUMBERS 1024
#define N_NUMBERS 64
/* Not 0, 1 and 2: what a program prints goes there. */
#define FIRST_NUMBER 3

static int
find_first_number (void)
{
  struct rlimit limit;
  int n_numbers = MAX_NUMBERS;

  if (getrlimit (RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < MAX_NUMBERS)
    n_numbers = (int) limit.rlim_cur;
  return n_numbers >= 4 * N_NUMBERS ? n_numbers - N_NUMBERS : FIRST_NUMBER;
}

/* What is the same for one file only. The number of an inode alone is not: that of a file that was
 * removed goes to the next one. */
typedef struct
{
  uint64_t device;
  uint64_t inode;
  /* 0 where the file system does not keep it, and for sockets and pipes, whose inodes are counted
   * through. */
  uint64_t birth_ns;
} Identity;

/* Of an open file with an empty @path, else of what the path names, links included. */
static bool
find_identity (int number, const char *path, Identity *identity)
{
  struct statx facts;
  int flags = *path == '\0' ? AT_EMPTY_PATH : AT_SYMLINK_NOFOLLOW;

  if (statx (number, path, flags, STATX_INO | STATX_BTIME, &facts) != 0)
    return false;
  identity->device = (uint64_t) facts.stx_dev_major << 32 | facts.stx_dev_minor;
  identity->inode = facts.stx_ino;
  identity->birth_ns = 0;
  if ((facts.stx_mask & STATX_BTIME) != 0)
    identity->birth_ns = (uint64_t) facts.stx_btime.tv_sec * 1000000000u + facts.stx_btime.tv_nsec;
  return true;
}

static bool
is_same_file (const Descriptor *self, const Identity *identity)
{
  return atomic_load (&self->inode) == identity->inode &&
         atomic_load (&self->device) == identity->device &&
         atomic_load (&self->birth_ns) == identity->birth_ns;
}

static void
set_descriptor (Descriptor *self, int number, const Identity *identity)
{
  atomic_store (&self->device, identity->device);
  atomic_store (&self->inode, identity->inode);
  atomic_store (&self->birth_ns, identity->birth_ns);
  atomic_store (&self->number, number);
}

/* -1 with errno, and @number is closed then. */
static int
move_number (int number)
{
  int moved = fcntl (number, F_DUPFD_CLOEXEC, find_first_number ());
  int error;

  if (moved < 0)
    moved = fcntl (number, F_DUPFD_CLOEXEC, FIRST_NUMBER);
  error = errno;
  close (number);
  errno = error;
  return moved;
}

bool
spur_rec_take_descriptor (Descriptor *self, int number)
{
  Identity identity;
  int moved = number >= 0 ? move_number (number) : -1;

  if (moved < 0 || !find_identity (moved, "", &identity))
    return false;
  set_descriptor (self, moved, &identity);
  return true;
}

int
spur_rec_get_number (const Descriptor *self)
{
  int number = atomic_load (&self->number);
  Identity identity;

  if (number > 0 && find_identity (number, "", &identity) && is_same_file (self, &identity))
    return number;
  return spur_rec_fail (EBADF);
}

void
spur_rec_close_descriptor (Descriptor *self)
{
  const Identity nothing = { 0 };
  int error = errno;
  int number = spur_rec_get_number (self);

  set_descriptor (self, 0, &nothing);
  if (number > 0)
    close (number);
  errno = error;
}

bool
spur_rec_is_descriptor_of (const Descriptor *self, const char *path)
{
  Identity identity;

  return find_identity (AT_FDCWD, path, &identity) && is_same_file (self, &identity);
}

int
spur_rec_open_again (Descriptor *self, const char *path, int flags)
{
  Descriptor again = { 0 };
  Identity identity;

  errno = ESTALE;
  if (!spur_rec_is_descriptor_of (self, path) ||
      !spur_rec_take_descriptor (
        &again, open (path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)))
    return -1;
  if (!find_identity (again.number, "", &identity) || !is_same_file (self, &identity))
    {
      spur_rec_close_descriptor (&again);
      return spur_rec_fail (ESTALE);
    }
  atomic_store (&self->number, atomic_load (&again.number));
  return atomic_load (&self->number);
}

int
spur_rec_open_recording_again (Descriptor *self,
                               const char *path,
                               const SpurRecordingPreamble *preamble)
{
  SpurRecordingPreamble found;
  int number = spur_rec_open_again (self, path, O_RDWR);

  if (number < 0 || (pread (number, &found, sizeof found, 0) == (ssize_t) sizeof found &&
                     memcmp (&found, preamble, sizeof found) == 0))
    return number;
  spur_rec_close_descriptor (self);
  return spur_rec_fail (ESTALE);
}

int
spur_rec_write_to (int file, const void *bytes, size_t n_bytes, off_t offset)
{
  const uint8_t *at = bytes;

  while (n_bytes > 0)
    {
      ssize_t n_now = offset < 0 ? write (file, at, n_bytes) : pwrite (file, at, n_bytes, offset);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now <= 0)
        return spur_rec_fail (n_now == 0 ? ENOSPC : errno);
      at += n_now;
      n_bytes -= (size_t) n_now;
      offset += offset < 0 ? 0 : n_now;
    }
  return 0;
}

int
spur_rec_write_all (const Descriptor *self, const void *bytes, size_t n_bytes)
{
  int number = n_bytes > 0 ? spur_rec_get_number (self) : 0;

  return number >= 0 ? spur_rec_write_to (number, bytes, n_bytes, -1) : -1;
}

bool
spur_rec_is_beyond_limit (uint64_t n_bytes)
{
  struct rlimit limit;

  return getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
         n_bytes > limit.rlim_cur;
}

ssize_t
spur_rec_read_file (const char *path, char *text, size_t n_max)
{
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n_bytes = file >= 0 ? read (file, text, n_max - 1) : -1;

  if (file >= 0)
    close (file);
  text[n_bytes > 0 ? n_bytes : 0] = '\0';
  return n_bytes;
}

/* ---- Messages ---- */

/* stderr as the program was started with. */
static Descriptor messages;

__attribute__ ((constructor)) static void
remember_stderr (void)
{
  Identity identity;

  if (find_identity (STDERR_FILENO, "", &identity))
    set_descriptor (&messages, STDERR_FILENO, &identity);
}

/* By one call, and without a FILE: another thread, or the program that a handler has interrupted,
 * may just be printing. Where stderr is a file of the program's own by now nothing is said. */
void
spur_rec_say (const char *format, ...)
{
  char text[1024] = "spur-record: ";
  const size_t n_prefix = sizeof "spur-record: " - 1;
  va_list arguments;
  int n_bytes, error = errno;

  va_start (arguments, format);
  n_bytes = vsnprintf (text + n_prefix, sizeof text - n_prefix - 1, format, arguments);
  va_end (arguments);
  if (n_bytes >= 0)
    {
      size_t n_text = strlen (text);

      text[n_text] = '\n';
      spur_rec_write_all (&messages, text, n_text + 1);
    }
  errno = error;
}
