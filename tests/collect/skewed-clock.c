/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Another computer, for LD_PRELOAD: its clocks are SPUR_SKEW_AHEAD_NS ahead of this one's, and
 * SPUR_SKEW_PPM faster; SPUR_SKEW_BOOT is the file that names its boot. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1000000000

#define VISIBLE __attribute__ ((visibility ("default")))

typedef int (*Open) (const char *path, int flags, ...);

static int64_t
get_number (const char *name)
{
  const char *text = getenv (name);

  return text != NULL ? strtoll (text, NULL, 10) : 0;
}

VISIBLE int
clock_gettime (clockid_t clock, struct timespec *now)
{
  int result = (int) syscall (SYS_clock_gettime, clock, now);
  int64_t true_ns = (int64_t) now->tv_sec * NS_PER_S + now->tv_nsec, time_ns;

  if (result != 0 ||
      (clock != CLOCK_MONOTONIC && clock != CLOCK_MONOTONIC_RAW && clock != CLOCK_REALTIME))
    return result;
  time_ns = true_ns + get_number ("SPUR_SKEW_AHEAD_NS") +
            (int64_t) ((__int128) true_ns * get_number ("SPUR_SKEW_PPM") / 1000000);
  now->tv_sec = (time_t) (time_ns / NS_PER_S);
  now->tv_nsec = (long) (time_ns % NS_PER_S);
  return 0;
}

static int
open_other (const char *path, int flags, int mode)
{
  Open real = (Open) (uintptr_t) dlsym (RTLD_NEXT, "open64");
  const char *boot = getenv ("SPUR_SKEW_BOOT");

  if (boot != NULL && strcmp (path, "/proc/sys/kernel/random/boot_id") == 0)
    path = boot;
  return real (path, flags, mode);
}

/* With files of any length its name for the linker is open64. */
VISIBLE int
open (const char *path, int flags, ...)
{
  int mode = 0;
  va_list arguments;

  va_start (arguments, flags);
  if ((flags & (O_CREAT | O_TMPFILE)) != 0)
    mode = va_arg (arguments, int);
  va_end (arguments);
  return open_other (path, flags, mode);
}
