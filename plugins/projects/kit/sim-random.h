/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Random numbers that are the same on every machine: SplitMix64, integers only. */
typedef struct
{
  guint64 state;
} SimRandom;

void sim_random_init (SimRandom *self, guint64 seed);

/* Another sequence that is independent of this one; @name says what it is for. */
void sim_random_split (SimRandom *self, const char *name, SimRandom *other);

guint64 sim_random_next (SimRandom *self);

/* Below @n, which is above 0; all numbers are equally likely. */
guint64 sim_random_below (SimRandom *self, guint64 n);

/* From @least to @most, both included. */
gint64 sim_random_between (SimRandom *self, gint64 least, gint64 most);

/* TRUE in @per_mille of 1000 cases. */
gboolean sim_random_chance (SimRandom *self, guint per_mille);

/* Exponentially distributed with a mean of @mean_ns, below 2^31 ns; never 0. */
gint64 sim_random_wait_ns (SimRandom *self, gint64 mean_ns);

/* The sum of two even distributions: from @mean - @mean / 2 to @mean + @mean / 2. */
gint64 sim_random_about (SimRandom *self, gint64 mean);
