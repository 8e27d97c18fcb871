/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-offset-bounds-private.h"

#include "core/base/spur-integer-private.h"

/* Up to this many clocks every pair is kept, above it only what a root says of each. */
#define DENSE_CLOCKS 512
#define FIRST_RELAXATION_NS 50

/* Paths of more pairs than this are as good as a contradiction: both are relaxed. */
#define MAX_ROUNDS 1000

#define LARGEST_BOUND_NS (G_GINT64_CONSTANT (1) << 62)

typedef struct
{
  guint from;
  guint to;
  gint64 bound_ns;
} Pair;

struct _SpurOffsetBounds
{
  guint n_clocks;
  gint64 relaxation_ns;

  /* Of few clocks: what was added, and the tightest that follows. */
  gint64 *added;
  gint64 *distances;

  /* Of many clocks: the pairs that there are, and the bounds from and to the root of each one's
   * component. */
  GHashTable *pair_ids;
  GArray *pairs;
  guint *roots;
  gint64 *from_root;
  gint64 *to_root;
};

static void
fill (gint64 *bounds, gsize n_bounds)
{
  for (gsize i = 0; i < n_bounds; i++)
    bounds[i] = SPUR_NO_BOUND;
}

SpurOffsetBounds *
spur_offset_bounds_new (guint n_clocks)
{
  SpurOffsetBounds *self = g_new0 (SpurOffsetBounds, 1);
  gsize n_pairs = (gsize) n_clocks * n_clocks;

  self->n_clocks = n_clocks;
  if (n_clocks <= DENSE_CLOCKS)
    {
      /* Of no clocks, too, there are some. */
      self->added = g_new (gint64, n_pairs + 1);
      self->distances = g_new (gint64, n_pairs + 1);
      fill (self->added, n_pairs);
      return self;
    }
  self->pair_ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  self->roots = g_new (guint, n_clocks);
  self->from_root = g_new0 (gint64, n_clocks);
  self->to_root = g_new0 (gint64, n_clocks);
  return self;
}

void
spur_offset_bounds_free (SpurOffsetBounds *self)
{
  g_clear_pointer (&self->pair_ids, g_hash_table_unref);
  g_clear_pointer (&self->pairs, g_array_unref);
  g_free (self->added);
  g_free (self->distances);
  g_free (self->roots);
  g_free (self->from_root);
  g_free (self->to_root);
  g_free (self);
}

void
spur_offset_bounds_add (SpurOffsetBounds *self, guint from, guint to, gint64 bound_ns)
{
  gint64 key = (gint64) ((guint64) from << 32 | to);
  Pair pair = { from, to, bound_ns };
  gpointer id;

  if (self->added != NULL)
    {
      gint64 *known = &self->added[(gsize) from * self->n_clocks + to];

      *known = MIN (*known, bound_ns);
      return;
    }
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

/* Of two bounds that are known; the sum of many times at their limits must not wrap around. */
static inline gint64
add_bounds (gint64 a, gint64 b)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? -LARGEST_BOUND_NS : LARGEST_BOUND_NS;
  return CLAMP (sum, -LARGEST_BOUND_NS, LARGEST_BOUND_NS);
}

static void
start_dense (SpurOffsetBounds *self)
{
  guint n = self->n_clocks;

  for (gsize i = 0; i < (gsize) n * n; i++)
    self->distances[i] = self->added[i] == SPUR_NO_BOUND
                           ? SPUR_NO_BOUND
                           : add_bounds (self->added[i], self->relaxation_ns);
  for (guint i = 0; i < n; i++)
    self->distances[(gsize) i * n + i] = 0;
}

/* Whether two clocks alone contradict each other, which is quickly found. */
static gboolean
is_contradicted_by_pairs (const SpurOffsetBounds *self)
{
  guint n = self->n_clocks;
  const gint64 *d = self->distances;

  for (guint i = 0; i < n; i++)
    {
      for (guint j = 0; j < i; j++)
        {
          gint64 there = d[(gsize) i * n + j], back = d[(gsize) j * n + i];

          if (there != SPUR_NO_BOUND && back != SPUR_NO_BOUND && add_bounds (there, back) < 0)
            return TRUE;
        }
    }
  return FALSE;
}

/* Floyd and Warshall; FALSE where a clock is bounded away from itself. */
static gboolean
solve_dense (SpurOffsetBounds *self)
{
  guint n = self->n_clocks;

  start_dense (self);
  if (is_contradicted_by_pairs (self))
    return FALSE;
  for (guint k = 0; k < n; k++)
    {
      const gint64 *second = self->distances + (gsize) k * n;

      for (guint i = 0; i < n; i++)
        {
          gint64 *row = self->distances + (gsize) i * n;
          gint64 first = row[k];

          if (first == SPUR_NO_BOUND || i == k)
            continue;
          for (guint j = 0; j < n; j++)
            {
              if (second[j] != SPUR_NO_BOUND)
                row[j] = MIN (row[j], add_bounds (first, second[j]));
            }
          if (row[i] < 0)
            return FALSE;
        }
    }
  return TRUE;
}

/* Bellman and Ford from one root, along the pairs or against them. */
static gboolean
solve_from (const SpurOffsetBounds *self, guint root, gboolean against, gint64 *bounds)
{
  gboolean changed = TRUE;

  fill (bounds, self->n_clocks);
  bounds[root] = 0;
  for (guint round = 0; changed; round++)
    {
      if (round > MIN (self->n_clocks, MAX_ROUNDS))
        return FALSE;
      changed = FALSE;
      for (guint i = 0; i < self->pairs->len; i++)
        {
          const Pair *pair = &g_array_index (self->pairs, Pair, i);
          guint a = against ? pair->to : pair->from;
          guint b = against ? pair->from : pair->to;
          gint64 through;

          if (bounds[a] == SPUR_NO_BOUND)
            continue;
          through = add_bounds (bounds[a], add_bounds (pair->bound_ns, self->relaxation_ns));
          if (through < bounds[b])
            {
              bounds[b] = through;
              changed = TRUE;
            }
        }
    }
  return TRUE;
}

/* Whoever is not bounded from both sides is a component of its own. */
static void
find_lone_clocks (SpurOffsetBounds *self)
{
  g_autofree guint8 *sides = g_new0 (guint8, self->n_clocks);

  for (guint i = 0; i < self->pairs->len; i++)
    {
      sides[g_array_index (self->pairs, Pair, i).from] |= 1;
      sides[g_array_index (self->pairs, Pair, i).to] |= 2;
    }
  for (guint i = 0; i < self->n_clocks; i++)
    self->roots[i] = sides[i] == 3 ? G_MAXUINT : i;
}

static gboolean
solve_sparse (SpurOffsetBounds *self)
{
  g_autofree gint64 *from_root = g_new (gint64, self->n_clocks);
  g_autofree gint64 *to_root = g_new (gint64, self->n_clocks);

  find_lone_clocks (self);
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
  /* Bounds that contradict each other mean clocks that drift apart within the trace. */
  while (!(self->distances != NULL ? solve_dense (self) : solve_sparse (self)))
    self->relaxation_ns = self->relaxation_ns == 0
                            ? FIRST_RELAXATION_NS
                            : self->relaxation_ns + self->relaxation_ns / 5 * 3;
  return self->relaxation_ns;
}

gint64
spur_offset_bounds_get (SpurOffsetBounds *self, guint from, guint to)
{
  if (self->distances != NULL)
    return self->distances[(gsize) from * self->n_clocks + to];
  if (from == to)
    return 0;
  if (self->roots[from] != self->roots[to])
    return SPUR_NO_BOUND;
  return add_bounds (self->to_root[from], self->from_root[to]);
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
spur_offset_bounds_get_half_width (SpurOffsetBounds *self, guint clock)
{
  SpurInt128 sum = 0;
  gint64 n_known = 0;

  if (self->distances == NULL)
    return SPUR_NO_BOUND;
  for (guint k = 0; k < self->n_clocks; k++)
    {
      gint64 there = spur_offset_bounds_get (self, clock, k);
      gint64 back = spur_offset_bounds_get (self, k, clock);

      if (there == SPUR_NO_BOUND || back == SPUR_NO_BOUND)
        continue;
      sum += (SpurInt128) there + back;
      n_known++;
    }
  return (gint64) ((sum + 2 * n_known - 1) / (2 * n_known));
}

gint64
spur_offset_bounds_get_middle (SpurOffsetBounds *self, guint clock, guint *reference)
{
  guint first = clock;

  if (self->distances == NULL)
    {
      *reference = self->roots[clock];
      return spur_mul_div_floor (1, self->to_root[clock] - self->from_root[clock], 2);
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
