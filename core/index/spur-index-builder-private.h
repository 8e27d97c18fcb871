/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-index-private.h"

/* The index of a stream up to an event. Where @is_block_begun, the next event is the first one of a
 * block that was begun before. */
typedef struct
{
  SpurStream *stream;
  SpurIndexHead head;
  GArray *states;   /* guint32 of the trace */
  guint32 *locals;  /* by state of the trace, 0 where it did not come yet */
  GArray *entered;  /* guint32 of this stream, the innermost last */
  GArray *begins;   /* gint64 */
  GArray *totals;   /* gint64 of one section behind the other */
  GArray *n_totals; /* guint32 by section, since there are more states later on */
  GArray *first_sums;
  GArray *sum_ticks;
  GArray *sum_states; /* guint32 */
  GArray *rows;       /* guint32 of one row behind the other */
  GArray *n_of_row;   /* guint32 by row, since there are more states later on */
  GArray *first_levels;
  GArray *levels; /* guint32 */
  GArray *series; /* SpurIndexSeries */
  GArray *values; /* SpurIndexBlockValues */
  guint8 *column;

  /* By class and subject, the number of a series and 1; NULL as long as there is none. */
  GHashTable *places_of_series;
  /* By series, the place of its latest values and 1. */
  GArray *latest_values;

  /* Of the present block, by state; and of the stream before. */
  GArray *block_ticks;
  GArray *all_ticks;
  GArray *touched;
  gint64 last_ticks;
  guint64 n_done;
  gboolean has_subject;
  gboolean is_block_begun;
} SpurIndexBuilder;

void spur_index_builder_init (SpurIndexBuilder *self, SpurStream *stream, guint32 n_states);

void spur_index_builder_clear (SpurIndexBuilder *self);

/* The stream's number of a state of the trace, which has @n_states; 0 for any other one. */
guint32 spur_index_builder_find_local (SpurIndexBuilder *self, guint32 state, guint32 n_states);

/* Whether sections are long for the totals at their begins. */
gboolean spur_index_builder_fits_sections (const SpurIndexBuilder *self);

/* The state after the present event. */
void spur_index_builder_put_state (SpurIndexBuilder *self, guint32 state);

/* The stream's number of a series. */
guint32
spur_index_builder_find_series (SpurIndexBuilder *self, guint32 class_index, guint32 subject);

/* What the present event measures, of a class that has values. */
void spur_index_builder_note_value (SpurIndexBuilder *self,
                                    guint32 class_index,
                                    const SpurEventLayout *layout,
                                    const guint8 *record);

/* Takes the stream's events from the present one on. */
void spur_index_builder_take_events (SpurIndexBuilder *self, guint32 n_states);

/* The bytes of the index, from spur_pages_new(). */
guint8 *spur_index_builder_join_parts (SpurIndexBuilder *self, gsize *n_bytes);

/* What there is of a stream in an index of fewer events, or of other ones behind the first. */
typedef struct
{
  SpurIndexStream stream;
  /* Events from the begin on that are the same. */
  guint64 n_common;
  /* Whether states of the trace were fewer. */
  gboolean has_fewer_states;
} SpurIndexFormer;

/* The bytes that spur_index_build_stream() would give, from what there is, and how many events were
 * taken for it. NULL where they have to be built anew. */
guint8 *spur_index_resume_stream (
  SpurTrace *trace, guint stream, const SpurIndexFormer *former, guint64 *n_taken, gsize *n_bytes);
