/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur.h>

/* How a stream of random events is made. */
typedef struct
{
  guint n_events;
  guint n_states;
  guint64 resolution_hz;
  /* Between two events; 0 lets many happen at once. */
  gint64 most_ticks;
  /* How many of a thousand events are before the one before them. */
  guint n_back;
  /* How many of a thousand events come after a pause of 10 seconds. */
  guint n_late;
} IndexRecipe;

/* A stream's states, remembered as they are recorded. */
typedef struct
{
  GArray *ticks;  /* gint64 */
  GArray *states; /* guint32, after the event; or SPUR_NONE */
} IndexStream;

typedef struct
{
  SpurTrace *trace;
  GRand *rand;
  GPtrArray *streams; /* IndexStream */
  /* Of events that neither enter a state nor leave one. */
  GType other_type;
  /* Streams begin as much later. */
  gint64 delay_ticks;
} IndexWorld;

void index_world_init (IndexWorld *self, guint32 seed);

/* The same with at most that many events in a chunk. */
void index_world_init_with_chunks (IndexWorld *self, guint32 seed, guint chunk_events);

/* Of a trace that is there, and sealed. */
void index_world_init_of (IndexWorld *self, SpurTrace *trace, guint32 seed);

void index_world_clear (IndexWorld *self);

/* Adds a stream and its random events. */
void index_world_add_stream (IndexWorld *self, const IndexRecipe *recipe);

/* Gives each stream two time maps, of which the second one bends at every @distance-th event or so.
 */
void index_world_correct (IndexWorld *self, guint distance);

/* The time of each event as it is shown; an array of gint64. */
GArray *index_world_get_times (IndexWorld *self, guint stream, gboolean raw);

/* Compares the cells of a stream, and its shares, with the sums of all its events. */
void index_world_assert_cells (IndexWorld *self,
                               SpurIndex *index,
                               guint stream,
                               SpurIndexWindow *window);

/* The same for the times in all states of a window. */
void index_world_assert_times (IndexWorld *self,
                               SpurIndex *index,
                               guint stream,
                               SpurIndexWindow *window);

/* Does so with cells in windows of all widths, anywhere. */
void index_world_assert_windows (IndexWorld *self, SpurIndex *index, guint n_windows, gboolean raw);
