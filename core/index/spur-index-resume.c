/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Goes on with the index of a stream that grew: a builder gets what it had at the begin of a block,
 * from the index of the fewer events, and takes the events from there on. */
#include <string.h>

#include "core/base/spur-pages-private.h"
#include "core/index/spur-block-reader-private.h"
#include "core/index/spur-index-builder-private.h"

#define ROWS_A_BLOCK (SPUR_INDEX_BLOCK_EVENTS / SPUR_INDEX_LEAST_ROW_EVENTS)

typedef struct
{
  SpurIndexBuilder *builder;
  const SpurIndexStream *old;
  /* The block that is begun, and how many states came before it. */
  guint32 block;
  guint32 n_states;
} Resuming;

/* The last block that begins with an event of both, and for which open states are known. */
static guint32
find_block (const SpurIndexStream *old, guint64 n_common)
{
  guint32 block = n_common > 0 ? (guint32) ((n_common - 1) / SPUR_INDEX_BLOCK_EVENTS) : 0;

  while (block > 0 && (old->first_levels[block] & SPUR_INDEX_MISSING) != 0)
    block--;
  return block;
}

/* States have numbers in the order in which they come, and one that comes is the present one. */
static guint32
count_states (const SpurIndexStream *old, guint64 n_events)
{
  guint32 n_states = 0;

  for (guint64 i = 0; i < n_events; i++)
    n_states = MAX (n_states, spur_index_get_state (old->column, old->head->width, i));
  return n_states;
}

/* Gives the states their numbers, which says how wide the column is, and then the column. */
static gboolean
take_states (Resuming *self, guint32 n_trace_states)
{
  const SpurIndexStream *old = self->old;
  SpurIndexBuilder *builder = self->builder;
  guint64 n_events = self->block * (guint64) SPUR_INDEX_BLOCK_EVENTS;

  if (self->n_states > old->head->n_states)
    return FALSE;
  for (guint32 i = 1; i <= self->n_states; i++)
    if (spur_index_builder_find_local (builder, old->states[i], n_trace_states) != i)
      return FALSE;
  for (; builder->n_done < n_events; builder->n_done++)
    spur_index_builder_put_state (
      builder, spur_index_get_state (old->column, old->head->width, builder->n_done));
  return TRUE;
}

static gboolean
take_levels (Resuming *self)
{
  const SpurIndexStream *old = self->old;
  SpurIndexBuilder *builder = self->builder;
  guint32 begin = SPUR_INDEX_LEVEL (old->first_levels[self->block]);
  guint32 end = SPUR_INDEX_LEVEL (old->first_levels[self->block + 1]);

  if (begin > end || end > old->head->n_levels)
    return FALSE;
  g_array_append_vals (builder->first_levels, old->first_levels, self->block);
  g_array_append_val (builder->first_levels, begin);
  for (guint32 i = 0; i < end; i++)
    {
      guint32 state = spur_index_get_state (old->levels, old->head->width, i);

      if (state > self->n_states)
        return FALSE;
      g_array_append_val (builder->levels, state);
      if (i >= begin)
        g_array_append_val (builder->entered, state);
    }
  return TRUE;
}

/* Where there are rows, sums are not written. */
static gboolean
take_sums (Resuming *self)
{
  const SpurIndexStream *old = self->old;
  SpurIndexBuilder *builder = self->builder;
  guint32 n_sums;

  if (old->head->row_events > 0)
    {
      g_array_set_size (builder->first_sums, self->block + 1);
      memset (builder->first_sums->data, 0, builder->first_sums->len * sizeof (guint32));
      return TRUE;
    }
  n_sums = old->first_sums[self->block] & ~SPUR_INDEX_MISSING;
  if (self->n_states <= SPUR_INDEX_MAX_ROW_STATES || n_sums > old->head->n_sums)
    return FALSE;
  g_array_append_vals (builder->first_sums, old->first_sums, self->block);
  g_array_append_val (builder->first_sums, n_sums);
  for (guint32 i = 0; i < n_sums; i++)
    {
      guint32 state = spur_index_get_state (old->sum_states, old->head->width, i);

      if (state > self->n_states)
        return FALSE;
      g_array_append_val (builder->sum_states, state);
    }
  if (n_sums > 0)
    g_array_append_vals (builder->sum_ticks, old->sum_ticks, n_sums);
  return TRUE;
}

/* Rows that the index leaves out are not written again, as there are as many states or more. */
static void
take_rows (Resuming *self)
{
  const SpurIndexHead *head = self->old->head;
  guint32 distance = head->row_events / SPUR_INDEX_LEAST_ROW_EVENTS;

  for (guint32 i = 0; distance > 0 && i < self->block * ROWS_A_BLOCK; i++)
    {
      guint32 n_totals = i % distance == 0 ? self->n_states : 0;
      const guint32 *row = self->old->rows + i / distance * (gsize) head->n_states;

      g_array_append_val (self->builder->n_of_row, n_totals);
      if (n_totals > 0)
        g_array_append_vals (self->builder->rows, row, n_totals);
    }
}

/* Values of blocks before. Those of a series that comes later are of the block or behind it. */
static gboolean
take_values (Resuming *self)
{
  const SpurIndexStream *old = self->old;
  SpurIndexBuilder *builder = self->builder;

  for (guint64 i = 0; i < old->head->n_values && old->values[i].block < self->block; i++)
    {
      const SpurIndexBlockValues *values = &old->values[i];
      const SpurIndexSeries *series = &old->series[values->series];

      if (values->series >= old->head->n_series ||
          spur_index_builder_find_series (builder, series->class_index, series->subject) !=
            values->series)
        return FALSE;
      g_array_append_vals (builder->values, values, 1);
    }
  return TRUE;
}

/* Totals at the begins of sections, which have to be as far from one another as the builder would
 * have them here. */
static gboolean
take_sections (Resuming *self)
{
  const SpurIndexHead *head = self->old->head;
  SpurIndexBuilder *builder = self->builder;
  guint32 n_totals = 0;

  while (!spur_index_builder_fits_sections (builder))
    builder->head.section_blocks *= 2;
  if (builder->head.section_blocks != head->section_blocks)
    return FALSE;
  g_array_append_val (builder->n_totals, n_totals);
  n_totals = self->n_states + 1;
  for (guint32 i = 1; i <= self->block / head->section_blocks; i++)
    {
      g_array_append_val (builder->n_totals, n_totals);
      g_array_append_vals (builder->totals,
                           self->old->totals + (i - 1) * (head->n_states + (gsize) 1), n_totals);
    }
  return TRUE;
}

/* Adds the time of a block in each state, by what is known of it or else event by event. */
static gboolean
add_block (Resuming *self, SpurBlockReader *reader, guint32 block, gint64 *totals)
{
  const SpurIndexStream *old = self->old;
  gint64 ticks[SPUR_INDEX_BLOCK_EVENTS + 1];

  if (spur_index_has_sums (old, block) && old->head->row_events > 0)
    {
      const guint32 *row = spur_index_get_row (old, block);
      const guint32 *next = spur_index_get_row (old, block + 1);

      for (guint32 i = 0; i < self->n_states; i++)
        totals[i + 1] += next[i] - row[i];
      return TRUE;
    }
  if (spur_index_has_sums (old, block))
    {
      guint32 end = old->first_sums[block + 1] & ~SPUR_INDEX_MISSING;

      for (guint32 i = old->first_sums[block]; i < MIN (end, self->builder->sum_states->len); i++)
        totals[g_array_index (self->builder->sum_states, guint32, i)] += old->sum_ticks[i];
      return end <= self->builder->sum_states->len;
    }
  spur_block_reader_read_ticks (reader, block, ticks);
  ticks[SPUR_INDEX_BLOCK_EVENTS] = old->begins_ticks[block + 1];
  for (guint i = 0; i < SPUR_INDEX_BLOCK_EVENTS; i++)
    {
      guint32 state = spur_index_get_state (old->column, old->head->width,
                                            block * (gsize) SPUR_INDEX_BLOCK_EVENTS + i);

      totals[state] += state > 0 ? ticks[i + 1] - ticks[i] : 0;
    }
  return TRUE;
}

/* Totals at the begin of the block: those of its section and of the blocks since. */
static gboolean
take_totals (Resuming *self)
{
  SpurIndexBuilder *builder = self->builder;
  gint64 *totals = (gint64 *) (gpointer) builder->all_ticks->data;
  guint32 section = self->block / self->old->head->section_blocks;
  gboolean is_known = TRUE;
  SpurBlockReader reader;

  if (section > 0)
    memcpy (totals,
            &g_array_index (builder->totals, gint64, (section - 1) * (self->n_states + (gsize) 1)),
            (self->n_states + (gsize) 1) * sizeof *totals);
  spur_block_reader_init (&reader, self->old, NULL);
  for (guint32 i = section * self->old->head->section_blocks; is_known && i < self->block; i++)
    is_known = add_block (self, &reader, i, totals);
  return is_known;
}

/* What is found while events are taken from the block on does not depend on more than this. */
static gboolean
begin_at_block (Resuming *self, guint32 n_trace_states)
{
  const SpurIndexStream *old = self->old;
  SpurIndexBuilder *builder = self->builder;

  if (!take_states (self, n_trace_states) || !take_levels (self) || !take_sums (self) ||
      !take_values (self) || !take_sections (self) || !take_totals (self))
    return FALSE;
  take_rows (self);
  g_array_append_vals (builder->begins, old->begins_ticks, self->block + 1);
  builder->head.n_blocks = self->block + 1;
  builder->last_ticks = old->begins_ticks[self->block];
  builder->has_subject = self->n_states > 0 || old->head->subject == SPUR_INDEX_MIXED;
  if (builder->has_subject)
    builder->head.subject = old->head->subject;
  builder->is_block_begun = TRUE;
  return TRUE;
}

/* Rows and states may be other ones than those before; then the index is not that of a builder
 * that took all events. */
static gboolean
is_whole (const Resuming *self)
{
  guint32 n_states = self->builder->head.n_states;

  return n_states >= self->old->head->n_states &&
         (self->old->head->row_events == 0 || n_states <= SPUR_INDEX_MAX_ROW_STATES);
}

guint8 *
spur_index_resume_stream (
  SpurTrace *trace, guint stream, const SpurIndexFormer *former, guint64 *n_taken, gsize *n_bytes)
{
  guint32 n_states = spur_definitions_get_n_states (spur_trace_get_definitions (trace));
  const SpurIndexStream *old = &former->stream;
  SpurIndexBuilder builder;
  Resuming self = { &builder, old, find_block (old, former->n_common), 0 };
  guint8 *bytes = NULL;

  /* What made it a mixed one may be gone, or be a state that is known now. */
  if (self.block == 0 || (old->head->subject == SPUR_INDEX_MIXED &&
                          (former->n_common < old->head->n_events || former->has_fewer_states)))
    return NULL;
  self.n_states = count_states (old, self.block * (guint64) SPUR_INDEX_BLOCK_EVENTS);
  spur_index_builder_init (&builder, spur_trace_get_stream (trace, stream), n_states);
  if (begin_at_block (&self, n_states))
    {
      *n_taken = builder.head.n_events - builder.n_done;
      spur_index_builder_take_events (&builder, n_states);
      if (is_whole (&self))
        bytes = spur_index_builder_join_parts (&builder, n_bytes);
    }
  spur_index_builder_clear (&builder);
  return bytes;
}
