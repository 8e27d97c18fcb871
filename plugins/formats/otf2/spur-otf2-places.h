/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "plugins/formats/otf2/spur-otf2-definitions.h"

/* A location that has a stream. */
typedef struct
{
  SpurStream *stream;

  /* What its events happen on; of a location that holds metrics only the first thread of the
   * process that recorded it. */
  guint32 target;

  /* Which process it belongs to, and whether it is that one's first thread, which has no creator.
   */
  guint32 process;
  gboolean is_initial;

  /* The target that stands for the location's process in communicators; it sends and receives
   * whatever thread does so. */
  guint32 speaker;
} SpurOtf2Place;

typedef struct
{
  SpurTrace *trace;
  const SpurOtf2Definitions *definitions;

  /* Those that have events, sorted by id, and the place of each. */
  const SpurOtf2Location *locations;
  SpurOtf2Place *all;
  guint n_locations;

  /* From a location's id to its place, counted from 1. */
  GHashTable *index;
  GHashTable *processes;

  /* Targets by id of what they stand for; clocks, counted from 1, by location group. */
  GHashTable *nodes;
  GHashTable *groups;
  GHashTable *idle_locations;
  GHashTable *clocks;
} SpurOtf2Places;

SpurOtf2Places *spur_otf2_places_new (SpurTrace *trace,
                                      const SpurOtf2Definitions *definitions,
                                      const SpurOtf2Location *locations,
                                      guint n_locations);

void spur_otf2_places_free (SpurOtf2Places *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Places, spur_otf2_places_free)

guint32 spur_otf2_places_find_target (const SpurOtf2Places *self, guint64 location);

/* The target that something is measured on; made where nothing ran on it. */
guint32 spur_otf2_places_add_scope (SpurOtf2Places *self, OTF2_MetricScope scope, guint64 scope_id);
