/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Builds the index of a stream in one pass over its events. */
#include <string.h>

#include "core/base/spur-pages-private.h"
#include "core/index/spur-index-builder-private.h"
#include "core/model/events/spur-event-layout-internal.h"

/* Totals of all states are kept at the begin of each section. They may take as many bytes as an
 * eighth of its events, at least 64 blocks long. */
#define LEAST_SECTION_BLOCKS 64
#define EVENTS_A_TOTAL_BYTE 8

/* Open states may take one entry for this many events; in deep recursion most blocks have none. */
#define EVENTS_A_LEVEL 16

static guint32
get_present_state (const SpurIndexBuilder *self)
{
  return self->entered->len > 0 ? g_array_index (self->entered, guint32, self->entered->len - 1)
                                : 0;
}

static void
widen_column (SpurIndexBuilder *self)
{
  guint width = self->head.width * 2;
  guint8 *column = spur_pages_new (self->head.n_events, width);

  for (guint64 i = 0; i < self->n_done; i++)
    {
      guint32 state = spur_index_get_state (self->column, self->head.width, i);

      if (width == 2)
        ((guint16 *) (gpointer) column)[i] = (guint16) state;
      else
        ((guint32 *) (gpointer) column)[i] = state;
    }
  spur_pages_free (self->column);
  self->column = column;
  self->head.width = width;
}

/* The stream's number of a state of the trace. */
guint32
spur_index_builder_find_local (SpurIndexBuilder *self, guint32 state, guint32 n_states)
{
  if (state >= n_states)
    return 0;
  if (self->locals[state] != 0)
    return self->locals[state];
  self->locals[state] = ++self->head.n_states;
  g_array_append_val (self->states, state);
  g_array_set_size (self->block_ticks, self->head.n_states + 1);
  g_array_set_size (self->all_ticks, self->head.n_states + 1);
  if (self->head.width < 4 && self->head.n_states == 1u << (8 * self->head.width))
    widen_column (self);
  return self->head.n_states;
}

/* Every other section goes where those that are left are short for their totals. */
static void
thin_sections (SpurIndexBuilder *self)
{
  g_autoptr (GArray) totals = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n_kept = 0;
  gsize at = 0;

  for (guint i = 0; i < self->n_totals->len; i++)
    {
      guint32 n_totals = g_array_index (self->n_totals, guint32, i);

      if (i % 2 == 0)
        {
          g_array_append_vals (totals, &g_array_index (self->totals, gint64, at), n_totals);
          g_array_index (self->n_totals, guint32, n_kept++) = n_totals;
        }
      at += n_totals;
    }
  g_array_set_size (self->n_totals, n_kept);
  g_array_unref (self->totals);
  self->totals = g_steal_pointer (&totals);
  self->head.section_blocks *= 2;
}

static void
keep_levels (SpurIndexBuilder *self)
{
  guint32 first = self->levels->len;
  gboolean is_kept =
    (first + (guint64) self->entered->len) * EVENTS_A_LEVEL <= self->n_done || self->n_done == 0;

  if (!is_kept)
    first |= SPUR_INDEX_MISSING;
  else if (self->entered->len > 0)
    g_array_append_vals (self->levels, self->entered->data, self->entered->len);
  g_array_append_val (self->first_levels, first);
}

/* Totals up to the latest event. */
static void
add_row (SpurIndexBuilder *self)
{
  guint32 n_states = self->head.n_states;
  guint32 *row;

  if (n_states > SPUR_INDEX_MAX_ROW_STATES)
    return;
  g_array_append_val (self->n_of_row, n_states);
  if (n_states == 0)
    return;
  g_array_set_size (self->rows, self->rows->len + n_states);
  row = &g_array_index (self->rows, guint32, self->rows->len - n_states);
  for (guint32 i = 1; i <= n_states; i++)
    row[i - 1] = (guint32) (g_array_index (self->all_ticks, gint64, i) +
                            g_array_index (self->block_ticks, gint64, i));
}

gboolean
spur_index_builder_fits_sections (const SpurIndexBuilder *self)
{
  return (self->head.n_states + 1) * sizeof (gint64) * EVENTS_A_TOTAL_BYTE <=
         self->head.section_blocks * (guint64) SPUR_INDEX_BLOCK_EVENTS;
}

static void
begin_block (SpurIndexBuilder *self, gint64 ticks)
{
  guint32 first = self->sum_ticks->len;

  while (!spur_index_builder_fits_sections (self))
    thin_sections (self);
  if (self->head.n_blocks % self->head.section_blocks == 0)
    {
      g_array_append_val (self->n_totals, self->all_ticks->len);
      if (self->all_ticks->len > 0)
        g_array_append_vals (self->totals, self->all_ticks->data, self->all_ticks->len);
    }
  g_array_append_val (self->begins, ticks);
  g_array_append_val (self->first_sums, first);
  keep_levels (self);
  self->head.n_blocks++;
}

/* Adds the sums of the block to the totals; keeps them where they fit. */
static void
end_block (SpurIndexBuilder *self)
{
  guint32 *first = self->head.n_blocks > 0
                     ? &g_array_index (self->first_sums, guint32, self->first_sums->len - 1)
                     : NULL;
  guint64 n_bytes =
    (self->sum_ticks->len + (guint64) self->touched->len) * (sizeof (guint32) + self->head.width);
  gboolean is_kept =
    n_bytes * SPUR_INDEX_SUM_BYTES_DENOMINATOR <=
    self->head.n_blocks * (guint64) SPUR_INDEX_BLOCK_EVENTS * SPUR_INDEX_SUM_BYTES_NUMERATOR;

  for (guint i = 0; i < self->touched->len; i++)
    is_kept &= g_array_index (self->block_ticks, gint64,
                              g_array_index (self->touched, guint32, i)) <= G_MAXUINT32;
  for (guint i = 0; i < self->touched->len; i++)
    {
      guint32 state = g_array_index (self->touched, guint32, i);
      gint64 ticks = g_array_index (self->block_ticks, gint64, state);
      guint32 short_ticks = (guint32) ticks;

      g_array_index (self->block_ticks, gint64, state) = 0;
      g_array_index (self->all_ticks, gint64, state) += ticks;
      if (!is_kept)
        continue;
      g_array_append_val (self->sum_ticks, short_ticks);
      g_array_append_val (self->sum_states, state);
    }
  if (first != NULL && !is_kept)
    *first |= SPUR_INDEX_MISSING;
  g_array_set_size (self->touched, 0);
}

/* The time since the last event is that of the state after it. */
static void
take_time (SpurIndexBuilder *self, gint64 ticks)
{
  guint32 state = get_present_state (self);
  gint64 *sum = &g_array_index (self->block_ticks, gint64, state);

  if (ticks <= self->last_ticks)
    return;
  if (state != 0)
    {
      if (*sum == 0)
        g_array_append_val (self->touched, state);
      *sum += ticks - self->last_ticks;
    }
  self->last_ticks = ticks;
}

void
spur_index_builder_put_state (SpurIndexBuilder *self, guint32 state)
{
  if (self->head.width == 1)
    self->column[self->n_done] = (guint8) state;
  else if (self->head.width == 2)
    ((guint16 *) (gpointer) self->column)[self->n_done] = (guint16) state;
  else
    ((guint32 *) (gpointer) self->column)[self->n_done] = state;
}

static void
note_subject (SpurIndexBuilder *self, const SpurEventLayout *layout, const guint8 *record)
{
  guint32 subject =
    (guint32) spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);

  if (!self->has_subject)
    self->head.subject = subject;
  else if (self->head.subject != subject)
    self->head.subject = SPUR_INDEX_MIXED;
  self->has_subject = TRUE;
}

static void
take_event (SpurIndexBuilder *self,
            gint64 ticks,
            guint32 class_index,
            const SpurEventLayout *layout,
            const guint8 *record,
            guint32 n_states)
{
  gboolean falls = ticks < self->last_ticks;

  take_time (self, ticks);
  if (self->n_done % SPUR_INDEX_BLOCK_EVENTS == 0 && !self->is_block_begun)
    {
      end_block (self);
      begin_block (self, self->last_ticks);
    }
  self->is_block_begun = FALSE;
  if (self->n_done % SPUR_INDEX_LEAST_ROW_EVENTS == 0)
    add_row (self);
  if (falls)
    g_array_index (self->first_levels, guint32, self->first_levels->len - 1) |= SPUR_INDEX_FALLS;
  if (layout->effect == SPUR_EFFECT_ENTER)
    {
      guint32 state =
        (guint32) spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE);
      guint32 local = spur_index_builder_find_local (self, state, n_states);

      note_subject (self, layout, record);
      if (local == 0)
        self->head.subject = SPUR_INDEX_MIXED;
      g_array_append_val (self->entered, local);
    }
  else if (layout->effect == SPUR_EFFECT_LEAVE && self->entered->len > 0)
    g_array_set_size (self->entered, self->entered->len - 1);
  else if (spur_index_has_values_of (layout))
    spur_index_builder_note_value (self, class_index, layout, record);
  spur_index_builder_put_state (self, get_present_state (self));
  self->n_done++;
}

void
spur_index_builder_take_events (SpurIndexBuilder *self, guint32 n_states)
{
  const SpurClassTable *classes = spur_stream_get_class_table (self->stream);
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (self->stream, SPUR_CHUNK_ALL);
  const SpurChunk *chunk;

  if (self->n_done > 0)
    spur_chunk_walk_seek (walk, self->n_done);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      const guint8 *record = chunk->records;

      if (self->n_done == 0)
        self->last_ticks = spur_chunk_get_ticks (chunk, 0);
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          const SpurEventLayout *layout = classes->layouts[chunk->classes[i]];

          /* A chunk in memory may have some that were taken before. */
          if (chunk->first + i == self->n_done)
            take_event (self, spur_chunk_get_ticks (chunk, i), chunk->classes[i], layout, record,
                        n_states);
          record += layout->n_bytes;
        }
    }
  end_block (self);
  add_row (self);
  g_array_append_val (self->begins, self->last_ticks);
  g_array_append_val (self->first_sums, self->sum_ticks->len);
  g_array_append_val (self->first_levels, self->levels->len);
}

static guint8 *
put_part (guint8 *at, gconstpointer part, gsize n_bytes)
{
  if (n_bytes > 0)
    memcpy (at, part, n_bytes);
  memset (at + n_bytes, 0, spur_index_align (n_bytes) - n_bytes);
  return at + spur_index_align (n_bytes);
}

/* Sections as long as there are states at the end. */
static guint8 *
put_totals (SpurIndexBuilder *self, guint8 *at)
{
  const gint64 *totals = (const gint64 *) (gpointer) self->totals->data;
  gint64 *row = (gint64 *) (gpointer) at;

  /* The first section begins with none. */
  for (guint i = 0; i < self->n_totals->len; i++)
    {
      guint32 n_totals = g_array_index (self->n_totals, guint32, i);

      if (i == 0)
        {
          totals += n_totals;
          continue;
        }
      memset (row, 0, (self->head.n_states + 1) * sizeof *row);
      if (n_totals > 0)
        memcpy (row, totals, n_totals * sizeof *row);
      totals += n_totals;
      row += self->head.n_states + 1;
    }
  return (guint8 *) row;
}

/* Rows as long as there are states at the end; those that lie too near to one another go. */
static guint8 *
put_rows (SpurIndexBuilder *self, guint8 *at)
{
  const guint32 *rows = (const guint32 *) (gpointer) self->rows->data;
  guint32 *row = (guint32 *) (gpointer) at;
  guint distance = self->head.row_events / SPUR_INDEX_LEAST_ROW_EVENTS;
  gsize n_bytes = spur_index_count_rows (&self->head) * self->head.n_states * sizeof *row;

  memset (at, 0, spur_index_align (n_bytes));
  for (guint i = 0; distance > 0 && i < self->n_of_row->len; i++)
    {
      guint32 n_totals = g_array_index (self->n_of_row, guint32, i);

      if (i % distance == 0 || i + 1 == self->n_of_row->len)
        {
          if (n_totals > 0)
            memcpy (row, rows, n_totals * sizeof *row);
          row += self->head.n_states;
        }
      rows += n_totals;
    }
  return at + spur_index_align (n_bytes);
}

static guint8 *
put_states (const GArray *states, guint n_states, guint width, guint8 *at)
{
  gsize n_bytes = n_states * (gsize) width;

  for (guint i = 0; i < n_states; i++)
    {
      guint32 state = g_array_index (states, guint32, i);

      if (width == 1)
        at[i] = (guint8) state;
      else if (width == 2)
        ((guint16 *) (gpointer) at)[i] = (guint16) state;
      else
        ((guint32 *) (gpointer) at)[i] = state;
    }
  memset (at + n_bytes, 0, spur_index_align (n_bytes) - n_bytes);
  return at + spur_index_align (n_bytes);
}

static gsize
get_n_bytes (const SpurIndexHead *head)
{
  return sizeof *head + spur_index_align ((head->n_states + (gsize) 1) * sizeof (guint32)) +
         (head->n_blocks + (gsize) 1) * sizeof (gint64) +
         spur_index_count_totals (head) * sizeof (gint64) +
         spur_index_align (spur_index_count_firsts (head) * sizeof (guint32)) +
         spur_index_align (head->n_sums * sizeof (guint32)) +
         spur_index_align (head->n_sums * (gsize) head->width) +
         spur_index_align (spur_index_count_rows (head) * head->n_states * sizeof (guint32)) +
         spur_index_align ((head->n_blocks + (gsize) 1) * sizeof (guint32)) +
         spur_index_align (head->n_levels * (gsize) head->width) +
         head->n_series * sizeof (SpurIndexSeries) +
         head->n_values * sizeof (SpurIndexBlockValues) +
         spur_index_align (head->n_events * head->width);
}

/* Rows lie as near to one another as they may, and leave out the sums. */
static void
choose_rows (SpurIndexBuilder *self)
{
  guint32 n_states = self->head.n_states;

  self->head.n_sums = self->sum_ticks->len;
  if (n_states > SPUR_INDEX_MAX_ROW_STATES || self->head.n_blocks == 0)
    return;
  self->head.n_sums = 0;
  self->head.row_events = SPUR_INDEX_LEAST_ROW_EVENTS;
  while (n_states * sizeof (guint32) * SPUR_INDEX_SUM_BYTES_DENOMINATOR >
         self->head.row_events * (gsize) SPUR_INDEX_SUM_BYTES_NUMERATOR)
    self->head.row_events *= 2;
}

guint8 *
spur_index_builder_join_parts (SpurIndexBuilder *self, gsize *n_bytes)
{
  guint8 *bytes, *at;

  choose_rows (self);
  self->head.n_sections = self->n_totals->len;
  self->head.n_levels = self->levels->len;
  self->head.n_series = self->series->len;
  self->head.n_values = self->values->len;
  *n_bytes = get_n_bytes (&self->head);
  bytes = at = spur_pages_new (*n_bytes, 1);
  at = put_part (at, &self->head, sizeof self->head);
  at = put_part (at, self->states->data, self->states->len * sizeof (guint32));
  at = put_part (at, self->begins->data, self->begins->len * sizeof (gint64));
  at = put_totals (self, at);
  at =
    put_part (at, self->first_sums->data, spur_index_count_firsts (&self->head) * sizeof (guint32));
  at = put_part (at, self->sum_ticks->data, self->head.n_sums * sizeof (guint32));
  at = put_states (self->sum_states, self->head.n_sums, self->head.width, at);
  at = put_rows (self, at);
  at = put_part (at, self->first_levels->data, self->first_levels->len * sizeof (guint32));
  at = put_states (self->levels, self->head.n_levels, self->head.width, at);
  at = put_part (at, self->series->data, self->series->len * sizeof (SpurIndexSeries));
  at = put_part (at, self->values->data, self->values->len * sizeof (SpurIndexBlockValues));
  put_part (at, self->column, self->head.n_events * self->head.width);
  return bytes;
}

void
spur_index_builder_init (SpurIndexBuilder *self, SpurStream *stream, guint32 n_states)
{
  const guint32 none = SPUR_NONE;

  *self = (SpurIndexBuilder){ .stream = stream,
                              .states = g_array_new (FALSE, TRUE, sizeof (guint32)),
                              .locals = g_new0 (guint32, n_states + 1),
                              .entered = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .begins = g_array_new (FALSE, FALSE, sizeof (gint64)),
                              .totals = g_array_new (FALSE, FALSE, sizeof (gint64)),
                              .n_totals = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .first_sums = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .sum_ticks = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .sum_states = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .rows = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .n_of_row = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .first_levels = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .levels = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .series = g_array_new (FALSE, FALSE, sizeof (SpurIndexSeries)),
                              .values = g_array_new (FALSE, FALSE, sizeof (SpurIndexBlockValues)),
                              .latest_values = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .block_ticks = g_array_new (FALSE, TRUE, sizeof (gint64)),
                              .all_ticks = g_array_new (FALSE, TRUE, sizeof (gint64)),
                              .touched = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  self->head.n_events = spur_stream_get_n_events (stream);
  self->head.width = 1;
  self->head.subject = SPUR_NONE;
  self->head.section_blocks = LEAST_SECTION_BLOCKS;
  self->column = spur_pages_new (self->head.n_events + 1, 1);
  g_array_append_val (self->states, none);
  g_array_set_size (self->block_ticks, 1);
  g_array_set_size (self->all_ticks, 1);
}

void
spur_index_builder_clear (SpurIndexBuilder *self)
{
  GArray *arrays[] = { self->states,       self->entered,      self->begins,    self->totals,
                       self->n_totals,     self->first_sums,   self->sum_ticks, self->sum_states,
                       self->first_levels, self->levels,       self->all_ticks, self->touched,
                       self->block_ticks,  self->rows,         self->n_of_row,  self->series,
                       self->values,       self->latest_values };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_clear_pointer (&self->places_of_series, g_hash_table_unref);
  g_free (self->locals);
  spur_pages_free (self->column);
}

guint8 *
spur_index_build_stream (SpurTrace *trace, guint stream, gsize *n_bytes)
{
  guint32 n_states = spur_definitions_get_n_states (spur_trace_get_definitions (trace));
  SpurIndexBuilder self;
  guint8 *bytes;

  spur_index_builder_init (&self, spur_trace_get_stream (trace, stream), n_states);
  spur_index_builder_take_events (&self, n_states);
  bytes = spur_index_builder_join_parts (&self, n_bytes);
  spur_index_builder_clear (&self);
  return bytes;
}

/* The next part of @n_bytes, or NULL where there are fewer. */
static gconstpointer
take_part (const guint8 **at, gsize *n_left, guint64 n_bytes)
{
  const guint8 *part = *at;

  if (n_bytes > *n_left || spur_index_align (n_bytes) > *n_left)
    return NULL;
  *at += spur_index_align (n_bytes);
  *n_left -= spur_index_align (n_bytes);
  return part;
}

static gboolean
is_head_of (const SpurIndexHead *head, guint64 n_events)
{
  return head->n_events == n_events && (head->width == 1 || head->width == 2 || head->width == 4) &&
         head->n_states <= head->n_events && head->n_states >> (8 * head->width - 1) <= 1 &&
         head->n_blocks ==
           (head->n_events + SPUR_INDEX_BLOCK_EVENTS - 1) / SPUR_INDEX_BLOCK_EVENTS &&
         head->section_blocks > 0 && head->n_sums < SPUR_INDEX_MISSING &&
         head->n_levels < SPUR_INDEX_FALLS &&
         (head->row_events == 0 ||
          (head->row_events >= SPUR_INDEX_LEAST_ROW_EVENTS &&
           SPUR_INDEX_BLOCK_EVENTS % head->row_events == 0 &&
           head->n_states <= SPUR_INDEX_MAX_ROW_STATES && head->width == 1)) &&
         head->n_sections ==
           (head->n_blocks + (guint64) head->section_blocks - 1) / head->section_blocks;
}

gboolean
spur_index_stream_attach (SpurIndexStream *self, SpurStream *stream, gsize n_bytes)
{
  return spur_index_stream_attach_part (self, stream, spur_stream_get_n_events (stream), n_bytes);
}

gboolean
spur_index_stream_attach_part (SpurIndexStream *self,
                               SpurStream *stream,
                               guint64 n_events,
                               gsize n_bytes)
{
  const guint8 *at = self->bytes;
  const SpurIndexHead *head;

  self->stream = stream;
  self->n_bytes = n_bytes;
  self->head = head = take_part (&at, &n_bytes, sizeof *head);
  if (head == NULL || !is_head_of (head, n_events))
    return FALSE;
  self->states = take_part (&at, &n_bytes, (head->n_states + (guint64) 1) * sizeof (guint32));
  self->begins_ticks = take_part (&at, &n_bytes, (head->n_blocks + (guint64) 1) * sizeof (gint64));
  /* Both numbers have 32 bits, so that the product may have 67. The first section has no totals. */
  if (MAX (head->n_sections, 1) - 1 > n_bytes / sizeof (gint64) / (head->n_states + (guint64) 1))
    return FALSE;
  self->totals = take_part (&at, &n_bytes, spur_index_count_totals (head) * sizeof (gint64));
  self->first_sums = take_part (&at, &n_bytes, spur_index_count_firsts (head) * sizeof (guint32));
  self->sum_ticks = take_part (&at, &n_bytes, head->n_sums * sizeof (guint32));
  self->sum_states = take_part (&at, &n_bytes, head->n_sums * (guint64) head->width);
  /* A row has 2^26 of 2^32 events or less, and 2^32 states. */
  if (spur_index_count_rows (head) > n_bytes / sizeof (guint32) / (head->n_states + (guint64) 1))
    return FALSE;
  self->rows =
    take_part (&at, &n_bytes, spur_index_count_rows (head) * head->n_states * sizeof (guint32));
  self->first_levels = take_part (&at, &n_bytes, (head->n_blocks + (guint64) 1) * sizeof (guint32));
  self->levels = take_part (&at, &n_bytes, head->n_levels * (guint64) head->width);
  self->series = take_part (&at, &n_bytes, head->n_series * (guint64) sizeof (SpurIndexSeries));
  if (head->n_values > n_bytes / sizeof (SpurIndexBlockValues))
    return FALSE;
  self->values = take_part (&at, &n_bytes, head->n_values * sizeof (SpurIndexBlockValues));
  self->column = take_part (&at, &n_bytes, head->n_events * head->width);
  return self->states != NULL && self->begins_ticks != NULL && self->totals != NULL &&
         self->first_sums != NULL && self->sum_ticks != NULL && self->sum_states != NULL &&
         self->rows != NULL && self->first_levels != NULL && self->levels != NULL &&
         self->series != NULL && self->values != NULL && self->column != NULL && n_bytes == 0;
}
