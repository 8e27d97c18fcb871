/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* From @begin_ns on, up to but without @end_ns, @value belongs to @key. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 key;
  guint32 value;
} SpurInterval;

/* Intervals by key. Those of a key that hold a time are found in time O(log n + found): they are
 * in order of their begins, and form an implicit balanced tree whose nodes know the latest end
 * below them. */
typedef struct
{
  GArray *rows;
  gint64 *latest_ns;
  guint32 *firsts;
  guint32 n_keys;
} SpurIntervals;

void spur_intervals_init (SpurIntervals *self);

/* Empty intervals are left out. */
void spur_intervals_add (SpurIntervals *self, const SpurInterval *interval);

/* No more intervals come; keys are below @n_keys. */
void spur_intervals_index (SpurIntervals *self, guint32 n_keys);

/* Appends the values of @key at @time_ns to an array of guint32, in order of their begins. */
void spur_intervals_find (const SpurIntervals *self, guint32 key, gint64 time_ns, GArray *values);

void spur_intervals_clear (SpurIntervals *self);
