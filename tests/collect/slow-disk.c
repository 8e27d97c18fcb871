/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A disk that is slow, for LD_PRELOAD: writes at a place take their time, now and then a long one,
 * are interrupted, and write a part only. SPUR_SLOW_SEED says when. */
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#define SHORT_US 2000
#define LONG_US 200000

typedef ssize_t (*Pwrite) (int file, const void *bytes, size_t n_bytes, off_t offset);

static uint64_t
roll (void)
{
  static uint64_t state;
  const char *seed = state == 0 ? getenv ("SPUR_SLOW_SEED") : NULL;

  if (seed != NULL)
    state = strtoull (seed, NULL, 10);
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}

/* With files of any length it is called so. The build hides what does not say otherwise. */
__attribute__ ((visibility ("default"))) ssize_t
pwrite (int file, const void *bytes, size_t n_bytes, off_t offset)
{
  Pwrite real = (Pwrite) (uintptr_t) dlsym (RTLD_NEXT, "pwrite64");
  uint64_t chance = roll () % 64;

  usleep (chance == 0 ? LONG_US : (useconds_t) (roll () % SHORT_US));
  if (chance == 1)
    {
      errno = EINTR;
      return -1;
    }
  return real (file, bytes, chance == 2 && n_bytes > 1 ? 1 + roll () % (n_bytes - 1) : n_bytes,
               offset);
}
