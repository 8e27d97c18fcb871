/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-block-reader-private.h"

/* Shares of columns from the events of streams, whose times are in the unit of a column. A column
 * is this long. */
#define SPUR_EVENT_SWEEP_FRACTION_BITS 24
#define SPUR_EVENT_SWEEP_ONE (1 << SPUR_EVENT_SWEEP_FRACTION_BITS)
/* Sums of that many streams fit into their type. */
#define SPUR_EVENT_SWEEP_MAX_STREAMS (G_MAXINT32 / SPUR_EVENT_SWEEP_ONE)

/* Where a state begins in a column its time grows from there on: by the rest of that column, and by
 * all of the next ones, until it ends. So each event changes four numbers, however many columns it
 * lasts, and what they are summed up to are the columns. */
typedef struct
{
  const SpurIndexWindow *window;
  const SpurIndexShares *to;
  gsize stride;
  /* By column, and two more, and group: what is added to the time of the one before. The last
   * entry is of no state. NULL where columns are too short. */
  gint32 *steps;
  guint n_streams;
  double places_per_ns;
  /* Where columns are short: their begins since that of the window, and the end of the last one;
   * else NULL. Columns are of @width_ns, or longer by 1. */
  gint32 *begins_ns;
  gint32 width_ns;
  double places_of_width[2];
  /* By state of the stream. */
  guint32 *groups;
  SpurBlockReader reader;
} SpurEventSweep;

void spur_event_sweep_init (SpurEventSweep *self,
                            const SpurIndexWindow *window,
                            const SpurIndexShares *to);

/* Adds a stream, event by event. FALSE where looking up the columns takes less time. */
gboolean spur_event_sweep_add (SpurEventSweep *self,
                               const SpurIndexStream *stream,
                               SpurCorrection *correction);

/* Adds what there is to the shares. */
void spur_event_sweep_finish (SpurEventSweep *self);
