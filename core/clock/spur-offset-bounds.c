/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-offset-bounds-private.h"

#include "core/base/spur-integer-private.h"

/* Up to this many clocks every pair is kept, above it only what a root says of each. */
#define DENSE_CLOCKS 1024
#define FIRST_RELAXATION_NS 50

typedef struct
{
  guint from;
  guint to;
  gint64 bound_ns;
} Pair;

struct _SpurOffsetBounds
{
  guint n_clocks;
  GHashTable *pair_ids;
  GArray *pairs;
  gint64 relaxation_ns;

  /* Of many clocks only the bounds from and to the root of each one's component. */
  gint64 *distances;
  guint *roots;
  gint64 *from_root;
  gint64 *to_root;
};

SpurOffsetBounds *
spur_offset_bounds_new (guint n_clocks)
{
  SpurOffsetBounds *self = g_new0 (SpurOffsetBounds, 1);

  self->n_clocks = n_clocks;
  self->pair_ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  return self;
}

void
spur_offset_bounds_free (SpurOffsetBounds *self)
{
  g_hash_table_unref (self->pair_ids);
  g_array_unref (self->pairs);
  g_free (self->distances);
  g_free (self->roots);
  g_free (self->from_root);
  g_free (self->to_root);
  g_free (self);
}

void
spur_offset_bounds_add (SpurOffsetBounds *self, guint from, guint to, gint64 bound_ns)
{
  gint64 key = ((gint64) from << 32) | to;
  Pair pair = { from, to, bound_ns };
  gpointer id;

  if (g_hash_table_lookup_extended (self->pair_ids, &key, NULL, &id))
    {
      Pair *known = &g_array_index (self->pairs, Pair, GPOINTER_TO_UINT (id));

      known->bound_ns = MIN (known->bound_ns, bound_ns);
      return;
    }
  g_hash_table_insert (self->pair_ids, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (self->pairs->len));
  g_array_append_val (self->pairs, pair);
}

static gint64
add_bounds (gint64 a, gint64 b)
{
  return a == SPUR_NO_BOUND || b == SPUR_NO_BOUND ? SPUR_NO_BOUND : a + b;
}

/* Floyd and Warshall; FALSE where a clock is bounded away from itself. */
static gboolean
solve_dense (SpurOffsetBounds *self)
{
  guint n = self->n_clocks;
  gint64 *d = self->distances;

  for (gsize i = 0; i < (gsize) n * n; i++)
    d[i] = SPUR_NO_BOUND;
  for (guint i = 0; i < n; i++)
    d[(gsize) i * n + i] = 0;
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (self->pairs, Pair, i);

      d[(gsize) pair->from * n + pair->to] = pair->bound_ns + self->relaxation_ns;
    }
  for (guint k = 0; k < n; k++)
    {
      for (guint i = 0; i < n; i++)
        {
          gint64 first = d[(gsize) i * n + k];

          for (guint j = 0; first != SPUR_NO_BOUND && j < n; j++)
            {
              gint64 through = add_bounds (first, d[(gsize) k * n + j]);

              d[(gsize) i * n + j] = MIN (d[(gsize) i * n + j], through);
            }
          if (d[(gsize) i * n + i] < 0)
            return FALSE;
        }
    }
  return TRUE;
}

/* Bellman and Ford from one root, along the pairs or against them. */
static gboolean
solve_from (SpurOffsetBounds *self, guint root, gboolean against, gint64 *bounds)
{
  gboolean changed = TRUE;

  for (guint i = 0; i < self->n_clocks; i++)
    bounds[i] = SPUR_NO_BOUND;
  bounds[root] = 0;
  for (guint pass = 0; changed; pass++)
    {
      if (pass > self->n_clocks)
        return FALSE;
      changed = FALSE;
      for (guint i = 0; i < self->pairs->len; i++)
        {
          const Pair *pair = &g_array_index (self->pairs, Pair, i);
          guint a = against ? pair->to : pair->from;
          guint b = against ? pair->from : pair->to;
          gint64 through = add_bounds (bounds[a], pair->bound_ns + self->relaxation_ns);

          if (bounds[a] != SPUR_NO_BOUND && through < bounds[b])
            {
              bounds[b] = through;
              changed = TRUE;
            }
        }
    }
  return TRUE;
}

static gboolean
solve_sparse (SpurOffsetBounds *self)
{
  g_autofree gint64 *from_root = g_new (gint64, self->n_clocks);
  g_autofree gint64 *to_root = g_new (gint64, self->n_clocks);

  for (guint i = 0; i < self->n_clocks; i++)
    self->roots[i] = G_MAXUINT;
  for (guint root = 0; root < self->n_clocks; root++)
    {
      if (self->roots[root] != G_MAXUINT)
        continue;
      if (!solve_from (self, root, FALSE, from_root) || !solve_from (self, root, TRUE, to_root))
        return FALSE;
      for (guint i = root; i < self->n_clocks; i++)
        {
          if (self->roots[i] != G_MAXUINT || from_root[i] == SPUR_NO_BOUND ||
              to_root[i] == SPUR_NO_BOUND)
            continue;
          self->roots[i] = root;
          self->from_root[i] = from_root[i];
          self->to_root[i] = to_root[i];
        }
    }
  return TRUE;
}

gint64
spur_offset_bounds_solve (SpurOffsetBounds *self)
{
  gboolean is_dense = self->n_clocks <= DENSE_CLOCKS;

  if (is_dense)
    {
      self->distances = g_new (gint64, MAX ((gsize) self->n_clocks * self->n_clocks, 1));
    }
  else
    {
      self->roots = g_new (guint, self->n_clocks);
      self->from_root = g_new (gint64, self->n_clocks);
      self->to_root = g_new (gint64, self->n_clocks);
    }
  /* Bounds that contradict each other mean clocks that drift apart within the trace. */
  while (!(is_dense ? solve_dense (self) : solve_sparse (self)))
    self->relaxation_ns = self->relaxation_ns == 0
                            ? FIRST_RELAXATION_NS
                            : self->relaxation_ns + self->relaxation_ns * 3 / 5;
  return self->relaxation_ns;
}

gint64
spur_offset_bounds_get (SpurOffsetBounds *self, guint from, guint to)
{
  if (self->distances != NULL)
    return self->distances[(gsize) from * self->n_clocks + to];
  if (from == to)
    return 0;
  if (self->roots[to] == from)
    return self->from_root[to];
  return self->roots[from] == to ? self->to_root[from] : SPUR_NO_BOUND;
}

/* The mean over all clocks of what each says: a mean of solutions is a solution. */
static gint64
get_mean (SpurOffsetBounds *self, guint clock)
{
  SpurInt128 sum = 0;
  gint64 n_known = 0;

  for (guint k = 0; k < self->n_clocks; k++)
    {
      gint64 there = spur_offset_bounds_get (self, clock, k);
      gint64 back = spur_offset_bounds_get (self, k, clock);

      if (there == SPUR_NO_BOUND || back == SPUR_NO_BOUND)
        continue;
      sum += (SpurInt128) there - back;
      n_known++;
    }
  return (gint64) (sum / (2 * n_known)) - (sum % (2 * n_known) < 0);
}

gint64
spur_offset_bounds_get_middle (SpurOffsetBounds *self, guint clock, guint *reference)
{
  guint first = clock;

  if (self->distances == NULL)
    {
      *reference = self->roots[clock];
      return spur_mul_div_floor (self->to_root[clock] - self->from_root[clock], 1, 2);
    }
  for (guint k = clock; k-- > 0;)
    {
      if (spur_offset_bounds_get (self, clock, k) != SPUR_NO_BOUND &&
          spur_offset_bounds_get (self, k, clock) != SPUR_NO_BOUND)
        first = k;
    }
  *reference = first;
  return first == clock ? 0 : get_mean (self, clock) - get_mean (self, first);
}
