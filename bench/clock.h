/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* A trace that is made up: streams whose clocks are off. The share of events that are ends of
 * messages is in parts per million. Its edges number half of those. */
typedef struct
{
  guint n_streams;
  guint64 n_events;
  guint32 share_ppm;
  /* To how many others a stream sends, as on a grid; 0 for any. */
  guint n_neighbours;
} ClockSynthetic;

/* Adds it to a trace without events, stream after stream, and seals that. */
gboolean clock_synthetic_fill (const ClockSynthetic *self, SpurTrace *trace, GError **error);
