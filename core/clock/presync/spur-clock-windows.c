/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-windows-private.h"

#include "core/base/spur-order-internal.h"

#define FIRST_RELAXATION_NS 50

#define LARGEST_BOUND_NS (G_GINT64_CONSTANT (1) << 62)

/* Roots of shortest paths where there are more clocks than that every one can be a root. */
#define N_ROOTS 8
#define N_ROOTS_OF_MANY 2
#define MANY_CLOCKS 2048

/* One window is solved once, so more clocks can be roots: the time of all pairs of 512 clocks is
 * 0.2 s. */
#define WHOLE_MAX_DENSE 512
/* Bounds from and to all roots, 256 MiB. */
#define WHOLE_MAX_BOUNDS ((gsize) 1 << 24)

static void
choose_roots (SpurClockWindows *self, guint max_dense)
{
  if (self->n_clocks <= max_dense)
    self->n_roots = self->n_clocks;
  else
    self->n_roots = self->n_clocks < MANY_CLOCKS ? N_ROOTS : N_ROOTS_OF_MANY;
  self->roots = g_new (guint, self->n_roots + 1);
  for (guint k = 0; k < self->n_roots; k++)
    self->roots[k] = (guint) ((guint64) k * self->n_clocks / self->n_roots);
}

/* Most samples are in the window of the one before, @last, which takes no division. */
static inline gsize
find_window (const SpurClockWindows *self, gint64 time_ns, gsize last)
{
  guint64 begin_ns = (guint64) self->begin_ns + (guint64) last * (guint64) self->length_ns;

  if ((guint64) time_ns - begin_ns < (guint64) self->length_ns)
    return last;
  if (time_ns <= self->begin_ns)
    return 0;
  return MIN ((gsize) ((time_ns - self->begin_ns) / self->length_ns), self->n_windows - 1);
}

SPUR_DEFINE_ORDER (compare_pairs, SpurWindowSample, SPUR_BY_3 (from, to, delay_ns))

/* Sorts samples by their pairs, and keeps the one with the least delay of each: no other counts.
 * Gives how many remain. */
static gsize
keep_least (SpurWindowSample *samples, gsize n_samples)
{
  gsize n_kept = 0;

  if (n_samples > 0)
    qsort (samples, n_samples, sizeof samples[0], compare_pairs);
  for (gsize i = 0; i < n_samples; i++)
    {
      if (n_kept == 0 || samples[n_kept - 1].from != samples[i].from ||
          samples[n_kept - 1].to != samples[i].to)
        samples[n_kept++] = samples[i];
    }
  return n_kept;
}

/* A sample of a window on its way. */
typedef struct
{
  guint64 window;
  SpurWindowSample sample;
} GatheredSample;

/* Every process gets what counts of all of them. */
static void
join_windows (SpurClockWindows *self, const SpurClockSamples *samples)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (GatheredSample));
  g_autofree gsize *next = NULL;
  const GatheredSample *gathered;

  for (gsize w = 0; w < self->n_windows; w++)
    {
      SpurWindowSample *of_window = self->samples + self->first[w];
      gsize n_kept = keep_least (of_window, self->first[w + 1] - self->first[w]);

      for (gsize i = 0; i < n_kept; i++)
        {
          GatheredSample item = { w, of_window[i] };

          g_array_append_val (items, item);
        }
    }
  spur_communicator_gather (samples->communicator, items, NULL);
  gathered = (const GatheredSample *) (gconstpointer) items->data;
  memset (self->first, 0, (self->n_windows + 1) * sizeof *self->first);
  for (gsize i = 0; i < items->len; i++)
    self->first[gathered[i].window + 1]++;
  for (gsize w = 0; w < self->n_windows; w++)
    self->first[w + 1] += self->first[w];
  next = g_memdup2 (self->first, (self->n_windows + 1) * sizeof *self->first);
  g_free (self->samples);
  self->samples = g_new (SpurWindowSample, items->len + 1);
  for (gsize i = 0; i < items->len; i++)
    self->samples[next[gathered[i].window]++] = gathered[i].sample;
}

static void
fill_windows (SpurClockWindows *self, const SpurClockSamples *samples)
{
  g_autofree gsize *next = NULL;
  gsize window = 0;

  self->first = g_new0 (gsize, self->n_windows + 1);
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      window = find_window (self, samples->samples[i].send_ns, window);
      self->first[window + 1]++;
    }
  for (gsize w = 0; w < self->n_windows; w++)
    self->first[w + 1] += self->first[w];
  next = g_memdup2 (self->first, (self->n_windows + 1) * sizeof *self->first);
  self->samples = g_new (SpurWindowSample, samples->n_samples + 1);
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];

      window = find_window (self, sample->send_ns, window);
      self->samples[next[window]++] = (SpurWindowSample){
        sample->receive_ns - sample->send_ns,
        sample->from,
        sample->to,
      };
    }
  if (samples->communicator->n_ranks > 1)
    join_windows (self, samples);
}

SpurClockWindows *
spur_clock_windows_new (const SpurClockSamples *samples,
                        gint64 begin_ns,
                        gint64 end_ns,
                        gint64 length_ns)
{
  SpurClockWindows *self = g_new0 (SpurClockWindows, 1);

  self->n_clocks = samples->n_clocks;
  self->begin_ns = begin_ns;
  self->length_ns = length_ns;
  self->n_windows = (gsize) ((end_ns - begin_ns) / length_ns) + 1;
  choose_roots (self, SPUR_WINDOWS_MAX_DENSE);
  fill_windows (self, samples);
  return self;
}

/* One root more for each group of at least two clocks that has none. */
static void
add_roots (SpurClockWindows *self, const guint *groups)
{
  g_autofree guint8 *has_root = g_new0 (guint8, self->n_clocks + 1);
  g_autofree guint *sizes = g_new0 (guint, self->n_clocks + 1);

  self->roots = g_renew (guint, self->roots, self->n_clocks + 1);
  for (guint k = 0; k < self->n_roots; k++)
    has_root[groups[self->roots[k]]] = TRUE;
  for (guint i = 0; i < self->n_clocks; i++)
    sizes[groups[i]]++;
  for (guint i = 0; i < self->n_clocks; i++)
    {
      if (sizes[groups[i]] < 2 || has_root[groups[i]])
        continue;
      if ((gsize) (self->n_roots + 1) * self->n_clocks > WHOLE_MAX_BOUNDS)
        return;
      has_root[groups[i]] = TRUE;
      self->roots[self->n_roots++] = i;
    }
}

SpurClockWindows *
spur_clock_windows_new_whole (const SpurClockSamples *samples)
{
  SpurClockWindows *self = g_new0 (SpurClockWindows, 1);
  g_autofree guint *groups = NULL;

  self->n_clocks = samples->n_clocks;
  self->begin_ns = G_MAXINT64;
  self->length_ns = 1;
  self->n_windows = 1;
  choose_roots (self, WHOLE_MAX_DENSE);
  if (self->n_roots < self->n_clocks)
    {
      groups = spur_clock_samples_get_groups (samples);
      add_roots (self, groups);
    }
  fill_windows (self, samples);
  return self;
}

void
spur_clock_windows_free (SpurClockWindows *self)
{
  g_free (self->roots);
  g_free (self->first);
  g_free (self->samples);
  g_free (self->views);
  g_free (self->relaxations_ns);
  g_free (self);
}

void
spur_window_bounds_clear (SpurWindowBounds *self)
{
  g_clear_pointer (&self->from_root, g_free);
  g_clear_pointer (&self->to_root, g_free);
}

static gint64
get_next_relaxation (gint64 relaxation_ns)
{
  return relaxation_ns == 0 ? FIRST_RELAXATION_NS : relaxation_ns + relaxation_ns / 5 * 3;
}

/* Of two bounds that are known: the sum of times at their limits must not wrap around, nor become
 * SPUR_NO_PATH. */
static inline gint64
add_bounds (gint64 a, gint64 b)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? -LARGEST_BOUND_NS : LARGEST_BOUND_NS;
  return CLAMP (sum, -LARGEST_BOUND_NS, LARGEST_BOUND_NS);
}

/* Few clocks: Floyd and Warshall. FALSE where the bounds contradict each other. */
static gboolean
tighten_bounds (gint64 *bounds, guint n_clocks, gint64 relaxation_ns)
{
  gsize n = n_clocks;

  for (gsize i = 0; relaxation_ns > 0 && i < n * n; i++)
    {
      if (i % (n + 1) != 0 && bounds[i] != SPUR_NO_PATH)
        bounds[i] = add_bounds (bounds[i], relaxation_ns);
    }
  for (gsize k = 0; k < n; k++)
    {
      for (gsize i = 0; i < n; i++)
        {
          gint64 first = bounds[i * n + k];

          if (first == SPUR_NO_PATH)
            continue;
          for (gsize j = 0; j < n; j++)
            {
              gint64 second = bounds[k * n + j];

              if (second != SPUR_NO_PATH)
                bounds[i * n + j] = MIN (bounds[i * n + j], add_bounds (first, second));
            }
          if (bounds[i * n + i] < 0)
            return FALSE;
        }
    }
  return TRUE;
}

static void
solve_dense (SpurWindowBounds *self,
             guint n_clocks,
             const SpurWindowSample *samples,
             gsize n_samples)
{
  gsize n = n_clocks;
  g_autofree gint64 *least = g_new (gint64, n * n + 1);

  for (gsize i = 0; i < n * n; i++)
    least[i] = i % (n + 1) == 0 ? 0 : SPUR_NO_PATH;
  for (gsize i = 0; i < n_samples; i++)
    {
      gint64 *bound = &least[samples[i].from * n + samples[i].to];

      *bound = MIN (*bound, samples[i].delay_ns);
    }
  self->relaxation_ns = 0;
  memcpy (self->from_root, least, n * n * sizeof *least);
  while (!tighten_bounds (self->from_root, n_clocks, self->relaxation_ns))
    {
      self->relaxation_ns = get_next_relaxation (self->relaxation_ns);
      memcpy (self->from_root, least, n * n * sizeof *least);
    }
  for (gsize i = 0; i < n; i++)
    {
      for (gsize k = 0; k < n; k++)
        self->to_root[k * n + i] = self->from_root[i * n + k];
    }
}

/* Many clocks: the pairs that there are, each once with its least delay, by their first clock. */
typedef struct
{
  guint n_clocks;
  gsize n_pairs;
  SpurWindowSample *pairs;
  gsize *first;
  guint32 *queue;
  guint32 *parents;
  guint32 *marks;
  guint8 *is_queued;
} Graph;

static void
graph_init (
  Graph *self, guint n_clocks, const SpurWindowSample *samples, gsize n_samples, gboolean backwards)
{
  self->n_clocks = n_clocks;
  self->pairs = g_new (SpurWindowSample, n_samples + 1);
  for (gsize i = 0; i < n_samples; i++)
    {
      self->pairs[i] = samples[i];
      if (backwards)
        {
          self->pairs[i].from = samples[i].to;
          self->pairs[i].to = samples[i].from;
        }
    }
  self->n_pairs = keep_least (self->pairs, n_samples);
  self->first = g_new0 (gsize, n_clocks + 1);
  for (gsize i = 0; i < self->n_pairs; i++)
    self->first[self->pairs[i].from + 1]++;
  for (guint i = 0; i < n_clocks; i++)
    self->first[i + 1] += self->first[i];
  self->queue = g_new (guint32, n_clocks + 1);
  self->parents = g_new (guint32, n_clocks + 1);
  self->marks = g_new (guint32, n_clocks + 1);
  self->is_queued = g_new0 (guint8, n_clocks + 1);
}

static void
graph_clear (Graph *self)
{
  g_free (self->pairs);
  g_free (self->first);
  g_free (self->queue);
  g_free (self->parents);
  g_free (self->marks);
  g_free (self->is_queued);
}

/* Whether the ways back from clocks to the root go round in a circle. */
static gboolean
has_circle (const Graph *self)
{
  memset (self->marks, 0, self->n_clocks * sizeof *self->marks);
  for (guint32 i = 0; i < self->n_clocks; i++)
    {
      guint32 at = i;

      while (at != SPUR_NONE && self->marks[at] == 0)
        {
          self->marks[at] = i + 1;
          at = self->parents[at];
        }
      if (at != SPUR_NONE && self->marks[at] == i + 1)
        return TRUE;
    }
  return FALSE;
}

static void
graph_begin (Graph *self, guint root, gint64 *bounds)
{
  for (guint i = 0; i < self->n_clocks; i++)
    {
      bounds[i] = SPUR_NO_PATH;
      self->parents[i] = SPUR_NONE;
    }
  memset (self->is_queued, 0, self->n_clocks);
  bounds[root] = 0;
  self->queue[0] = root;
}

/* Shortest paths from a root. FALSE where a path gets ever shorter: then it closes a circle, which
 * is looked for now and then. */
static gboolean
graph_search (Graph *self, guint root, gint64 relaxation_ns, gint64 *bounds)
{
  guint32 begin = 0, n_queued = 1, n_changes = 0;

  graph_begin (self, root, bounds);
  while (n_queued > 0)
    {
      guint32 at = self->queue[begin];

      begin = begin + 1 < self->n_clocks ? begin + 1 : 0;
      n_queued--;
      self->is_queued[at] = 0;
      for (gsize i = self->first[at]; i < self->first[at + 1]; i++)
        {
          guint32 to = self->pairs[i].to;
          gint64 bound_ns =
            add_bounds (bounds[at], add_bounds (self->pairs[i].delay_ns, relaxation_ns));

          if (bound_ns >= bounds[to])
            continue;
          bounds[to] = bound_ns;
          self->parents[to] = at;
          if (to == root || (++n_changes % self->n_clocks == 0 && has_circle (self)))
            return FALSE;
          if (self->is_queued[to])
            continue;
          self->is_queued[to] = 1;
          self->queue[(begin + n_queued++) % self->n_clocks] = to;
        }
    }
  return TRUE;
}

/* What two clocks say of each other contradicts itself most quickly: the first relaxation with
 * which no two of them do. Longer ways round are not looked for here. */
static gint64
relax_pairs (const Graph *self)
{
  gint64 worst_ns = 0, relaxation_ns = 0;

  for (gsize i = 0; i < self->n_pairs; i++)
    {
      const SpurWindowSample *there = &self->pairs[i];
      gsize low = self->first[there->to], end = self->first[there->to + 1], high = end, middle;

      SPUR_BISECT (low, high, middle, self->pairs[middle].to < there->from);
      if (low < end && self->pairs[low].to == there->from)
        worst_ns = MAX (worst_ns, -(there->delay_ns + self->pairs[low].delay_ns));
    }
  while (2 * relaxation_ns < worst_ns)
    relaxation_ns = get_next_relaxation (relaxation_ns);
  return relaxation_ns;
}

static void
solve_sparse (SpurWindowBounds *self,
              const SpurClockWindows *windows,
              const SpurWindowSample *samples,
              gsize n_samples)
{
  Graph forwards = { 0 }, backwards = { 0 };

  graph_init (&forwards, windows->n_clocks, samples, n_samples, FALSE);
  graph_init (&backwards, windows->n_clocks, samples, n_samples, TRUE);
  self->relaxation_ns = relax_pairs (&forwards);
  for (guint k = 0; k < windows->n_roots;)
    {
      gsize row = (gsize) k * windows->n_clocks;
      guint root = windows->roots[k];

      if (graph_search (&forwards, root, self->relaxation_ns, self->from_root + row) &&
          graph_search (&backwards, root, self->relaxation_ns, self->to_root + row))
        {
          k++;
          continue;
        }
      self->relaxation_ns = get_next_relaxation (self->relaxation_ns);
      k = 0;
    }
  graph_clear (&forwards);
  graph_clear (&backwards);
}

void
spur_window_bounds_solve (SpurWindowBounds *self, const SpurClockWindows *windows, gsize window)
{
  const SpurWindowSample *samples = windows->samples + windows->first[window];
  gsize n_samples = windows->first[window + 1] - windows->first[window];
  gsize n_bounds = (gsize) windows->n_roots * windows->n_clocks;

  self->from_root = g_new (gint64, n_bounds + 1);
  self->to_root = g_new (gint64, n_bounds + 1);
  if (windows->n_roots == windows->n_clocks)
    solve_dense (self, windows->n_clocks, samples, n_samples);
  else
    solve_sparse (self, windows, samples, n_samples);
}

void
spur_window_bounds_view (const SpurWindowBounds *self,
                         const SpurClockWindows *windows,
                         SpurClockView *views)
{
  for (guint i = 0; i < windows->n_clocks; i++)
    {
      double from = 0.0, to = 0.0;
      guint n_known = 0, n_others = 0;

      for (guint k = 0; k < windows->n_roots; k++)
        {
          gsize at = (gsize) k * windows->n_clocks + i;

          if (self->from_root[at] == SPUR_NO_PATH || self->to_root[at] == SPUR_NO_PATH)
            continue;
          from += (double) self->from_root[at];
          to += (double) self->to_root[at];
          n_known++;
          n_others += windows->roots[k] != i;
        }
      if (n_others == 0)
        {
          views[i] = (SpurClockView){ 0.0, -1.0, 0.0, 0.0 };
          continue;
        }
      views[i].error_ns = (from - to) / n_known / 2.0;
      views[i].half_width_ns = (from + to) / n_others / 2.0;
      views[i].low_ns = -to / n_known;
      views[i].high_ns = from / n_known;
    }
}

static void
view_window (guint window, gpointer user_data)
{
  SpurClockWindows *self = user_data;
  SpurWindowBounds bounds;

  spur_window_bounds_solve (&bounds, self, window);
  spur_window_bounds_view (&bounds, self, self->views + (gsize) window * self->n_clocks);
  self->relaxations_ns[window] = bounds.relaxation_ns;
  spur_window_bounds_clear (&bounds);
}

void
spur_clock_windows_view (SpurClockWindows *self, const SpurJob *job)
{
  self->views = g_new0 (SpurClockView, self->n_windows * self->n_clocks + 1);
  self->relaxations_ns = g_new0 (gint64, self->n_windows);
  spur_job_run (job, (guint) self->n_windows, view_window, self);
}
