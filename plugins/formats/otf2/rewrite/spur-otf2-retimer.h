/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/otf2/rewrite/spur-otf2-copy.h"
#include "plugins/formats/otf2/rewrite/spur-otf2-times.h"

/* What is the same for all files of an archive. Times in ticks. */
typedef struct
{
  SpurTrace *trace;
  guint64 resolution_hz;
  guint64 global_offset;

  /* By event class: whether its events are values of metrics, of which a record may have several,
   * or none that could be read. */
  const gboolean *is_metric;

  /* Whether any time may change; else clock offsets stay valid too. */
  gboolean is_changed;

  /* Added to all times, so that none is negative. */
  guint64 shift;
} SpurOtf2Clock;

/* Gives the records of one location their new times. */
typedef struct
{
  const SpurOtf2Clock *clock;
  SpurOtf2Times times;

  /* For what comes in another order than the events. */
  SpurOtf2Times others;

  /* Whether the records are the events of @times. */
  gboolean is_own;

  guint64 first_old;
  guint64 first_new;
  guint64 last_new;
  guint64 n_records;
  guint64 last_offset_time;
  guint64 n_clock_offsets;
} SpurOtf2Retimer;

void spur_otf2_retimer_init (SpurOtf2Retimer *self,
                             const SpurOtf2Clock *clock,
                             SpurStream *stream,
                             gboolean is_own);

void spur_otf2_retimer_clear (SpurOtf2Retimer *self);

gboolean spur_otf2_retimer_is_done (const SpurOtf2Retimer *self);

guint64 spur_otf2_retimer_map (SpurOtf2Retimer *self, guint64 time);

/* The .evt, .snap and .def file of a location; the user data is its #SpurOtf2Retimer. */
extern const SpurOtf2CopyClass spur_otf2_event_copy;
extern const SpurOtf2CopyClass spur_otf2_snapshot_copy;
extern const SpurOtf2CopyClass spur_otf2_definition_copy;
