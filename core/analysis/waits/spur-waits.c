/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/waits/spur-waits.h"

#include "core/analysis/waits/spur-wait-causes-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-check-internal.h"

/**
 * SpurWaits:
 *
 * The wait states of a trace, as Scalasca defines them (doc/balance.md): when calls of the message
 * layer wait, for how long, why, and for which event of which stream. Each says by how much it may
 * be off because clocks are known only so well.
 *
 * What is a send, a receive or a collective operation is what classes say, and calls are states of
 * kind %SPUR_STATE_COMMUNICATION. Waits are ordered by stream, then by event.
 *
 * Since: 1.0
 */
struct _SpurWaits
{
  GObject parent_instance;

  guint n_streams;
  SpurNodes *nodes;
  guint64 *first_nodes;
  SpurStreamWaits *streams;
  guint64 *first_rows;
  guint64 n_reversed;

  /* By stream, then by pattern, the last of each for all. */
  SpurWaitTotal *totals;

  SpurWaitCauses *causes;
};

SPUR_DEFINE_OBJECT (SpurWaits, spur_waits, 0)

#define ALL_PATTERNS SPUR_N_WAIT_PATTERNS

static void
spur_waits_clear (SpurWaits *self)
{
  for (guint s = 0; self->streams != NULL && s < self->n_streams; s++)
    {
      spur_pages_free (self->streams[s].rows);
      g_clear_pointer (&self->streams[s].shifts, g_array_unref);
    }
  g_free (self->streams);
  g_free (self->first_rows);
  g_free (self->first_nodes);
  g_free (self->totals);
  g_clear_pointer (&self->causes, spur_wait_causes_free);
  g_clear_pointer (&self->nodes, spur_nodes_free);
}

static void
spur_waits_init (SpurWaits *self)
{
}

static SpurWaitTotal *
find_total (SpurWaits *self, guint32 stream, guint32 pattern)
{
  return &self->totals[(gsize) MIN (stream, self->n_streams) * (ALL_PATTERNS + 1) +
                       MIN (pattern, ALL_PATTERNS)];
}

/* The clocks of all streams, counted from 0; gives how many there are. */
static guint32
number_clocks (SpurTrace *trace, guint32 *clocks)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      guint clock = spur_stream_get_clock (spur_trace_get_stream (trace, s));
      gpointer domain = GUINT_TO_POINTER (
        spur_definitions_get_clock (spur_trace_get_definitions (trace), clock)->domain);
      gpointer number;

      if (!g_hash_table_lookup_extended (numbers, domain, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, domain, number);
        }
      clocks[s] = GPOINTER_TO_UINT (number);
    }
  return g_hash_table_size (numbers);
}

typedef struct
{
  const SpurWaitsSearch *search;
  SpurStreamWaits *streams;
  const SpurJob *job;
} Searching;

static void
search_stream (guint stream, gpointer user_data)
{
  const Searching *searching = user_data;

  if (!spur_job_is_cancelled (searching->job, NULL))
    spur_waits_search_stream (searching->search, stream, &searching->streams[stream]);
}

/* What a clock changes at most. */
static gint64
get_most (gint64 later_ns, gint64 earlier_ns)
{
  return MAX (ABS (later_ns), ABS (earlier_ns));
}

/* Of all patterns, and of their sum. */
static void
add_errors (const SpurWaitShift *shift, gint64 *errors_ns)
{
  gint64 later_ns = 0, earlier_ns = 0;

  for (guint p = 0; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      errors_ns[p] += get_most (shift->later_ns[p], shift->earlier_ns[p]);
      later_ns += shift->later_ns[p];
      earlier_ns += shift->earlier_ns[p];
    }
  errors_ns[ALL_PATTERNS] += get_most (later_ns, earlier_ns);
}

static void
add_shift (SpurWaitShift *to, const SpurWaitShift *shift)
{
  for (guint p = 0; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      to->later_ns[p] += shift->later_ns[p];
      to->earlier_ns[p] += shift->earlier_ns[p];
    }
}

static void
add_total (SpurWaitTotal *to, const SpurWaitTotal *total)
{
  to->n_waits += total->n_waits;
  to->n_undetermined += total->n_undetermined;
  to->duration_ns += total->duration_ns;
  if (total->error_ns < 0)
    to->error_ns = -1;
}

static void
set_errors (SpurWaits *self, guint32 stream, const gint64 *errors_ns)
{
  for (guint p = 0; p <= ALL_PATTERNS; p++)
    {
      SpurWaitTotal *total = find_total (self, stream, p);

      if (total->error_ns == 0)
        total->error_ns = errors_ns[p];
    }
}

static void
add_stream_totals (SpurWaits *self, guint32 stream, SpurWaitShift *all)
{
  const SpurStreamWaits *waits = &self->streams[stream];
  gint64 errors_ns[ALL_PATTERNS + 1] = { 0 };

  for (guint p = 0; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      *find_total (self, stream, p) = waits->totals[p];
      add_total (find_total (self, stream, ALL_PATTERNS), &waits->totals[p]);
      add_total (find_total (self, self->n_streams, p), &waits->totals[p]);
      add_total (find_total (self, self->n_streams, ALL_PATTERNS), &waits->totals[p]);
    }
  for (guint i = 0; i < waits->shifts->len; i++)
    {
      const SpurWaitShift *shift = &g_array_index (waits->shifts, SpurWaitShift, i);

      add_errors (shift, errors_ns);
      add_shift (&all[shift->clock], shift);
    }
  set_errors (self, stream, errors_ns);
}

static void
sum_totals (SpurWaits *self, guint32 n_clocks)
{
  g_autofree SpurWaitShift *all = g_new0 (SpurWaitShift, n_clocks + 1);
  gint64 errors_ns[ALL_PATTERNS + 1] = { 0 };

  self->totals = g_new0 (SpurWaitTotal, (self->n_streams + (gsize) 1) * (ALL_PATTERNS + 1));
  self->first_rows = g_new0 (guint64, self->n_streams + 1);
  for (guint s = 0; s < self->n_streams; s++)
    {
      add_stream_totals (self, s, all);
      self->first_rows[s + 1] = self->first_rows[s] + self->streams[s].n_rows;
      g_clear_pointer (&self->streams[s].shifts, g_array_unref);
    }
  for (guint32 c = 0; c < n_clocks; c++)
    add_errors (&all[c], errors_ns);
  set_errors (self, self->n_streams, errors_ns);
}

static void
count_reversed (SpurWaits *self, SpurEdges *edges, const SpurCalls *calls, const SpurJob *job)
{
  const SpurCheckInput input = { edges, calls->nodes, calls->times_ns, NULL, 0 };
  SpurCheck check;

  spur_check_run_times (&check, &input, job);
  self->n_reversed = check.n_reversed + check.n_collective_reversed;
}

static gboolean
search_waits (SpurWaits *self, SpurWaitsSearch *search, const SpurCallsInput *input, GError **error)
{
  g_autofree guint32 *clocks = g_new (guint32, self->n_streams + 1);
  guint32 n_clocks = number_clocks (search->trace, clocks);
  Searching searching = { search, self->streams, input->job };

  search->clocks = clocks;
  search->partners = SPUR_PAGES_NEW (guint32, search->calls->nodes->n_nodes);
  search->members = spur_member_waits_new (search->calls, search->edges);
  spur_waits_search_join (search);
  spur_job_run (input->job, self->n_streams, search_stream, &searching);
  spur_waits_search_clear_members (search);
  if (spur_job_is_cancelled (input->job, error))
    return FALSE;
  sum_totals (self, n_clocks);
  spur_pages_trim ();
  return self->causes == NULL ||
         spur_wait_causes_add_costs (self->causes, search, self->streams, input, error);
}

static SpurWaits *
make_waits (const SpurCalls *calls)
{
  SpurWaits *self = g_object_new (SPUR_TYPE_WAITS, NULL);

  self->n_streams = calls->n_streams;
  self->nodes = spur_nodes_ref (calls->nodes);
  self->streams = g_new0 (SpurStreamWaits, self->n_streams + 1);
  self->first_nodes = g_new (guint64, self->n_streams + 1);
  for (guint s = 0; s <= self->n_streams; s++)
    self->first_nodes[s] = calls->streams[s].first_node;
  return self;
}

/**
 * spur_waits_new:
 * @trace: a sealed trace
 * @edges: its edges
 * @settings: (nullable): what waits are looked for; %NULL for all, at corrected times
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Finds the waits of a trace.
 *
 * Returns: (transfer full): the waits, or %NULL with %SPUR_CAUSALITY_ERROR_RANGE where a stream has
 *   2^32 events or more, or %G_IO_ERROR_CANCELLED
 *
 * Since: 1.0
 */
SpurWaits *
spur_waits_new (SpurTrace *trace,
                SpurEdges *edges,
                const SpurWaitsSettings *settings,
                const SpurJob *job,
                GError **error)
{
  const SpurWaitsSettings all = { FALSE, -1, G_MININT64, G_MAXINT64, FALSE, 0 };
  g_autoptr (SpurWaits) self = NULL;
  g_autoptr (SpurCalls) calls = NULL;
  g_autoptr (SpurClockBounds) bounds = NULL;
  SpurWaitsSearch search = { trace, edges, .settings = settings != NULL ? *settings : all };
  SpurCallsInput input = {
    trace, edges, NULL, search.settings.eager_bytes, search.settings.with_causes, job
  };
  gboolean is_found;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!search.settings.raw)
    input.correction = spur_trace_get_correction (trace);
  calls = spur_calls_new (&input, error);
  if (calls == NULL)
    return NULL;
  search.calls = calls;
  search.bounds = bounds = spur_clock_bounds_read (trace, input.correction);
  self = make_waits (calls);
  if (input.with_work && (self->causes = spur_wait_causes_new (calls, &input, error)) == NULL)
    return NULL;
  count_reversed (self, edges, calls, job);
  is_found = search_waits (self, &search, &input, error);
  spur_waits_search_clear_partners (&search);
  return is_found ? g_steal_pointer (&self) : NULL;
}

const SpurWaitCauses *
spur_waits_get_causes (SpurWaits *self)
{
  return self->causes;
}

/**
 * spur_waits_get_n_waits:
 * @self: waits
 *
 * Gets how many waits there are.
 *
 * Returns: how many waits there are
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint64, spur_waits_get_n_waits, SpurWaits, SPUR_IS_WAITS, self->first_rows[self->n_streams])

/**
 * spur_waits_get_n_reversed:
 * @self: waits
 *
 * Gets how many messages, and members of collective operations, get something before it is sent, at
 * the times that waits were looked for at. Where there are some, waits are not to be trusted.
 *
 * Returns: how many edges are reversed
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint64, spur_waits_get_n_reversed, SpurWaits, SPUR_IS_WAITS, self->n_reversed)

/* The last of the streams of which none with something in it is after @position. */
static guint
find_stream (const guint64 *firsts, guint n_streams, guint64 position)
{
  guint low = 0, high = n_streams;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (firsts[middle] <= position)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static const SpurWaitRow *
get_row (SpurWaits *self, guint64 index, guint *stream)
{
  *stream = find_stream (self->first_rows, self->n_streams, index);
  return &self->streams[*stream].rows[index - self->first_rows[*stream]];
}

/**
 * spur_waits_get_wait:
 * @self: waits
 * @index: number of a wait, below spur_waits_get_n_waits()
 * @wait: (out caller-allocates): the wait
 *
 * Gets a wait.
 *
 * Since: 1.0
 */
void
spur_waits_get_wait (SpurWaits *self, guint64 index, SpurWait *wait)
{
  const SpurWaitRow *row;
  guint stream;

  g_return_if_fail (SPUR_IS_WAITS (self));
  g_return_if_fail (index < spur_waits_get_n_waits (self));
  g_return_if_fail (wait != NULL);

  row = get_row (self, index, &stream);
  *wait = (SpurWait){ .pattern = (SpurWaitPattern) row->pattern,
                      .stream = stream,
                      .cause_stream = SPUR_NONE,
                      .event = row->event,
                      .call_event = row->call_event,
                      .begin_ns = row->begin_ns,
                      .duration_ns = row->duration_ns,
                      .error_ns = row->error_ns };
  if (row->cause == G_MAXUINT32)
    return;
  wait->cause_stream = find_stream (self->first_nodes, self->n_streams, row->cause);
  wait->cause_event = spur_nodes_get_event (self->nodes, wait->cause_stream, row->cause);
}

static const struct
{
  gsize offset;
  gsize n_bytes;
} columns[] = {
#define COLUMN(name, field, Type)                                                                  \
  [SPUR_WAIT_COLUMN_##name] = { G_STRUCT_OFFSET (SpurWait, field), sizeof (Type) }
  COLUMN (PATTERN, pattern, guint32),           COLUMN (STREAM, stream, guint32),
  COLUMN (CAUSE_STREAM, cause_stream, guint32), COLUMN (EVENT, event, guint64),
  COLUMN (CAUSE_EVENT, cause_event, guint64),   COLUMN (BEGIN_NS, begin_ns, gint64),
  COLUMN (DURATION_NS, duration_ns, gint64),    COLUMN (ERROR_NS, error_ns, gint64),
#undef COLUMN
};

G_STATIC_ASSERT (sizeof (SpurWaitPattern) == sizeof (guint32));

/**
 * spur_waits_get_column:
 * @self: waits
 * @column: which field
 *
 * Gets a field of all waits in their order, in the byte order of the machine.
 *
 * Returns: (transfer full): the values
 *
 * Since: 1.0
 */
GBytes *
spur_waits_get_column (SpurWaits *self, SpurWaitColumn column)
{
  guint64 n_waits;
  guint8 *values;

  g_return_val_if_fail (SPUR_IS_WAITS (self), NULL);
  g_return_val_if_fail (column < G_N_ELEMENTS (columns), NULL);

  n_waits = spur_waits_get_n_waits (self);
  values = g_malloc_n (n_waits + 1, columns[column].n_bytes);
  for (guint64 i = 0; i < n_waits; i++)
    {
      SpurWait wait;

      spur_waits_get_wait (self, i, &wait);
      memcpy (values + i * columns[column].n_bytes, (const guint8 *) &wait + columns[column].offset,
              columns[column].n_bytes);
    }
  return g_bytes_new_take (values, n_waits * columns[column].n_bytes);
}

/**
 * spur_waits_get_total:
 * @self: waits
 * @stream: position of a stream, or %SPUR_NONE for all
 * @pattern: a #SpurWaitPattern, or %SPUR_NONE for all
 * @total: (out caller-allocates): the waits together
 *
 * Gets how much a stream, or all of them, waits.
 *
 * Since: 1.0
 */
void
spur_waits_get_total (SpurWaits *self, guint32 stream, guint32 pattern, SpurWaitTotal *total)
{
  g_return_if_fail (SPUR_IS_WAITS (self));
  g_return_if_fail (stream < self->n_streams || stream == SPUR_NONE);
  g_return_if_fail (pattern < SPUR_N_WAIT_PATTERNS || pattern == SPUR_NONE);
  g_return_if_fail (total != NULL);

  *total = *find_total (self, stream, pattern);
}

/* A wait among the longest. */
typedef struct
{
  gint64 duration_ns;
  guint64 index;
} Longest;

SPUR_DEFINE_ORDER (compare_longest,
                   Longest,
                   SPUR_ORDER (q->duration_ns, p->duration_ns) ?: SPUR_BY (index))

/* Sorts what was gathered, and lets go of all but the longest. */
static void
keep_longest (GArray *gathered, guint n_most)
{
  g_array_sort (gathered, compare_longest);
  if (gathered->len > n_most)
    g_array_set_size (gathered, n_most);
}

/**
 * spur_waits_list_longest:
 * @self: waits
 * @n_most: how many are wanted
 * @n_longest: (out): how many there are
 *
 * Lists the longest waits: the longest one first, and of equal ones the one that comes first.
 *
 * Returns: (transfer full) (array length=n_longest): their numbers, see spur_waits_get_wait()
 *
 * Since: 1.0
 */
guint64 *
spur_waits_list_longest (SpurWaits *self, guint n_most, guint *n_longest)
{
  g_autoptr (GArray) gathered = g_array_new (FALSE, FALSE, sizeof (Longest));
  guint64 *indexes;
  gint64 least_ns = G_MININT64;

  g_return_val_if_fail (SPUR_IS_WAITS (self), NULL);
  g_return_val_if_fail (n_longest != NULL, NULL);

  for (guint s = 0; s < self->n_streams; s++)
    for (guint i = 0; i < self->streams[s].n_rows; i++)
      {
        Longest one = { self->streams[s].rows[i].duration_ns, self->first_rows[s] + i };

        if (one.duration_ns <= least_ns)
          continue;
        g_array_append_val (gathered, one);
        if (gathered->len < 2 * (guint64) n_most + 1024)
          continue;
        keep_longest (gathered, n_most);
        if (n_most > 0)
          least_ns = g_array_index (gathered, Longest, n_most - 1).duration_ns;
      }
  keep_longest (gathered, n_most);
  indexes = g_new (guint64, gathered->len + 1);
  for (guint i = 0; i < gathered->len; i++)
    indexes[i] = g_array_index (gathered, Longest, i).index;
  *n_longest = gathered->len;
  return indexes;
}
