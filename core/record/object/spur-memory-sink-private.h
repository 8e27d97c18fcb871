/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-memory-sink.h"

/* What a recorder knows besides the events, when all of them are there. */
typedef struct
{
  /* Of SpurPredecessor: streams are sources, events their numbers. */
  const GArray *predecessors;
  guint64 n_elsewhere;
  GType identifier_type;
  SpurFactories *factories;
} SpurMemoryEnd;

/* Seals the trace, before the sink is closed. */
void spur_memory_sink_end (SpurMemorySink *self, const SpurMemoryEnd *end);
