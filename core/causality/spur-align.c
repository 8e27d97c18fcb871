/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/spur-align-private.h"

#define MAX_HOLES 64
#define MAX_TRIES (G_GUINT64_CONSTANT (1) << 28)

/* How bad an alignment is: operations that differ first, then jumps of the clocks' difference. */
typedef struct
{
  guint32 n_differences;
  guint64 jumps_ns;
} Cost;

static gboolean
is_less (Cost a, Cost b)
{
  if (a.n_differences != b.n_differences)
    return a.n_differences < b.n_differences;
  return a.jumps_ns < b.jumps_ns;
}

static guint64
add_saturated (guint64 a, guint64 b)
{
  return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

/* Of times within 2^61 ns, so nothing overflows. */
static gint64
get_difference (const SpurAlignStep *whole, const SpurAlignStep *part)
{
  return part->time_ns - whole->time_ns;
}

static guint64
get_distance (gint64 a, gint64 b)
{
  return a > b ? (guint64) a - (guint64) b : (guint64) b - (guint64) a;
}

static guint32
steps_differ (const SpurAlignStep *whole, const SpurAlignStep *part)
{
  return whole->pattern != part->pattern || whole->root != part->root;
}

/* The best way to step @k of @part with @h holes before it, over all ways to the step before. */
static Cost
find_best (const SpurAlignStep *whole,
           const SpurAlignStep *part,
           guint32 k,
           guint32 h,
           const Cost *before,
           guint8 *from)
{
  gint64 here_ns = get_difference (&whole[k + h], &part[k]);
  Cost best = { G_MAXUINT32, G_MAXUINT64 };

  for (guint32 p = 0; p <= h; p++)
    {
      gint64 there_ns = get_difference (&whole[k - 1 + p], &part[k - 1]);
      Cost cost = { before[p].n_differences,
                    add_saturated (before[p].jumps_ns, get_distance (here_ns, there_ns)) };

      if (!is_less (cost, best))
        continue;
      best = cost;
      *from = (guint8) p;
    }
  best.n_differences += steps_differ (&whole[k + h], &part[k]);
  return best;
}

/* @from says for each step and number of holes before it how many there were a step before. */
static void
trace_back (const guint8 *from, guint32 n_part, guint32 n_holes, guint32 last, guint32 *holes)
{
  guint32 h = last;

  for (guint32 i = last; i < n_holes; i++)
    holes[i] = n_part + i;
  for (guint32 k = n_part; k-- > 0;)
    {
      guint32 before = k > 0 ? from[(gsize) k * (n_holes + 1) + h] : 0;

      for (guint32 i = before; i < h; i++)
        holes[i] = k + i;
      h = before;
    }
}

gboolean
spur_align (const SpurAlignStep *whole,
            guint32 n_whole,
            const SpurAlignStep *part,
            guint32 n_part,
            guint32 *holes)
{
  guint32 n_holes = n_whole - n_part, last = 0;
  g_autofree guint8 *from = NULL;
  Cost costs[2][MAX_HOLES + 1];

  if (n_part == 0 || n_holes > MAX_HOLES ||
      (guint64) n_part * (n_holes + 1) * (n_holes + 1) > MAX_TRIES)
    return FALSE;
  from = g_new0 (guint8, (gsize) n_part * (n_holes + 1));
  for (guint32 h = 0; h <= n_holes; h++)
    costs[0][h] = (Cost){ steps_differ (&whole[h], &part[0]),
                          get_distance (get_difference (&whole[h], &part[0]), 0) };
  for (guint32 k = 1; k < n_part; k++)
    {
      for (guint32 h = 0; h <= n_holes; h++)
        costs[k % 2][h] =
          find_best (whole, part, k, h, costs[(k + 1) % 2], &from[(gsize) k * (n_holes + 1) + h]);
    }
  for (guint32 h = 1; h <= n_holes; h++)
    {
      if (is_less (costs[(n_part - 1) % 2][h], costs[(n_part - 1) % 2][last]))
        last = h;
    }
  trace_back (from, n_part, n_holes, last, holes);
  return TRUE;
}
