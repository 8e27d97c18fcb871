/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/collect/spur-collect-live-private.h"

#include <string.h>
#include <time.h>

#include "core/base/spur-integer-private.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define MAX_NS (G_GINT64_CONSTANT (1) << 60)

/* Host names are few; who sends random boots gets no memory for them. */
#define MAX_CLOCKS 65536

/* A clock of another host that is nearer than this is better known by what it says than by when
 * its first message came. */
#define NEAR_NS (20 * G_GINT64_CONSTANT (1000000))

/* The resolution is measured over at least this, and believed when it is that near. */
#define MIN_SPAN_NS (NS_PER_S / 4)
#define MAX_PART 1000

static gint64
read_ns (clockid_t id)
{
  struct timespec now;

  clock_gettime (id, &now);
  return now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void
read_boot (guint8 *boot)
{
  g_autofree char *text = NULL;
  guint n_digits = 0;

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    return;
  for (const char *at = text; *at != '\0' && n_digits < 32; at++)
    {
      int digit = g_ascii_xdigit_value (*at);

      if (digit < 0)
        continue;
      boot[n_digits / 2] = (guint8) (boot[n_digits / 2] << 4 | digit);
      n_digits++;
    }
}

void
spur_collect_clocks_init (SpurCollectClocks *self)
{
  *self = (SpurCollectClocks){ .begin_ns = read_ns (CLOCK_MONOTONIC),
                               .begin_real_ns = read_ns (CLOCK_REALTIME) };
  read_boot (self->boot);
  self->clocks =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, g_free);
}

void
spur_collect_clocks_clear (SpurCollectClocks *self)
{
  g_clear_pointer (&self->clocks, g_hash_table_unref);
}

gint64
spur_collect_clocks_get_now_ns (const SpurCollectClocks *self)
{
  return read_ns (CLOCK_MONOTONIC) - self->begin_ns;
}

static gint64
subtract_clamped (gint64 a, gint64 b)
{
  SpurInt128 difference = (SpurInt128) a - b;

  return (gint64) CLAMP (difference, (SpurInt128) -MAX_NS, (SpurInt128) MAX_NS);
}

static SpurCollectClock *
make_clock (SpurCollectClocks *self,
            const SpurRecordingPreamble *preamble,
            guint64 ticks,
            gboolean is_known_boot)
{
  SpurCollectClock *clock = g_new0 (SpurCollectClock, 1);
  gint64 now_ns = spur_collect_clocks_get_now_ns (self);

  clock->ticks = clock->first_ticks = preamble->begin_ticks;
  clock->hz = clock->told_hz = preamble->hz;
  clock->first_monotonic_ns = preamble->begin_ns;
  if (is_known_boot && memcmp (preamble->boot, self->boot, sizeof self->boot) == 0)
    {
      clock->time_ns = subtract_clamped (preamble->begin_ns, self->begin_ns);
      return clock;
    }
  clock->time_ns = subtract_clamped (preamble->begin_real_ns, self->begin_real_ns);
  if (ticks != 0 &&
      ABS (subtract_clamped (now_ns, spur_collect_clock_get_ns (clock, ticks))) > NEAR_NS)
    {
      clock->ticks = ticks;
      clock->time_ns = now_ns;
    }
  return clock;
}

SpurCollectClock *
spur_collect_clocks_find (SpurCollectClocks *self,
                          const SpurRecordingPreamble *preamble,
                          guint64 ticks)
{
  static const guint8 unknown[16];
  guint8 key[sizeof preamble->boot + sizeof preamble->clock];
  g_autoptr (GBytes) bytes = NULL;
  gboolean is_known_boot = memcmp (preamble->boot, unknown, sizeof unknown) != 0;
  SpurCollectClock *clock;

  memcpy (key, preamble->boot, sizeof preamble->boot);
  memcpy (key + sizeof preamble->boot, &preamble->clock, sizeof preamble->clock);
  bytes = g_bytes_new (key, sizeof key);
  clock = is_known_boot ? g_hash_table_lookup (self->clocks, bytes) : NULL;
  if (clock != NULL)
    return clock;
  clock = make_clock (self, preamble, ticks, is_known_boot);
  if (is_known_boot && g_hash_table_size (self->clocks) < MAX_CLOCKS)
    {
      clock->is_shared = TRUE;
      g_hash_table_insert (self->clocks, g_steal_pointer (&bytes), clock);
    }
  return clock;
}

void
spur_collect_clock_unref (SpurCollectClock *self)
{
  if (!self->is_shared)
    g_free (self);
}

void
spur_collect_clock_calibrate (SpurCollectClock *self, guint64 ticks, gint64 monotonic_ns)
{
  SpurInt128 n_ticks = (SpurInt128) (gint64) (ticks - self->first_ticks);
  SpurInt128 span_ns = (SpurInt128) monotonic_ns - self->first_monotonic_ns;
  SpurInt128 hz;

  if (span_ns < MIN_SPAN_NS || n_ticks <= 0)
    return;
  hz = n_ticks * NS_PER_S / span_ns;

  /* No clock is that far off; the numbers are wrong. */
  if (hz > (SpurInt128) self->told_hz + self->told_hz / MAX_PART ||
      hz < (SpurInt128) self->told_hz - self->told_hz / MAX_PART || hz <= 0)
    return;
  self->hz = (guint64) hz;
}

gint64
spur_collect_clock_get_ns (const SpurCollectClock *self, guint64 ticks)
{
  SpurInt128 exact_ns =
    (SpurInt128) (gint64) (ticks - self->ticks) * NS_PER_S / (SpurInt128) self->hz + self->time_ns;

  return (gint64) CLAMP (exact_ns, (SpurInt128) -MAX_NS, (SpurInt128) MAX_NS);
}
