/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-job.h"
#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

#define SPUR_TYPE_INDEX (spur_index_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurIndex, spur_index, SPUR, INDEX, GObject)

/**
 * SPUR_CELL_STATES:
 *
 * The most states that a cell tells apart.
 *
 * Since: 1.0
 */
#define SPUR_CELL_STATES 3

/**
 * SpurCell:
 * @states: the states with the largest shares, the largest first; entries of the state table, or
 *   %SPUR_NONE where there are fewer
 * @shares: their parts of the cell's time, in 1/255
 * @rest: the part of all other states, in 1/255
 *
 * A stream within a column of time: in which states it is, for which part of the time. What is
 * missing to 255 is time in no state.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 states[SPUR_CELL_STATES];
  guint8 shares[SPUR_CELL_STATES];
  guint8 rest;
} SpurCell;

/**
 * SpurIndexWindow:
 * @from_ns: begin of the first column
 * @to_ns: end of the last column, not before @from_ns; both within plus or minus
 *   %SPUR_TIME_LIMIT_NS
 * @n_columns: columns of equal width
 * @raw: whether times are those of the clocks, else those of the trace's correction
 *
 * A span of time, cut into columns: column c begins at @from_ns + c (@to_ns - @from_ns) /
 * @n_columns, rounded down.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 from_ns;
  gint64 to_ns;
  guint n_columns;
  gboolean raw;
} SpurIndexWindow;

/**
 * SpurIndexShares:
 * @groups: of each entry of the state table the group that it counts to, as a colour
 * @n_groups: how many groups
 * @shares: room for @n_groups shares a column
 *
 * Parts of the time of columns, by groups of states, from 0 to 1 for each stream.
 *
 * Since: 1.0
 */
typedef struct
{
  const guint32 *groups;
  guint n_groups;
  float *shares;
} SpurIndexShares;

SPUR_AVAILABLE_IN_ALL
SpurIndex *spur_index_new (SpurTrace *trace, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurIndex *spur_index_open (SpurTrace *trace, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_index_can_be_kept (SpurTrace *trace);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_index_get_trace (SpurIndex *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_index_get_n_bytes (SpurIndex *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_index_get_n_taken (SpurIndex *self);

SPUR_AVAILABLE_IN_ALL
void spur_index_set_max_mapped_bytes (SpurIndex *self, guint64 n_bytes);

SPUR_AVAILABLE_IN_ALL
void spur_index_get_cells (SpurIndex *self,
                           guint stream,
                           const SpurIndexWindow *window,
                           SpurCell *cells);

SPUR_AVAILABLE_IN_ALL
void spur_index_add_shares (SpurIndex *self,
                            const guint *streams,
                            guint n_streams,
                            const SpurIndexWindow *window,
                            const SpurIndexShares *shares);

SPUR_AVAILABLE_IN_ALL
void spur_index_add_times (SpurIndex *self,
                           guint stream,
                           const SpurIndexWindow *window,
                           gint64 *times_ns);

SPUR_AVAILABLE_IN_ALL
guint64 spur_index_count_until (SpurIndex *self, guint stream, gint64 time_ns, gboolean raw);

G_END_DECLS
