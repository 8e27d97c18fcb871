/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* What is to happen at a time: @self is the simulation, @a and @b say what it is about. */
typedef void (*SimHandler) (gpointer self, guint64 a, guint64 b);

typedef struct
{
  gint64 time_ns;
  guint64 order;
  SimHandler handler;
  gpointer self;
  guint64 a;
  guint64 b;
} SimCall;

/* Calls in the order of their times, those of equal times in the order of their adding. */
typedef struct
{
  GArray *heap;
  guint64 next_order;
} SimQueue;

void sim_queue_init (SimQueue *self);

void sim_queue_clear (SimQueue *self);

void sim_queue_add (
  SimQueue *self, gint64 time_ns, SimHandler handler, gpointer data, guint64 a, guint64 b);

/* FALSE where there is none. */
gboolean sim_queue_take (SimQueue *self, SimCall *call);
