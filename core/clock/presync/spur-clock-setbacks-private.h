/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-nodes-internal.h"
#include "core/clock/parallel/spur-clock-work-private.h"

/* Clocks that are set back. Such a clock reads some times twice, so what it is shifted by depends
 * on the event and not on the time. Adding what the stamps step back by makes a clock that rises.
 */
typedef struct
{
  guint32 stream;
  guint32 clock;
  guint64 event;    /* from which on the clock is set back, not the first one */
  gint64 shift_ns;  /* is added to the times from this event on, and what was added before */
  gint64 before_ns; /* the last time of the clock before, without what is added */
} SpurClockSetback;

/* (element-type SpurClockSetback) (transfer full): By stream and event, the same at all ranks,
 * which all call it. @clocks are numbers of the streams' clock domains. */
GArray *spur_clock_setbacks_find (const SpurClockWork *work, const guint *clocks);

/* What is added to the time of an event. */
gint64 spur_clock_setbacks_get_shift (const GArray *self, guint stream, guint64 event);

/* The first event after @event from which on a clock is set back; G_MAXUINT64 where there is none.
 */
guint64 spur_clock_setbacks_get_next (const GArray *self, guint stream, guint64 event);

/* Adds it to the times of all nodes. */
void spur_clock_setbacks_add_to_nodes (const GArray *self, const SpurNodes *nodes, gint64 *times);
