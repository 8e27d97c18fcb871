/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/kit/sim-world.h"

/* SplitMix64 (Steele, Lea, Flood 2014): 2^64 by the golden ratio, and the mix of its variant 13. */
#define GOLDEN_GAMMA G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static guint64
mix_bits (guint64 z)
{
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void
sim_random_init (SimRandom *self, guint64 seed)
{
  self->state = mix_bits (seed + GOLDEN_GAMMA);
}

void
sim_random_split (SimRandom *self, const char *name, SimRandom *other)
{
  guint64 seed = self->state;

  for (const char *c = name; *c != '\0'; c++)
    seed = mix_bits (seed ^ (guint8) *c) + GOLDEN_GAMMA;
  sim_random_init (other, seed);
}

guint64
sim_random_next (SimRandom *self)
{
  self->state += GOLDEN_GAMMA;
  return mix_bits (self->state);
}

guint64
sim_random_below (SimRandom *self, guint64 n)
{
  guint64 rest, value;

  g_return_val_if_fail (n > 0, 0);

  /* The numbers above the largest multiple of n would make small results likelier. */
  rest = (G_MAXUINT64 % n + 1) % n;
  do
    value = sim_random_next (self);
  while (value > G_MAXUINT64 - rest);
  return value % n;
}

gint64
sim_random_between (SimRandom *self, gint64 least, gint64 most)
{
  g_return_val_if_fail (least <= most && most - least < G_MAXINT64, least);

  return least + (gint64) sim_random_below (self, (guint64) (most - least) + 1);
}

gboolean
sim_random_chance (SimRandom *self, guint per_mille)
{
  return sim_random_below (self, 1000) < per_mille;
}

/* Von Neumann's method: no logarithm, whose last bits differ between machines. */
static guint64
exponential_32_32 (SimRandom *self)
{
  for (guint64 whole = 0;; whole++)
    {
      guint32 first = (guint32) (sim_random_next (self) >> 32);
      guint32 last = first;
      guint n_descents = 0;

      for (;;)
        {
          guint32 next = (guint32) (sim_random_next (self) >> 32);

          n_descents++;
          if (next >= last)
            break;
          last = next;
        }
      if (n_descents % 2 == 1)
        return whole << 32 | first;
    }
}

gint64
sim_random_wait_ns (SimRandom *self, gint64 mean_ns)
{
  guint64 units;

  g_return_val_if_fail (mean_ns > 0 && mean_ns <= G_MAXINT32, 1);

  /* Beyond e^-32 the rest does not matter, and the product stays within 63 bits. */
  units = MIN (exponential_32_32 (self), G_GUINT64_CONSTANT (31) << 32);
  return MAX ((gint64) ((units >> 6) * (guint64) mean_ns >> 26), 1);
}

gint64
sim_random_about (SimRandom *self, gint64 mean)
{
  gint64 quarter = mean / 4;

  if (quarter <= 0)
    return mean;
  return mean + sim_random_between (self, -quarter, quarter) +
         sim_random_between (self, -quarter, quarter);
}
