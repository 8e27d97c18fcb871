/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Which clock is read, and what it has to do with the clocks of the system. */
#include "core/record/plain/spur-record-private.h"

#include <time.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#define N_TRIES 9
/* How long the time-stamp counter is watched before the first event. */
#define WATCH_NS 1000000

static int64_t
get_ns (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

uint64_t
spur_record_read_monotonic_ (void)
{
  return (uint64_t) get_ns (CLOCK_MONOTONIC);
}

static uint64_t
get_ticks (uint32_t kind)
{
#if defined(__x86_64__) || defined(__i386__)
  if (kind == SPUR_RECORDING_TSC)
    return __builtin_ia32_rdtsc ();
#endif
  return spur_record_read_monotonic_ ();
}

/* All clocks at once, as nearly as it gets. */
ClockReading
spur_rec_read_clocks (uint32_t kind)
{
  ClockReading best = { .width_ticks = UINT64_MAX };

  for (int i = 0; i < N_TRIES; i++)
    {
      ClockReading reading;
      uint64_t before = get_ticks (kind);

      reading.raw_ns = get_ns (CLOCK_MONOTONIC_RAW);
      reading.monotonic_ns = get_ns (CLOCK_MONOTONIC);
      reading.real_ns = get_ns (CLOCK_REALTIME);
      reading.width_ticks = get_ticks (kind) - before;
      reading.ticks = before + reading.width_ticks / 2;
      if (reading.width_ticks < best.width_ticks)
        best = reading;
    }
  return best;
}

/* The kernel reads it as well, and has found it to be steady and the same on all processors. */
static bool
is_tsc_trusted (void)
{
#if defined(__x86_64__) || defined(__i386__)
  unsigned a, b, c, d;
  char name[16];

  spur_rec_read_file ("/sys/devices/system/clocksource/clocksource0/current_clocksource", name,
                      sizeof name);
  return strcmp (name, "tsc\n") == 0 && __get_cpuid (0x80000007, &a, &b, &c, &d) != 0 &&
         (d & 1u << 8) != 0;
#else
  return false;
#endif
}

static uint64_t
watch_tsc (void)
{
  struct timespec pause = { 0, WATCH_NS };
  ClockReading from = spur_rec_read_clocks (SPUR_RECORDING_TSC), to;

  nanosleep (&pause, NULL);
  to = spur_rec_read_clocks (SPUR_RECORDING_TSC);
  if (to.raw_ns <= from.raw_ns)
    return 0;
  return (uint64_t) ((double) (to.ticks - from.ticks) * 1e9 / (double) (to.raw_ns - from.raw_ns) +
                     0.5);
}

void
spur_rec_choose_clock (SpurRecord *record, const char *wanted)
{
  ClockReading now;

  record->preamble.clock = SPUR_RECORDING_MONOTONIC;
  record->preamble.hz = 1000000000;
#if defined(__x86_64__) || defined(__i386__)
  if (strcmp (wanted, "tsc") == 0 || (strcmp (wanted, "auto") == 0 && is_tsc_trusted ()))
    {
      uint64_t hz = watch_tsc ();

      if (hz > 0)
        {
          record->preamble.clock = SPUR_RECORDING_TSC;
          record->preamble.hz = hz;
        }
    }
#else
  (void) wanted;
  (void) watch_tsc;
  (void) is_tsc_trusted;
#endif
  now = spur_rec_read_clocks (record->preamble.clock);
  record->preamble.begin_ticks = now.ticks;
  record->preamble.begin_ns = now.monotonic_ns;
  record->preamble.begin_real_ns = now.real_ns;
}

uint64_t
spur_record_get_ticks (SpurRecord *record)
{
  return get_ticks (record->preamble.clock);
}

int64_t
spur_record_ticks_to_ns (SpurRecord *record, uint64_t ticks)
{
  int64_t since = (int64_t) (ticks - record->preamble.begin_ticks);

  if (record->preamble.clock != SPUR_RECORDING_TSC)
    return (int64_t) ticks;
  return record->preamble.begin_ns +
         (int64_t) ((double) since * 1e9 / (double) record->preamble.hz);
}
