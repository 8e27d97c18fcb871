/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Shares of columns from the events of streams in order, for streams with few events, of which a
 * picture of all has several in each row of pixels. */
#include <string.h>

#include "core/index/spur-column-edges-private.h"
#include "core/index/spur-event-sweep-private.h"

/* With 1.3 events a column, in 4,096 streams, bench/index takes 30 ns a column to look them up and
 * 7 an event. */
#define EVENTS_PER_COLUMN 4
/* Where edges of longer columns are not rounded to whole ns, that is 1/512 of a column at most,
 * half of what a cell's share can say. */
#define LEAST_EVEN_NS 512
#define FRACTION_MASK (SPUR_EVENT_SWEEP_ONE - 1)

typedef gint32 Steps __attribute__ ((vector_size (16)));
typedef float Shares __attribute__ ((vector_size (16)));
#define N_LANES 4

/* Columns have edges at whole ns, which counts where they are short. */
static void
find_begins (SpurEventSweep *self)
{
  SpurColumnEdges edges;

  spur_column_edges_init (&edges, self->window);
  self->width_ns = (gint32) edges.width_ns;
  self->places_of_width[0] = SPUR_EVENT_SWEEP_ONE / (double) edges.width_ns;
  self->places_of_width[1] = SPUR_EVENT_SWEEP_ONE / (double) (edges.width_ns + 1);
  self->begins_ns = g_new (gint32, self->window->n_columns + (gsize) 2);
  self->begins_ns[0] = 0;
  for (guint i = 1; i <= self->window->n_columns; i++)
    self->begins_ns[i] = (gint32) (spur_column_edges_next (&edges) - self->window->from_ns);
  /* No time is behind the end. */
  self->begins_ns[self->window->n_columns + 1] = G_MAXINT32;
}

void
spur_event_sweep_init (SpurEventSweep *self,
                       const SpurIndexWindow *window,
                       const SpurIndexShares *to)
{
  gint64 length_ns = window->to_ns - window->from_ns;
  gboolean is_even = length_ns / window->n_columns >= LEAST_EVEN_NS;

  self->window = window;
  self->to = to;
  self->stride = (to->n_groups + (gsize) N_LANES) / N_LANES * N_LANES;
  self->steps = NULL;
  self->begins_ns = NULL;
  self->groups = NULL;
  self->n_streams = 0;
  if (length_ns < window->n_columns || (!is_even && length_ns >= G_MAXINT32))
    return;
  self->steps = g_new0 (gint32, (window->n_columns + (gsize) 2) * self->stride);
  self->places_per_ns = window->n_columns / (double) length_ns * SPUR_EVENT_SWEEP_ONE;
  if (!is_even)
    find_begins (self);
}

/* Goes on to the columns from the steps. */
static void
add_columns (SpurEventSweep *self)
{
  const float share = 1.0f / SPUR_EVENT_SWEEP_ONE;
  const Shares part = { share, share, share, share };
  guint n_groups = self->to->n_groups, n_whole = n_groups / N_LANES * N_LANES;
  g_autofree gint32 *sums = g_new0 (gint32, self->stride);
  float *shares = self->to->shares;
  gint32 *steps = self->steps;

  for (guint c = 0; c < self->window->n_columns; c++)
    {
      for (guint i = 0; i < n_whole; i += N_LANES)
        {
          Steps sum, step;
          Shares to;

          memcpy (&sum, sums + i, sizeof sum);
          memcpy (&step, steps + i, sizeof step);
          memcpy (&to, shares + i, sizeof to);
          sum += step;
          to += __builtin_convertvector(sum, Shares) * part;
          memcpy (sums + i, &sum, sizeof sum);
          memcpy (shares + i, &to, sizeof to);
        }
      for (guint i = n_whole; i < n_groups; i++)
        {
          sums[i] += steps[i];
          shares[i] += (float) sums[i] * share;
        }
      shares += n_groups;
      steps += self->stride;
    }
  self->n_streams = 0;
}

/* The column and the fraction of it at a time, which lies in the window. */
static inline guint64
find_place (const SpurEventSweep *self, gint64 time_ns, gboolean is_even)
{
  gint64 since_ns =
    CLAMP (time_ns, self->window->from_ns, self->window->to_ns) - self->window->from_ns;
  guint64 place = (guint64) (gint64) ((double) since_ns * self->places_per_ns);
  guint64 column;
  const gint32 *begins_ns;
  gint32 after_ns;

  if (is_even)
    return place;
  /* Edges are rounded down, so that the time may be in the next column. */
  column = place >> SPUR_EVENT_SWEEP_FRACTION_BITS;
  column += since_ns >= self->begins_ns[column + 1];
  begins_ns = &self->begins_ns[column];
  after_ns = (gint32) since_ns - begins_ns[0];
  return (column << SPUR_EVENT_SWEEP_FRACTION_BITS) +
         (guint64) (gint64) (after_ns *
                             self->places_of_width[begins_ns[1] - begins_ns[0] != self->width_ns]);
}

/* One group ends, and another one begins. */
static inline void
add_change (const SpurEventSweep *self, guint64 place, guint32 from, guint32 to)
{
  gint32 *column = self->steps + (place >> SPUR_EVENT_SWEEP_FRACTION_BITS) * self->stride;
  gint32 after = (gint32) (place & FRACTION_MASK);
  gint32 *next = column + self->stride;

  column[from] -= SPUR_EVENT_SWEEP_ONE - after;
  next[from] -= after;
  column[to] += SPUR_EVENT_SWEEP_ONE - after;
  next[to] += after;
}

/* Adds the events of the block that was read. Returns the group of the last one. */
static inline guint32
add_block (SpurEventSweep *self, const SpurIndexStream *stream, guint32 group, gboolean is_even)
{
  const gint64 *times_ns = self->reader.times_ns;
  guint64 first = self->reader.block * (guint64) SPUR_INDEX_BLOCK_EVENTS;
  guint32 n_states = stream->head->n_states;

  for (guint i = 0; i < self->reader.n_events; i++)
    {
      guint32 state = spur_index_get_state (stream->column, stream->head->width, first + i);
      guint32 next = self->groups[state <= n_states ? state : 0];

      add_change (self, find_place (self, times_ns[i], is_even), group, next);
      group = next;
    }
  return group;
}

static void
add_blocks (SpurEventSweep *self, const SpurIndexStream *stream, guint32 block, guint32 end)
{
  gboolean is_even = self->begins_ns == NULL;
  guint32 none = self->to->n_groups, group = none;
  gint64 end_ns;

  for (; block < end; block++)
    {
      spur_block_reader_read (&self->reader, block);
      group =
        is_even ? add_block (self, stream, group, TRUE) : add_block (self, stream, group, FALSE);
    }
  end_ns = spur_block_reader_get_begin_ns (&self->reader, end);
  add_change (self, find_place (self, end_ns, is_even), group, none);
}

/* Groups of the stream's states; 0 is no state. */
static void
find_groups (SpurEventSweep *self, const SpurIndexStream *stream)
{
  guint32 n_states = stream->head->n_states;

  self->groups = g_renew (guint32, self->groups, n_states + (gsize) 1);
  self->groups[0] = self->to->n_groups;
  for (guint32 i = 1; i <= n_states; i++)
    self->groups[i] = self->to->groups[stream->states[i]];
}

gboolean
spur_event_sweep_add (SpurEventSweep *self,
                      const SpurIndexStream *stream,
                      SpurCorrection *correction)
{
  guint32 block, end;

  if (self->steps == NULL)
    return FALSE;
  spur_block_reader_init (&self->reader, stream, correction);
  block = spur_block_reader_count_until (&self->reader, self->window->from_ns);
  end = spur_block_reader_count_until (&self->reader, self->window->to_ns);
  block -= block > 0;
  if ((end - block) * (guint64) SPUR_INDEX_BLOCK_EVENTS >
      self->window->n_columns * (guint64) EVENTS_PER_COLUMN)
    return FALSE;
  if (block == end)
    return TRUE;
  if (self->n_streams == SPUR_EVENT_SWEEP_MAX_STREAMS)
    {
      add_columns (self);
      memset (self->steps, 0,
              (self->window->n_columns + (gsize) 2) * self->stride * sizeof *self->steps);
    }
  find_groups (self, stream);
  add_blocks (self, stream, block, end);
  self->n_streams++;
  return TRUE;
}

void
spur_event_sweep_finish (SpurEventSweep *self)
{
  if (self->n_streams > 0)
    add_columns (self);
  g_free (self->steps);
  g_free (self->begins_ns);
  g_free (self->groups);
}
