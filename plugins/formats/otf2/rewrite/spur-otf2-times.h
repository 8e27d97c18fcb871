/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-trace.h"

/* An event's time as the archive says it and as the correction says it, both in ticks since the
 * archive's global offset. */
typedef struct
{
  guint64 event;
  gint64 old_ticks;
  gint64 new_ticks;
} SpurOtf2Time;

/* From old to new times of one location. */
typedef struct
{
  SpurStream *stream;
  guint64 resolution_hz;
  guint64 n_events;

  SpurTimeMap *maps[SPUR_CORRECTION_MAX_MAPS];
  gsize hints[SPUR_CORRECTION_MAX_MAPS];
  guint n_maps;

  SpurChunkWalk *walk;
  const SpurChunk *chunk;
  guint32 position;
  SpurOtf2Time last;
  gboolean has_last;
  SpurOtf2Time next;
  guint next_class;
  gboolean has_next;
} SpurOtf2Times;

void spur_otf2_times_init (SpurOtf2Times *self,
                           SpurStream *stream,
                           SpurCorrection *correction,
                           guint64 resolution_hz);

void spur_otf2_times_clear (SpurOtf2Times *self);

gboolean spur_otf2_times_take (SpurOtf2Times *self, gint64 old_ticks, gint64 *new_ticks);

gint64
spur_otf2_times_take_all (SpurOtf2Times *self, gint64 old_ticks, const gboolean *is_of_record);

gint64 spur_otf2_times_between (const SpurOtf2Times *self, gint64 old_ticks);

gint64 spur_otf2_times_at (SpurOtf2Times *self, gint64 old_ticks);

gint64 spur_otf2_ticks_from_ns (gint64 time_ns, guint64 resolution_hz);
